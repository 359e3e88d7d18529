/** Whether the search crawlers of the platforms can read the requested page: what robots.txt says, and what the site answers. */
import { z } from 'zod'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { describeRule, describeUnreachable, findRobotsVerdict, listRobots } from './checks/access.ts'
import { type AgentRules, scoredAgents } from './site/ai-agents.ts'
import type { CrawledPage, CrawledSite, CrawlResult } from './site/crawl-result.ts'

/** The platforms whose answers use pages that a crawler has read. */
const platformsOf: Record<string, readonly Platform[]> = {
  'OAI-SearchBot': ['chatgpt'],
  'Claude-SearchBot': ['claude'],
  PerplexityBot: ['perplexity'],
  Googlebot: ['gemini', 'google_ai_overview', 'google_ai_mode'],
  Bingbot: ['copilot'],
}

export const Crawler = z.object({
  token: z.string().describe('Name of the crawler in robots.txt.'),
  platforms: z.array(z.enum(platforms)).describe('Platforms whose answers use the pages that it reads.'),
  access: z
    .enum(['allowed', 'blocked', 'refused', 'unknown'])
    .describe(
      '`blocked`: by robots.txt. `refused`: the site does not answer it with the page. `unknown`: robots.txt was not requested.',
    ),
  detail: localizedText().nullable().describe('The rule or the response; null if it is allowed.'),
})

type CrawlerRecord = z.input<typeof Crawler>

export const listCrawlers = (crawl: CrawlResult): CrawlerRecord[] =>
  scoredAgents('search').map((agent) => ({
    token: agent.token,
    platforms: [...(platformsOf[agent.token] ?? [])],
    ...getAccess(agent, crawl),
  }))

function getAccess(
  { token }: AgentRules,
  { pages, site }: CrawlResult,
): Pick<CrawlerRecord, 'access' | 'detail'> {
  const [page] = pages
  const fetched = page ? listRobots(page, site) : []
  if (!page || fetched.length === 0) return { access: 'unknown', detail: null }
  const unreachable = fetched.find(({ robots }) => robots.kind === 'unreachable')
  if (unreachable) return { access: 'refused', detail: describeUnreachable(unreachable) }
  const verdict = findRobotsVerdict(fetched, token)
  if (verdict) return { access: 'blocked', detail: describeRule(token, verdict) }
  const probe = page.probes.find((each) => each.token === token)
  if (!probe || probe.response?.status === 200) return { access: 'allowed', detail: null }
  return {
    access: 'refused',
    detail: probe.response
      ? message('audits.access.botStatusStatus', { bot: token, status: probe.response.status })
      : message('audits.access.botNoResponseFailure', { bot: token, failure: probe.failure ?? '' }),
  }
}

export function listRobotsRules(
  page: CrawledPage,
  site: CrawledSite,
): { agent: string; is_allowed: boolean }[] {
  const fetched = listRobots(page, site)
  if (fetched.length === 0) return []
  return [...scoredAgents('search'), ...scoredAgents('user')].map(({ token }) => ({
    agent: token,
    is_allowed: findRobotsVerdict(fetched, token) === undefined,
  }))
}
