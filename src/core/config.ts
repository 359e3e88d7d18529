/**
 * Every setting of the service, read once at start. This is the only file that reads the environment;
 * docs/settings.md is generated from this table.
 */
import { z } from 'zod'
import { type Platform, platformLabels } from '../../vocabulary/platforms.ts'
import { AppError } from './errors.ts'
import { validationMessage } from './validation-messages.ts'

type Setting<T> = {
  group: string
  about: string
  schema: z.ZodType<T>
  fallback: string | null
  secret?: true
}

const text = z.string().min(1)
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => value.replace(/\/+$/, ''))
const originUrl = httpUrl
  .refine((value) => /^[/]?$/.test(new URL(value).pathname + new URL(value).search), 'must have no path')
  .transform((value) => new URL(value).origin)
const hostName = z.string().regex(/^[A-Za-z0-9.-]+$/, 'must be the name or address of a host')
const cronExpression = z.string().regex(/^(\S+\s+){4}\S+$/, 'must be a cron expression of five fields')
const dollars = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be an amount such as 250 or 99.50')
  .transform(Number)
  .pipe(z.number().max(1_000_000_000))
const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true')
const apiNames = ['openai', 'gemini', 'perplexity', 'anthropic', 'xai', 'openrouter'] as const

/** What can serve each platform beside the simulator, in the order in which it is looked for. */
export const backendsOf = {
  chatgpt: ['openai', 'openrouter', 'cloro', 'brightdata', 'dataforseo'],
  gemini: ['gemini', 'openrouter', 'cloro', 'brightdata', 'dataforseo'],
  perplexity: ['perplexity', 'openrouter', 'cloro', 'brightdata'],
  claude: ['anthropic', 'openrouter'],
  grok: ['xai', 'openrouter', 'cloro', 'brightdata'],
  copilot: ['cloro', 'brightdata'],
  google_ai_overview: ['cloro', 'dataforseo', 'serpapi'],
  google_ai_mode: ['cloro', 'brightdata', 'dataforseo', 'serpapi'],
} as const satisfies Record<Platform, readonly string[]>

const required = <T>(group: string, fallback: string, schema: z.ZodType<T>, about: string) =>
  ({ group, about, schema, fallback }) satisfies Setting<T>
const optional = <T>(group: string, schema: z.ZodType<T>, about: string, secret?: 'secret') =>
  ({
    group,
    about,
    schema: schema.nullable(),
    fallback: null,
    ...(secret && { secret: true as const }),
  }) satisfies Setting<T | null>

const key = (vendor: string) => optional('Engines', text, `API key of ${vendor}.`, 'secret')
const baseUrl = (vendor: string, url: string) =>
  required('Engines', url, httpUrl, `Base URL of ${vendor}'s API, as its own SDK takes it.`)
const model = (vendor: string, name: string) => required('Engines', name, text, `Model asked at ${vendor}.`)
const requestsPerMinute = (vendor: string, fallback: string, why = '') =>
  required(
    'Engines',
    fallback,
    wholeNumber(0, 1_000_000),
    `Most questions begun a minute at ${vendor}, by each process; 0: as many as it bears.${why}`,
  )
const backend = <P extends Platform>(platform: P) =>
  optional(
    'Engines',
    z.enum([...backendsOf[platform], 'simulator']),
    `Backend that serves ${platformLabels[platform]}; unset: the first that is configured.`,
  )
const perMinute = (fallback: string, what: string) =>
  required('Limits', fallback, wholeNumber(0, 1_000_000), `${what} a minute; 0 is off.`)

