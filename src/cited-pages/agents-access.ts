/** AI agents that a site excludes from a page, by robots.txt or by directives in the response or the page. */
import { aiAgents } from '../audits/ai-agents.ts'
import { checkRobots, type Robots } from '../audits/robots.ts'
import { listDirectives } from '../audits/robots-directives.ts'
import type { PageContent } from './page-fields.ts'

/** Returns the names of the agents that must not read or use the page. */
export const listBlockedAgents = (
  url: string,
  robots: Robots,
  robotsTags: readonly string[],
  metas: PageContent['metas'],
): string[] =>
  aiAgents
    .map(({ token }) => token)
    .filter(
      (token) =>
        !checkRobots(robots, token, url).allowed ||
        listDirectives(robotsTags, metas, token).some(({ term }) => /^(noindex|none|noai)$/.test(term)),
    )
