/**
 * Looks at a page and its site: robots.txt first, then the page as our own agent, as a browser and as the bots that
 * answer engines send, then what else a site may offer. Asks one thing after the other; everything together has a limit.
 */

import { version } from '../core/version.ts'
import type { FetchFailure, FetchOptions, FetchResult } from '../net/guarded-fetch.ts'
import { type Agent, aiAgents } from './ai-agents.ts'
import type {
  Answer,
  CrawledPage,
  CrawlResult,
  PageVisit,
  Probe,
  Redirect,
  SeenFile,
  SeenRobots,
} from './crawl-result.ts'
import { openPageParser, type PageParser } from './page-parser.ts'
import { checkRobots, mostRobotsBytes, parseRobots, type Robots } from './robots.ts'

export type Web = (url: string, options: FetchOptions) => Promise<FetchResult>

export type CrawlLimits = {
  /** Of one request, and of everything together. */
  requestMs: number
  totalMs: number
  /** For making sense of one page. */
  readMs: number
  pageBytes: number
}

export const lookLimits: CrawlLimits = {
  requestMs: 12_000,
  totalMs: 60_000,
  readMs: 5_000,
  pageBytes: 3 * 1_048_576,
}

/** How we call ourselves; robots.txt is read under the first word of it. */
export const ownAgent = 'Ansight'
const ownUserAgent = `${ownAgent}/${version} (site audit)`
const browserUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const mostRedirects = 10

/** The site gave nothing that could be audited. The message is for the person who asked. */
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

/** Throws `NotAuditable`, and the reason of `signal` when that is aborted. */
export async function crawlSite(
  web: Web,
  order: CrawlRequest,
  limits: CrawlLimits = lookLimits,
): Promise<CrawlResult> {
  const deadline = AbortSignal.timeout(limits.totalMs)
  const reader = openPageParser({ timeoutMs: limits.readMs })
  const looking: Looking = {
    web: async (url, options) => {
      const signal = AbortSignal.any([order.signal, deadline])
      const fetched = await web(url, { timeoutMs: limits.requestMs, ...options, signal })
      order.signal.throwIfAborted()
      return fetched
    },
    reader,
    limits,
    signal: order.signal,
    isLate: () => deadline.aborted,
    robots: new Map(),
  }
  try {
    const first = await lookAtFirst(looking, order.url)
    order.onPage?.(1)
    const pages = [first, ...(await lookAtOthers(looking, first, order))]
    const origin = new URL(first.visit?.url ?? first.url).origin
    const sitemap = sitemapOf(looking.robots.get(origin)?.robots) ?? `${origin}/sitemap.xml`
    const site = {
      robots: looking.robots,
      llmsTxt: await fileAt(looking, `${origin}/llms.txt`),
      sitemap: await fileAt(looking, sitemap),
    }
    return { site, pages, now: order.now }
  } finally {
    await reader.close()
  }
}

type Looking = {
  web: Web
  reader: PageParser
  limits: CrawlLimits
  signal: AbortSignal
  isLate(): boolean
  robots: Map<string, SeenRobots>
}

async function lookAtFirst(looking: Looking, url: string): Promise<CrawledPage> {
  const own = await visit(looking, url, ownUserAgent)
  const seen: CrawledPage = { url, visit: own, probes: [], browser: null, hasMarkdown: null }
  // What took too much once would do so again for every bot.
  if (own === null || own.endless || (own.isHtml && own.page === null)) return seen
  const asBrowser = await tryVisit(looking, own.url, browserUserAgent)
  const browser = asBrowser && answerOf(asBrowser)
  const best =
    own.status !== 200 && asBrowser?.status === 200 ? { ...asBrowser, redirects: own.redirects } : own
  const probes: Probe[] = []
  if (asBrowser?.status === 200)
    for (const agent of aiAgents) {
      const probe = await probeAs(looking, own.url, agent)
      if (probe) probes.push(probe)
    }
  return { ...seen, visit: best, browser, probes, hasMarkdown: await asksForMarkdown(looking, best.url) }
}

