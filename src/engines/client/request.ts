/**
 * The HTTP client of all adapters: a JSON request, a JSON reply, and a value for every failure. Adapters speak each
 * vendor's format directly. A vendor's SDK would lose data that is stored: search queries, retrieved sources, the
 * served model, the cost and the raw payload.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { parseJson } from '../../core/json.ts'
import { version } from '../../core/version.ts'
import { namingSettings } from '../../jobs/customer-message.ts'
import { type Message, message } from '../../languages/message.ts'
import { BodyTooLargeError, decodeBody } from '../../net/decode-body.ts'
import type { EngineAnswer, EngineFailure, Query, QueryResult, Surface } from '../engine.ts'
import type { PriceOverrides } from '../prices.ts'
import {
  abortedQuery,
  failure,
  httpFailure,
  malformedResponse,
  notJson,
  type VendorLabels,
} from './failures.ts'
import type { Pricing } from './pricing.ts'

export type CallOptions = {
  /** Timeout for one answer, over all its HTTP calls. Default two minutes. */
  timeoutMs?: number
  now?: () => Date
  /** Names the credentials in error messages. Default: their settings. */
  keyName?: Message
  /** The prices of an API at a time. Scrapers have a price per unit instead. */
  pricing?: (now: Date) => Pricing
  priceOverrides?: PriceOverrides
}

export type ApiOptions = CallOptions & {
  apiKey: string
  /** As the vendor's SDK takes it; a trailing slash is allowed. */
  baseUrl: string
  model: string
  /** Default `api`. */
  surface?: Surface
  /** `flex`: half the price of tokens, slower; the request is repeated at the standard tier when none is free. */
  serviceTier?: 'standard' | 'flex'
  /** The maximum number of searches per answer. */
  maxSearches?: number
  /** The maximum number of queries started per minute. Default: only the vendor's limit, which the limiter adapts to. */
  requestsPerMinute?: number
}

/** What a parser needs besides the payload. */
export type ParseContext = { labels: VendorLabels; now: Date; pricing: Pricing }

/** One query in progress. All its HTTP calls share the deadline, in milliseconds of `performance.now()`. */
export type Call = ParseContext & { signal: AbortSignal; timeoutMs: number; deadlineMs: number }

/** The largest recorded answer is under 1 MB; anything beyond this is not an answer. */
const maxBodyBytes = 16 * 1024 * 1024

const noPrices: Pricing = { overrides: [], list: [], typical: { input: 0, output: 0, searches: 0 } }

export function startCall(
  labels: VendorLabels,
  { timeoutMs = 120_000, now = () => new Date(), pricing = () => noPrices }: CallOptions,
  { signal }: Pick<Query, 'signal'>,
): Call {
  const at = now()
  return {
    labels,
    now: at,
    pricing: pricing(at),
    signal,
    timeoutMs,
    deadlineMs: performance.now() + timeoutMs,
  }
}

/** Fields of a request that a vendor may refuse for a model, or for lack of capacity. */
export type Refusable = { forceSearch: boolean; serviceTier: 'standard' | 'flex' }

type SingleRequest = {
  /** Appended to the base URL. */
  path: string
  buildRequest(query: Query, options: ApiOptions & Refusable): object
  parse(body: unknown, context: ParseContext): EngineAnswer | EngineFailure
}

/** Returns the `query` of an API that takes a single POST request, authenticated with a bearer token. */
export const singleRequest =
  ({ path, buildRequest, parse }: SingleRequest) =>
  (options: ApiOptions, labels: VendorLabels) => {
    const send = createSender(options)
    return async (query: Query): Promise<QueryResult> => {
      const call = startCall(labels, options, query)
      const reply = await send((fields) =>
        postToEngine(call, {
          url: `${withoutTrailingSlash(options.baseUrl)}${path}`,
          headers: bearer(options),
          body: buildRequest(query, { ...options, ...fields }),
        }),
      )
      if (!('outcome' in reply)) return parse(reply.body, call)
      return reply.kind === 'refused' ? parse(reply.raw, call) : reply
    }
  }

/**
 * Returns a function that sends a request, and sends it again without what the vendor refused: some models take no forced
 * search, and the flex tier returns 429 when it has no capacity. Refused requests are free. A model that refuses a
 * forced search is remembered.
 */
export function createSender({ serviceTier = 'standard' }: Pick<ApiOptions, 'serviceTier'>) {
  let forceSearch = true
  return async (post: (fields: Refusable) => Exchange): Exchange => {
    const send = async (fields: Refusable): Exchange => {
      const reply = await post(fields)
      if (!('outcome' in reply)) return reply
      if (reply.kind === 'forced_search_refused' && fields.forceSearch) {
        forceSearch = false
        return send({ ...fields, forceSearch })
      }
      if (reply.kind === 'rate_limited' && fields.serviceTier === 'flex')
        return send({ ...fields, serviceTier: 'standard' })
      return reply
    }
    return send({ forceSearch, serviceTier })
  }
}

