/**
 * What a brand's own home page says of it: read once, in the few seconds that a person waits. A site that cannot be
 * reached is a value; nothing waits for it and nothing fails with it.
 */
import type { Page } from '../audits/page.ts'
import { openPageParser } from '../audits/page-parser.ts'
import { version } from '../core/version.ts'
import type { FetchFailure, FetchOptions, FetchResult } from '../net/guarded-fetch.ts'

export type Web = (url: string, options: FetchOptions) => Promise<FetchResult>

export type Site = { url: string; page: Page } | { problem: string }

const limits = { requestMs: 5_000, totalMs: 12_000, readMs: 6_000, pageBytes: 1_048_576, redirects: 5 }

/** By https with and without `www.`, then by http: what answers first counts. */
export async function fetchSite(web: Web, domain: string): Promise<Site> {
  const deadline = AbortSignal.timeout(limits.totalMs)
  let problem = 'it could not be reached'
  for (const url of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    if (deadline.aborted) break
    const fetched = await web(url, {
      headers: { 'user-agent': `Ansight/${version} (suggestions)`, accept: 'text/html,*/*;q=0.5' },
      timeoutMs: limits.requestMs,
      maxBytes: limits.pageBytes,
      onOverflow: 'truncate',
      maxRedirects: limits.redirects,
      signal: deadline,
    })
    if (fetched.outcome === 'failed') {
      problem = inWords[fetched.kind] ?? 'it could not be reached'
      continue
    }
    if (fetched.status !== 200) return { problem: `it answered with status ${fetched.status}` }
    const page = await pageIn(fetched, deadline)
    return page === null ? { problem: 'its home page could not be read' } : { url: fetched.url, page }
  }
  return { problem }
}

async function pageIn(fetched: Extract<FetchResult, { outcome: 'answered' }>, signal: AbortSignal) {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(fetched.headers['content-type'] ?? '')?.[1] ?? null
  const reader = openPageParser({ timeoutMs: limits.readMs })
  try {
    return await reader.read(fetched.body, charset, signal)
  } catch (error) {
    if (signal.aborted) return null
    throw error
  } finally {
    await reader.close()
  }
}

/** Ends of a sentence that begins with the site. */
const inWords: Partial<Record<FetchFailure, string>> = {
  unsafe_url: 'it leads to an address that is not public',
  dns: 'its name is not known',
  refused: 'it refuses connections',
  tls: 'its certificate is not valid',
  timeout: 'it took too long',
  aborted: 'it took too long',
  too_many_redirects: 'it redirects without end',
}
