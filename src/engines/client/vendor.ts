/**
 * The descriptor of a vendor: everything the service knows about it in one object, declared next to its adapter.
 * Settings, the registry, rate limits, prices, estimates and the docs derive from the list in `vendors.ts`.
 */
import { z } from 'zod'
import type { Platform } from '../../../vocabulary/platforms.ts'
import {
  httpUrl,
  nonEmptyText,
  required,
  type Setting,
  type SettingsTable,
  type SettingValues,
  unlisted,
  unlistedOptional,
  wholeNumber,
} from '../../core/settings.ts'
import { type Message, message } from '../../languages/message.ts'
import type { CompletionApi, CompletionFormat } from '../completion-api.ts'
import type { Engine, Query, QueryResult } from '../engine.ts'
import type { PriceOverrides } from '../prices.ts'
import type { VendorLabels } from './failures.ts'
import { ownerOfKey } from './key-owner.ts'
import type { ModelLookup } from './model-lookup.ts'
import { type TypicalUsage, vendorPricing } from './pricing.ts'
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
  /** Whether the vendor can query from a country. Default: from every one. */
  servesRegion?: (region: string) => boolean
}

/** What a process knows about a query before it is sent; countries are ISO 3166-1 alpha-2. */
export type EngineContext = {
  platform: Platform
  timeoutMs: number
  /** Timeout of a scraper's task, including its time in the scraper's queue. */
  taskTimeoutMs: number
  /** The country that scrapers query from when a query has no region. */
  country: string
  priceOverrides?: PriceOverrides
  keyName?: Message
}

/** The model that is queried: one name, one per platform for a vendor that serves several, or null without a default. */
type DefaultModel = string | Readonly<Partial<Record<Platform, string>>> | null

type OptionalUnlessText<Default> = Default extends string ? string : string | null

type ApiSettings<Prefix extends string, Model extends DefaultModel, BaseUrl extends string | null> = Record<
  `${Prefix}_API_KEY`,
  Setting<string | null>
> &
  Record<`${Prefix}_BASE_URL`, Setting<OptionalUnlessText<BaseUrl>>> &
  Record<`${Prefix}_MODEL`, Setting<OptionalUnlessText<Model>>>

type ApiDescription<
  Name extends string,
  Prefix extends string,
  Model extends DefaultModel,
  BaseUrl extends string | null,
  Own extends SettingsTable,
> = VendorFacts<Name, Prefix> & {
  /** The default base URL, as the vendor's SDK takes it; null: the operator sets it. */
  baseUrl: BaseUrl
  model: Model
  /** Median usage of recorded answers with a search, for estimates. */
  typicalUsage: TypicalUsage
  /** The API reports the cost of each answer. */
  reportsCost?: true
  /** The vendors whose prices apply. Default: its own. */
  pricedBy?: readonly string[]
  /** The settings that must be present before the API is used. Default: its key. */
  credentials?: readonly `${Prefix}_${'API_KEY' | 'BASE_URL' | 'MODEL'}`[]
  /** False: organizations cannot enter credentials of their own, because these include a URL. */
  allowsOwnKeys?: false
  /** Further settings, and the options that they set. */
  settings?: Own
  options?(config: SettingValues<Own>): Pick<ApiOptions, 'serviceTier' | 'maxSearches' | 'requestsPerMinute'>
  query(options: ApiOptions, labels: VendorLabels): (query: Query) => Promise<QueryResult>
  completion(options: ApiOptions, labels: VendorLabels): CompletionFormat
  /** Looks up the configured model in the vendor's list, which is free. */
  findModel(options: ApiOptions, labels: VendorLabels): ModelLookup
}

/** Describes a vendor with an API: a key, a base URL and a model as settings. */
export function defineApi<
  const Name extends string,
  const Prefix extends string,
  const Model extends DefaultModel,
  const BaseUrl extends string | null,
  Own extends SettingsTable = Record<never, never>,
>(description: ApiDescription<Name, Prefix, Model, BaseUrl, Own>) {
  const { name, settingPrefix, query, completion, findModel, pricedBy = [name], typicalUsage } = description
  const pricing = (overrides: PriceOverrides, now: Date) =>
    vendorPricing(pricedBy, typicalUsage, overrides, now)
  const pricesFor = ({ priceOverrides = {} }: ApiOptions) => ({
    pricing: (now: Date) => pricing(priceOverrides, now),
  })
  return {
    kind: 'api' as const,
    takesConversations: true,
    allowsOwnKeys: true,
    reportsCost: false,
    ...description,
    selectedByDefault: true,
    unavailable: [] as readonly Platform[],
    credentials: description.credentials ?? ([`${settingPrefix}_API_KEY`] as const),
    settings: { ...apiSettings(description), ...ownSettings(description) },
    options: (config: SettingValues<Own>) => description.options?.(config) ?? {},
    create: (options: ApiOptions): Engine => ({
      name,
      surface: options.surface ?? 'api',
      takesConversations: true,
      query: query({ ...options, ...pricesFor(options) }, apiLabels(options, description)),
    }),
    completion: (options: ApiOptions): CompletionApi => ({
      ...completion(options, apiLabels(options, description)),
      ...pricesFor(options),
    }),
    findModel: (options: ApiOptions): ModelLookup => findModel(options, apiLabels(options, description)),
    pricing,
  }
}

