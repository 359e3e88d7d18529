/** Fetches and parses a brand's home page within a few seconds, while a person waits. Failures are values, not errors. */
import type { AuditedPage } from '../audits/page.ts'
import type { ParsePage } from '../audits/page-parser.ts'
import { version } from '../core/version.ts'
import { type Message, message } from '../languages/message.ts'
import type { FetchFailure } from '../net/fetch-failure.ts'
import type { FetchOptions, FetchResult } from '../net/guarded-fetch.ts'

export type Fetch = (url: string, options: FetchOptions) => Promise<FetchResult>

export type Site = { url: string; page: AuditedPage } | { problem: Message }

const limits = { requestMs: 5_000, totalMs: 12_000, parseMs: 6_000, pageBytes: 1_048_576, redirects: 5 }

/** Tries https without and with `www.`, then http. The first URL that responds is used. */
export async function fetchSite(fetchPage: Fetch, parsePage: ParsePage, domain: string): Promise<Site> {
  const deadline = AbortSignal.timeout(limits.totalMs)
  let problem = unreachable
  for (const url of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    if (deadline.aborted) break
    const fetched = await fetchPage(url, {
      headers: { 'user-agent': `Ansight/${version} (suggestions)`, accept: 'text/html,*/*;q=0.5' },
      timeoutMs: limits.requestMs,
      maxBytes: limits.pageBytes,
      onOverflow: 'truncate',
      maxRedirects: limits.redirects,
      signal: deadline,
    })
    if (fetched.outcome === 'failed') {
      problem = problems[fetched.kind] ?? unreachable
      continue
    }
    if (fetched.status !== 200)
      return {
        problem: message('onboarding.fetchSite.itRespondedWithStatusStatus', { status: fetched.status }),
      }
    const page = await parseSite(parsePage, fetched, deadline)
    return page === null
      ? { problem: message('onboarding.fetchSite.itsHomePageCouldNotBe') }
      : { url: fetched.url, page }
  }
  return { problem }
}

async function parseSite(
  parsePage: ParsePage,
  fetched: Extract<FetchResult, { outcome: 'answered' }>,
  signal: AbortSignal,
) {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(fetched.headers['content-type'] ?? '')?.[1] ?? null
  try {
    return await parsePage(fetched.body, charset, { timeoutMs: limits.parseMs, signal })
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

const unreachable = message('onboarding.fetchSite.itCouldNotBeReached')
const tooSlow = message('onboarding.fetchSite.itTookTooLong')

/** Clauses about the site, shown after its name. */
const problems: Partial<Record<FetchFailure, Message>> = {
  unsafe_url: message('onboarding.fetchSite.itResolvesToAnAddressThat'),
  dns: message('onboarding.fetchSite.itsDomainNameDoesNotResolve'),
  refused: message('onboarding.fetchSite.itRefusesConnections'),
  tls: message('onboarding.fetchSite.itsCertificateIsNotValid'),
  timeout: tooSlow,
  aborted: tooSlow,
  too_many_redirects: message('onboarding.fetchSite.itRedirectsTooManyTimes'),
}
