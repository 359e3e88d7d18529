/**
 * Parses server log lines: the common and combined log formats (Apache, nginx and most others), W3C extended logs with a
 * #Fields line (CloudFront, IIS), and JSON with one request per line (Cloudflare Logpush, Vercel, Caddy).
 */
export type LoggedRequest = {
  at: Date
  address: string
  path: string
  status: number | null
  userAgent: string
}

/** Parses one line. Remembers the column names of the last #Fields line. */
export type LogParser = (line: string) => LoggedRequest | 'skip' | 'unreadable'

export function createLogParser(): LogParser {
  let fields: string[] | null = null
  return (line) => {
    if (line.trim() === '') return 'skip'
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) fields = line.slice('#Fields:'.length).trim().split(/\s+/)
      return 'skip'
    }
    if (line.startsWith('{')) return parseJsonLine(line) ?? 'unreadable'
    return (fields ? parseColumns(fields, line) : parseCombined(line)) ?? 'unreadable'
  }
}

const combined =
  /^(?:\S+:\d+ )?(\S+) \S+ [^[]*\[([^\]]+)\] "(?:[A-Z]+ )?((?:[^\s"\\]|\\.)*)(?:\s(?:[^"\\]|\\.)*)?" (\d{3}|-) \S+(?: "(?:[^"\\]|\\.)*" "((?:[^"\\]|\\.)*)")?/

function parseCombined(line: string): LoggedRequest | null {
  const [, address, time, path, status, userAgent] = combined.exec(line) ?? []
  const at = time === undefined ? null : parseClfTime(time)
  if (address === undefined || path === undefined || at === null) return null
  return toRequest({ at, address, path, status, userAgent })
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `21/Nov/2026:06:00:04 +0100` */
function parseClfTime(text: string): Date | null {
  const [, day, month = '', year, clock, hours, minutes] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text) ?? []
  const number = months.indexOf(month) + 1
  if (number === 0) return null
  return validDate(`${year}-${String(number).padStart(2, '0')}-${day}T${clock}${hours}:${minutes}`)
}

function parseColumns(fields: string[], line: string): LoggedRequest | null {
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
  const userAgent = decodePercent(decodePercent((cell('cs(User-Agent)') ?? '').replaceAll('+', ' ')))
  return toRequest({ at, address, path, status: cell('sc-status'), userAgent })
}

/** Field names of common JSON log sources, most specific first. */
const names = {
  at: ['EdgeStartTimestamp', 'timestamp', 'time', 'ts', 'datetime', '@timestamp'],
  address: ['ClientIP', 'clientIp', 'client_ip', 'remote_addr', 'remote_ip', 'ip'],
  path: ['ClientRequestURI', 'ClientRequestPath', 'requestPath', 'path', 'uri', 'request_uri', 'url'],
  status: ['EdgeResponseStatus', 'statusCode', 'status'],
  userAgent: ['ClientRequestUserAgent', 'userAgent', 'user_agent', 'http_user_agent', 'requestUserAgent'],
}

function parseJsonLine(line: string): LoggedRequest | null {
  const whole = parseJson(line)
  if (!isRecord(whole)) return null
  // Some sources nest the request in an object.
  const parts = [whole, ...['request', 'proxy', 'httpRequest'].map((name) => whole[name]).filter(isRecord)]
  const pick = (list: string[]) =>
    parts
      .flatMap((part) => list.map((name) => part[name]))
      .find((value) => value !== undefined && value !== null)
  const at = parseTime(pick(names.at))
  const address = pick(names.address)
  const path = pick(names.path)
  if (at === null || typeof path !== 'string') return null
  const agent = pick(names.userAgent) ?? userAgentHeader(parts)
  return toRequest({
    at,
    address: typeof address === 'string' ? address : '',
    path,
    status: String(pick(names.status) ?? ''),
    userAgent: String(Array.isArray(agent) ? (agent[0] ?? '') : (agent ?? '')),
  })
}

/** Caddy logs each header as a list of values. */
function userAgentHeader(parts: Record<string, unknown>[]): unknown {
  const headers = parts.map(({ headers }) => headers).find(isRecord)
  const value = headers?.['User-Agent'] ?? headers?.['user-agent']
  return Array.isArray(value) ? value[0] : value
}

/** Accepts seconds, milliseconds or nanoseconds since 1970, or a date string. */
function parseTime(value: unknown): Date | null {
  if (typeof value === 'string') return validDate(value)
  if (typeof value !== 'number') return null
  const ms = value > 1e17 ? value / 1e6 : value > 1e11 ? value : value * 1000
  return validDate(ms)
}

function validDate(value: string | number): Date | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

function toRequest({
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