const ownSettings = <Own extends SettingsTable>({ settings }: { settings?: Own }): Own =>
  settings ?? emptySettings<Own>()

/** A vendor without settings of its own has the type parameter `{}`. */
const emptySettings = <Own extends SettingsTable>() => ({}) as Own

function apiSettings<Prefix extends string, Model extends DefaultModel, BaseUrl extends string | null>({
  settingPrefix,
  baseUrl,
  model,
}: Pick<
  ApiDescription<string, Prefix, Model, BaseUrl, SettingsTable>,
  'settingPrefix' | 'baseUrl' | 'model'
>): ApiSettings<Prefix, Model, BaseUrl> {
  const settings = {
    [`${settingPrefix}_API_KEY`]: unlistedOptional(nonEmptyText, 'secret'),
    [`${settingPrefix}_BASE_URL`]: baseUrl === null ? unlistedOptional(httpUrl) : unlisted(baseUrl, httpUrl),
    [`${settingPrefix}_MODEL`]:
      typeof model === 'string' ? unlisted(model, nonEmptyText) : unlistedOptional(nonEmptyText),
  }
  return asApiSettings<Prefix, Model, BaseUrl>(settings)
}

/** Restores the keys, which TypeScript widens to `string`; the object above has exactly these three. */
function asApiSettings<Prefix extends string, Model extends DefaultModel, BaseUrl extends string | null>(
  settings: SettingsTable,
) {
  return settings as ApiSettings<Prefix, Model, BaseUrl>
}

/** The setting of the service tier, for vendors with a flex tier. */
export const serviceTierSetting = (label: string) =>
  required(
    'Control cost',
    'standard',
    z.enum(['standard', 'flex']),
    `Service tier at ${label}. flex halves the price of tokens and is slower; when it has no capacity, the query is sent at the standard tier.`,
    'You accept that answers arrive later.',
  )

/** The setting that caps the searches of an answer. */
export const maxSearchesSetting = (label: string, fallback: number) =>
  required(
    'Control cost',
    String(fallback),
    wholeNumber(1, 50),
    `Maximum number of web searches per answer at ${label}. Each search has a fee and adds input tokens.`,
    'You accept answers with fewer sources, or want more.',
  )

type LabelFacts = Pick<
  ApiDescription<string, string, DefaultModel, string | null, SettingsTable>,
  'name' | 'label' | 'settingPrefix' | 'model'
>

function apiLabels(
  { surface, model, keyName, apiKey }: ApiOptions,
  { name, label, settingPrefix: prefix, model: defaultModel }: LabelFacts,
): VendorLabels {
  const simulated = surface === 'simulated'
  const keyOwner = simulated ? null : ownerOfKey(apiKey, label)
  return {
    vendor: name,
    label: simulated ? message('engines.vendor.theSimulatedLabel', { label }) : label,
    keySetting: keyName ?? `${prefix}_API_KEY`,
    ...(keyOwner !== null && { keyOwner }),
    urlSetting: simulated ? 'SIMULATOR_URL' : `${prefix}_BASE_URL`,
    modelSetting: `${prefix}_MODEL`,
    model,
    ...(typeof defaultModel === 'string' && { defaultModel }),
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
  /** Platforms that the vendor announces, but does not serve at present: served only if ENGINE_<PLATFORM> names the vendor. */
  unavailable?: readonly Platform[]
  /** The setting that limits how much is in flight at the scraper, for its error messages. */
  limitSetting: 'TRACKING_TASKS_PER_SCRAPER' | 'TRACKING_PER_ENGINE'
  baseUrl: string
  /** Returns the units charged for a typical answer, for estimates; `prices.json` has the price of a unit. */
  typicalUnits(platform: Platform): number
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
      vendor: name,
      label,
      keySetting: options.keyName ?? credentials.join(' and '),
      urlSetting: `${settingPrefix}_BASE_URL`,
      modelSetting: null,
      model: options.platform,
      limitSetting,
    }
    return { name, surface: 'consumer_ui', takesConversations: false, ...description.create(options, labels) }
  }
  return {
    kind: 'scraper' as const,
    takesConversations: false,
    allowsOwnKeys: true,
    selectedByDefault: true,
    unavailable: [] as readonly Platform[],
    ...description,
    create,
    createFrom: (config: SettingValues<Settings>, context: EngineContext): Engine =>
      create({ ...context, ...description.options(config) }),
  }
}
