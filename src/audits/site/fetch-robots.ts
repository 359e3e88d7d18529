import type { FetchFailure } from '../../net/fetch-failure.ts'
import { ownAgent } from '../own-agent.ts'
import { checkRobots, maxRobotsBytes, readRobots } from '../robots.ts'
import type { FetchedRobots } from './crawl-result.ts'
import { type Crawl, ownUserAgent } from './crawl-session.ts'
import { failureMessage, NotAuditableError } from './not-auditable.ts'

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
  const fetched = await crawl.fetch(url, { headers, maxBytes: maxRobotsBytes, maxRedirects: 5 })
  if (fetched.outcome === 'failed' && fatalFailures.has(fetched.kind))
    throw new NotAuditableError(failureMessage(fetched.kind, url))
  const seen = {
    robots: readRobots(fetched),
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
