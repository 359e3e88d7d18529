/** The settings of the server, and `Config`, which has the settings of all features. */
import { isIP } from 'node:net'
import { z } from 'zod'
import {
  hostName,
  httpUrl,
  list,
  nonEmptyText,
  optional,
  required,
  type SettingValues,
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

const privateNetworks = nonEmptyText.transform((value, issues): PrivateNetworks => {
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

const perMinute = (fallback: string, what: string, when: string) =>
  required(
    'Limit requests',
    fallback,
    wholeNumber(0, 1_000_000),
    `${what} per minute; 0 turns the limit off.`,
    when,
  )

export const serverSettings = {
  PORT: required(
    'Serve the dashboard',
    '3000',
    wholeNumber(0, 65535),
    'Port to listen on; 0 picks a free one.',
    'The port is in use, or a second instance runs on the machine.',
  ),
  HOST: required(
    'Serve the dashboard',
    '127.0.0.1',
    nonEmptyText,
    'IP address to listen on; 0.0.0.0 for all.',
    'Other machines, or a proxy on another machine, connect to the service.',
  ),
  BASE_URL: optional(
    'Serve the dashboard',
    publicUrl,
    'Public URL of the service, such as https://example.com/ansight; unset: http://HOST:PORT.',
    'People open the service at another address. Links in email and the tracking script contain it, and https makes cookies secure.',
  ),
  ALLOWED_HOSTS: required(
    'Serve the dashboard',
    '',
    hostNames,
    'Further host names under which clients reach the service, separated by commas. The host of BASE_URL, localhost and IP addresses are always allowed.',
    'Requests with another host name are refused with 421.',
  ),
  TRUST_PROXY: optional(
    'Serve the dashboard',
    nonEmptyText,
    'Proxies whose X-Forwarded-For header is trusted: IP addresses or CIDR ranges, separated by commas.',
    'A proxy is in front of the service. Otherwise all visitors have its address, and share their limits.',
  ),
  ROLE: required(
    'Serve the dashboard',
    'all',
    z.enum(['all', 'web', 'worker']),
    'What this process runs; web and worker need DATABASE_URL.',
    'You run several processes.',
  ),

  SIGNUPS: required(
    'Control access',
    'invite_only',
    z.enum(['invite_only', 'open']),
    'invite_only: only the first sign-up is open, later ones need an invitation. open: anyone can create an account and an organization after confirming an address by email, which needs SMTP_URL.',
    'You offer the service to the public.',
  ),
  DEPLOYMENT: required(
    'Control access',
    'self_hosted',
    z.enum(['self_hosted', 'cloud']),
    'cloud: limits follow the plan of each organization. self_hosted: no plan limits.',
    'You sell plans.',
  ),
  AUDIT_LOG_IP_HASH: required(
    'Control access',
    'true',
    trueOrFalse,
    'true: entries of the audit log contain a keyed hash of the IP address. false: they contain no address.',
    'Your privacy rules do not allow a hash of addresses.',
  ),
  ALLOW_PRIVATE_NETWORK: required(
    'Control access',
    'false',
    privateNetworks,
    'Addresses that webhooks and audits may reach in addition to public ones: CIDR ranges separated by commas, or true for all private ranges and loopback. Link-local and metadata addresses are never reached.',
    'Webhooks or audited sites are in your private network.',
  ),
  SECURITY_CONTACT: optional(
    'Control access',
    contacts,
    'Contacts for /.well-known/security.txt, such as mailto:security@acme.com, separated by commas; unset: the file does not exist.',
    'The service is public.',
  ),

  DATABASE_URL: optional(
    'Store data',
    postgresUrl,
    'Connection URL of PostgreSQL 15 or newer; unset: an embedded PostgreSQL in DATA_DIR.',
    'You have a PostgreSQL server, or run several processes.',
    'secret',
  ),
  DATABASE_READ_URL: optional(
    'Store data',
    postgresUrl,
    'Connection URL of a streaming replica of DATABASE_URL, which then answers metrics whenever it is up to date; unset: DATABASE_URL answers everything.',
    'Metrics need more CPU than the primary has.',
    'secret',
  ),
  DATA_DIR: required(
    'Store data',
    './data',
    nonEmptyText,
    'Directory of the embedded database and of the generated secret key.',
    'Data belongs on another disk, or a second instance needs its own.',
  ),
  DATABASE_POOL: required(
    'Store data',
    '10',
    wholeNumber(6, 200),
    'Maximum number of database connections per process, in addition to one for health checks and notifications of the queue.',
    'The server allows fewer connections than your processes open, or requests wait for a connection.',
  ),
  METRICS_CACHE_MB: required(
    'Store data',
    '256',
    wholeNumber(1, 65_536),
    'Memory per process for the days of answers that metrics have read; the least recently read days are released first.',
    'Memory is short, or long periods of large brands are slow.',
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: required(
    'Store data',
    '300',
    wholeNumber(5, 86_400),
    'Time after which a database statement is canceled. A server that does not answer then either counts as unavailable.',
    'An unreachable server of a cluster must be detected sooner.',
  ),

  SECRET_KEY: optional(
    'Protect secrets',
    z.string().min(32, 'must have at least 32 characters'),
    'Signs sessions and callback tokens, and encrypts webhook secrets and engine keys; unset: generated once and stored in DATA_DIR.',
    'You run several processes, or keep secrets outside of DATA_DIR.',
    'secret',
  ),
  SECRET_KEY_PREVIOUS: {
    ...required(
      'Protect secrets',
      '',
      secretKeys,
      'Earlier values of SECRET_KEY, separated by commas. They only decrypt stored secrets, until `ansight rotate-key` has encrypted these with SECRET_KEY.',
      'You change SECRET_KEY.',
    ),
    secret: true as const,
  },

  RATE_LIMIT_API_KEY: perMinute('3000', 'Requests per API key', 'A client needs more.'),
  RATE_LIMIT_SESSION: perMinute('1200', 'Requests per session', 'You automate the dashboard.'),
  RATE_LIMIT_BEACON: perMinute(
    '600',
    'Beacons per IP address',
    'Many visitors of a tracked site share an address.',
  ),
  RATE_LIMIT_SIGN_IN_ADDRESS: perMinute(
    '50',
    'Sign-in attempts per IP address, of which a sign-up counts as ten,',
    'Many people sign in from one address.',
  ),
  RATE_LIMIT_OAUTH: perMinute(
    '120',
    'Requests of apps that connect with OAuth per IP address, of which a registration or a fetch of the description of an app counts as ten,',
    'Many people connect apps from one address.',
  ),
  RATE_LIMIT_SHARED: perMinute(
    '120',
    'Requests for shared reports per IP address, of which a password counts as ten,',
    'Many readers of reports share an address.',
  ),
  SIGN_IN_FAILURES: required(
    'Limit requests',
    '10',
    wholeNumber(0, 100),
    'Failed sign-ins per account and IP address, and wrong codes of authenticator apps per account, after which each further attempt must wait, from 1 second up to 15 minutes; 0 turns the limit off.',
    'Your security rules name another number.',
  ),

  BEACON_VISITS_PER_DAY: required(
    'Count AI traffic',
    '10000',
    wholeNumber(0, 10_000_000),
    'Visits from AI platforms that are stored per brand and day (UTC); 0 turns the limit off.',
    'A site has more visits from AI platforms.',
  ),
  AGENT_RANGES: required(
    'Count AI traffic',
    'refresh',
    z.enum(['refresh', 'snapshot']),
    'refresh: the IP ranges that operators publish for their agents are fetched once a day, and their keys after a signed request. snapshot: nothing is fetched, and the ranges of the release apply.',
    'The service must not send requests to the internet.',
  ),
  COUNTRY_HEADER: optional(
    'Count AI traffic',
    z.string().regex(/^[A-Za-z0-9-]+$/, 'must be the name of a header'),
    'Request header in which a trusted proxy sends the country of a visitor, such as CF-IPCountry; unset: looked up by IP address.',
    'Your proxy knows the country, which is more accurate than the built-in table.',
  ),
  COUNTRY_TABLE: optional(
    'Count AI traffic',
    nonEmptyText,
    'Path of an MMDB file with countries, used instead of the built-in table.',
    'You have a license for a more accurate table.',
  ),

  LOG_LEVEL: required(
    'Monitor',
    'info',
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'Log level.',
    'You look for the cause of a problem, or store fewer logs.',
  ),
  METRICS_TOKEN: optional(
    'Monitor',
    z.string().min(16, 'must have at least 16 characters'),
    'Bearer token for /metrics, the Prometheus endpoint; unset: the endpoint is disabled.',
    'You collect metrics with Prometheus.',
    'secret',
  ),
  UPDATE_CHECK_URL: optional(
    'Monitor',
    httpUrl,
    'URL that returns {"version":"1.2.3"}, requested once a day; a newer version is logged. The request carries no data. Unset: nothing is requested.',
    'You want to know of new versions.',
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
