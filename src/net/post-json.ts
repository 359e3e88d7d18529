/** Sends JSON to a URL that a user entered and returns what a delivery log needs. */
import { type FetchResult, guardedFetch } from './guarded-fetch.ts'
import type { NetworkPolicy } from './safe-addresses.ts'

/** The time limit, including the response body. */
export const postTimeoutMs = 15_000
const excerptLength = 1_000
/** 1,000 characters in UTF-8, with a margin. */
const excerptBytes = 8_192

export type PostResult = {
  success: boolean
  http_status: number | null
  /** Why there was no response: timeout, dns, tls, refused … */
  error: string | null
  /** The first 1,000 characters of the response. */
  body: string | null
  /** The value of the header Retry-After. */
  retryAfter: string | null
  durationMs: number
}

export async function postJson(
  policy: NetworkPolicy,
  url: string,
  { body, headers = {}, timeoutMs }: { body: string; headers?: Record<string, string>; timeoutMs: number },
): Promise<PostResult> {
  const startedMs = performance.now()
  const fetched = await guardedFetch(policy, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
    timeoutMs,
    maxBytes: excerptBytes,
    onOverflow: 'truncate',
  })
  return { ...toResult(fetched), durationMs: Math.round(performance.now() - startedMs) }
}

function toResult(fetched: FetchResult): Omit<PostResult, 'durationMs'> {
  if (fetched.outcome === 'failed')
    return { success: false, http_status: null, error: fetched.kind, body: null, retryAfter: null }
  const { status, body, headers } = fetched
  return {
    success: status >= 200 && status < 300,
    http_status: status,
    error: null,
    body: toExcerpt(body),
    retryAfter: headers['retry-after'] ?? null,
  }
}

/** Counts Unicode characters, not UTF-16 units. PostgreSQL's text type cannot store NUL characters. */
const toExcerpt = (body: Buffer): string =>
  [...body.toString().replaceAll('\0', '')].slice(0, excerptLength).join('')
