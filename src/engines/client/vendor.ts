/**
 * The descriptor of a vendor: everything the service knows about it in one object, declared next to its adapter.
 * Settings, the registry, rate limits, prices, estimates and the docs derive from the list in `vendors.ts`.
 */
import type { Platform } from '../../../vocabulary/platforms.ts'
import {
  httpUrl,
  optional,
  required,
  type Setting,
  type SettingsTable,
  type SettingValues,
  text,
  wholeNumber,
} from '../../core/settings.ts'
import { type Message, message } from '../../languages/message.ts'
import type { CompletionApi } from '../completion-api.ts'
import type { Engine, Query, QueryResult } from '../engine.ts'
import type { VendorLabels } from './failures.ts'
import type { Price, UnitPrice } from './pricing.ts'
import type { ApiOptions, CallOptions } from './request.ts'

type VendorFacts<Name extends string, Prefix extends string> = {
  /** Identifies the vendor in settings, in the API and in stored answers. */
  name: Name
  /** The vendor's display name. */
  label: string
  /** The settings begin with it; `<prefix>_BASE_URL` exists for every vendor. */
  settingPrefix: Prefix
  /** The platforms whose answers the vendor returns. */
  serves: readonly Platform[]
  /** The default base URL, as the vendor's SDK takes it. The simulator serves the same path below `/<name>`. */
  baseUrl: string
  /**
   * Micro-dollars per answer, for estimates before the first answer with a known cost. For an API: the median of
   * recorded answers with a search, rounded up. For a scraper: its list price.
   */
  typicalCostMicros: number
}

/** What a process knows about a query before it is sent; countries are ISO 3166-1 alpha-2. */
export type EngineContext = {
  platform: Platform
  timeoutMs: number
  /** Timeout of a scraper's task, including its time in the scraper's queue. */
  taskTimeoutMs: number
  /** The country that scrapers query from when a query has no region. */
  country: string
  keyName?: Message
}

/** The model that is queried: one name, or one per platform for a vendor that serves several. */
type DefaultModel = string | Readonly<Partial<Record<Platform, string>>>

type ApiSettings<Prefix extends string, Model extends DefaultModel> = Record<
  `${Prefix}_API_KEY`,
  Setting<string | null>
> &
  Record<`${Prefix}_BASE_URL`, Setting<string>> &
  Record<`${Prefix}_MODEL`, Setting<Model extends string ? string : string | null>> &
  Record<`${Prefix}_REQUESTS_PER_MINUTE`, Setting<number>>

type ApiDescription<Name extends string, Prefix extends string, Model extends DefaultModel> = VendorFacts<
  Name,
  Prefix
> & {
  model: Model
  /** Empty when the API reports the cost of each answer. */
  prices: readonly Price[]
  /** Where the prices were read. */
  pricesSource?: string
  /** Default of the setting; 0 for no limit. */
  requestsPerMinute?: { limit: number; reason: string }
  query(options: ApiOptions, labels: VendorLabels): (query: Query) => Promise<QueryResult>
  completion(options: ApiOptions, labels: VendorLabels): CompletionApi
}

/** Describes a vendor with an API: a key, a base URL, a model and a rate limit as settings. */
export function defineApi<
  const Name extends string,
  const Prefix extends string,
  const Model extends DefaultModel,
>(description: ApiDescription<Name, Prefix, Model>) {
  const { name, label, settingPrefix, query, completion } = description
  return {
    kind: 'api' as const,
    ...description,
    selectedByDefault: true,
    credentials: [`${settingPrefix}_API_KEY`] as const,
    settings: apiSettings(description),
    create: (options: ApiOptions): Engine => ({
      name,
      surface: options.surface ?? 'api',
      query: query(options, apiLabels(options, label, settingPrefix)),
    }),
    completion: (options: ApiOptions): CompletionApi =>
      completion(options, apiLabels(options, label, settingPrefix)),
  }
}

