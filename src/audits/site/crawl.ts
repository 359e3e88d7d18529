/**
 * Crawls a page and its site: robots.txt first, then the page with our own user agent, as a browser and as the crawlers
 * of AI engines, then llms.txt and the sitemap. Requests are sequential, with a total time limit.
 */

import { aiAgents } from '../ai-agents.ts'
import type { ParsePage } from '../page-parser.ts'
import type { Robots } from '../robots.ts'
import type { CrawledPage, CrawlResult, FetchedFile, Probe } from './crawl-result.ts'
import { type Crawl, type CrawlLimits, type Fetch, ownUserAgent } from './crawl-session.ts'
import { isAllowed } from './fetch-robots.ts'
import { offersMarkdown, probeAs } from './probe-page.ts'
import { toResponse, tryVisit, visitPage } from './visit-page.ts'

export const defaultLimits: CrawlLimits = {
  requestMs: 12_000,
  totalMs: 60_000,
  parseMs: 5_000,
  pageBytes: 3 * 1_048_576,
}

const browserUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type CrawlRequest = {
  url: string
  pages: number
  now: Date
  signal: AbortSignal
  parsePage: ParsePage
  onPage?(done: number): void
}

/** Throws `NotAuditableError`, and the reason of `signal` when that is aborted. */
export async function crawlSite(
  fetch: Fetch,
  request: CrawlRequest,
  limits: CrawlLimits = defaultLimits,
): Promise<CrawlResult> {
  const deadline = AbortSignal.timeout(limits.totalMs)
  const crawl: Crawl = {
    fetch: async (url, options) => {
      const signal = AbortSignal.any([request.signal, deadline])
      const fetched = await fetch(url, {
        timeoutMs: limits.requestMs,
        onOverflow: 'truncate',
        ...options,
        signal,
      })
      request.signal.throwIfAborted()
      return fetched
    },
    parsePage: (body, charset) =>
      request.parsePage(body, charset, { timeoutMs: limits.parseMs, signal: request.signal }),
    limits,
    signal: request.signal,
    isTimedOut: () => deadline.aborted,
    robots: new Map(),
  }
  const first = await crawlFirstPage(crawl, request.url)
  request.onPage?.(1)
  const pages = [first, ...(await crawlLinkedPages(crawl, first, request))]
  const origin = new URL(first.visit?.url ?? first.url).origin
  const sitemap = sitemapUrl(crawl.robots.get(origin)?.robots) ?? `${origin}/sitemap.xml`
  const site = {
    robots: crawl.robots,
    llmsTxt: await fetchFile(crawl, `${origin}/llms.txt`),
    sitemap: await fetchFile(crawl, sitemap),
  }
  return { site, pages, now: request.now }
}

async function crawlFirstPage(crawl: Crawl, url: string): Promise<CrawledPage> {
  const visited = await visitPage(crawl, url, ownUserAgent)
  const page: CrawledPage = { url, visit: visited, probes: [], browser: null, hasMarkdown: null }
  // A page that exceeded a limit would do so again for every bot.
  if (visited === null || visited.endless || (visited.isHtml && visited.page === null)) return page
  const asBrowser = await tryVisit(crawl, visited.url, browserUserAgent)
  const browser = asBrowser && toResponse(asBrowser)
  const bestVisit =
    visited.status !== 200 && asBrowser?.status === 200
      ? { ...asBrowser, redirects: visited.redirects }
      : visited
  const probes: Probe[] = []
  if (asBrowser?.status === 200)
    for (const agent of aiAgents) {
      const probe = await probeAs(crawl, visited.url, agent)
      if (probe) probes.push(probe)
    }
  return {
    ...page,
    visit: bestVisit,
    browser,
    probes,
    hasMarkdown: await offersMarkdown(crawl, bestVisit.url),
  }
}

async function crawlLinkedPages(
  crawl: Crawl,
  first: CrawledPage,
  request: CrawlRequest,
): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = []
  for (const url of listLinks(first)) {
    if (pages.length + 1 >= request.pages || crawl.isTimedOut()) break
    const seen = await tryVisit(crawl, url, ownUserAgent)
    if (seen === null) continue
    pages.push({ url, visit: seen, probes: [], browser: null, hasMarkdown: null })
    request.onPage?.(pages.length + 1)
  }
  return pages
}

/** Returns the pages of the same site in the order of their links. */
function listLinks({ visit: seen }: CrawledPage): string[] {
  if (!seen?.page) return []
  const base = new URL(seen.url)
  const urls = seen.page.anchors.flatMap(({ href }) => {
    if (!URL.canParse(href, seen.url)) return []
    const url = new URL(href, base)
    url.hash = ''
    const isOther = url.origin === base.origin && url.href !== base.href
    return isOther && !/\.(?!html?$|php$|aspx?$)[a-z0-9]{2,5}$/i.test(url.pathname) ? [url.href] : []
  })
  return [...new Set(urls)]
}

const sitemapUrl = (robots: Robots | undefined) =>
  robots?.kind === 'rules'
    ? robots.sitemaps.find((url) => /^https?:/i.test(url) && URL.canParse(url))
    : undefined

async function fetchFile(crawl: Crawl, url: string): Promise<FetchedFile | null> {
  if (crawl.isTimedOut() || !(await isAllowed(crawl, url).catch(() => false))) return null
  const headers = { 'user-agent': ownUserAgent, accept: '*/*' }
  const fetched = await crawl.fetch(url, { headers, maxBytes: 262_144, maxRedirects: 5 })
  if (fetched.outcome === 'failed') return null
  const { status, headers: responseHeaders, body } = fetched
  return { url, status, type: responseHeaders['content-type'] ?? '', text: body.toString('utf8') }
}
