/** Decides which backend serves which platform, from the settings and the keys of an organization. */
import { type Platform, platforms, simulatedPlatforms } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import type { Message } from '../languages/message.ts'
import { listedName, openrouter } from './apis/openrouter.ts'
import { resentCost, typicalCost, unitCostMicros } from './client/pricing.ts'
import type { ApiOptions } from './client/request.ts'
import type { Cost, Engine, Surface } from './engine.ts'
import { type BackendName, choiceSetting } from './settings.ts'
import {
  type ApiVendor,
  apiVendors,
  findApiVendor,
  findVendor,
  type Vendor,
  vendors,
  vendorsServing,
} from './vendors.ts'

export type PlatformBackend = {
  platform: Platform
  /** The backend that serves the platform, or would once `missing` is set. */
  backend: BackendName
  surface: Surface
  configured: boolean
  /** The setting that would configure the backend; empty when it is configured. */
  missing: string
  /** Whose key is used; null without one. */
  key: 'organization' | 'environment' | null
  /** Whether the backend answers follow-up questions. */
  takesConversations: boolean
}

/** The vendors for which an organization has its own key. */
export type OwnVendors = ReadonlySet<string>

const noVendors: OwnVendors = new Set()

/** Returns every platform, in the order of `platforms`. */
export function resolvePlatforms(
  config: Config,
  own: OwnVendors = noVendors,
): Map<Platform, PlatformBackend> {
  return new Map(platforms.map((platform) => [platform, resolvePlatform(config, platform, own)]))
}

/**
 * Returns an engine with the key of the settings. Null when the settings do not configure the platform, or when
 * ENGINE_<PLATFORM> chooses the simulator in a process that has not started it.
 */
export function engineFor(config: Config, platform: Platform, own: OwnVendors = noVendors): Engine | null {
  const { backend, configured, key } = resolvePlatform(config, platform, own)
  if (!configured || key === 'organization') return null
  const vendor = findVendor(backend)
  return vendor ? vendorEngine(config, vendor, platform) : simulatedEngine(config, platform)
}

/** Creates the engine of a vendor. `keyName` names the credentials in error messages; default: their settings. */
export function vendorEngine(config: Config, vendor: Vendor, platform: Platform, keyName?: Message): Engine {
  const named = keyName === undefined ? {} : { keyName }
  if (vendor.kind === 'api') return vendor.create({ ...apiOptions(config, vendor, platform), ...named })
  return vendor.createFrom(config, {
    ...named,
    platform,
    country: config.SCRAPER_COUNTRY,
    timeoutMs: config.TRACKING_TIMEOUT_SECONDS * 1000,
    taskTimeoutMs: config.SCRAPER_TIMEOUT_SECONDS * 1000,
    priceOverrides: config.PRICE_OVERRIDES,
  })
}

/** Returns the display name of a backend. */
export const backendLabel = (backend: string): string =>
  backend === 'simulator' ? 'Built-in simulator' : (findVendor(backend)?.label ?? backend)

/** Returns the setting with a backend's base URL. */
export function baseUrlSetting(backend: BackendName) {
  const vendor = findVendor(backend)
  return vendor ? (`${vendor.settingPrefix}_BASE_URL` as const) : 'SIMULATOR_URL'
}

/** Returns how many queries may start per minute; 0 for no limit. */
export const requestsPerMinute = (config: Config, backend: string): number =>
  findApiVendor(backend)?.options(config).requestsPerMinute ?? 0

/** A key of the organization wins over keys of the settings, unless ENGINE_<PLATFORM> names another vendor. */
function resolvePlatform(config: Config, platform: Platform, own: OwnVendors): PlatformBackend {
  const choice = config[choiceSetting(platform)]
  const isSimulated =
    choice === null &&
    config.SIMULATOR_URL !== null &&
    isSimulatedByDefault(platform) &&
    own.size === 0 &&
    !isAnyVendorInUse(config)
  if (choice === 'simulator' || isSimulated)
    return {
      platform,
      backend: 'simulator',
      surface: 'simulated',
      configured: true,
      missing: '',
      key: null,
      takesConversations: simulatesConversations(platform),
    }
  const serving = vendorsServing(platform)
  const candidates = serving.filter(({ name, selectedByDefault, unavailable }) =>
    choice === null
      ? (selectedByDefault || own.has(name)) && !unavailable.includes(platform)
      : name === choice,
  )
  const owned = candidates.find(({ name }) => own.has(name))
  const found = owned ?? candidates.find((vendor) => hasCredentials(config, vendor))
  const [vendor] = [found, ...candidates, ...serving].filter((each) => each !== undefined)
  if (!vendor) throw new Error(`No vendor serves ${platform}`)
  return {
    platform,
    backend: vendor.name,
    surface: vendor.kind === 'api' ? 'api' : 'consumer_ui',
    configured: found !== undefined,
    missing: found ? '' : candidates.map(({ credentials }) => credentials.join(' and ')).join(' or '),
    key: owned ? 'organization' : found ? 'environment' : null,
    takesConversations: vendor.takesConversations,
  }
}

