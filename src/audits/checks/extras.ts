/** Checks that users ask about but that have no measured effect. */

import { type Message, message } from '../../languages/message.ts'
import {
  type Check,
  contentCheck,
  joinClauses,
  notApplicable,
  partial,
  passed,
  siteCheck,
} from '../finding.ts'
import { aiAgents } from '../site/ai-agents.ts'
import { checkRobots } from '../site/robots.ts'

export const extrasChecks: Record<string, Check> = {
  'training-bots': siteCheck(({ url, visit }, { site }) => {
    const pageUrl = visit?.url ?? url
    const robots = site.robots.get(new URL(pageUrl).origin)?.robots
    if (!robots) return notApplicable(message('robots.txt was not requested.'))
    const training = aiAgents.filter(({ role }) => role === 'training')
    const blocked = training.filter(({ token }) => !checkRobots(robots, token, pageUrl).allowed)
    if (blocked.length === 0) return notApplicable(message('All are allowed.'))
    return notApplicable(
      message('Disallowed: {bots}.', { bots: blocked.map(({ token }) => token).join(', ') }),
    )
  }),

  'structured-data': contentCheck(({ structuredData: { blocks, broken, types } }) => {
    if (blocks === 0) return notApplicable(message('There is no JSON-LD'))
    if (broken > 0)
      return partial(
        message(
          '{broken, number} of {blocks, plural, one {# block} other {# blocks}} of JSON-LD is invalid JSON',
          { broken, blocks },
        ),
      )
    const [first, ...rest] = [...new Set(types)]
    return first === undefined
      ? partial(message('JSON-LD without a type'))
      : passed([first, ...rest].slice(0, 8).join(', '))
  }),

  'llms-txt': siteCheck((_page, { site: { llmsTxt: file } }) => {
    if (file === null || (file.status >= 400 && file.status < 500))
      return notApplicable(message('There is none'))
    if (file.status !== 200)
      return partial(message('{url} returns status {status}', { url: file.url, status: file.status }))
    if (/^text\/html\b/i.test(file.type)) return notApplicable(message('An HTML page is returned instead'))
    const faults = findFaults(file.text)
    return faults.length === 0 ? passed(file.url) : partial(joinClauses(faults))
  }),

  sitemap: siteCheck((_page, { site: { sitemap: file } }) => {
    if (file === null || file.status !== 200) return notApplicable(message('None was found'))
    return /<(urlset|sitemapindex)\b/.test(file.text) || /\.(gz|txt)$/.test(file.url)
      ? passed(file.url)
      : partial(message('{url} is not a sitemap', { url: file.url }))
  }),

  markdown: siteCheck(({ hasMarkdown }) => {
    if (hasMarkdown === null) return notApplicable(message('Not requested'))
    return hasMarkdown
      ? passed(message('The server returns Markdown on request'))
      : notApplicable(message('Not offered'))
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
    ...(/^#\s+\S/.test(lines[0] ?? '') ? [] : [message('it does not start with # and a name')]),
    ...(headings.filter((line) => /^#\s/.test(line)).length > 1
      ? [message('more than one line starts with #')]
      : []),
    ...(headings.some((line) => /^#{3,}\s/.test(line)) ? [message('headings deeper than ##')] : []),
    ...(entriesWithoutLink.length > 0
      ? [
          message('{entries, plural, one {# entry} other {# entries}} without a link', {
            entries: entriesWithoutLink.length,
          }),
        ]
      : []),
  ]
}