export const settings = {
  PORT: required('Server', '3000', wholeNumber(0, 65535), 'Port to listen on.'),
  HOST: required('Server', '127.0.0.1', text, 'Address to listen on; 0.0.0.0 for all.'),
  BASE_URL: optional(
    'Server',
    originUrl,
    'Address people reach the service at, a host of its own without a path; unset: http://HOST:PORT.',
  ),
  ROLE: required(
    'Server',
    'all',
    z.enum(['all', 'web', 'worker']),
    'What this process does; web and worker need DATABASE_URL.',
  ),
  LOG_LEVEL: required(
    'Server',
    'info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'How much is logged.',
  ),
  COUNTRY_HEADER: optional(
    'Server',
    z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header'),
    'Header in which a trusted edge tells the country of a visitor, such as CF-IPCountry; unset: by the address.',
  ),
  COUNTRY_TABLE: optional('Server', text, 'Path of an MMDB with countries, in the place of our own table.'),
  TRUST_PROXY: optional(
    'Server',
    text,
    'Addresses of proxies whose X-Forwarded-For is believed, as a comma list of addresses or CIDR ranges.',
  ),

  METRICS_TOKEN: optional(
    'Server',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer token of /metrics, which Prometheus reads; unset: that address is off.',
    'secret',
  ),

  DATABASE_URL: optional(
    'Data',
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
    'PostgreSQL 15 or newer; unset: an embedded PostgreSQL in DATA_DIR.',
    'secret',
  ),
  DATA_DIR: required('Data', './data', text, 'Folder of the embedded database and of the generated secret.'),
  DATABASE_POOL: required(
    'Data',
    '10',
    wholeNumber(6, 200),
    'Most connections one process opens, besides one for the health check and a few for metrics.',
  ),
  SECRET_KEY: optional(
    'Data',
    z.string().min(32, 'must have at least 32 characters'),
    'Signs sessions and seals stored secrets; unset: made once and kept in DATA_DIR.',
    'secret',
  ),

  ALLOW_PRIVATE_NETWORK: required(
    'Network',
    'false',
    trueOrFalse,
    'true: webhooks and audits may also reach addresses that are not public, such as those of an intranet.',
  ),

  SIGNUPS: required(
    'Accounts',
    'first',
    z.enum(['first', 'open']),
    'first: only the first sign-up is open, later ones need an invitation. open: every sign-up makes an organization.',
  ),
  DEPLOYMENT: required(
    'Accounts',
    'self_hosted',
    z.enum(['self_hosted', 'cloud']),
    'cloud applies the plans of the organizations; self_hosted has no limits of its own.',
  ),

  PUSHER_APP_ID: optional(
    'Realtime',
    text,
    'App at a server that speaks the Pusher protocol; set together with PUSHER_KEY and PUSHER_SECRET, or none of them.',
  ),
  PUSHER_KEY: optional('Realtime', text, 'Key of that app; browsers are told it.'),
  PUSHER_SECRET: optional('Realtime', text, 'Secret of that app.', 'secret'),
  PUSHER_HOST: optional(
    'Realtime',
    hostName,
    'Host of the server, such as one that runs Reverb, Soketi or Sockudo; unset: Pusher itself.',
  ),
  PUSHER_PORT: optional(
    'Realtime',
    wholeNumber(1, 65535),
    'Port of the server; unset: 443 for https, 80 for http.',
  ),
  PUSHER_SCHEME: required('Realtime', 'https', z.enum(['http', 'https']), 'How the server is reached.'),
  PUSHER_CLUSTER: required(
    'Realtime',
    'mt1',
    z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a cluster, such as eu'),
    'Cluster of the app at Pusher, where PUSHER_HOST is unset.',
  ),
  PUSHER_PUBLIC_URL: optional(
    'Realtime',
    originUrl,
    'Where browsers reach the server, when that is another address than the service does.',
  ),

  CRON_SECRET: optional(
    'Tracking',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer secret of /api/internal/*; unset: those endpoints are off.',
    'secret',
  ),
  DAILY_CRON_SCHEDULE: required(
    'Tracking',
    '0 6 * * *',
    cronExpression,
    'When the scheduler looks for platforms that are due (UTC).',
  ),
  TRACKING_CONCURRENCY: required('Tracking', '64', wholeNumber(1, 1000), 'Questions in flight per process.'),
  TRACKING_PER_ENGINE: required(
    'Tracking',
    '8',
    wholeNumber(1, 1000),
    'Questions in flight per engine and process.',
  ),
  TRACKING_TASKS_PER_SCRAPER: required(
    'Tracking',
    '50',
    wholeNumber(1, 10_000),
    'Tasks under way at one scraper for one platform, by each process. A task takes minutes, and no place of TRACKING_CONCURRENCY.',
  ),
  TRACKING_TIMEOUT_SECONDS: required('Tracking', '120', wholeNumber(1, 3600), 'Longest wait for one answer.'),
  TRACKING_RUNS_PER_DAY: required(
    'Tracking',
    '0',
    wholeNumber(0, 100_000),
    'Runs a day per organization that a person may start; 0 is off.',
  ),
  TRACKING_COOLDOWN_SECONDS: required(
    'Tracking',
    '0',
    wholeNumber(0, 604_800),
    'Pause between two runs of a brand that a person starts; 0 is off.',
  ),

  SPEND_USD_PER_MONTH: required(
    'Tracking',
    '0',
    dollars,
    'Most US dollars that an organization spends in a month (UTC) on engines, the language model and volumes; 0 is off.',
  ),

  OPENAI_API_KEY: key('OpenAI'),
  OPENAI_BASE_URL: baseUrl('OpenAI', 'https://api.openai.com/v1'),
  OPENAI_MODEL: model('OpenAI', 'gpt-5.2'),
  OPENAI_REQUESTS_PER_MINUTE: requestsPerMinute('OpenAI', '0'),
  GEMINI_API_KEY: key('Google Gemini'),
  GEMINI_BASE_URL: baseUrl('Google Gemini', 'https://generativelanguage.googleapis.com'),
  GEMINI_MODEL: model('Google Gemini', 'gemini-3.5-flash'),
  GEMINI_REQUESTS_PER_MINUTE: requestsPerMinute('Google Gemini', '0'),
  PERPLEXITY_API_KEY: key('Perplexity'),
  PERPLEXITY_BASE_URL: baseUrl('Perplexity', 'https://api.perplexity.ai'),
  PERPLEXITY_MODEL: model('Perplexity', 'sonar'),
  PERPLEXITY_REQUESTS_PER_MINUTE: requestsPerMinute('Perplexity', '50', ' Its lowest tier allows 50.'),
  ANTHROPIC_API_KEY: key('Anthropic'),
  ANTHROPIC_BASE_URL: baseUrl('Anthropic', 'https://api.anthropic.com'),
  ANTHROPIC_MODEL: model('Anthropic', 'claude-sonnet-5'),
  ANTHROPIC_REQUESTS_PER_MINUTE: requestsPerMinute('Anthropic', '0'),
  XAI_API_KEY: key('xAI'),
  XAI_BASE_URL: baseUrl('xAI', 'https://api.x.ai/v1'),
  XAI_MODEL: model('xAI', 'grok-4.3'),
  XAI_REQUESTS_PER_MINUTE: requestsPerMinute('xAI', '0'),
  OPENROUTER_API_KEY: key('OpenRouter'),
  OPENROUTER_BASE_URL: baseUrl('OpenRouter', 'https://openrouter.ai/api/v1'),
  OPENROUTER_MODEL: optional(
    'Engines',
    text,
    'Model asked at OpenRouter for every platform it serves; unset: one that fits the platform.',
  ),
  OPENROUTER_REQUESTS_PER_MINUTE: requestsPerMinute('OpenRouter', '0'),

  SCRAPER_API_KEY: optional('Scrapers', text, 'API key of cloro, a scraper that works on tasks.', 'secret'),
  SCRAPER_BASE_URL: required('Scrapers', 'https://api.cloro.dev', httpUrl, "Base URL of cloro's API."),
  SCRAPER_CREDIT_MICROS: optional(
    'Scrapers',
    wholeNumber(0, 1_000_000),
    'What a credit of cloro costs by your plan, in micro-dollars; unset: the rate in rates.json.',
  ),
  SCRAPER_COUNTRY: required(
    'Scrapers',
    'US',
    z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two letters, such as US'),
    'Where scrapers ask from when a prompt has no region: every scraper needs a country.',
  ),
  SCRAPER_WEBHOOK_URL: optional(
    'Scrapers',
    httpUrl,
    'Where cloro delivers results: this service at /scraper/callback, as cloro reaches it. Unset: it is asked for them.',
  ),
  SCRAPER_WEBHOOK_SECRET: optional(
    'Scrapers',
    text,
    "Secret that signs what cloro delivers, from cloro's dashboard; unset: /scraper/callback is off.",
    'secret',
  ),
  SCRAPER_TIMEOUT_SECONDS: required(
    'Scrapers',
    '1800',
    wholeNumber(1, 86_400),
    "Longest wait for one task, its time in the scraper's queue included.",
  ),

  BRIGHTDATA_API_KEY: optional('Scrapers', text, 'API key of Bright Data.', 'secret'),
  BRIGHTDATA_BASE_URL: required(
    'Scrapers',
    'https://api.brightdata.com',
    httpUrl,
    "Base URL of Bright Data's API.",
  ),
  BRIGHTDATA_RECORD_MICROS: optional(
    'Scrapers',
    wholeNumber(0, 1_000_000),
    'What a record of Bright Data costs by your plan, in micro-dollars; unset: the rate in rates.json.',
  ),
  SERPAPI_API_KEY: optional('Scrapers', text, 'API key of SerpApi.', 'secret'),
  SERPAPI_BASE_URL: required('Scrapers', 'https://serpapi.com', httpUrl, "Base URL of SerpApi's API."),
  SERPAPI_SEARCH_MICROS: optional(
    'Scrapers',
    wholeNumber(0, 1_000_000),
    'What a search of SerpApi costs by your plan, in micro-dollars; unset: the rate in rates.json.',
  ),

  DATAFORSEO_LOGIN: optional(
    'Prompt volumes',
    text,
    'Login of the DataForSEO API. Used when somebody asks for volumes, and for platforms whose ENGINE_… says dataforseo.',
  ),
  DATAFORSEO_PASSWORD: optional('Prompt volumes', text, 'Password of the DataForSEO API.', 'secret'),
  DATAFORSEO_BASE_URL: required(
    'Prompt volumes',
    'https://api.dataforseo.com',
    httpUrl,
    "Base URL of DataForSEO's API.",
  ),
  ENGINE_CHATGPT: backend('chatgpt'),
  ENGINE_GEMINI: backend('gemini'),
  ENGINE_PERPLEXITY: backend('perplexity'),
  ENGINE_CLAUDE: backend('claude'),
  ENGINE_GROK: backend('grok'),
  ENGINE_COPILOT: backend('copilot'),
  ENGINE_GOOGLE_AI_OVERVIEW: backend('google_ai_overview'),
  ENGINE_GOOGLE_AI_MODE: backend('google_ai_mode'),
  SIMULATOR_URL: optional(
    'Engines',
    httpUrl,
    'A simulator that runs by itself; unset: the service starts its own when it needs one.',
  ),
  SIMULATOR_SEED: required('Engines', '1', wholeNumber(0, 2_147_483_647), 'Seed of the built-in simulator.'),

  MODEL: optional(
    'Language model',
    z.enum(apiNames),
    'Engine whose key, base URL and model also serve as the language model; unset: no call of a model, whatever keys there are.',
  ),
  MODEL_BASE_URL: optional(
    'Language model',
    httpUrl,
    'In place of MODEL: base URL of any API of OpenAI-compatible chat completions.',
  ),
  MODEL_API_KEY: optional(
    'Language model',
    text,
    'API key for MODEL_BASE_URL; unset: it is asked without one.',
    'secret',
  ),
  MODEL_NAME: optional('Language model', text, 'Model asked at MODEL_BASE_URL.'),
  SENTIMENT: required(
    'Language model',
    'rules',
    z.enum(['rules', 'model']),
    'What tells how an answer portrays a name: rules, or the language model with one call for each answer.',
  ),

  RATE_LIMIT_API_KEY: perMinute('3000', 'Requests of one API key'),
  RATE_LIMIT_SESSION: perMinute('1200', 'Requests of one session'),
  RATE_LIMIT_BEACON: perMinute('600', 'Beacons of one address'),
  RATE_LIMIT_SIGN_IN_ACCOUNT: perMinute('10', 'Sign-in attempts on one account'),
  RATE_LIMIT_SIGN_IN_ADDRESS: perMinute('50', 'Sign-in and sign-up attempts of one address'),
} as const

export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Throws an `AppError` of code `invalid_setting` whose one line names the setting and what is wrong with it. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    readSetting(name, setting, env[name]),
  ])
  const config = asConfig(Object.fromEntries(values))
  const problem = conflictIn(config)
  if (problem !== null) throw new AppError('invalid_setting', problem)
  return config
}

/** What is wrong with settings that are each right by themselves, in one line. */
function conflictIn(config: Config): string | null {
  const { ROLE, DATABASE_URL, MODEL, MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME, SENTIMENT } = config
  if (ROLE !== 'all' && DATABASE_URL === null)
    return `ROLE=${ROLE} needs DATABASE_URL: of services, an embedded database takes one only.`
  if (config.SCRAPER_WEBHOOK_URL !== null && config.SCRAPER_WEBHOOK_SECRET === null)
    return 'SCRAPER_WEBHOOK_URL needs SCRAPER_WEBHOOK_SECRET: what is delivered could not be proved.'
  if (MODEL !== null && (MODEL_BASE_URL ?? MODEL_API_KEY ?? MODEL_NAME) !== null)
    return 'MODEL: set either MODEL or MODEL_BASE_URL, MODEL_API_KEY and MODEL_NAME, not both.'
  if (MODEL !== null && config[modelKeys[MODEL]] === null) return `MODEL=${MODEL} needs ${modelKeys[MODEL]}.`
  if (MODEL_BASE_URL !== null && MODEL_NAME === null) return 'MODEL_BASE_URL needs MODEL_NAME.'
  if (MODEL_BASE_URL === null && MODEL_NAME !== null) return 'MODEL_NAME needs MODEL_BASE_URL.'
  if (MODEL_BASE_URL === null && MODEL_API_KEY !== null) return 'MODEL_API_KEY needs MODEL_BASE_URL.'
  if (SENTIMENT === 'model' && MODEL === null && MODEL_BASE_URL === null)
    return 'SENTIMENT=model needs a language model: set MODEL, or MODEL_BASE_URL and MODEL_NAME.'
  return conflictInRealtime(config)
}

function conflictInRealtime(config: Config): string | null {
  const needed = ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'] as const
  const present = [...needed, 'PUSHER_HOST', 'PUSHER_PORT', 'PUSHER_PUBLIC_URL'] as const
  const first = present.find((name) => config[name] !== null)
  const missing = needed.filter((name) => config[name] === null)
  return first === undefined || missing.length === 0 ? null : `${first} needs ${missing.join(' and ')}.`
}

const modelKeys = {
  openai: 'OPENAI_API_KEY',
  gemini: 'GEMINI_API_KEY',
  perplexity: 'PERPLEXITY_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  xai: 'XAI_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
} as const satisfies Record<(typeof apiNames)[number], keyof Config>

/** Where people reach the service; `port` is the one really listened on. */
export function publicBaseUrl(config: Config, port = config.PORT): string {
  const host = ['0.0.0.0', '::', '*'].includes(config.HOST) ? 'localhost' : config.HOST
  return config.BASE_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function readSetting(name: string, setting: Setting<unknown>, value: string | undefined): unknown {
  // An empty variable is how shells and compose files say "unset".
  const given = value === undefined || value.trim() === '' ? setting.fallback : value.trim()
  if (given === null) return null
  const parsed = setting.schema.safeParse(given, { error: validationMessage })
  if (parsed.success) return parsed.data
  const shown = setting.secret ? '' : ` (it is "${given}")`
  throw new AppError(
    'invalid_setting',
    `${name}${shown}: ${parsed.error.issues[0]?.message ?? 'is not valid'}.`,
  )
}

/** The table above gives every key its own schema, so the entries made from it are a Config; TypeScript cannot follow fromEntries. */
function asConfig(values: Record<string, unknown>): Config {
  return values as Config
}
