/**
 * Fetches URLs that users enter, protected against server-side request forgery. A host name is resolved once, all its
 * addresses must be public, and the connection uses exactly those addresses, so DNS rebinding has no effect. Time, size
 * and redirects are limited. Failures of the network and the other server are values; only bugs are thrown.
 */
import { lookup } from 'node:dns/promises'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../core/errors.ts'
import { version } from '../core/version.ts'
import { BodyTooLargeError, decodeBody, UnsupportedEncodingError } from './decode-body.ts'
import { isPublicAddress } from './public-address.ts'

export type FetchFailure =
  /** Not an http(s) URL, a URL with credentials, or one whose host has an address that is not public. */
  | 'unsafe_url'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  /** `timeoutMs` elapsed in any phase. */
  | 'timeout'
  /** The connection closed before the response was complete. */
  | 'cut'
  | 'bad_response'
  | 'too_large'
  | 'too_many_redirects'
  /** The caller's signal was aborted. */
  | 'aborted'

export type Head = {
  url: string
  status: number
  headers: IncomingHttpHeaders
  /** The values of repeated headers separately. */
  headerLines: NodeJS.Dict<string[]>
}

export type FetchResult =
  | (Head & {
      outcome: 'answered'
      /** Decoded. */
      body: Buffer
      /** The body is longer than `maxBytes`. */
      isTruncated: boolean
      /** The redirects that led to `url`, in order. */
      redirects: Head[]
      /** Of the last request: until the first byte, and until the body was read. */
      firstByteMs: number
      totalMs: number
    })
  | { outcome: 'failed'; kind: FetchFailure; url: string; redirects: Head[] }

export type FetchOptions = {
  method?: string
  /** Also sent to the targets of redirects. */
  headers?: Record<string, string>
  body?: string
  /** For the whole fetch: DNS, redirects and body. Default 15 s. */
  timeoutMs?: number
  /** Limit of the decoded and of the encoded body. Default 1 MiB. */
  maxBytes?: number | ((head: Head) => number)
  /** Whether a longer body fails or is truncated. Default `fail`. */
  onOverflow?: 'fail' | 'truncate'
  /** Redirects of GET and HEAD to follow; each target is checked like the first URL. Default 0: a redirect is the result. */
  maxRedirects?: number
  signal?: AbortSignal
}

type Address = { address: string; family: number }

/** DNS and the address check; tests replace them. */
export type Network = {
  lookup(host: string): Promise<Address[]>
  isAllowed(address: string): boolean
}

type NetworkPolicy = { config: { ALLOW_PRIVATE_NETWORK: boolean } }

export async function guardedFetch(
  { config }: NetworkPolicy,
  url: string,
  options: FetchOptions = {},
  network: Network = networkOf(config),
): Promise<FetchResult> {
  const { timeoutMs = 15_000, maxRedirects = 0 } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const redirects: Head[] = []
  let at = url
  for (;;) {
    try {
      const response = await requestOnce(at, { ...options, signal }, network)
      const next = maxRedirects > 0 ? redirectOf(response, options.method) : null
      if (next === null) return { outcome: 'answered', ...response, redirects }
      redirects.push(headOf(response))
      if (redirects.length > maxRedirects)
        return { outcome: 'failed', kind: 'too_many_redirects', url: at, redirects }
      at = next
    } catch (error) {
      const kind = options.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : kindOf(error)
      if (kind === null) throw error
      return { outcome: 'failed', kind, url: at, redirects }
    }
  }
}

/**
 * Checks a URL before it is saved. Throws `unsafe_url`. Accepts a host name that cannot be resolved now, because every
 * fetch resolves and checks it again.
 */
export async function assertSafeUrl(
  { config }: NetworkPolicy,
  url: string,
  network: Network = networkOf(config),
): Promise<void> {
  try {
    await addressesOf(parseUrl(url), network)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (error.kind === 'unsafe_url')
      throw new AppError(
        'unsafe_url',
        'This URL does not lead to a public address. Use an http or https URL without user name and password. To allow addresses of your own network, set ALLOW_PRIVATE_NETWORK=true.',
      )
  }
}

const networkOf = (config: NetworkPolicy['config']): Network => ({
  lookup: (host) => lookup(host, { all: true, order: 'verbatim' }),
  isAllowed: config.ALLOW_PRIVATE_NETWORK ? () => true : isPublicAddress,
})

/** Ends a fetch with a failure kind. */
class FetchError extends Error {
  override name = 'FetchError'
  readonly kind: FetchFailure

