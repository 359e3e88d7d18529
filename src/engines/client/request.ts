/**
 * The one way an engine is called: a JSON request, a JSON reply, and a value for everything that can go wrong.
 * The adapters speak each vendor's format themselves, for an SDK between us and the wire would lose what we
 * keep: the queries, what was read beside what is cited, the served model, the price and the raw payload.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { type Dispatcher, request } from 'undici'
import { version } from '../../core/version.ts'
import { BodyTooLargeError, decodeBody } from '../../net/decode-body.ts'
import type { Engine, EngineAnswer, EngineFailure, Query, Surface } from '../engine.ts'
import { abortedQuery, failure, httpFailure, malformedResponse, type Vendor } from './failures.ts'
import { currentPrices, type Price } from './pricing.ts'

export type EngineOptions = {
  apiKey: string
  /** As the vendor's own SDK takes it; a trailing slash is fine. */
  baseUrl: string
  model: string
  /** Default `api`. */
  surface?: Surface
  /** Longest wait for one answer, over all its calls. Default two minutes. */
  timeoutMs?: number
  /** Default: `rates.json`. */
  rates?: readonly Price[]
  now?: () => Date
}

/** What a reader needs to know beside the payload. */
export type ParseContext = { vendor: Vendor; rates: readonly Price[]; now: Date }

/**
 * One question's line to its engine: a pause's second call shares the time-out of the first, and must have ended by
 * `deadlineMs` of `performance.now()`.
 */
export type Call = ParseContext & { signal: AbortSignal; timeoutMs: number; deadlineMs: number }

/** The largest recorded answer is under 1 MB; anything beyond this is not an answer. */
const maxBodyBytes = 16 * 1024 * 1024

/** `prefix` is that of the vendor's settings, e.g. `OPENAI`. */
export function vendorLabels(options: EngineOptions, label: string, prefix: string): Vendor {
  const simulated = options.surface === 'simulated'
  return {
    label: simulated ? `The simulated ${label}` : label,
    keySetting: `${prefix}_API_KEY`,
    urlSetting: simulated ? 'SIMULATOR_URL' : `${prefix}_BASE_URL`,
    modelSetting: `${prefix}_MODEL`,
    model: options.model,
    limitSetting: 'TRACKING_PER_ENGINE',
  }
}

export function startCall(
  vendor: Vendor,
  options: Pick<EngineOptions, 'timeoutMs' | 'rates' | 'now'>,
  { signal }: Pick<Query, 'signal'>,
): Call {
  const { timeoutMs = 120_000, rates = currentPrices, now = () => new Date() } = options
  return { vendor, rates, now: now(), signal, timeoutMs, deadlineMs: performance.now() + timeoutMs }
}

type ApiFormat = {
  name: string
  /** What people call the vendor, and what its settings begin with. */
  label: string
  prefix: string
  /** Below the base address, with its slash. */
  path: string
  requestOf(question: Query, model: string): unknown
  read(body: unknown, reading: ParseContext): EngineAnswer | EngineFailure
}

/** An engine that takes a question as one request, its key as the bearer's, and answers it in the reply. */
export function createApiEngine(
  options: EngineOptions,
  { name, label, prefix, path, requestOf, read }: ApiFormat,
): Engine {
  const vendor = vendorLabels(options, label, prefix)
  const url = `${withoutTrailingSlash(options.baseUrl)}${path}`
  return {
    name,
    surface: options.surface ?? 'api',
    async query(question) {
      const line = startCall(vendor, options, question)
      const headers = { authorization: `Bearer ${options.apiKey}` }
      const reply = await postJson(line, { url, headers, body: requestOf(question, options.model) })
      return 'outcome' in reply ? reply : read(reply.body, line)
    },
  }
}

type Request = { url: string; headers: Record<string, string> }
type Exchange = Promise<{ body: unknown } | EngineFailure>

/** The parsed body of a 2xx reply. */
export const postJson = (line: Call, { url, headers, body }: Request & { body: unknown }): Exchange =>
  exchange(line, {
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export const getJson = (line: Call, request: Request): Exchange => exchange(line, { ...request, body: null })

const ownHeaders = {
  accept: 'application/json',
  'accept-encoding': 'br, gzip, deflate',
  'user-agent': `Ansight/${version}`,
}

/** Redirects are not followed: they would carry the key elsewhere. */
async function exchange(
  line: Call,
  { url, headers, body: sent }: Request & { body: string | null },
): Exchange {
  const { vendor } = line
  const limits = limitsOf(line)
  try {
    const response = await request(url, {
      method: sent === null ? 'GET' : 'POST',
      headers: { ...ownHeaders, ...headers },
      body: sent,
      signal: limits.signal,
    })
    const { statusCode: status } = response
    const written = await readText(response)
    const body = written === null ? undefined : parseJson(written)
    if (status < 200 || status > 299)
      return httpFailure(line, { status, headers: standardHeaders(response.headers), body })
    if (written === null) return malformedResponse(vendor, `it is larger than ${maxBodyBytes} bytes`, status)
    if (body === undefined) return malformedResponse(vendor, 'it is not complete JSON', status)
    return { body }
  } catch (error) {
    return callFailure(line, limits.isTimedOut(), error)
  } finally {
    limits.lift()
  }
}

/**
 * Ends a call by the line's signal or time-out. Both are let go with it: a time-out that runs on, or a signal made of
 * another, would keep all that a call held in memory until the end of the time-out.
 */
function limitsOf({ signal, deadlineMs }: Call) {
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  let isTimedOut = false
  const timer = setTimeout(
    () => {
      isTimedOut = true
      ending.abort(new Error('timed out'))
    },
    Math.max(0, deadlineMs - performance.now()),
  )
  return {
    signal: ending.signal,
    isTimedOut: () => isTimedOut,
    lift: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
  }
}

export const withoutTrailingSlash = (url: string) => url.replace(/\/+$/, '')

/** Null when the body is larger than we read. */
async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    // Leaving the loop early ends the call.
    for await (const chunk of decodeBody(body, String(headers['content-encoding'] ?? ''), maxBodyBytes)) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBodyBytes) return null
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof BodyTooLargeError) return null
    throw error
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Those of undici are as they came: a line that came twice is a list. */
function standardHeaders(lines: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(lines))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  return headers
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

function callFailure(
  { vendor, signal, timeoutMs }: Call,
  isTimedOut: boolean,
  error: unknown,
): EngineFailure {
  if (signal.aborted) return abortedQuery(vendor)
  const code = causeCode(error)
  if (isTimedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return failure(
      'timeout',
      `${vendor.label} did not answer within ${timeoutMs / 1000} s (TRACKING_TIMEOUT_SECONDS).`,
    )
  }
  const why = causes[code ?? ''] ?? 'the connection broke'
  return failure(
    'network',
    `${vendor.label} could not be reached: ${why}; check ${vendor.urlSetting} and the network.`,
  )
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'it did not take the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
}

/** `fetch` wraps what happened, at times twice; two addresses tried make an AggregateError. */
function causeCode(error: unknown): string | null {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 4; inner = inner.cause, depth++) {
    const one = inner instanceof AggregateError ? inner.errors[0] : inner
    if (one instanceof Error && 'code' in one && typeof one.code === 'string') return one.code
  }
  return null
}