function apiSettings<Prefix extends string, Model extends DefaultModel>({
  label,
  settingPrefix,
  baseUrl,
  model,
  requestsPerMinute,
}: ApiDescription<string, Prefix, Model>): ApiSettings<Prefix, Model> {
  const settings = {
    [`${settingPrefix}_API_KEY`]: optional('Engines', text, `API key of ${label}.`, 'secret'),
    [`${settingPrefix}_BASE_URL`]: required(
      'Engines',
      baseUrl,
      httpUrl,
      `Base URL of the ${label} API, as the vendor's SDK takes it.`,
    ),
    [`${settingPrefix}_MODEL`]:
      typeof model === 'string'
        ? required('Engines', model, text, `Model queried at ${label}.`)
        : optional(
            'Engines',
            text,
            `Model queried at ${label} for every platform it serves; unset: one that matches the platform.`,
          ),
    [`${settingPrefix}_REQUESTS_PER_MINUTE`]: required(
      'Engines',
      String(requestsPerMinute?.limit ?? 0),
      wholeNumber(0, 1_000_000),
      `Maximum number of queries started per minute at ${label}, by all processes together; 0 turns the limit off.${requestsPerMinute ? ` ${requestsPerMinute.reason}` : ''}`,
    ),
  }
  return asApiSettings<Prefix, Model>(settings)
}

/** Restores the keys, which TypeScript widens to `string`; the object above has exactly these four. */
function asApiSettings<Prefix extends string, Model extends DefaultModel>(settings: SettingsTable) {
  return settings as ApiSettings<Prefix, Model>
}

function apiLabels({ surface, model, keyName }: ApiOptions, label: string, prefix: string): VendorLabels {
  const simulated = surface === 'simulated'
  return {
    label: simulated ? message('The simulated {label}', { label }) : label,
    keySetting: keyName ?? `${prefix}_API_KEY`,
    urlSetting: simulated ? 'SIMULATOR_URL' : `${prefix}_BASE_URL`,
    modelSetting: `${prefix}_MODEL`,
    model,
    limitSetting: 'TRACKING_PER_ENGINE',
  }
}

/** The options that all scrapers share. */
export type ScraperOptions = CallOptions &
  Omit<EngineContext, 'timeoutMs'> & {
    baseUrl: string
    /** Time until a task is first polled, and the minimum between two polls. Default 250. */
    firstPollMs?: number
  }

type ScraperDescription<
  Name extends string,
  Prefix extends string,
  Settings extends SettingsTable,
  Own extends object,
> = VendorFacts<Name, Prefix> & {
  /** The settings that must be present before the scraper is used. */
  credentials: readonly (keyof Settings & string)[]
  /** False: the scraper serves only platforms whose ENGINE_<PLATFORM> setting names it. */
  selectedByDefault?: boolean
  /** The setting that limits how much is in flight at the scraper, for its error messages. */
  limitSetting: 'TRACKING_TASKS_PER_SCRAPER' | 'TRACKING_PER_ENGINE'
  /** What the vendor charges per unit, such as a credit or a search. */
  unit: string
  unitPrices: readonly UnitPrice[]
  /** Where the prices were read. */
  pricesSource: string
  settings: Settings
  options(config: SettingValues<Settings>): Own & { baseUrl: string }
  create(options: Own & ScraperOptions, labels: VendorLabels): Pick<Engine, 'tasks' | 'query'>
}

/** Describes a vendor that opens a platform in a browser and returns what it shows. Each one declares its settings. */
export function defineScraper<
  const Name extends string,
  const Prefix extends string,
  Settings extends SettingsTable,
  Own extends object,
>(description: ScraperDescription<Name, Prefix, Settings, Own>) {
  const { name, label, settingPrefix, credentials, limitSetting } = description
  const create = (options: Own & ScraperOptions): Engine => {
    const labels = {
      label,
      keySetting: options.keyName ?? credentials.join(' and '),
      urlSetting: `${settingPrefix}_BASE_URL`,
      modelSetting: null,
      model: options.platform,
      limitSetting,
    }
    return { name, surface: 'consumer_ui', ...description.create(options, labels) }
  }
  return {
    kind: 'scraper' as const,
    selectedByDefault: true,
    ...description,
    create,
    createFrom: (config: SettingValues<Settings>, context: EngineContext): Engine =>
      create({ ...context, ...description.options(config) }),
  }
}
