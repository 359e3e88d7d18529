/**
 * The page's directives for bots, from X-Robots-Tag headers and robots meta elements, for all bots or a named one.
 * https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
import { type MessageOrText, message } from '../languages/message.ts'
import type { AuditedPage } from './page.ts'
import type { PageVisit } from './site/crawl-result.ts'

/** Where each directive was found, or null. */
export type RobotsDirectives = { noindex: MessageOrText | null; nosnippet: MessageOrText | null }

export function robotsDirectivesFor({ robotsTags, page }: PageVisit, agent: string): RobotsDirectives {
  const all = listDirectives(robotsTags, page?.metas ?? [], agent)
  const locate = (terms: RegExp): MessageOrText | null =>
    all.find(({ term }) => terms.test(term))?.location ?? null
  return {
    noindex: locate(/^(noindex|none)$/),
    nosnippet: locate(/^(nosnippet|max-snippet\s*:\s*0)$/),
  }
}

/** Lists the directives for an agent, from the lines of X-Robots-Tag and the meta elements of a page. */
export function listDirectives(
  robotsTags: readonly string[],
  metas: AuditedPage['metas'],
  agent: string,
): { term: string; location: MessageOrText }[] {
  const name = agent.toLowerCase()
  const inHeaders = robotsTags.flatMap(headerDirectives)
  const inPage = metas.flatMap(({ name: bot, content }) => splitTerms(content).map((term) => ({ bot, term })))
  return [
    ...inHeaders.map((each) => ({ ...each, location: 'X-Robots-Tag' })),
    ...inPage.map((each) => ({
      ...each,
      location: message('audits.robotsDirectives.theMetaElementName', { name: each.bot }),
    })),
  ].filter(({ bot }) => bot === 'robots' || bot === name)
}

/** Parses a line of X-Robots-Tag. In `otherbot: noindex, nofollow` the name applies to the rest of the line. */
function headerDirectives(line: string): { bot: string; term: string }[] {
  let bot = 'robots'
  return splitTerms(line).map((part) => {
    const match = part.match(/^([\w.-]+)\s*:(.*)/s)
    if (!match || directivesWithValue.test(match[1] ?? '')) return { bot, term: part }
    bot = match[1] ?? bot
    return { bot, term: match[2]?.trim() ?? '' }
  })
}

/** Directives that contain a colon themselves. */
const directivesWithValue = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/

const splitTerms = (text: string) =>
  text
    .toLowerCase()
    .split(',')
    .map((term) => term.trim())
