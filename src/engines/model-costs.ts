/** What an answer of each model of an API costs, to choose one: from the list prices and the overrides of the operator. */
import type { Platform } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { listedName } from './apis/openrouter.ts'
import { flexFactor, type Price, pricesByModel, type TypicalUsage, typicalCost } from './client/pricing.ts'
import type { Cost } from './engine.ts'
import { findPrice } from './prices.ts'
import { apiOptions } from './registry.ts'
import type { apiVendors } from './vendors.ts'

export type ListedVendor = (typeof apiVendors)[number]

type ModelCost = {
  model: string
  isConfigured: boolean
  /** The platforms that the backend would query it for. */
  platforms: readonly Platform[]
  /** Null: unknown. */
  price: Price | null
  shutdown: string | null
  replacement: string | null
  answer: Cost
  /** Null: the vendor has no flex tier. */
  flexAnswer: Cost | null
}

/** Returns the model that each of these platforms is queried with. */
export const configuredModels = (config: Config, vendor: ListedVendor, platforms: readonly Platform[]) =>
  Map.groupBy(platforms, (platform) => apiOptions(config, vendor, platform).model)

/**
 * Returns the models of a vendor that have a price, and the configured ones, cheapest first. `usage`: of an answer; default:
 * the vendor's typical one.
 */
export function listModelCosts(
  config: Config,
  vendor: ListedVendor,
  { serving, usage, now }: { serving: readonly Platform[]; usage: TypicalUsage | null; now: Date },
): ModelCost[] {
  const known = vendor.pricing(config.PRICE_OVERRIDES, now)
  const pricing = { ...known, typical: usage ?? known.typical }
  const prices = pricesByModel(pricing)
  const own = prices.filter((price) => price.vendor === vendor.name)
  const configured = configuredModels(config, vendor, serving)
  const names = [...configured.keys()]
  const getCosts = (model: string, name = listedName(model)) => ({
    model,
    price: findPrice(prices, name) ?? null,
    shutdown: findPrice(known.list, name)?.shutdown ?? null,
    replacement: findPrice(known.list, name)?.replacement ?? null,
    answer: typicalCost(pricing, name),
    flexAnswer: flexSetting(vendor) ? typicalCost(pricing, name, flexFactor) : null,
  })
  const ofVendor = own.map((price) => ({
    ...getCosts(price.model, price.model),
    isConfigured: names.some((model) => findPrice([price], listedName(model))),
    platforms: serving,
  }))
  const unlisted = names
    .filter((model) => !findPrice(own, listedName(model)))
    .map((model) => ({ ...getCosts(model), isConfigured: true, platforms: configured.get(model) ?? [] }))
  return [...ofVendor, ...unlisted].sort((a, b) => a.answer.costMicros - b.answer.costMicros)
}

/** The usage of a vendor's typical answer. */
export const getTypicalUsage = ({ typicalUsage }: ListedVendor): TypicalUsage => typicalUsage

/** Returns the name of the setting of the service tier; null for a vendor without a flex tier. */
export const flexSetting = (vendor: ListedVendor) => settingNamed(vendor, 'SERVICE_TIER')

/** Returns the name of the setting that caps searches; null for a vendor without a cap. */
export const searchCapSetting = (vendor: ListedVendor) => settingNamed(vendor, 'MAX_SEARCHES')

function settingNamed({ settings, settingPrefix }: ListedVendor, ending: string): string | null {
  const name = `${settingPrefix}_${ending}`
  return name in settings ? name : null
}
