/**
 * The list prices of the vendors, from `prices.json`, and the overrides of the operator. `npm run prices` updates the
 * file; rows of earlier prices stay, so that an answer keeps the price of its day.
 */
import { z } from 'zod'
import data from './prices.json' with { type: 'json' }

const Dollars = z.number().min(0)

const TokenPrices = z.strictObject({
  input: Dollars,
  cachedInput: Dollars,
  /** Absent: cache writes cost as much as input. */
  cacheWrite: Dollars.optional(),
  output: Dollars,
})

/** What one search fee covers: a search call, a query that the engine sent, or an answer with a search. */
const SearchUnit = z.enum(['call', 'query', 'answer'])

/** Tokens in US dollars per million, which equals micro-dollars per token; searches in US dollars per thousand. */
export const ModelPrice = z.strictObject({
  vendor: z.string(),
  model: z.string(),
  /** Other names of the model, as requested or served. */
  aliases: z.array(z.string()).optional(),
  /** First day (UTC) of the price; absent: since the launch of the model. */
  from: z.iso.date().optional(),
  ...TokenPrices.shape,
  /** The prices of a request with more input tokens than `above`, in ascending order. */
  tiers: z.array(z.strictObject({ above: z.number().int(), ...TokenPrices.shape })).optional(),
  search: Dollars,
  searchUnit: SearchUnit,
  /** The day on which the vendor shuts the model down, and the model that it recommends instead. */
  shutdown: z.iso.date().optional(),
  replacement: z.string().optional(),
  source: z.url(),
  /** The day on which the row was last compared with its source. */
  checked: z.iso.date(),
})

export type ModelPrice = z.output<typeof ModelPrice>

/** What a scraper charges for a unit, such as a credit. */
const UnitPrice = z.strictObject({
  vendor: z.string(),
  unit: z.string(),
  from: z.iso.date(),
  usdPerThousand: Dollars,
  source: z.url(),
  checked: z.iso.date(),
})

export const PriceList = z.strictObject({ models: z.array(ModelPrice), units: z.array(UnitPrice) })

const list = PriceList.parse(data)

/** Returns the prices of a vendor that apply at a time: at most one per model. */
export function currentPrices(vendor: string, now: Date): ModelPrice[] {
  const rows = list.models.filter((price) => price.vendor === vendor)
  return [...Map.groupBy(rows, ({ model }) => model).values()].flatMap((of) => newest(of, now) ?? [])
}

/** Returns the list price of the unit that a scraper charges for. */
export function unitPrice(vendor: string, now: Date): z.output<typeof UnitPrice> {
  const rows = list.units.filter((price) => price.vendor === vendor)
  const price = newest(rows, now) ?? rows[0]
  if (price === undefined) throw new Error(`prices.json has no unit of ${vendor}`)
  return price
}

/** Returns the row that applies to a model, under one of its names or the name of a snapshot, such as `gpt-6-2026-10-01`. */
export function findPrice<P extends Pick<ModelPrice, 'model' | 'aliases'>>(
  prices: readonly P[],
  name: string,
): P | undefined {
  const hasName = (wanted: string) =>
    prices.find(({ model, aliases }) => model === wanted || aliases?.includes(wanted))
  return hasName(name) ?? hasName(name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, ''))
}

/** Returns when a vendor shut down a model, as milliseconds since 1970, and what it recommends instead; null before that. */
export function findShutdown(
  vendor: string,
  model: string,
  now: Date,
): { day: number; replacement?: string | undefined } | null {
  const { shutdown, replacement } = findPrice(currentPrices(vendor, now), model) ?? {}
  const day = Date.parse(shutdown ?? '')
  return day <= now.getTime() ? { day, replacement } : null
}

/** All rows, for the docs and the checks of the list. */
export const allPrices = list

function newest<P extends { from?: string | undefined }>(prices: readonly P[], now: Date): P | undefined {
  const day = now.toISOString().slice(0, 10)
  const started = prices.filter(({ from = '' }) => from <= day)
  return started.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? '')).at(-1)
}

const ModelOverride = z.strictObject({
  input: Dollars,
  cachedInput: Dollars.optional(),
  output: Dollars,
  search: Dollars.optional(),
})
const UnitOverride = z.strictObject({ perThousand: Dollars })

export type ModelOverride = z.output<typeof ModelOverride>

/** Prices that the operator sets: of models by `vendor/model`, of the units of scrapers by `vendor/unit`. */
export const PriceOverrides = z.record(
  z.string().regex(/^[a-z]+\/\S+$/, 'must have keys such as "openai/gpt-6-luna"'),
  z.union([ModelOverride, UnitOverride]),
)

export type PriceOverrides = Readonly<z.output<typeof PriceOverrides>>
