/**
 * One line of a server's log → who asked for what and when. Read are the common and the combined log format (Apache, nginx
 * and most others), W3C extended logs with their #Fields line (CloudFront, IIS), and JSON, a request per line (Cloudflare's
 * Logpush, Vercel, Caddy).
 */
export type LoggedRequest = {
  at: Date
  address: string
  path: string
  status: number | null
  userAgent: string
}

/** Keeps the names of the columns that a #Fields line told. */
export type LogReader = (line: string) => LoggedRequest | 'skip' | 'unreadable'

export function createLogParser(): LogReader {
  let fields: string[] | null = null
  return (line) => {
    if (line.trim() === '') return 'skip'
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) fields = line.slice('#Fields:'.length).trim().split(/\s+/)
      return 'skip'
    }
    if (line.startsWith('{')) return fromJson(line) ?? 'unreadable'
    return (fields ? fromColumns(fields, line) : fromCombined(line)) ?? 'unreadable'
  }
}

const combined =
  /^(?:\S+:\d+ )?(\S+) \S+ .*?\[([^\]]+)\] "(?:[A-Z]+ )?(\S*)[^"]*" (\d{3}|-) \S+(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/

function fromCombined(line: string): LoggedRequest | null {
  const [, address, time, path, status, userAgent] = combined.exec(line) ?? []
  const at = time === undefined ? null : clfTime(time)
  if (address === undefined || path === undefined || at === null) return null
  return requestOf({ at, address, path, status, userAgent })
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `21/Nov/2026:06:00:04 +0100` */
function clfTime(text: string): Date | null {
  const [, day, month = '', year, clock, hours, minutes] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text) ?? []
  const number = months.indexOf(month) + 1
  if (number === 0) return null
  return validDate(`${year}-${String(number).padStart(2, '0')}-${day}T${clock}${hours}:${minutes}`)
}

function fromColumns(fields: string[], line: string): LoggedRequest | null {
  const cells = line.split(line.includes('\t') ? '\t' : ' ')
  const cell = (...names: string[]) => {
    const value = names.map((name) => cells[fields.indexOf(name)]).find((each) => each !== undefined)
    return value === '-' ? undefined : value
  }
  const at = validDate(`${cell('date')}T${cell('time')}Z`)
  const address = cell('c-ip')
  const path = cell('cs-uri-stem', 'cs-uri')
  if (at === null || address === undefined || path === undefined) return null
  // Blanks are written as + or %20, and CloudFront encodes twice.
  const userAgent = decoded(decoded((cell('cs(User-Agent)') ?? '').replaceAll('+', ' ')))
  return requestOf({ at, address, path, status: cell('sc-status'), userAgent })
}

/** Names of the fields that the common sources write. */
const names = {
  at: ['EdgeStartTimestamp', 'timestamp', 'time', 'ts', 'datetime', '@timestamp'],
  address: ['ClientIP', 'clientIp', 'client_ip', 'remote_addr', 'remote_ip', 'ip'],
  path: ['ClientRequestURI', 'ClientRequestPath', 'requestPath', 'path', 'uri', 'request_uri', 'url'],
  status: ['EdgeResponseStatus', 'statusCode', 'status'],
  userAgent: ['ClientRequestUserAgent', 'userAgent', 'user_agent', 'http_user_agent', 'requestUserAgent'],
}

function fromJson(line: string): LoggedRequest | null {
  const whole = parsed(line)
  if (!isRecord(whole)) return null
  // Some put the request into an object of its own.
  const parts = [whole, ...['request', 'proxy', 'httpRequest'].map((name) => whole[name]).filter(isRecord)]
  const pick = (list: string[]) =>
    parts
      .flatMap((part) => list.map((name) => part[name]))
      .find((value) => value !== undefined && value !== null)
  const at = timeOf(pick(names.at))
  const address = pick(names.address)
  const path = pick(names.path)
  if (at === null || typeof path !== 'string') return null
  const agent = pick(names.userAgent) ?? headerOf(parts)
  return requestOf({
    at,
    address: typeof address === 'string' ? address : '',
    path,
    status: String(pick(names.status) ?? ''),
    userAgent: String(Array.isArray(agent) ? (agent[0] ?? '') : (agent ?? '')),
  })
}

/** Caddy's headers are lists by name. */
function headerOf(parts: Record<string, unknown>[]): unknown {
  const headers = parts.map(({ headers }) => headers).find(isRecord)
  const value = headers?.['User-Agent'] ?? headers?.['user-agent']
  return Array.isArray(value) ? value[0] : value
}

/** Seconds, milliseconds or nanoseconds since 1970, or a text. */
function timeOf(value: unknown): Date | null {
  if (typeof value === 'string') return validDate(value)
  if (typeof value !== 'number') return null
  const ms = value > 1e17 ? value / 1e6 : value > 1e11 ? value : value * 1000
  return validDate(ms)
}

function validDate(value: string | number): Date | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

function requestOf({
  at,
  address,
  path,
  status,
  userAgent = '',
}: {
  at: Date
  address: string
  path: string
  status: string | undefined
  userAgent?: string | undefined
}): LoggedRequest {
  const code = /^\d{3}$/.test(status ?? '') ? Number(status) : null
  const bare = path.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/)[0] ?? ''
  return { at, address, path: bare === '' ? '/' : bare, status: code, userAgent }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
