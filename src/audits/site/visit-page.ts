import type { FetchResult } from '../../net/guarded-fetch.ts'
import type { PageResponse, PageVisit, Redirect } from './crawl-result.ts'
import type { Crawl } from './crawl-session.ts'
import { isAllowed } from './fetch-robots.ts'
import { failureMessage, NotAuditableError } from './not-auditable.ts'

const maxRedirects = 10

/** Returns null when robots.txt disallows the page or one that it redirects to. */
export async function visitPage(crawl: Crawl, url: string, userAgent: string): Promise<PageVisit | null> {
  const redirects: Redirect[] = []
  for (let currentUrl = url; ; ) {
    if (!(await isAllowed(crawl, currentUrl))) return null
    const fetched = await crawl.fetch(currentUrl, {
      headers: { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      maxBytes: crawl.limits.pageBytes,
    })
    if (fetched.outcome === 'failed') throw new NotAuditableError(failureMessage(fetched.kind, currentUrl))
    const next = redirectTarget(fetched)
    if (next === null) return toVisit(crawl, fetched, redirects)
    redirects.push({ url: currentUrl, status: fetched.status })
    const endless = redirects.length > maxRedirects || redirects.some((each) => each.url === next)
    if (endless) return { ...(await toVisit(crawl, fetched, redirects)), endless: true }
    currentUrl = next
  }
}

/** Returns null on failure, so that earlier results are kept. */
export async function tryVisit(crawl: Crawl, url: string, userAgent: string): Promise<PageVisit | null> {
  try {
    return crawl.isTimedOut() ? null : await visitPage(crawl, url, userAgent)
  } catch (error) {
    if (error instanceof NotAuditableError) return null
    throw error
  }
}

type FetchedResponse = Extract<FetchResult, { outcome: 'answered' }>

export async function toVisit(
  crawl: Crawl,
  fetched: FetchedResponse,
  redirects: Redirect[],
): Promise<PageVisit> {
  const { url, status, body, isTruncated, firstByteMs, headers } = fetched
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.join(';').match(/charset\s*=\s*"?([\w.:-]+)/)?.[1] ?? null
  const isHtml = /^(text\/html|application\/xhtml\+xml)$/.test(type.trim()) || (type === '' && isMarkup(body))
  return {
    redirects,
    url,
    endless: false,
    status,
    type: type.trim(),
    robotsTags: fetched.headerLines['x-robots-tag'] ?? [],
    sizeBytes: body.length,
    isTruncated,
    firstByteMs,
    isHtml,
    page: isHtml ? await crawl.parsePage(body, charset) : null,
  }
}

const isMarkup = (body: Buffer) =>
  /^\s*<(!doctype html|html|head|body)/i.test(body.toString('latin1', 0, 1_000))

function redirectTarget({ url, status, headers: { location } }: FetchedResponse): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null
  if (location === undefined || !URL.canParse(location, url)) return null
  return new URL(location, url).href
}

export const toResponse = ({ status, page }: PageVisit): PageResponse => ({
  status,
  letters: page?.letters.all ?? 0,
})
