/** Can the page be fetched, and may it be used? */

import { joinFacts, type Message, message } from '../../languages/message.ts'
import {
  type Check,
  contentCheck,
  type Finding,
  failed,
  finding,
  joinClauses,
  notApplicable,
  partial,
  passed,
  siteCheck,
} from '../finding.ts'
import { type Agent, scoredAgents } from '../site/ai-agents.ts'
import type { CrawledPage, CrawlResult, FetchedRobots, Probe } from '../site/crawl-result.ts'
import { checkRobots, type Verdict } from '../site/robots.ts'
import { type RobotsDirectives, robotsDirectivesFor } from '../site/robots-directives.ts'

export const accessChecks: Record<string, Check> = {
  reachable: ({ visit, browser }) => {
    if (visit === null) return notApplicable(message('Not requested: robots.txt disallows our agent.'))
    if (visit.endless) return failed(message('It redirects in a loop.'))
    if (visit.status === 200) return passed(message('Status 200 at {url}', { url: visit.url }))
    const { status, url } = visit
    return failed(
      browser
        ? message('Status {status}, {browserStatus} when requested as a browser, at {url}', {
            status,
            browserStatus: browser.status,
            url,
          })
        : message('Status {status}, at {url}', { status, url }),
    )
  },

  html: ({ visit }) => {
    if (visit === null || visit.status !== 200) return notApplicable(message('There is no page to check.'))
    const { type } = visit
    if (!visit.isHtml)
      return failed(
        type === '' ? message('Content type not given') : message('Content type {type}', { type }),
      )
    if (visit.page === null) return failed(message('The HTML is nested too deeply to be parsed.'))
    return passed(type === '' ? message('HTML, but without a content type') : type)
  },

  redirects: ({ visit }) => {
    if (visit === null) return notApplicable(message('Not requested: robots.txt disallows our agent.'))
    const { redirects, url, endless } = visit
    if (redirects.length === 0) return passed(message('No redirect'))
    const chain = [...redirects.map((each) => `${each.status} ${each.url}`), url].slice(0, 6).join(' → ')
    if (endless) return failed(message('A loop, or more than 10 redirects: {chain}', { chain }))
    if (redirects.length === 1) return passed(message('One redirect: {chain}', { chain }))
    return finding(
      redirects.length <= 3 ? 0.5 : 0,
      message('{redirects, number} redirects: {chain}', { redirects: redirects.length, chain }),
    )
  },

  'robots-search': (page, fetched) => checkRole('search', page, fetched),
  'robots-fetch': (page, fetched) => checkRole('user', page, fetched),

  indexable: withDirectives((directives, bot) =>
    directives.noindex
      ? message('{bot}: noindex in {location}', { bot, location: directives.noindex })
      : null,
  ),
  snippets: withDirectives((directives, bot) =>
    directives.nosnippet
      ? message('{bot}: no snippet allowed by {location}', { bot, location: directives.nosnippet })
      : null,
  ),

  'bot-parity': siteCheck(({ browser, probes }) => {
    if (browser === null || browser.status !== 200)
      return notApplicable(message('There is no browser response to compare with.'))
    const answered = probes.filter(
      ({ response: answer, failure }) => answer?.status !== 429 && failure !== 'timeout',
    )
    if (answered.length === 0) return notApplicable(message('No bot could be probed.'))
    const different = answered.filter((probe) => !isSameContent(probe, browser.letters))
    const bots = joinClauses(answered.map((probe) => describeResponse(probe, browser.letters)))
    return finding(
      1 - different.length / answered.length,
      message('A browser gets status 200. {bots}.', { bots }),
    )
  }),

  canonical: contentCheck(({ links }, { url }) => {
    const hrefs = links.filter(({ rel }) => rel.split(/\s+/).includes('canonical')).map(({ href }) => href)
    const [href] = hrefs
    if (href === undefined) return notApplicable(message('There is no canonical link.'))
    if (hrefs.length > 1) return partial(message('{links, number} canonical links', { links: hrefs.length }))
    if (!URL.canParse(href, url))
      return partial(message('The canonical link is not a URL: {href}', { href: href.slice(0, 100) }))
    const canonical = new URL(href, url)
    if (normalizeUrl(canonical) === normalizeUrl(new URL(url))) return passed(canonical.href)
    return failed(message('The canonical URL is {url}', { url: canonical.href }))
  }),

  'response-time': ({ visit }) => {
    if (visit === null) return notApplicable(message('Not requested: robots.txt disallows our agent.'))
    const evidence = message(
      'First byte after {seconds, number, twoDecimals} s, measured once from this server',
      { seconds: visit.firstByteMs / 1_000 },
    )
    if (visit.firstByteMs <= 1_000) return passed(evidence)
    return finding(visit.firstByteMs <= 3_000 ? 0.5 : 0, evidence)
  },
}