/** Null when robots.txt keeps us out of the page, or of one that it redirects to. */
async function visit(looking: Looking, url: string, userAgent: string): Promise<PageVisit | null> {
  const redirects: Redirect[] = []
  for (let at = url; ; ) {
    if (!(await mayRead(looking, at))) return null
    const fetched = await looking.web(at, {
      headers: { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' },
      maxBytes: looking.limits.pageBytes,
      onOverflow: 'truncate',
    })
    if (fetched.outcome === 'failed') throw new NotAuditableError(inWords(fetched.kind, at))
    const next = redirectOf(fetched)
    if (next === null) return visitOf(looking, fetched, redirects)
    redirects.push({ url: at, status: fetched.status })
    const endless = redirects.length > mostRedirects || redirects.some((each) => each.url === next)
    if (endless) return { ...(await visitOf(looking, fetched, redirects)), endless: true }
    at = next
  }
}

/** What gives no answer here takes nothing from what is known already. */
async function tryVisit(looking: Looking, url: string, userAgent: string): Promise<PageVisit | null> {
  try {
    return looking.isLate() ? null : await visit(looking, url, userAgent)
  } catch (error) {
    if (error instanceof NotAuditableError) return null
    throw error
  }
}

type Answered = Extract<FetchResult, { outcome: 'answered' }>

async function visitOf(looking: Looking, fetched: Answered, redirects: Redirect[]): Promise<PageVisit> {
  const { url, status, body, isTruncated: isCut, firstByteMs, headers } = fetched
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
    isCut,
    firstByteMs,
    isHtml,
    page: isHtml ? await looking.reader.read(body, charset, looking.signal) : null,
  }
}

const isMarkup = (body: Buffer) =>
  /^\s*<(!doctype html|html|head|body)/i.test(body.toString('latin1', 0, 1_000))

function redirectOf({ url, status, headers: { location } }: Answered): string | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null
  if (location === undefined || !URL.canParse(location, url)) return null
  return new URL(location, url).href
}

const answerOf = ({ status, page }: PageVisit): Answer => ({ status, letters: page?.letters.all ?? 0 })

/** Null for an agent that has no user agent to ask with, or that robots.txt keeps out anyway. */
async function probeAs(looking: Looking, url: string, agent: Agent): Promise<Probe | null> {
  if (agent.probe === undefined || looking.isLate()) return null
  const robots = looking.robots.get(new URL(url).origin)
  if (robots && !checkRobots(robots.robots, agent.token, url).allowed) return null
  const { limits } = looking
  const headers = { 'user-agent': agent.probe, accept: '*/*' }
  const fetched = await looking.web(url, {
    headers,
    maxBytes: limits.pageBytes,
    onOverflow: 'truncate',
    maxRedirects: 5,
  })
  if (fetched.outcome === 'failed')
    return looking.isLate() ? null : { token: agent.token, answer: null, failure: fetched.kind }
  return { token: agent.token, answer: answerOf(await visitOf(looking, fetched, [])), failure: null }
}

async function asksForMarkdown(looking: Looking, url: string): Promise<boolean | null> {
  if (looking.isLate()) return null
  const headers = { 'user-agent': ownUserAgent, accept: 'text/markdown' }
  const fetched = await looking.web(url, {
    headers,
    maxBytes: 65_536,
    onOverflow: 'truncate',
    maxRedirects: 2,
  })
  if (fetched.outcome === 'failed') return null
  return fetched.status === 200 && /^text\/markdown\b/i.test(fetched.headers['content-type'] ?? '')
}

async function lookAtOthers(
  looking: Looking,
  first: CrawledPage,
  order: CrawlRequest,
): Promise<CrawledPage[]> {
  const pages: CrawledPage[] = []
  for (const url of linksFrom(first)) {
    if (pages.length + 1 >= order.pages || looking.isLate()) break
    const seen = await tryVisit(looking, url, ownUserAgent)
    if (seen === null) continue
    pages.push({ url, visit: seen, probes: [], browser: null, hasMarkdown: null })
    order.onPage?.(pages.length + 1)
  }
  return pages
}

