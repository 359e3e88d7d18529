/** Requests a page as the crawlers of AI engines do, and in their format. */
import type { AgentRules } from '../ai-agents.ts'
import { checkRobots } from '../robots.ts'
import type { Probe } from './crawl-result.ts'
import { type Crawl, ownUserAgent } from './crawl-session.ts'
import { toResponse, toVisit } from './visit-page.ts'

/** Returns null for an agent without a user agent, or one that robots.txt disallows. */
export async function probeAs(crawl: Crawl, url: string, agent: AgentRules): Promise<Probe | null> {
  if (agent.probe === undefined || crawl.isTimedOut()) return null
  const robots = crawl.robots.get(new URL(url).origin)
  if (robots && !checkRobots(robots.robots, agent.token, url).allowed) return null
  const { limits } = crawl
  const headers = { 'user-agent': agent.probe, accept: '*/*' }
  const fetched = await crawl.fetch(url, { headers, maxBytes: limits.pageBytes, maxRedirects: 5 })
  if (fetched.outcome === 'failed')
    return crawl.isTimedOut() ? null : { token: agent.token, response: null, failure: fetched.kind }
  return { token: agent.token, response: toResponse(await toVisit(crawl, fetched, [])), failure: null }
}

export async function offersMarkdown(crawl: Crawl, url: string): Promise<boolean | null> {
  if (crawl.isTimedOut()) return null
  const headers = { 'user-agent': ownUserAgent, accept: 'text/markdown' }
  const fetched = await crawl.fetch(url, { headers, maxBytes: 65_536, maxRedirects: 2 })
  if (fetched.outcome === 'failed') return null
  return fetched.status === 200 && /^text\/markdown\b/i.test(fetched.headers['content-type'] ?? '')
}
