/** Can the page be fetched, and may it be used? */

import {
  type Check,
  contentCheck,
  type Finding,
  failed,
  finding,
  notApplicable,
  partial,
  passed,
  siteCheck,
} from '../finding.ts'
import { type Agent, scoredAgents } from '../site/ai-agents.ts'
import type { CrawledPage, CrawlResult, Probe } from '../site/crawl-result.ts'
import { checkRobots, type Verdict } from '../site/robots.ts'
import { type RobotsDirectives, robotsDirectivesFor } from '../site/robots-directives.ts'

export const accessChecks: Record<string, Check> = {
  reachable: ({ visit, browser }) => {
    if (visit === null) return notApplicable('Not requested: robots.txt disallows our agent.')
    if (visit.endless) return failed('It redirects in a loop.')
    if (visit.status === 200) return passed(`Status 200 at ${visit.url}`)
    const asBrowser = browser ? `, ${browser.status} when requested as a browser` : ''
    return failed(`Status ${visit.status}${asBrowser}, at ${visit.url}`)
  },

  html: ({ visit }) => {
    if (visit === null || visit.status !== 200) return notApplicable('There is no page to check.')
    if (!visit.isHtml) return failed(`Content type ${visit.type === '' ? 'not given' : visit.type}`)
    if (visit.page === null) return failed('The HTML is nested too deeply to be parsed.')
    return passed(visit.type === '' ? 'HTML, but without a content type' : visit.type)
  },

  redirects: ({ visit }) => {
    if (visit === null) return notApplicable('Not requested: robots.txt disallows our agent.')
    const { redirects, url, endless } = visit
    if (redirects.length === 0) return passed('No redirect')
    const chain = [...redirects.map((each) => `${each.status} ${each.url}`), url].slice(0, 6).join(' → ')
    if (endless) return failed(`A loop, or more than 10 redirects: ${chain}`)
    if (redirects.length === 1) return passed(`One redirect: ${chain}`)
    return finding(redirects.length <= 3 ? 0.5 : 0, `${redirects.length} redirects: ${chain}`)
  },

  'robots-search': (page, fetched) => checkRole('search', page, fetched),
  'robots-fetch': (page, fetched) => checkRole('user', page, fetched),

  indexable: withDirectives((directives, name) =>
    directives.noindex ? `${name}: noindex in ${directives.noindex}` : null,
  ),
  snippets: withDirectives((directives, name) =>
    directives.nosnippet ? `${name}: no snippet allowed by ${directives.nosnippet}` : null,
  ),

  'bot-parity': siteCheck(({ browser, probes }) => {
    if (browser === null || browser.status !== 200)
      return notApplicable('There is no browser response to compare with.')
    const answered = probes.filter(
      ({ response: answer, failure }) => answer?.status !== 429 && failure !== 'timeout',
    )
    if (answered.length === 0) return notApplicable('No bot could be probed.')
    const different = answered.filter((probe) => !isSameContent(probe, browser.letters))
    const evidence = answered
      .map((probe) => `${probe.token}: ${describeResponse(probe, browser.letters)}`)
      .join('; ')
    return finding(1 - different.length / answered.length, `A browser gets status 200. ${evidence}.`)
  }),

  canonical: contentCheck(({ links }, { url }) => {
    const hrefs = links.filter(({ rel }) => rel.split(/\s+/).includes('canonical')).map(({ href }) => href)
    const [href] = hrefs
    if (href === undefined) return notApplicable('There is no canonical link.')
    if (hrefs.length > 1) return partial(`${hrefs.length} canonical links`)
    if (!URL.canParse(href, url)) return partial(`The canonical link is not a URL: ${href.slice(0, 100)}`)
    const canonical = new URL(href, url)
    if (normalizeUrl(canonical) === normalizeUrl(new URL(url))) return passed(canonical.href)
    return failed(`The canonical URL is ${canonical.href}`)
  }),

  'response-time': ({ visit }) => {
    if (visit === null) return notApplicable('Not requested: robots.txt disallows our agent.')
    const seconds = `First byte after ${(visit.firstByteMs / 1_000).toFixed(2)} s, measured once from this server`
    if (visit.firstByteMs <= 1_000) return passed(seconds)
    return finding(visit.firstByteMs <= 3_000 ? 0.5 : 0, seconds)
  },
}

function checkRole(role: 'search' | 'user', page: CrawledPage, { site }: CrawlResult): Finding {
  const urls = [...new Set([page.url, page.visit?.url ?? page.url])]
  const fetched = urls.flatMap((pageUrl) => {
    const known = site.robots.get(new URL(pageUrl).origin)
    return known ? [{ pageUrl, ...known }] : []
  })
  const [last] = fetched.toReversed()
  if (last === undefined) return notApplicable('robots.txt was not requested.')
  if (last.robots.kind === 'absent') return passed(`No robots.txt (status ${last.status}): all are allowed.`)
  if (fetched.some(({ robots }) => robots.kind === 'unreachable'))
    return failed(
      `${last.url} ${last.status === null ? 'did not respond' : `returns status ${last.status}`}: bots then do not crawl the site.`,
    )
  const verdicts = scoredAgents(role).map((agent) => ({
    agent,
    verdict: fetched
      .map(({ robots, pageUrl }) => checkRobots(robots, agent.token, pageUrl))
      .find(({ allowed }) => !allowed),
  }))
  const blocked = verdicts.filter(({ verdict }) => verdict !== undefined)
  if (blocked.length === 0) return passed(`Allowed: ${listTokens(scoredAgents(role))}`)
  const evidence = blocked.map(({ agent, verdict }) => `${agent.token} (${describeRule(verdict)})`).join(', ')
  return finding(1 - blocked.length / verdicts.length, `Disallowed: ${evidence}`)
}

const listTokens = (agents: readonly Agent[]) => agents.map(({ token }) => token).join(', ')

const describeRule = (verdict: Verdict | undefined) =>
  `${verdict?.rule ?? 'no rule'}, from the group for ${verdict?.group === 'own' ? 'this agent' : 'all agents'}`

/** Scores a directive that can apply to single bots: the share is that of the search bots without it. */
function withDirectives(describe: (directives: RobotsDirectives, token: string) => string | null): Check {
  return ({ visit }) => {
    if (visit === null || visit.status !== 200) return notApplicable('There is no page to check.')
    const agents = scoredAgents('search')
    const blocked = agents.flatMap(({ token }) => describe(robotsDirectivesFor(visit, token), token) ?? [])
    if (blocked.length === 0) return passed('No directive forbids it, in headers or in the page')
    return finding(1 - blocked.length / agents.length, blocked.join('; '))
  }
}

/** Returns whether a bot received the same content as a browser. A bot challenge may have status 200. */
const isSameContent = ({ response: answer }: Probe, letters: number) =>
  answer !== null && answer.status === 200 && answer.letters >= letters * 0.6

function describeResponse({ response: answer, failure }: Probe, letters: number): string {
  if (answer === null) return `no response (${failure})`
  if (answer.status !== 200) return `status ${answer.status}`
  if (answer.letters >= letters * 0.6) return 'the same'
  return `status 200 with ${Math.round((100 * answer.letters) / letters)} % of the text`
}

/** Removes URL parts that do not identify another page. */
function normalizeUrl({ host, pathname, searchParams }: URL): string {
  const parameters = [...searchParams].filter(([name]) => !/^(utm_\w+|gclid|fbclid|msclkid|ref)$/.test(name))
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}?${parameters.sort().join('&')}`
}
