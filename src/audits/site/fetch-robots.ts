import type { FetchFailure } from '../../net/fetch-failure.ts'
import type { FetchResult } from '../../net/guarded-fetch.ts'
import type { FetchedRobots } from './crawl-result.ts'
import { type Crawl, ownAgent, ownUserAgent } from './crawl-session.ts'
import { failureMessage, NotAuditableError } from './not-auditable.ts'
import { checkRobots, maxRobotsBytes, parseRobots, type Robots } from './robots.ts'

/** Reports whether robots.txt allows our agent to fetch the URL. */
export async function isAllowed(crawl: Crawl, url: string): Promise<boolean> {
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

/** Returns the rules that follow from the response (RFC 9309, 2.3.1). */
function robotsFrom(fetched: FetchResult): Robots {
  if (fetched.outcome === 'failed' || fetched.status >= 500 || fetched.status === 429)
    return { kind: 'unreachable' }
  if (fetched.status !== 200) return { kind: 'absent' }
  return parseRobots(fetched.body.toString('utf8'))
}
