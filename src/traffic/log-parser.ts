import { parseJson } from '../core/json.ts'
import type { SignedMessage } from './http-signature.ts'

/**
 * Parses server log lines: the common and combined log formats (Apache, nginx and most others), W3C extended logs with a
 * #Fields line (CloudFront, IIS), and JSON with one request per line (content delivery networks, hosts, Caddy).
 */
export type LoggedRequest = {
  at: Date
  /** Empty if the log does not contain it. */
  address: string
  path: string
  status: number | null
  userAgent: string
  /** The id of the request at the server that logged it; null if the log does not contain it. */
  id: string | null
  /** Present if the agent signed the request and the log contains the headers. */
  signed?: SignedMessage
}

/** Names of the fields of a JSON log, most specific first. */
export type LogFields = {
  at: readonly string[]
  address: readonly string[]
  path: readonly string[]
  status: readonly string[]
  userAgent: readonly string[]
  id: readonly string[]
  host?: readonly string[]
  method?: readonly string[]
  /** The field with the UTC day, if `at` has only the time of day. */
  day?: string
  /** The field with an object that contains the request. A line without it is not about a request. */
  part?: string
  /** Paths and user agents are percent-encoded. */
  isEncoded?: true
}

/** Parses one line. Remembers the column names of the last #Fields line. */
export type LogParser = (line: string) => LoggedRequest | 'skip' | 'unreadable'

/** `known`: the fields of the senders that the lines may come from. */
export function createLogParser(known: readonly LogFields[] = []): LogParser {
  let columns: string[] | null = null
  const fields = [...known, commonFields]
  return (line) => {
    if (line.trim() === '') return 'skip'
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) columns = line.slice('#Fields:'.length).trim().split(/\s+/)
      return 'skip'
    }
    if (line.startsWith('{')) return parseJsonLine(line, fields)
    return (columns ? parseColumns(columns, line) : parseCombined(line)) ?? 'unreadable'
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

function parseColumns(columns: string[], line: string): LoggedRequest | null {
  const cells = line.split(line.includes('\t') ? '\t' : ' ')
  const cell = (...names: string[]) => {
    const value = names.map((name) => cells[columns.indexOf(name)]).find((each) => each !== undefined)
    return value === '-' ? undefined : value
  }
  const at = validDate(`${cell('date')}T${cell('time')}Z`)
  const address = cell('c-ip')
  const path = cell('cs-uri-stem', 'cs-uri')
  if (at === null || address === undefined || path === undefined) return null
  const userAgent = decodeUserAgent(cell('cs(User-Agent)') ?? '')
  return toRequest({ at, address, path, status: cell('sc-status'), userAgent, id: cell('x-edge-request-id') })
}

/** Blanks are written as + or %20, and CloudFront encodes twice. */
const decodeUserAgent = (text: string) => decodePercent(decodePercent(text.replaceAll('+', ' ')))

/** The names that most other programs use. Fastly has no names of its own. */
const commonFields: LogFields = {
  at: ['timestamp', 'time', 'ts', 'datetime', '@timestamp'],
  address: ['clientIp', 'client_ip', 'remote_addr', 'remote_ip', 'ip'],
  path: ['requestPath', 'path', 'uri', 'request_uri', 'url'],
  status: ['statusCode', 'status'],
  userAgent: ['userAgent', 'user_agent', 'http_user_agent', 'requestUserAgent'],
  id: ['request_id', 'requestId'],
  host: ['host', 'http_host', 'request_host'],
  method: ['method', 'request_method'],
}

function parseJsonLine(line: string, known: readonly LogFields[]): LoggedRequest | 'skip' | 'unreadable' {
  const whole = parseJson(line)
  if (!isRecord(whole)) return 'unreadable'
  const isSigned = /signature[-_]input/i.test(line)
  for (const fields of known) {
    const request = readFields(whole, fields, isSigned)
    if (request !== null) return request
  }
  // Such senders also send messages of functions and builds.
  return known.some(({ part, at }) => part !== undefined && at.some((name) => name in whole))
    ? 'skip'
    : 'unreadable'
}

