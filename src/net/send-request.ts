/** Sends a single HTTP request to checked addresses and reads its response. */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { version } from '../core/version.ts'
import { BodyTooLargeError, decodeBody } from './decode-body.ts'
import { type IpAddress, type Network, parseUrl, resolveSafeAddresses } from './safe-addresses.ts'

export type Head = {
  url: string
  status: number
  headers: IncomingHttpHeaders
  /** The values of each header; repeated headers have several. */
  headerLines: NodeJS.Dict<string[]>
}

export type RequestOptions = {
  method?: string
  /** Also sent to the targets of redirects. */
  headers?: Record<string, string>
  body?: string
  /** Limit of the decoded and of the encoded body. Default 1 MiB. */
  maxBytes?: number | ((head: Head) => number)
  /** Whether a longer body fails or is truncated. Default `fail`. */
  onOverflow?: 'fail' | 'truncate'
  signal?: AbortSignal
}

export type SingleResponse = Head & {
  body: Buffer
  isTruncated: boolean
  firstByteMs: number
  totalMs: number
}

/** Throws `FetchError` and the errors of Node.js. */
export async function requestOnce(
  address: string,
  options: RequestOptions & { signal: AbortSignal },
  network: Network,
): Promise<SingleResponse> {
  const url = parseUrl(address)
  const addresses = await rejectOnAbort(options.signal, resolveSafeAddresses(url, network))
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
  { method = 'GET', headers = {}, body, signal }: RequestOptions,
  addresses: IpAddress[],
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method,
      // No pooled connection and no proxy from the environment: both would bypass the checked addresses.
      agent: false,
      lookup: getLookup(addresses),
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
function getLookup(addresses: IpAddress[]): LookupFunction {
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