/** Returns the authorization header. Empty without a key: a language model on a private server often needs none. */
export const bearer = ({ apiKey }: Pick<ApiOptions, 'apiKey'>): Record<string, string> =>
  apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }

type Request = { url: string; headers: Record<string, string> }
export type Exchange = Promise<{ body: unknown } | EngineFailure>

/** Sends a JSON body and returns the parsed body of a 2xx reply. */
export const postToEngine = (call: Call, { url, headers, body }: Request & { body: unknown }): Exchange =>
  exchange(call, {
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

export const getJson = (call: Call, request: Request): Exchange => exchange(call, { ...request, body: null })

const ownHeaders = {
  accept: 'application/json',
  'accept-encoding': 'br, gzip, deflate',
  'user-agent': `Ansight/${version}`,
}

/** Sends a request and returns the reply. Redirects are not followed: they would send the key to another host. */
async function exchange(
  call: Call,
  { url, headers, body: sent }: Request & { body: string | null },
): Exchange {
  const { labels } = call
  const abort = abortOnTimeout(call)
  try {
    // Loaded with the first query: commands and web processes that send none start faster.
    const { request } = await import('undici')
    const response = await request(url, {
      method: sent === null ? 'GET' : 'POST',
      headers: { ...ownHeaders, ...headers },
      body: sent,
      signal: abort.signal,
    })
    const { statusCode: status } = response
    const text = await readText(response)
    const body = text === null ? undefined : parseJson(text)
    const isHtml = body === undefined && text?.trimStart().startsWith('<') === true
    if (status < 200 || status > 299)
      return httpFailure(call, { status, headers: standardHeaders(response.headers), body, isHtml })
    if (text === null)
      return malformedResponse(
        labels,
        message('engines.request.itIsLargerThanBytesBytes', { bytes: maxBodyBytes }),
        status,
      )
    if (body === undefined) return notJson(labels, isHtml, status)
    return { body }
  } catch (error) {
    return callFailure(call, abort.isTimedOut(), error)
  } finally {
    abort.dispose()
  }
}

/**
 * Aborts the HTTP call on the query's signal or at its deadline. `AbortSignal.timeout` and `AbortSignal.any` are
 * avoided: their timers keep everything that a finished call references in memory until the timeout.
 */
function abortOnTimeout({ signal, deadlineMs }: Call) {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  let isTimedOut = false
  const timer = setTimeout(
    () => {
      isTimedOut = true
      controller.abort(new Error('timed out'))
    },
    Math.max(0, deadlineMs - performance.now()),
  )
  return {
    signal: controller.signal,
    isTimedOut: () => isTimedOut,
    dispose: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

export const withoutTrailingSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '')

/** Returns null when the body exceeds `maxBodyBytes`. */
async function readText({ headers, body }: Dispatcher.ResponseData): Promise<string | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    // Leaving the loop early closes the connection.
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

/** Converts undici's headers, in which a repeated header is an array. */
function standardHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  return headers
}

function callFailure(
  { labels, signal, timeoutMs }: Call,
  isTimedOut: boolean,
  error: unknown,
): EngineFailure {
  if (signal.aborted) return abortedQuery(labels)
  const code = causeCode(error)
  const { label } = labels
  const seconds = timeoutMs / 1000
  if (isTimedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return failure(
      'timeout',
      namingSettings(
        message('engines.request.labelDidNotRespondWithinTimeout', { label, seconds }),
        message('engines.request.labelDidNotRespondWithinSeconds', { label, seconds }),
      ),
    )
  }
  const cause = causes[code ?? ''] ?? message('engines.request.theConnectionFailed')
  return failure(
    'network',
    namingSettings(
      message('engines.request.labelCouldNotBeReachedCheck', {
        label,
        cause,
        setting: labels.urlSetting,
      }),
      message('engines.request.labelCouldNotBeReachedCause', { label, cause }),
    ),
  )
}

const causes: Record<string, Message> = {
  ECONNREFUSED: message('engines.request.theConnectionWasRefused'),
  ENOTFOUND: message('engines.request.theHostNameDoesNotExist'),
  EAI_AGAIN: message('engines.request.theHostNameCouldNotBe'),
  ECONNRESET: message('engines.request.theConnectionWasReset'),
  UND_ERR_SOCKET: message('engines.request.theConnectionWasClosedBeforeThe'),
  UND_ERR_CONNECT_TIMEOUT: message('engines.request.theConnectionTimedOut'),
  CERT_HAS_EXPIRED: message('engines.request.itsCertificateHasExpired'),
  DEPTH_ZERO_SELF_SIGNED_CERT: message('engines.request.itsCertificateIsNotTrusted'),
}

/**
 * Returns the first code in the chain of causes. undici wraps the error, sometimes twice; several attempted addresses
 * make an AggregateError.
 */
function causeCode(error: unknown): string | null {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 4; inner = inner.cause, depth++) {
    const one = inner instanceof AggregateError ? inner.errors[0] : inner
    if (one instanceof Error && 'code' in one && typeof one.code === 'string') return one.code
  }
  return null
}
