/**
 * Crawls a page and its site: robots.txt first, then the page with our own user agent, as a browser and as the crawlers
 * of AI engines, then llms.txt and the sitemap. Requests are sequential, with a total time limit.
 */

import { version } from '../../core/version.ts'
import type { FetchFailure, FetchOptions, FetchResult } from '../../net/guarded-fetch.ts'
import { openPageParser, type PageParser } from '../page-parser.ts'
import { type Agent, aiAgents } from './ai-agents.ts'
import type {
  CrawledPage,
  CrawlResult,
  FetchedFile,
  FetchedRobots,
  PageResponse,
  PageVisit,
  Probe,
  Redirect,
} from './crawl-result.ts'
import { checkRobots, maxRobotsBytes, parseRobots, type Robots } from './robots.ts'

export type Fetch = (url: string, options: FetchOptions) => Promise<FetchResult>

export type CrawlLimits = {
  /** The limits of one request and of the whole crawl. */
  requestMs: number
  totalMs: number
  /** The limit for parsing one page. */
  parseMs: number
  pageBytes: number
}

export const defaultLimits: CrawlLimits = {
  requestMs: 12_000,
  totalMs: 60_000,
  parseMs: 5_000,
  pageBytes: 3 * 1_048_576,
}

/** Our agent name, under which robots.txt is evaluated. */
export const ownAgent = 'Ansight'
const ownUserAgent = `${ownAgent}/${version} (site audit)`
const browserUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const maxRedirects = 10

/** The site cannot be audited. The message is shown to the user. */
export class NotAuditableError extends Error {
  override name = 'NotAuditable'
}

export type CrawlRequest = {
  url: string
  pages: number
  now: Date
  signal: AbortSignal
  onPage?(done: number): void
}

/** Throws `NotAuditableError`, and the reason of `signal` when that is aborted. */
export async function crawlSite(
  fetch: Fetch,
  request: CrawlRequest,
  limits: CrawlLimits = defaultLimits,
): Promise<CrawlResult> {
  const deadline = AbortSignal.timeout(limits.totalMs)
  const parser = openPageParser({ timeoutMs: limits.parseMs })
  const crawl: Crawl = {
    fetch: async (url, options) => {
      const signal = AbortSignal.any([request.signal, deadline])
      const fetched = await fetch(url, { timeoutMs: limits.requestMs, ...options, signal })
      request.signal.throwIfAborted()
      return fetched
    },
    parser,
    limits,
    signal: request.signal,
    isTimedOut: () => deadline.aborted,
    robots: new Map(),
  }
  try {
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
  } finally {
    await parser.close()
  }
}

type Crawl = {
  fetch: Fetch
  parser: PageParser
  limits: CrawlLimits
  signal: AbortSignal
  isTimedOut(): boolean
  robots: Map<string, FetchedRobots>
}

