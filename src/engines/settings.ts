/** The settings of the engines, derived from the vendors' descriptors. */
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import {
  httpUrl,
  json,
  optional,
  required,
  type Setting,
  type SettingsTable,
  type SettingValues,
  unlistedOptional,
  wholeNumber,
} from '../core/settings.ts'
import { PriceOverrides } from './prices.ts'
import { type Vendor, type VendorName, vendors, vendorsServing } from './vendors.ts'

/** The value of SIMULATOR_URL with which the service starts the simulator itself. */
export const builtInSimulator = 'built-in'

export type BackendName = VendorName | 'simulator'

/** Returns the setting that chooses the backend of a platform: ENGINE_<PLATFORM>. */
export const choiceSetting = <P extends Platform>(platform: P) => asChoiceName(platform)

export const engineSettings = {
  ...mergedSettings(vendors),
  SCRAPER_COUNTRY: required(
    'Query engines',
    'US',
    z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter country code such as US'),
    'Country that scrapers query from when a prompt has no region.',
    'Your customers are in another country.',
  ),
  SCRAPER_TIMEOUT_SECONDS: required(
    'Control the pace of queries',
    '1800',
    wholeNumber(1, 86_400),
    "Timeout of one scraper task, including its time in the scraper's queue.",
    'Tasks time out while they wait at the scraper.',
  ),
  ...choiceSettings(),
  PRICE_OVERRIDES: required(
    'Control cost',
    '{}',
    json.pipe(PriceOverrides),
    'Your own prices as JSON, in US dollars: of a model per million tokens and per thousand searches, such as {"openai/gpt-6-luna": {"input": 0.08, "cachedInput": 0.008, "output": 0.4, "search": 9}}, and of the unit of a scraper per thousand, such as {"cloro/credit": {"perThousand": 0.3}}. They win over the list prices.',
    'Your contract has other prices, or a model has no list price.',
  ),
  SIMULATOR_URL: optional(
    'Query engines',
    z.union([z.literal(builtInSimulator), httpUrl]),
    'While no engine key is set, `built-in` answers with the simulator of the service, and a URL with a separately started one. Unset: no answers without a key.',
    'You develop or test without a key. Numbers about your own brand are then invented.',
  ),
}

export type EngineConfig = SettingValues<typeof engineSettings>

declare module '../core/config.ts' {
  interface Config extends EngineConfig {}
}

/** Returns what is wrong with a combination of valid settings, in one line, or null. */
export function findEngineConflict(config: EngineConfig): string | null {
  return config.SCRAPER_WEBHOOK_URL !== null && config.SCRAPER_WEBHOOK_SECRET === null
    ? 'SCRAPER_WEBHOOK_URL needs SCRAPER_WEBHOOK_SECRET: without it, deliveries cannot be authenticated.'
    : null
}

type ChoiceName<P extends Platform> = `ENGINE_${Uppercase<P>}`

/** Returns the setting's name with its literal type; `toUpperCase` returns a plain string. */
function asChoiceName<P extends Platform>(platform: P) {
  return `ENGINE_${platform.toUpperCase()}` as ChoiceName<P>
}

function choiceSettings() {
  const settings = platforms.map((platform) => {
    const names: readonly BackendName[] = [...vendorsServing(platform).map(({ name }) => name), 'simulator']
    return [choiceSetting(platform), unlistedOptional(z.enum(names))] as const
  })
  return asChoiceSettings(Object.fromEntries(settings))
}

/** Restores the keys, which `fromEntries` loses; there is one entry per platform. */
function asChoiceSettings(settings: SettingsTable) {
  return settings as Record<ChoiceName<Platform>, Setting<BackendName | null>>
}

type Intersection<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer I) => void
  ? I
  : never

/** Merges the settings of all vendors; `Object.assign` loses the type of a spread list. */
function mergedSettings(all: readonly Vendor[]) {
  return Object.assign({}, ...all.map(({ settings }) => settings)) as Intersection<Vendor['settings']>
}