  constructor(kind: FetchFailure) {
    super(kind)
    this.kind = kind
  }
}

/** WHATWG parsing normalizes all spellings of an IP address: decimal, octal, hexadecimal, short, full-width. */
function parseUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (
    parsed === null ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.password !== ''
  )
    throw new FetchError('unsafe_url')
  return parsed
}

async function addressesOf({ hostname }: URL, network: Network): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family > 0 ? [{ address: host, family }] : await resolveHost(host, network)
  if (!addresses.every(({ address }) => network.isAllowed(address))) throw new FetchError('unsafe_url')
  return addresses
}

async function resolveHost(host: string, network: Network): Promise<Address[]> {
  // RFC 6761: localhost is the loopback address, whatever a resolver returns.
  if (/(^|\.)localhost\.?$/.test(host)) return loopback
  const addresses = await network.lookup(host).catch(() => [])
  if (addresses.length === 0) throw new FetchError('dns')
  return addresses
}

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

type SingleResponse = Head & { body: Buffer; isTruncated: boolean; firstByteMs: number; totalMs: number }

async function requestOnce(
  address: string,
  options: FetchOptions & { signal: AbortSignal },
  network: Network,
): Promise<SingleResponse> {
  const url = parseUrl(address)
  const addresses = await rejectOnAbort(options.signal, addressesOf(url, network))
  const startedMs = performance.now()
  const since = () => Math.round(performance.now() - startedMs)
  const response = await send(url, options, addresses)
  const head = {
    url: url.href,
    status: response.statusCode ?? 0,
    headers: response.headers,
    headerLines: response.headersDistinct,
  }
  const firstByteMs = since()
  const { maxBytes = 1_048_576, onOverflow = 'fail' } = options
  const limit = typeof maxBytes === 'number' ? maxBytes : maxBytes(head)
  const read = await readBody(response, limit, onOverflow)
  return { ...head, ...read, firstByteMs, totalMs: since() }
}

/** Rejects when the signal is aborted. DNS lookups cannot be cancelled, so the lookup itself continues. */
function rejectOnAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  if (signal.aborted) reject(signal.reason)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  return promise
}

/** Resolves when the response headers have arrived. */
function send(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: FetchOptions,
  addresses: Address[],
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method,
      // No pooled connection and no proxy from the environment: both would bypass the checked addresses.
      agent: false,
      lookup: lookupOf(addresses),
      headers: {
        'user-agent': `Ansight/${version}`,
        accept: '*/*',
        'accept-encoding': 'gzip, deflate, br, zstd',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      ...(signal && { signal }),
    },
    resolve,
  )
  request.on('error', reject)
  request.end(body)
  return promise
}

/** Returns a lookup function that returns only the checked addresses. */
function lookupOf(addresses: Address[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  onOverflow: 'fail' | 'truncate',
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of decodeBody(response, response.headers['content-encoding'], maxBytes)) {
      chunks.push(chunk.subarray(0, maxBytes - sizeBytes))
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw new BodyTooLargeError()
    }
    return { body: Buffer.concat(chunks), isTruncated: false }
  } catch (error) {
    if (!(error instanceof BodyTooLargeError) || onOverflow === 'fail') throw error
    return { body: Buffer.concat(chunks), isTruncated: true }
  } finally {
    response.destroy()
  }
}

const headOf = ({ url, status, headers, headerLines }: Head): Head => ({ url, status, headers, headerLines })

/** Returns null for a response that is not a redirect, and for methods that must not be repeated. */
function redirectOf({ url, status, headers }: Head, method = 'GET'): string | null {
  if (![301, 302, 303, 307, 308].includes(status) || !['GET', 'HEAD'].includes(method)) return null
  const { location } = headers
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}

/** Returns null for bugs. */
function kindOf(error: unknown): FetchFailure | null {
  if (error instanceof FetchError) return error.kind
  if (error instanceof BodyTooLargeError) return 'too_large'
  if (error instanceof UnsupportedEncodingError) return 'bad_response'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes[code] ?? families.find(([form]) => form.test(code))?.[1] ?? null
}

const codes: Record<string, FetchFailure> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'cut',
  ECONNABORTED: 'cut',
  EPIPE: 'cut',
  ERR_STREAM_PREMATURE_CLOSE: 'cut',
  HPE_HEADER_OVERFLOW: 'too_large',
  EPROTO: 'tls',
}

const families: [form: RegExp, kind: FetchFailure][] = [
  [/^HPE_/, 'bad_response'],
  [
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_CA|PATH_LENGTH_)/,
    'tls',
  ],
]