/** Pages of the same site in the order they are linked. */
function linksFrom({ visit: seen }: CrawledPage): string[] {
  if (!seen?.page) return []
  const base = new URL(seen.url)
  const found = seen.page.anchors.flatMap(({ href }) => {
    if (!URL.canParse(href, seen.url)) return []
    const url = new URL(href, base)
    url.hash = ''
    const isOther = url.origin === base.origin && url.href !== base.href
    return isOther && !/\.(?!html?$|php$|aspx?$)[a-z0-9]{2,5}$/i.test(url.pathname) ? [url.href] : []
  })
  return [...new Set(found)]
}

async function mayRead(looking: Looking, url: string): Promise<boolean> {
  const { robots } = await robotsAt(looking, url)
  return checkRobots(robots, ownAgent, url).allowed
}

async function robotsAt(looking: Looking, pageUrl: string): Promise<SeenRobots> {
  if (!/^https?:$/.test(new URL(pageUrl).protocol))
    throw new NotAuditableError(inWords('unsafe_url', pageUrl))
  const { origin } = new URL(pageUrl)
  const known = looking.robots.get(origin)
  if (known) return known
  const url = `${origin}/robots.txt`
  const headers = { 'user-agent': ownUserAgent, accept: 'text/plain,*/*;q=0.5' }
  const fetched = await looking.web(url, {
    headers,
    maxBytes: mostRobotsBytes,
    onOverflow: 'truncate',
    maxRedirects: 5,
  })
  if (fetched.outcome === 'failed' && hopeless.has(fetched.kind))
    throw new NotAuditableError(inWords(fetched.kind, url))
  const seen = {
    robots: robotsIn(fetched),
    url,
    status: fetched.outcome === 'failed' ? null : fetched.status,
  }
  looking.robots.set(origin, seen)
  return seen
}

/** What will be no better for the page itself. */
const hopeless: ReadonlySet<FetchFailure> = new Set<FetchFailure>([
  'unsafe_url',
  'dns',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'aborted',
])

/** RFC 9309, 2.3.1. */
function robotsIn(fetched: FetchResult): Robots {
  if (fetched.outcome === 'failed' || fetched.status >= 500 || fetched.status === 429)
    return { kind: 'unreachable' }
  if (fetched.status !== 200) return { kind: 'absent' }
  return parseRobots(fetched.body.toString('utf8'))
}

const sitemapOf = (robots: Robots | undefined) =>
  robots?.kind === 'rules'
    ? robots.sitemaps.find((url) => /^https?:/i.test(url) && URL.canParse(url))
    : undefined

async function fileAt(looking: Looking, url: string): Promise<SeenFile | null> {
  if (looking.isLate() || !(await mayRead(looking, url).catch(() => false))) return null
  const headers = { 'user-agent': ownUserAgent, accept: '*/*' }
  const fetched = await looking.web(url, {
    headers,
    maxBytes: 262_144,
    onOverflow: 'truncate',
    maxRedirects: 5,
  })
  if (fetched.outcome === 'failed') return null
  const { status, headers: sent, body } = fetched
  return { url, status, type: sent['content-type'] ?? '', text: body.toString('utf8') }
}

const words: Record<FetchFailure, string> = {
  unsafe_url: 'leads to an address that is not public',
  dns: 'has a name that could not be resolved',
  refused: 'refused the connection',
  unreachable: 'could not be reached',
  tls: 'has no valid certificate',
  timeout: 'did not answer in time',
  cut: 'broke off its answer',
  bad_response: 'answered with something that is not HTTP',
  too_large: 'answered with headers that are too large',
  too_many_redirects: 'redirected too often',
  aborted: 'did not answer in time',
}

const inWords = (kind: FetchFailure, url: string) => `${new URL(url).host} ${words[kind]}.`