function readFields(
  whole: Record<string, unknown>,
  fields: LogFields,
  isSigned: boolean,
): LoggedRequest | null {
  // Caddy and others nest the request in an object.
  const nested = (fields.part === undefined ? ['request', 'httpRequest'] : [fields.part])
    .map((name) => whole[name])
    .filter(isRecord)
  if (fields.part !== undefined && nested.length === 0) return null
  const parts = fields.part === undefined ? [whole, ...nested] : [...nested, whole]
  const pick = (names: readonly string[]) => {
    for (const part of parts)
      for (const name of names) if (part[name] !== undefined && part[name] !== null) return part[name]
    return undefined
  }
  const time = pick(fields.at)
  const day = fields.day === undefined ? undefined : whole[fields.day]
  const at = typeof day === 'string' && !isNumeric(time) ? validDate(`${day}T${time}Z`) : parseTime(time)
  const path = pick(fields.path)
  if (at === null || typeof path !== 'string') return null
  const address = pick(fields.address)
  const agent = pick(fields.userAgent) ?? userAgentHeader(parts)
  const userAgent = String(Array.isArray(agent) ? (agent[0] ?? '') : (agent ?? ''))
  const id = pick(fields.id)
  const request = toRequest({
    at,
    address: typeof address === 'string' ? address : '',
    path: fields.isEncoded && !path.startsWith('/') ? decodePercent(path) : path,
    status: String(pick(fields.status) ?? ''),
    userAgent: fields.isEncoded ? decodeUserAgent(userAgent) : userAgent,
    id: typeof id === 'string' ? id : undefined,
  })
  const host = isSigned ? pick(fields.host ?? commonFields.host ?? []) : undefined
  if (typeof host !== 'string') return request
  const method = pick(fields.method ?? commonFields.method ?? [])
  const signed = {
    authority: host,
    method: typeof method === 'string' ? method : null,
    target: path.replace(/^https?:\/\/[^/]+/i, ''),
    headers: readHeaders(parts),
  }
  return { ...request, signed }
}

const namedHeaders = ['signature', 'signature-input', 'signature-agent', 'user-agent']

/** Headers are in an object (Cloudflare, Caddy), or each is a field. */
function readHeaders(parts: readonly Record<string, unknown>[]): Map<string, string> {
  const named = parts.flatMap((part) =>
    namedHeaders.map((name) => [name, part[name] ?? part[name.replace('-', '_')]] as const),
  )
  const nested = parts.flatMap(({ headers, RequestHeaders }) =>
    [headers, RequestHeaders].filter(isRecord).flatMap((each) => Object.entries(each)),
  )
  return new Map(
    [...named, ...nested].flatMap(([name, value]): [string, string][] => {
      const text = Array.isArray(value) ? value.join(', ') : value
      return typeof text === 'string' ? [[name.toLowerCase(), text]] : []
    }),
  )
}

/** Caddy logs each header as a list of values. */
function userAgentHeader(parts: Record<string, unknown>[]): unknown {
  const headers = parts.map(({ headers }) => headers).find(isRecord)
  const value = headers?.['User-Agent'] ?? headers?.['user-agent']
  return Array.isArray(value) ? value[0] : value
}

const isNumeric = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))

/** Accepts seconds, milliseconds, microseconds or nanoseconds since 1970, also as text, or a date string. */
function parseTime(value: unknown): Date | null {
  if (typeof value === 'string' && !isNumeric(value)) return validDate(value)
  const number = Number(value ?? Number.NaN)
  if (number > 1e17) return validDate(number / 1e6)
  if (number > 1e14) return validDate(number / 1e3)
  return validDate(number > 1e11 ? number : number * 1000)
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
  id,
}: {
  at: Date
  address: string
  path: string
  status: string | undefined
  userAgent?: string | undefined
  id?: string | undefined
}): LoggedRequest {
  const code = /^\d{3}$/.test(status ?? '') ? Number(status) : null
  const bare = path.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/)[0] ?? ''
  return {
    at,
    address,
    path: bare.startsWith('/') ? bare : `/${bare}`,
    status: code,
    userAgent,
    id: id || null,
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