async function crawlFirstPage(crawl: Crawl, url: string): Promise<CrawledPage> {
  const visited = await visit(crawl, url, ownUserAgent)
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

/** Returns null when robots.txt disallows the page or one that it redirects to. */
async function visit(crawl: Crawl, url: string, userAgent: string): Promise<PageVisit | null> {
  const redirects: Redirect[] = []
  for (let currentUrl = url; ; ) {
    if (!(await isAllowed(crawl, currentUrl))) return null
    const fetched = await crawl.fetch(currentUrl, {
      headers: { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      maxBytes: crawl.limits.pageBytes,
      onOverflow: 'truncate',
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
async function tryVisit(crawl: Crawl, url: string, userAgent: string): Promise<PageVisit | null> {
  try {
    return crawl.isTimedOut() ? null : await visit(crawl, url, userAgent)
  } catch (error) {
    if (error instanceof NotAuditableError) return null
    throw error
  }
}

type FetchedResponse = Extract<FetchResult, { outcome: 'answered' }>

async function toVisit(crawl: Crawl, fetched: FetchedResponse, redirects: Redirect[]): Promise<PageVisit> {
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
    page: isHtml ? await crawl.parser.read(body, charset, crawl.signal) : null,
  }
}

const isMarkup = (body: Buffer) =>
  /^\s*<(!doctype html|html|head|body)/i.test(body.toString('latin1', 0, 1_000))

function redirectTarget({ url, status, headers: { location } }: FetchedResponse): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null
  if (location === undefined || !URL.canParse(location, url)) return null
  return new URL(location, url).href
}

const toResponse = ({ status, page }: PageVisit): PageResponse => ({
  status,
  letters: page?.letters.all ?? 0,
})

/** Returns null for an agent without a user agent, or one that robots.txt disallows. */
async function probeAs(crawl: Crawl, url: string, agent: Agent): Promise<Probe | null> {
  if (agent.probe === undefined || crawl.isTimedOut()) return null
  const robots = crawl.robots.get(new URL(url).origin)
  if (robots && !checkRobots(robots.robots, agent.token, url).allowed) return null
  const { limits } = crawl
  const headers = { 'user-agent': agent.probe, accept: '*/*' }
  const fetched = await crawl.fetch(url, {
    headers,
    maxBytes: limits.pageBytes,
    onOverflow: 'truncate',
    maxRedirects: 5,
  })
  if (fetched.outcome === 'failed')
    return crawl.isTimedOut() ? null : { token: agent.token, response: null, failure: fetched.kind }
  return { token: agent.token, response: toResponse(await toVisit(crawl, fetched, [])), failure: null }
}

async function offersMarkdown(crawl: Crawl, url: string): Promise<boolean | null> {
  if (crawl.isTimedOut()) return null
  const headers = { 'user-agent': ownUserAgent, accept: 'text/markdown' }
  const fetched = await crawl.fetch(url, {
    headers,
    maxBytes: 65_536,
    onOverflow: 'truncate',
    maxRedirects: 2,
  })
  if (fetched.outcome === 'failed') return null
  return fetched.status === 200 && /^text\/markdown\b/i.test(fetched.headers['content-type'] ?? '')
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

async function isAllowed(crawl: Crawl, url: string): Promise<boolean> {
  const { robots } = await fetchRobots(crawl, url)
  return checkRobots(robots, ownAgent, url).allowed
}

async function fetchRobots(crawl: Crawl, pageUrl: string): Promise<FetchedRobots> {
  if (!/^https?:$/.test(new URL(pageUrl).protocol))
    throw new NotAuditableError(failureMessage('unsafe_url', pageUrl))
  const { origin } = new URL(pageUrl)
  const cached = crawl.robots.get(origin)
  if (cached) return cached
  const url = `${origin}/robots.txt`
  const headers = { 'user-agent': ownUserAgent, accept: 'text/plain,*/*;q=0.5' }
  const fetched = await crawl.fetch(url, {
    headers,
    maxBytes: maxRobotsBytes,
    onOverflow: 'truncate',
    maxRedirects: 5,
  })
  if (fetched.outcome === 'failed' && fatalFailures.has(fetched.kind))
    throw new NotAuditableError(failureMessage(fetched.kind, url))
  const seen = {
    robots: robotsFrom(fetched),
    url,
    status: fetched.outcome === 'failed' ? null : fetched.status,
  }
  crawl.robots.set(origin, seen)
  return seen
}

/** Failures that would also affect the page itself. */
const fatalFailures: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'unsafe_url',
  'dns',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'aborted',
])

/** RFC 9309, 2.3.1. */
function robotsFrom(fetched: FetchResult): Robots {
  if (fetched.outcome === 'failed' || fetched.status >= 500 || fetched.status === 429)
    return { kind: 'unreachable' }
  if (fetched.status !== 200) return { kind: 'absent' }
  return parseRobots(fetched.body.toString('utf8'))
}

const sitemapUrl = (robots: Robots | undefined) =>
  robots?.kind === 'rules'
    ? robots.sitemaps.find((url) => /^https?:/i.test(url) && URL.canParse(url))
    : undefined

async function fetchFile(crawl: Crawl, url: string): Promise<FetchedFile | null> {
  if (crawl.isTimedOut() || !(await isAllowed(crawl, url).catch(() => false))) return null
  const headers = { 'user-agent': ownUserAgent, accept: '*/*' }
  const fetched = await crawl.fetch(url, {
    headers,
    maxBytes: 262_144,
    onOverflow: 'truncate',
    maxRedirects: 5,
  })
  if (fetched.outcome === 'failed') return null
  const { status, headers: responseHeaders, body } = fetched
  return { url, status, type: responseHeaders['content-type'] ?? '', text: body.toString('utf8') }
}

const failureMessages: Record<FetchFailure, string> = {
  unsafe_url: 'resolves to an address that is not public',
  dns: 'could not be resolved',
  refused: 'refused the connection',
  unreachable: 'is unreachable',
  tls: 'has no valid certificate',
  timeout: 'did not respond in time',
  cut: 'closed the connection before the response was complete',
  bad_response: 'sent a response that is not HTTP',
  too_large: 'sent response headers that are too large',
  too_many_redirects: 'redirected too often',
  aborted: 'did not respond in time',
}

const failureMessage = (kind: FetchFailure, url: string) => `${new URL(url).host} ${failureMessages[kind]}.`
