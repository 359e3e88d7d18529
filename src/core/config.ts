/** The settings of the server, and `Config`, which has the settings of all features. */
import { isIP } from 'node:net'
import { z } from 'zod'
import {
  hostName,
  httpUrl,
  list,
  optional,
  required,
  type SettingValues,
  text,
  trueOrFalse,
  wholeNumber,
} from './settings.ts'

const publicUrl = httpUrl
  .refine((value) => !/[?#]/.test(value), 'must have no query')
  .refine(
    (value) => /^(\/[\w.~-]+)*\/?$/.test(new URL(value).pathname),
    'must have a path of letters, digits, ".", "_", "~" and "-" only',
  )
  .transform((value) => new URL(value).href.replace(/\/$/, ''))
const contacts = list(
  z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, 'must start with mailto: or https://'),
)
const secretKeys = list(z.string().min(32, 'must have at least 32 characters each'))
const hostNames = z.string().toLowerCase().pipe(list(hostName))
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })

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
    postgresUrl,
    'Connection URL of PostgreSQL 15 or newer; unset: an embedded PostgreSQL in DATA_DIR.',
    'secret',
  ),
  DATABASE_READ_URL: optional(
    'Data',
    postgresUrl,
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
    'Maximum number of database connections per process, in addition to one for health checks and notifications of the queue.',
  ),
  METRICS_CACHE_MB: required(
    'Data',
    '256',
    wholeNumber(1, 65_536),
    'Memory per process for the days of answers that metrics have read; the least recently read days are released first.',
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: required(
    'Data',
    '300',
    wholeNumber(5, 86_400),
    'Time after which a database statement is canceled. A server that does not answer then either counts as unavailable.',
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
      'Earlier values of SECRET_KEY, separated by commas. They only decrypt stored secrets, until `ansight rotate-key` has encrypted these with SECRET_KEY.',
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
    'invite_only',
    z.enum(['invite_only', 'open']),
    'invite_only: only the first sign-up is open, later ones need an invitation. open: every sign-up creates an organization.',
  ),
  AUDIT_LOG_IP_HASH: required(
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
    'Requests for shared reports per IP address, of which a password counts as ten,',
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

/** Returns what is wrong with the settings together, in one line, or null. */
export const findServerConflict = ({ ROLE, DATABASE_URL }: Config): string | null =>
  ROLE !== 'all' && DATABASE_URL === null
    ? `ROLE=${ROLE} needs DATABASE_URL: an embedded database serves one process only.`
    : null

/** Returns the public URL of the service; `port` is the port the server listens on. */
export function publicBaseUrl(config: Config, port = config.PORT): string {
  const host = ['0.0.0.0', '::', '*'].includes(config.HOST) ? 'localhost' : config.HOST
  return config.BASE_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the path of the public URL, such as `/ansight`, or an empty string. */
export const getBasePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')
