/**
 * Reads settings from environment variables, and declares the server's own. This is the only file that reads the
 * environment. A feature with settings declares a table, reads it with `readSettings`, and adds the values to `Config`
 * by declaration merging; `src/config.ts` reads all tables together.
 */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { AppError } from './errors.ts'
import { validationMessage } from './validation-messages.ts'

export type Setting<T> = {
  /** The heading under which docs/settings.md lists it. */
  group: string
  about: string
  schema: z.ZodType<T>
  /** The value when the variable is unset or empty; null for none. */
  fallback: string | null
  /** The value is never printed. */
  secret?: true
}

/** Environment variable → setting. */
export type SettingsTable = Record<string, Setting<unknown>>

export type SettingValues<S> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never }

export const text = z.string().min(1)
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))
const originUrl = httpUrl
  .refine((value) => /^[/]?$/.test(new URL(value).pathname + new URL(value).search), 'must have no path')
  .transform((value) => new URL(value).origin)
const publicUrl = httpUrl
  .refine((value) => !/[?#]/.test(value), 'must have no query')
  .refine(
    (value) => /^(\/[\w.~-]+)*\/?$/.test(new URL(value).pathname),
    'must have a path of letters, digits, ".", "_", "~" and "-" only',
  )
  .transform((value) => new URL(value).href.replace(/\/$/, ''))
const contacts = z
  .string()
  .transform((value) => value.split(',').map((contact) => contact.trim()))
  .pipe(
    z.array(
      z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, 'must start with mailto: or https://'),
    ),
  )
const secretKeys = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .pipe(z.array(z.string().min(32, 'must have at least 32 characters each')))
const hostName = z.string().regex(/^[A-Za-z0-9.-]+$/, 'must be a host name or an IP address')
const hostNames = z
  .string()
  .transform((value) =>
    value
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(hostName))
export const cronExpression = z
  .string()
  .regex(/^(\S+\s+){4}\S+$/, 'must be a cron expression with five fields')
const dollars = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be an amount such as 250 or 99.50')
  .transform(Number)
  .pipe(z.number().max(1_000_000_000))
export const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true')

/** `private`: every private range. */
export type PrivateNetworks = readonly ('private' | (string & {}))[]

const privateNetworks = text.transform((value, issues): PrivateNetworks => {
  if (value === 'false') return []
  if (value === 'true') return ['private']
  const ranges = value.split(',').map((range) => range.trim())
  if (ranges.every(isRange)) return ranges
  issues.addIssue({
    code: 'custom',
    message: 'must be true, false, or addresses and CIDR ranges separated by commas, such as 10.0.0.0/8',
  })
  return z.NEVER
})

function isRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits < 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

export const required = <T>(group: string, fallback: string, schema: z.ZodType<T>, about: string) =>
  ({ group, about, schema, fallback }) satisfies Setting<T>
export const optional = <T>(group: string, schema: z.ZodType<T>, about: string, secret?: 'secret') =>
  ({
    group,
    about,
    schema: schema.nullable(),
    fallback: null,
    ...(secret && { secret: true as const }),
  }) satisfies Setting<T | null>

const perMinute = (fallback: string, what: string) =>
  required('Limits', fallback, wholeNumber(0, 1_000_000), `${what} per minute; 0 turns the limit off.`)

export const serverSettings = {
  PORT: required('Server', '3000', wholeNumber(0, 65535), 'Port to listen on; 0 picks a free one.'),
  HOST: required('Server', '127.0.0.1', text, 'IP address to listen on; 0.0.0.0 for all.'),
  BASE_URL: optional(
    'Server',
    publicUrl,
    'Public URL of the service, such as https://example.com/ansight; unset: http://HOST:PORT.',
  ),
  ALLOWED_HOSTS: required(
    'Server',
    '',
    hostNames,
    'Further host names under which clients reach the service, separated by commas. The host of BASE_URL, localhost and IP addresses are always allowed.',
  ),
  ROLE: required(
    'Server',
    'all',
    z.enum(['all', 'web', 'worker']),
    'What this process runs; web and worker need DATABASE_URL.',
  ),
  LOG_LEVEL: required(
    'Server',
    'info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'Log level.',
  ),
  SLOW_QUERY_MS: required(
    'Server',
    '2000',
    wholeNumber(0, 3_600_000),
    'Logs database queries that take at least this long, without their parameters; 0 turns this off.',
  ),
  COUNTRY_HEADER: optional(
    'Server',
    z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header'),
    'Request header in which a trusted proxy sends the country of a visitor, such as CF-IPCountry; unset: looked up by IP address.',
  ),
  COUNTRY_TABLE: optional(
    'Server',
    text,
    'Path of an MMDB file with countries, used instead of the built-in table.',
  ),
  TRUST_PROXY: optional(
    'Server',
    text,
    'Proxies whose X-Forwarded-For header is trusted: IP addresses or CIDR ranges, separated by commas.',
  ),

  METRICS_TOKEN: optional(
    'Server',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer token for /metrics, the Prometheus endpoint; unset: the endpoint is disabled.',
    'secret',
  ),

  UPDATE_CHECK_URL: optional(
    'Server',
    httpUrl,
    'URL that returns {"version":"1.2.3"}, requested once a day; a newer version is logged. The request carries no data. Unset: nothing is requested.',
  ),
  SECURITY_CONTACT: optional(
    'Server',
    contacts,
    'Contacts for /.well-known/security.txt, such as mailto:security@acme.com, separated by commas; unset: the file does not exist.',
  ),
  SECURITY_POLICY_URL: optional(
    'Server',
    httpUrl,
    'Address of your security policy, named in /.well-known/security.txt.',
  ),

  DATABASE_URL: optional(
    'Data',
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
    'Connection URL of PostgreSQL 15 or newer; unset: an embedded PostgreSQL in DATA_DIR.',
    'secret',
  ),
  DATABASE_READ_URL: optional(
    'Data',
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
    'Connection URL of a streaming replica of DATABASE_URL, which then answers metrics whenever it is up to date; unset: DATABASE_URL answers everything.',
    'secret',
  ),
  DATA_DIR: required(
    'Data',
    './data',
    text,
    'Directory of the embedded database and of the generated secret key.',
  ),
  DATABASE_POOL: required(
    'Data',
    '10',
    wholeNumber(6, 200),
    'Maximum number of database connections per process, in addition to one for health checks.',
  ),
  SECRET_KEY: optional(
    'Data',
    z.string().min(32, 'must have at least 32 characters'),
    'Signs sessions and callback tokens, and encrypts webhook secrets and engine keys; unset: generated once and stored in DATA_DIR.',
    'secret',
  ),
  SECRET_KEY_PREVIOUS: {
    ...required(
      'Data',
      '',
      secretKeys,
      'Earlier values of SECRET_KEY, separated by commas. They only decrypt stored secrets, until `ansight reseal` has encrypted these with SECRET_KEY.',
    ),
    secret: true as const,
  },

  ALLOW_PRIVATE_NETWORK: required(
    'Network',
    'false',
    privateNetworks,
    'Addresses that webhooks and audits may reach in addition to public ones: CIDR ranges separated by commas, or true for all private ranges and loopback. Link-local and metadata addresses are never reached.',
  ),

  SIGNUPS: required(
    'Accounts',
    'first',
    z.enum(['first', 'open']),
    'first: only the first sign-up is open, later ones need an invitation. open: every sign-up creates an organization.',
  ),
  AUDIT_ADDRESSES: required(
    'Accounts',
    'true',
    trueOrFalse,
    'true: entries of the audit log contain a keyed hash of the IP address. false: they contain no address.',
  ),
  DEPLOYMENT: required(
    'Accounts',
    'self_hosted',
    z.enum(['self_hosted', 'cloud']),
    'cloud: limits follow the plan of each organization. self_hosted: no plan limits.',
  ),

  PUSHER_APP_ID: optional(
    'Realtime',
    text,
    'App ID at a server that speaks the Pusher protocol; set together with PUSHER_KEY and PUSHER_SECRET.',
  ),
  PUSHER_KEY: optional('Realtime', text, 'Public key of the app; browsers receive it.'),
  PUSHER_SECRET: optional('Realtime', text, 'Secret of the app.', 'secret'),
  PUSHER_HOST: optional(
    'Realtime',
    hostName,
    'Host of the server, such as one that runs Reverb, Soketi or Sockudo; unset: pusher.com.',
  ),
  PUSHER_PORT: optional(
    'Realtime',
    wholeNumber(1, 65535),
    'Port of the server; unset: 443 for https, 80 for http.',
  ),
  PUSHER_SCHEME: required('Realtime', 'https', z.enum(['http', 'https']), 'Protocol of the server.'),
  PUSHER_CLUSTER: required(
    'Realtime',
    'mt1',
    z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a cluster, such as eu'),
    'Cluster of the app at pusher.com; ignored when PUSHER_HOST is set.',
  ),
  PUSHER_PUBLIC_URL: optional(
    'Realtime',
    originUrl,
    'URL of the server for browsers, if it differs from the one the service uses.',
  ),

  CRON_SECRET: optional(
    'Tracking',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer secret for /api/internal/*; unset: those endpoints are disabled.',
    'secret',
  ),
  DAILY_CRON_SCHEDULE: required(
    'Tracking',
    '0 6 * * *',
    cronExpression,
    'When the scheduler starts runs for platforms that are due (UTC).',
  ),
  TRACKING_CONCURRENCY: required(
    'Tracking',
    '64',
    wholeNumber(1, 1000),
    'Maximum number of queries in flight per process.',
  ),
  TRACKING_PER_ENGINE: required(
    'Tracking',
    '8',
    wholeNumber(1, 1000),
    'Maximum number of queries in flight per engine. Processes that query the same engine divide it, with at least one each.',
  ),
  TRACKING_TASKS_PER_SCRAPER: required(
    'Tracking',
    '50',
    wholeNumber(1, 10_000),
    'Maximum number of open tasks at one scraper for one platform, divided between processes. Tasks take minutes and do not count toward TRACKING_CONCURRENCY.',
  ),
  TRACKING_TIMEOUT_SECONDS: required('Tracking', '120', wholeNumber(1, 3600), 'Timeout for one answer.'),
  TRACKING_RUNS_PER_DAY: required(
    'Tracking',
    '0',
    wholeNumber(0, 100_000),
    'Maximum number of manual runs per organization and day; 0 turns the limit off.',
  ),
  TRACKING_COOLDOWN_SECONDS: required(
    'Tracking',
    '0',
    wholeNumber(0, 604_800),
    'Minimum time between two manual runs of a brand; 0 turns the limit off.',
  ),

  SPEND_USD_PER_MONTH: required(
    'Tracking',
    '0',
    dollars,
    'Maximum spend of an organization per calendar month (UTC) on engines, the language model and volumes, in US dollars; 0 turns the limit off.',
  ),

  RATE_LIMIT_API_KEY: perMinute('3000', 'Requests per API key'),
  RATE_LIMIT_SESSION: perMinute('1200', 'Requests per session'),
  RATE_LIMIT_BEACON: perMinute('600', 'Beacons per IP address'),
  BEACON_VISITS_PER_DAY: required(
    'Limits',
    '10000',
    wholeNumber(0, 10_000_000),
    'Visits from AI platforms that are stored per brand and day (UTC); 0 turns the limit off.',
  ),
  RATE_LIMIT_SIGN_IN_ADDRESS: perMinute(
    '50',
    'Sign-in attempts per IP address, of which a sign-up counts as ten,',
  ),
  RATE_LIMIT_SHARED: perMinute(
    '120',
    'Requests for shared reports per IP address, of which a password counts as ten, also per link,',
  ),
  SIGN_IN_FAILURES: required(
    'Limits',
    '10',
    wholeNumber(0, 100),
    'Failed sign-ins per account and IP address after which each further attempt must wait, from 1 second up to 15 minutes; 0 turns the limit off.',
  ),
} as const

type ServerConfig = SettingValues<typeof serverSettings>

/** Every setting of the service: the server's own, and those that features add by declaration merging. */
export interface Config extends ServerConfig {}

/**
 * Reads a table of settings from the environment. Throws an `AppError` with code `invalid_setting` whose one-line
 * message names the first wrong setting and says what is wrong with it.
 */
export function readSettings<S extends SettingsTable>(
  table: S,
  env: Record<string, string | undefined> = process.env,
): SettingValues<S> {
  const values = Object.entries(table).map(([name, setting]) => [
    name,
    readSetting(name, setting, setting.secret ? findSecret(name, env) : env[name]),
  ])
  return asValuesOf<S>(Object.fromEntries(values))
}

/** Returns what is wrong with a combination of valid settings, in one line, or null. */
export function findServerConflict(config: ServerConfig): string | null {
  if (config.ROLE !== 'all' && config.DATABASE_URL === null)
    return `ROLE=${config.ROLE} needs DATABASE_URL: an embedded database serves one process only.`
  const needed = ['PUSHER_APP_ID', 'PUSHER_KEY', 'PUSHER_SECRET'] as const
  const related = [...needed, 'PUSHER_HOST', 'PUSHER_PORT', 'PUSHER_PUBLIC_URL'] as const
  const first = related.find((name) => config[name] !== null)
  const missing = needed.filter((name) => config[name] === null)
  return first === undefined || missing.length === 0 ? null : `${first} needs ${missing.join(' and ')}.`
}

/** Returns the public URL of the service; `port` is the port the server listens on. */
export function publicBaseUrl(config: Config, port = config.PORT): string {
  const host = ['0.0.0.0', '::', '*'].includes(config.HOST) ? 'localhost' : config.HOST
  return config.BASE_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the path of the public URL, such as `/ansight`, or an empty string. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')

/** Returns the variable, or the contents of the file that `<NAME>_FILE` names, such as a secret of a container. */
function findSecret(name: string, env: Record<string, string | undefined>): string | undefined {
  const file = env[`${name}_FILE`]?.trim()
  if (!file) return env[name]
  if (env[name]?.trim())
    throw new AppError('invalid_setting', `${name}_FILE: ${name} is set too; set one of them.`)
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    throw new AppError('invalid_setting', `${name}_FILE: the file "${file}" cannot be read${code}.`)
  }
}

function readSetting(name: string, setting: Setting<unknown>, value: string | undefined): unknown {
  // Shells and compose files can only express "unset" as an empty variable.
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

/** Narrows values that come from the table's own schemas, key by key; TypeScript cannot follow `fromEntries`. */
function asValuesOf<S>(values: Record<string, unknown>): SettingValues<S> {
  return values as SettingValues<S>
}
