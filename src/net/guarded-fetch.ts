/**
 * Fetches URLs that users enter, protected against server-side request forgery. A host name is resolved once, all its
 * addresses must be public, and the connection uses exactly those addresses, so DNS rebinding has no effect. Time, size
 * and redirects are limited. Failures of the network and the other server are values; only bugs are thrown.
 */
import { AppError } from '../core/errors.ts'
import { message } from '../languages/message.ts'
import { FetchError, type FetchFailure, getFailure } from './fetch-failure.ts'
import {
  getNetwork,
  getProblem,
  type Network,
  type NetworkPolicy,
  resolveSafeAddresses,
} from './safe-addresses.ts'
import { type Head, type RequestOptions, requestOnce } from './send-request.ts'

export type FetchResult =
  | (Head & {
      outcome: 'answered'
      /** The decoded body. */
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

export type FetchOptions = RequestOptions & {
  /** For the whole fetch: DNS, redirects and body. Default 15 s. */
  timeoutMs?: number
  /** Redirects of GET and HEAD to follow; each target is checked like the first URL. Default 0: a redirect is the result. */
  maxRedirects?: number
}

export async function guardedFetch(
  { config }: NetworkPolicy,
  url: string,
  options: FetchOptions = {},
  network: Network = getNetwork(config),
): Promise<FetchResult> {
  const { timeoutMs = 15_000, maxRedirects = 0 } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const redirects: Head[] = []
  let at = url
  for (;;) {
    try {
      const response = await requestOnce(at, { ...options, signal }, network)
      const next = maxRedirects > 0 ? getRedirect(response, options.method) : null
      if (next === null) return { outcome: 'answered', ...response, redirects }
      redirects.push(getHead(response))
      if (redirects.length > maxRedirects)
        return { outcome: 'failed', kind: 'too_many_redirects', url: at, redirects }
      at = next
    } catch (error) {
      const kind = options.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : getFailure(error)
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
  network: Network = getNetwork(config),
): Promise<void> {
  const problem = getProblem(url)
  if (problem !== null) throw new AppError('unsafe_url', problem)
  const parsed = new URL(url)
  try {
    await resolveSafeAddresses(parsed, network)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (error.kind === 'unsafe_url')
      throw new AppError(
        'unsafe_url',
        message('net.guardedFetch.theHostHostnameHasAnAddress', {
          hostname: parsed.hostname,
        }),
      )
  }
}

const getHead = ({ url, status, headers, headerLines }: Head): Head => ({ url, status, headers, headerLines })

/** Returns the target of a redirect, or null. Methods other than GET and HEAD must not be repeated. */
function getRedirect({ url, status, headers }: Head, method = 'GET'): string | null {
  if (![301, 302, 303, 307, 308].includes(status) || !['GET', 'HEAD'].includes(method)) return null
  const { location } = headers
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : null
}
