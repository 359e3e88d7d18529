/** Checks that users ask about but that have no measured effect. */

import { type Message, message } from '../../languages/message.ts'
import { aiAgents } from '../ai-agents.ts'
import {
  contentCheck,
  joinClauses,
  notApplicable,
  type PageCheck,
  partial,
  passed,
  siteCheck,
} from '../finding.ts'
import { checkRobots } from '../robots.ts'

export const extrasChecks: Record<string, PageCheck> = {
  'training-bots': siteCheck(({ url, visit }, { site }) => {
    const pageUrl = visit?.url ?? url
    const robots = site.robots.get(new URL(pageUrl).origin)?.robots
    if (!robots) return notApplicable(message('audits.general.robotsTxtWasNotRequested'))
    const training = aiAgents.filter(({ role }) => role === 'training')
    const blocked = training.filter(({ token }) => !checkRobots(robots, token, pageUrl).allowed)
    if (blocked.length === 0) return notApplicable(message('audits.extras.allAreAllowed'))
    return notApplicable(
      message('audits.extras.disallowedBots', { bots: blocked.map(({ token }) => token).join(', ') }),
    )
  }),

  'structured-data': contentCheck(({ structuredData: { blocks, broken, types } }) => {
    if (blocks === 0) return notApplicable(message('audits.extras.thereIsNoJSONLD'))
    if (broken > 0) return partial(message('audits.extras.brokenOfBlocksOfJSONLD', { broken, blocks }))
    const [first, ...rest] = [...new Set(types)]
    return first === undefined
      ? partial(message('audits.extras.jsonLDWithoutAType'))
      : passed([first, ...rest].slice(0, 8).join(', '))
  }),

  'llms-txt': siteCheck((_page, { site: { llmsTxt: file } }) => {
    if (file === null || (file.status >= 400 && file.status < 500))
      return notApplicable(message('audits.extras.thereIsNone'))
    if (file.status !== 200)
      return partial(message('audits.extras.urlReturnsStatusStatus', { url: file.url, status: file.status }))
    if (/^text\/html\b/i.test(file.type))
      return notApplicable(message('audits.extras.anHTMLPageIsReturnedInstead'))
    const faults = findFaults(file.text)
    return faults.length === 0 ? passed(file.url) : partial(joinClauses(faults))
  }),

  sitemap: siteCheck((_page, { site: { sitemap: file } }) => {
    if (file === null || file.status !== 200) return notApplicable(message('audits.extras.noneWasFound'))
    return /<(urlset|sitemapindex)\b/.test(file.text) || /\.(gz|txt)$/.test(file.url)
      ? passed(file.url)
      : partial(message('audits.extras.urlIsNotASitemap', { url: file.url }))
  }),

  markdown: siteCheck(({ hasMarkdown }) => {
    if (hasMarkdown === null) return notApplicable(message('audits.extras.notRequested'))
    return hasMarkdown
      ? passed(message('audits.extras.theServerReturnsMarkdownOnRequest'))
      : notApplicable(message('audits.extras.notOffered'))
  }),
}

/** Lists deviations from the format of https://llmstxt.org: a single h1 first, and a list of links below each h2. */
function findFaults(text: string): Message[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const headings = lines.filter((line) => /^#{1,6}\s/.test(line))
  const lists = lines.slice(lines.findIndex((line) => /^##\s/.test(line)) + 1)
  const hasLists = headings.some((line) => /^##\s/.test(line))
  const entriesWithoutLink = hasLists
    ? lists.filter((line) => /^[-*]\s/.test(line) && !/^[-*]\s+\[[^\]]+\]\([^)]+\)/.test(line))
    : []
  return [
    ...(/^#\s+\S/.test(lines[0] ?? '') ? [] : [message('audits.extras.itDoesNotStartWithAnd')]),
    ...(headings.filter((line) => /^#\s/.test(line)).length > 1
      ? [message('audits.extras.moreThanOneLineStartsWith')]
      : []),
    ...(headings.some((line) => /^#{3,}\s/.test(line)) ? [message('audits.extras.headingsDeeperThan')] : []),
    ...(entriesWithoutLink.length > 0
      ? [message('audits.extras.entriesWithoutALink', { entries: entriesWithoutLink.length })]
      : []),
  ]
}