function checkRole(role: 'search' | 'user', page: CrawledPage, { site }: CrawlResult): Finding {
  const urls = [...new Set([page.url, page.visit?.url ?? page.url])]
  const fetched = urls.flatMap((pageUrl) => {
    const known = site.robots.get(new URL(pageUrl).origin)
    return known ? [{ pageUrl, ...known }] : []
  })
  const [last] = fetched.toReversed()
  if (last === undefined) return notApplicable(message('robots.txt was not requested.'))
  if (last.robots.kind === 'absent')
    return passed(message('No robots.txt (status {status}): all are allowed.', { status: last.status ?? '' }))
  if (fetched.some(({ robots }) => robots.kind === 'unreachable')) return failed(describeUnreachable(last))
  const verdicts = scoredAgents(role).map((agent) => ({
    agent,
    verdict: fetched
      .map(({ robots, pageUrl }) => checkRobots(robots, agent.token, pageUrl))
      .find(({ allowed }) => !allowed),
  }))
  const blocked = verdicts.filter(({ verdict }) => verdict !== undefined)
  if (blocked.length === 0)
    return passed(message('Allowed: {bots}', { bots: listTokens(scoredAgents(role)) }))
  const bots = joinFacts(blocked.map(({ agent, verdict }) => describeRule(agent.token, verdict)))
  return finding(1 - blocked.length / verdicts.length, message('Disallowed: {bots}', { bots }))
}

const describeUnreachable = ({ url, status }: FetchedRobots): Message =>
  status === null
    ? message('{url} did not respond: bots then do not crawl the site.', { url })
    : message('{url} returns status {status}: bots then do not crawl the site.', { url, status })

const listTokens = (agents: readonly Agent[]) => agents.map(({ token }) => token).join(', ')

function describeRule(bot: string, verdict: Verdict | undefined): Message {
  const rule = verdict?.rule ?? message('no rule')
  return verdict?.group === 'own'
    ? message('{bot} ({rule}, from the group for this agent)', { bot, rule })
    : message('{bot} ({rule}, from the group for all agents)', { bot, rule })
}

/** Scores a directive that can apply to single bots: the share is that of the search bots without it. */
function withDirectives(describe: (directives: RobotsDirectives, bot: string) => Message | null): Check {
  return ({ visit }) => {
    if (visit === null || visit.status !== 200) return notApplicable(message('There is no page to check.'))
    const agents = scoredAgents('search')
    const blocked = agents.flatMap(({ token }) => describe(robotsDirectivesFor(visit, token), token) ?? [])
    if (blocked.length === 0) return passed(message('No directive forbids it, in headers or in the page'))
    return finding(1 - blocked.length / agents.length, joinClauses(blocked))
  }
}

/** Returns whether a bot received the same content as a browser. A bot challenge may have status 200. */
const isSameContent = ({ response: answer }: Probe, letters: number) =>
  answer !== null && answer.status === 200 && answer.letters >= letters * 0.6

function describeResponse({ token: bot, response: answer, failure }: Probe, letters: number): Message {
  if (answer === null) return message('{bot}: no response ({failure})', { bot, failure: failure ?? '' })
  if (answer.status !== 200) return message('{bot}: status {status}', { bot, status: answer.status })
  if (answer.letters >= letters * 0.6) return message('{bot}: the same', { bot })
  return message('{bot}: status 200 with {percent, number} % of the text', {
    bot,
    percent: Math.round((100 * answer.letters) / letters),
  })
}

/** Removes URL parts that do not identify another page. */
function normalizeUrl({ host, pathname, searchParams }: URL): string {
  const parameters = [...searchParams].filter(([name]) => !/^(utm_\w+|gclid|fbclid|msclkid|ref)$/.test(name))
  return `${host.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}?${parameters.sort().join('&')}`
}
