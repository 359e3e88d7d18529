/** Decides which backend serves which platform, from the settings. */
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import type { Config } from '../core/config.ts'
import { openrouter } from './apis/openrouter.ts'
import type { ApiOptions } from './client/request.ts'
import type { Engine, Surface } from './engine.ts'
import { type BackendName, choiceSetting } from './settings.ts'
import { apiVendors, findApiVendor, findVendor, type Vendor, vendors, vendorsServing } from './vendors.ts'

export type PlatformBackend = {
  platform: Platform
  /** The backend that serves the platform, or would once `missing` is set. */
  backend: BackendName
  surface: Surface
  configured: boolean
  /** The setting that would configure the backend; empty when it is configured. */
  missing: string
}

/** Returns every platform, in the order of `platforms`. */
export function resolvePlatforms(config: Config): Map<Platform, PlatformBackend> {
  return new Map(platforms.map((platform) => [platform, resolvePlatform(config, platform)]))
}

/** Returns null when the platform is not configured, or is simulated while SIMULATOR_URL is unset. */
export function engineFor(config: Config, platform: Platform): Engine | null {
  const { backend, configured } = resolvePlatform(config, platform)
  if (!configured) return null
  const vendor = findVendor(backend)
  if (!vendor) return simulatedEngine(config, platform)
  if (vendor.kind === 'api') return vendor.create(apiOptions(config, vendor, platform))
  return vendor.createFrom(config, {
    platform,
    country: config.SCRAPER_COUNTRY,
    timeoutMs: config.TRACKING_TIMEOUT_SECONDS * 1000,
    taskTimeoutMs: config.SCRAPER_TIMEOUT_SECONDS * 1000,
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

/** Returns the setting that limits how many queries start per minute; 0 for no limit. */
export function requestsPerMinute(config: Config, backend: string): number {
  const vendor = findApiVendor(backend)
  return vendor ? config[`${vendor.settingPrefix}_REQUESTS_PER_MINUTE` as const] : 0
}

function resolvePlatform(config: Config, platform: Platform): PlatformBackend {
  const choice = config[choiceSetting(platform)]
  if (choice === 'simulator' || (choice === null && !isAnyVendorInUse(config)))
    return { platform, backend: 'simulator', surface: 'simulated', configured: true, missing: '' }
  const serving = vendorsServing(platform)
  const candidates = serving.filter(({ name, selectedByDefault }) =>
    choice === null ? selectedByDefault : name === choice,
  )
  const found = candidates.find((vendor) => hasCredentials(config, vendor))
  const [vendor] = [found, ...candidates, ...serving].filter((each) => each !== undefined)
  if (!vendor) throw new Error(`No vendor serves ${platform}`)
  return {
    platform,
    backend: vendor.name,
    surface: vendor.kind === 'api' ? 'api' : 'consumer_ui',
    configured: found !== undefined,
    missing: found ? '' : candidates.map(({ credentials }) => credentials.join(' and ')).join(' or '),
  }
}

const hasCredentials = (config: Config, { credentials }: Vendor) =>
  credentials.every((setting) => config[setting] !== null)

/**
 * Returns whether a real vendor is in use. If so, platforms without one are reported as not configured instead of being
 * simulated.
 */
function isAnyVendorInUse(config: Config): boolean {
  const choices = platforms.map((platform) => config[choiceSetting(platform)])
  return vendors.some(
    (vendor) => (vendor.selectedByDefault || choices.includes(vendor.name)) && hasCredentials(config, vendor),
  )
}

type ApiVendor = (typeof apiVendors)[number]

/** Returns a vendor's options from the settings. `platform` selects the model of a vendor that serves several. */
export function apiOptions(
  config: Config,
  { settingPrefix, model }: ApiVendor,
  platform: Platform,
): ApiOptions {
  const byPlatform: Partial<Record<Platform, string>> = typeof model === 'string' ? {} : model
  return {
    apiKey: config[`${settingPrefix}_API_KEY` as const] ?? '',
    baseUrl: config[`${settingPrefix}_BASE_URL` as const],
    model: config[`${settingPrefix}_MODEL` as const] ?? byPlatform[platform] ?? '',
    timeoutMs: config.TRACKING_TIMEOUT_SECONDS * 1000,
  }
}

/**
 * Creates the engine of a simulated platform. The simulator serves each vendor's own format, so this is the vendor's
 * adapter at another URL.
 */
function simulatedEngine(config: Config, platform: Platform): Engine | null {
  if (config.SIMULATOR_URL === null) return null
  const api = apiVendors.find(({ serves }) => serves.includes(platform))
  // For a platform without an API, the simulator has a model at OpenRouter.
  const vendor = api ?? openrouter
  const { timeoutMs, model } = apiOptions(config, vendor, platform)
  const engine = vendor.create({
    apiKey: 'simulated',
    baseUrl: `${config.SIMULATOR_URL}${simulatorPath(vendor)}`,
    model: api ? model : `simulated/${platform}`,
    surface: 'simulated',
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return { ...engine, name: 'simulator' }
}

/** Returns the path at which the simulator serves a vendor. */
export const simulatorPath = ({ name, baseUrl }: Pick<Vendor, 'name' | 'baseUrl'>): string =>
  `/${name}${new URL(baseUrl).pathname.replace(/\/$/, '')}`