/** Returns whether SIMULATOR_URL simulates the platform while there is no key; the others need an engine. */
export const isSimulatedByDefault = (platform: Platform): boolean =>
  simulatedPlatforms.some((simulated) => simulated === platform)

/** Returns whether the settings contain the credentials of a vendor. */
export const hasCredentials = (config: Config, { credentials }: Vendor): boolean =>
  credentials.every((setting) => config[setting] !== null)

/**
 * Returns whether the settings configure a real vendor. If so, platforms without one are reported as not configured
 * instead of being simulated. A server of the operator is often only the language model, so it does not count.
 */
function isAnyVendorInUse(config: Config): boolean {
  const choices = platforms.map((platform) => config[choiceSetting(platform)])
  return vendors.some(
    (vendor) =>
      vendor.allowsOwnKeys &&
      (vendor.selectedByDefault || choices.includes(vendor.name)) &&
      hasCredentials(config, vendor),
  )
}

/** Returns the cost of a typical answer, for estimates before the first answer. */
export function getTypicalCost(
  config: Config,
  vendor: Vendor,
  now: Date,
  platform: Platform = vendor.serves[0] ?? 'chatgpt',
): Cost {
  if (vendor.kind === 'scraper') {
    const options = { priceOverrides: config.PRICE_OVERRIDES }
    const costMicros = Math.round(
      vendor.typicalUnits(platform) * unitCostMicros(vendor.name, { now }, options),
    )
    return { costMicros, costEstimated: false }
  }
  const { model } = apiOptions(config, vendor, platform)
  return typicalCost(vendor.pricing(config.PRICE_OVERRIDES, now), listedName(model))
}

/** Returns the cost of sending a question and its typical answer again, as the input of a follow-up. */
export function getResentCost(config: Config, vendor: Vendor, now: Date, platform: Platform): Cost {
  if (vendor.kind === 'scraper') return { costMicros: 0, costEstimated: false }
  const { model } = apiOptions(config, vendor, platform)
  return resentCost(vendor.pricing(config.PRICE_OVERRIDES, now), listedName(model))
}

/** Returns a vendor's options from the settings. `platform` selects the model of a vendor that serves several. */
export function apiOptions(config: Config, vendor: ApiVendor, platform: Platform): ApiOptions {
  const { settingPrefix, model } = vendor
  const byPlatform: Partial<Record<Platform, string>> = typeof model === 'string' ? {} : (model ?? {})
  return {
    apiKey: config[`${settingPrefix}_API_KEY` as const] ?? '',
    baseUrl: config[`${settingPrefix}_BASE_URL` as const] ?? '',
    model: config[`${settingPrefix}_MODEL` as const] ?? byPlatform[platform] ?? '',
    timeoutMs: config.TRACKING_TIMEOUT_SECONDS * 1000,
    priceOverrides: config.PRICE_OVERRIDES,
    ...vendor.options(config),
  }
}

/**
 * Creates the engine of a simulated platform. The simulator serves each vendor's own format, so this is the vendor's
 * adapter at another URL.
 */
function simulatedEngine(config: Config, platform: Platform): Engine | null {
  if (config.SIMULATOR_URL === null) return null
  const api = findSimulatedApi(platform)
  // For a platform without an API, the simulator has a model at OpenRouter.
  const vendor = api ?? openrouter
  const { model, ...options } = apiOptions(config, vendor, platform)
  const engine = vendor.create({
    ...options,
    apiKey: 'simulated',
    baseUrl: `${config.SIMULATOR_URL}${simulatorPath(vendor)}`,
    model: api && model !== '' ? model : `simulated/${platform}`,
    surface: 'simulated',
  })
  return { ...engine, name: 'simulator', takesConversations: simulatesConversations(platform) }
}

/** Returns whether the simulator answers follow-up questions on the platform, as its real engines do. */
export const simulatesConversations = (platform: Platform): boolean =>
  findSimulatedApi(platform) !== undefined

/** Returns the API that is simulated for a platform; undefined for a platform that only scrapers serve. */
const findSimulatedApi = (platform: Platform) => apiVendors.find(({ serves }) => serves.includes(platform))

/** Returns the path at which the simulator serves a vendor. */
export const simulatorPath = ({ name, baseUrl }: Pick<Vendor, 'name' | 'baseUrl'>): string =>
  `/${name}${baseUrl === null ? '/v1' : new URL(baseUrl).pathname.replace(/\/$/, '')}`
