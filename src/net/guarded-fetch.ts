/**
 * The one way to an address that a user gave. A name is resolved once, every address it has must be a public one, and the
 * connection goes to those very addresses, so that a name which answers differently the next time gains nothing. Time,
 * size and redirects are bounded. What the outside world does is a value; only a fault of ours is thrown.
 */
import { lookup as lookUp } from 'node:dns/promises'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../core/errors.ts'
import { version } from '../core/version.ts'
import { BodyTooLargeError, decodeBody, UnsupportedEncodingError } from './decode-body.ts'
import { isPublicAddress } from './public-address.ts'

export type FetchFailure =
  /** Not an http(s) address, one with credentials, or one that leads to an address that is not public. */
  | 'unsafe_url'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  /** `timeoutMs` is over, whatever was being waited for. */
  | 'timeout'
  /** The connection ended before the answer did. */
  | 'cut'
  | 'bad_response'
  | 'too_large'
  | 'too_many_redirects'
  /** By the caller's signal. */
  | 'aborted'

export type Head = {
  url: string
  status: number
  headers: IncomingHttpHeaders
  /** Each header with its lines apart. */
  headerLines: NodeJS.Dict<string[]>
}

export type FetchResult =
  | (Head & {
      outcome: 'answered'
      /** Without its content encoding. */
      body: Buffer
      /** The body goes on beyond `maxBytes`. */
      isTruncated: boolean
      /** What led to `url`, in the order it was followed. */
      redirects: Head[]
      /** Of the last request: until its first byte came, and until all that was read was there. */
      firstByteMs: number
      totalMs: number
    })
  | { outcome: 'failed'; kind: FetchFailure; url: string; redirects: Head[] }

export type FetchOptions = {
  method?: string
  /** Sent to wherever a redirect leads, too. */
  headers?: Record<string, string>
  body?: string
  /** For everything together: resolving, redirects, the last byte. Default 15 s. */
  timeoutMs?: number
  /** Of the body as it is after decoding, and as it comes. Default 1 MiB. */
  maxBytes?: number | ((head: Head) => number)
  /** A body beyond `maxBytes` is an error, unless its beginning is enough. */
  onOverflow?: 'fail' | 'truncate'
  /** How many are followed, by GET or HEAD, each checked like the first address. Default none: a redirect is then an answer. */
  maxRedirects?: number
  signal?: AbortSignal
}

type Address = { address: string; family: number }

/** The network as the guard sees it; tests give another. */
export type Network = {
  lookup(host: string): Promise<Address[]>
  isAllowed(address: string): boolean
}

type Guard = { config: { ALLOW_PRIVATE_NETWORK: boolean } }

export async function guardedFetch(
  { config }: Guard,
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
      const answer = await requestOnce(at, { ...options, signal }, network)
      const next = maxRedirects > 0 ? redirectOf(answer, options.method) : null
      if (next === null) return { outcome: 'answered', ...answer, redirects }
      redirects.push(headOf(answer))
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
 * For an address that is about to be saved. Throws `unsafe_url`. A name that cannot be resolved now is let through: it is
 * resolved and checked again whenever it is used.
 */
export async function assertSafeUrl(
  { config }: Guard,
  url: string,
  network: Network = networkOf(config),
): Promise<void> {
  try {
    await addressesOf(parsed(url), network)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error.kind === 'unsafe_url')
      throw new AppError(
        'unsafe_url',
        'This URL does not lead to a public address. Give an http or https URL without user name and password; to reach an address of your own network, set ALLOW_PRIVATE_NETWORK=true.',
      )
  }
}

const networkOf = (config: Guard['config']): Network => ({
  lookup: (host) => lookUp(host, { all: true, order: 'verbatim' }),
  isAllowed: config.ALLOW_PRIVATE_NETWORK ? () => true : isPublicAddress,
})

/** Ends a request with a kind that the caller is told. */
class Stop extends Error {
  override name = 'Stop'
  readonly kind: FetchFailure

  constructor(kind: FetchFailure) {
    super(kind)
    this.kind = kind
  }
}

/** WHATWG parsing makes one of all spellings of an address: decimal, octal, hexadecimal, short, full-width. */
function parsed(url: string): URL {
  const made = URL.canParse(url) ? new URL(url) : null
  if (made === null || !/^https?:$/.test(made.protocol) || made.username !== '' || made.password !== '')
    throw new Stop('unsafe_url')
  return made
}

async function addressesOf({ hostname }: URL, network: Network): Promise<Address[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family > 0 ? [{ address: host, family }] : await resolved(host, network)
  if (!addresses.every(({ address }) => network.isAllowed(address))) throw new Stop('unsafe_url')
  return addresses
}

async function resolved(host: string, network: Network): Promise<Address[]> {
  // RFC 6761: the machine itself, whatever a resolver makes of it.
  if (/(^|\.)localhost\.?$/.test(host)) return loopback
  const addresses = await network.lookup(host).catch(() => [])
  if (addresses.length === 0) throw new Stop('dns')
  return addresses
}

const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

type Answer = Head & { body: Buffer; isTruncated: boolean; firstByteMs: number; totalMs: number }

async function requestOnce(
  address: string,
  options: FetchOptions & { signal: AbortSignal },
  network: Network,
): Promise<Answer> {
  const url = parsed(address)
  const addresses = await unlessAborted(options.signal, addressesOf(url, network))
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
  const most = typeof maxBytes === 'number' ? maxBytes : maxBytes(head)
  const read = await readBody(response, most, onOverflow)
  return { ...head, ...read, firstByteMs, totalMs: since() }
}

/** A look-up cannot be called off; it is left to end by itself. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  if (signal.aborted) reject(signal.reason)
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  return promise
}

/** The response once its head is there. */
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
      // A connection of its own, and none of the environment's proxies: they would resolve the name themselves.
      agent: false,
      lookup: handOut(addresses),
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

/** The addresses that were checked, and no others. */
function handOut(addresses: Address[]): LookupFunction {
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

/** Null for an answer that leads nowhere, or whose method is not to be repeated elsewhere. */
function redirectOf({ url, status, headers }: Head, method = 'GET'): string | null {
  if (![301, 302, 303, 307, 308].includes(status) || !['GET', 'HEAD'].includes(method)) return null
  const { location } = headers
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}

/** Null for what is no doing of the outside world. */
function kindOf(error: unknown): FetchFailure | null {
  if (error instanceof Stop) return error.kind
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
