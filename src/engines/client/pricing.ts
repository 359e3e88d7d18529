/** The cost of a call, where the vendor does not report it: usage multiplied by the vendor's list prices. */
import type { Cost } from '../engine.ts'
import {
  currentPrices,
  findPrice,
  type ModelOverride,
  type ModelPrice,
  type PriceOverrides,
  unitPrice,
} from '../prices.ts'

/** The usage of a typical answer. */
export type TypicalUsage = { input: number; output: number; searches: number }

export type TokenUsage = {
  /** Tokens that were neither read from a cache nor written to one. */
  input: number | null
  cachedInput?: number | null
  cacheWrite?: number | null
  output: number | null
  /** The queries of the searches. */
  searches: number
  /** The calls of the search tool. Default: one per query. */
  searchCalls?: number
  /** What the service tier multiplies the price of tokens by. Default 1. */
  tokenFactor?: number
}

export type Price = Omit<ModelPrice, 'source' | 'checked'>

/** The prices of a vendor at a time. */
export type Pricing = {
  /** Prices that the operator set; they win over list prices. */
  overrides: readonly Price[]
  list: readonly Price[]
  typical: TypicalUsage
}

/** `vendors`: whose prices apply. */
export function vendorPricing(
  vendors: readonly string[],
  typical: TypicalUsage,
  overrides: PriceOverrides,
  now: Date,
): Pricing {
  const list = vendors.flatMap((vendor) => currentPrices(vendor, now))
  const own = Object.entries(overrides).flatMap(([name, price]) => {
    const [vendor = '', ...model] = name.split('/')
    return vendors.includes(vendor) && 'input' in price
      ? [overridePrice(vendor, model.join('/'), price, list)]
      : []
  })
  return { overrides: own, list, typical }
}

/** Fields that the override does not set have the list price of the model, or the fees of the vendor. */
function overridePrice(
  vendor: string,
  model: string,
  { input, output, cachedInput = input, search }: ModelOverride,
  list: readonly Price[],
): Price {
  const { search: fee = 0, searchUnit = 'call' } = findPrice(list, model) ?? list[0] ?? {}
  return { vendor, model, input, cachedInput, output, search: search ?? fee, searchUnit }
}

/**
 * Returns the cost of a call in whole micro-dollars. `served`: the model that answered, if the reply names it. A model without a price costs as much as the most expensive model of the
 * vendor, and a reply without usage as much as a typical answer; both are marked as estimated. Free allowances are not
 * considered.
 */
export function getCost(
  { pricing, labels: { model } }: { pricing: Pricing; labels: { model: string } },
  served: string | null,
  usage: TokenUsage,
): Cost {
  const { input, output } = usage
  const used = input === null || output === null ? pricing.typical : { ...usage, input, output }
  const price = getPrice(pricing, served ?? model, model)
  // A server of the operator has no list prices.
  if (price === undefined && pricing.list.length === 0) return { costMicros: 0, costEstimated: false }
  const costs = (price ? [price] : pricing.list).map((each) => costAt(each, used))
  return {
    costMicros: Math.round(Math.max(0, ...costs)),
    costEstimated: price === undefined || input === null || output === null,
  }
}

/** Returns the cost of a typical answer of a model, or of the most expensive one when its price is unknown. */
export const typicalCost = (pricing: Pricing, model: string, tokenFactor = 1): Cost =>
  getCost({ pricing, labels: { model } }, model, { ...pricing.typical, tokenFactor })

/** Tokens of a question of 30 words. */
const questionTokens = 40

/** Returns the cost of a question and a typical answer as input tokens. */
export const resentCost = ({ typical, ...pricing }: Pricing, model: string): Cost =>
  typicalCost(
    { ...pricing, typical: { input: questionTokens + typical.output, output: 0, searches: 0 } },
    model,
  )

/** Returns the price that applies to each model. */
export const pricesByModel = ({ overrides, list }: Pricing): Price[] => [
  ...overrides,
  ...list.filter(({ model }) => !findPrice(overrides, model)),
]

/**
 * A name such as `chat-latest` has a price of its own, whatever model serves it. The price of any other requested model
 * does not apply to another served one.
 */
function getPrice({ overrides, list }: Pricing, served: string, requested: string): Price | undefined {
  return (
    findPrice(overrides, served) ??
    findPrice(overrides, requested) ??
    findPrice(list, served) ??
    (requested.endsWith('-latest') ? findPrice(list, requested) : undefined)
  )
}

function costAt(price: Price, usage: TokenUsage & TypicalUsage): number {
  const { input, output, tokenFactor = 1 } = usage
  const cachedInput = usage.cachedInput ?? 0
  const cacheWrite = usage.cacheWrite ?? 0
  const total = input + cachedInput + cacheWrite
  // A request above the limit of a tier costs its prices for all tokens.
  const tokens = price.tiers?.findLast(({ above }) => total > above) ?? price
  const micros =
    input * tokens.input +
    cachedInput * tokens.cachedInput +
    cacheWrite * (tokens.cacheWrite ?? tokens.input) +
    output * tokens.output
  return micros * tokenFactor + countSearches(price, usage) * price.search * 1000
}

function countSearches({ searchUnit }: Price, { searches, searchCalls = searches }: TokenUsage): number {
  if (searchUnit === 'query') return searches
  return searchUnit === 'call' ? searchCalls : Math.min(1, searchCalls)
}

/** Returns the micro-dollars of the unit that a scraper charges for: the operator's price, or the list price. */
export function unitCostMicros(
  vendor: string,
  { now }: { now: Date },
  { priceOverrides = {} }: { priceOverrides?: PriceOverrides },
): number {
  const { unit, usdPerThousand } = unitPrice(vendor, now)
  const own = priceOverrides[`${vendor}/${unit}`]
  return (own && 'perThousand' in own ? own.perThousand : usdPerThousand) * 1000
}

/** Converts dollars that the vendor reported. */
export const dollarsToMicros = (usd: number): number => Math.round(usd * 1_000_000)

/** The flex tier of OpenAI and Google halves the price of tokens, not the fee of a search. */
export const flexFactor = 0.5
