/** Can the page be fetched, and may it be used? */

import { joinFactMessages, type Message, message } from '../../languages/message.ts'
import { type AgentRules, scoredAgents } from '../ai-agents.ts'
import {
  type CheckFinding,
  contentCheck,
  failed,
  finding,
  joinClauses,
  notApplicable,
  type PageCheck,
  partial,
  passed,
  siteCheck,
} from '../finding.ts'
import { checkRobots, type RobotsVerdict } from '../robots.ts'
import { type RobotsDirectives, robotsDirectivesFor } from '../robots-directives.ts'
import type { CrawledPage, CrawledSite, CrawlResult, FetchedRobots, Probe } from '../site/crawl-result.ts'

export const accessChecks: Record<string, PageCheck> = {
  reachable: ({ visit, browser }) => {
    if (visit === null) return notApplicable(message('audits.access.notRequestedRobotsTxtDisallowsOur'))
    if (visit.endless) return failed(message('audits.access.itRedirectsInALoop'))
    if (visit.status === 200) return passed(message('audits.access.status200AtUrl', { url: visit.url }))
    const { status, url } = visit
    return failed(
      browser
        ? message('audits.access.statusStatusBrowserStatusWhenRequestedAs', {
            status,
            browserStatus: browser.status,
            url,
          })
        : message('audits.access.statusStatusAtUrl', { status, url }),
    )
  },

  html: ({ visit }) => {
    if (visit === null || visit.status !== 200)
      return notApplicable(message('audits.access.thereIsNoPageToCheck'))
    const { type } = visit
    if (!visit.isHtml)
      return failed(
        type === ''
          ? message('audits.access.contentTypeNotGiven')
          : message('audits.access.contentTypeType', { type }),
      )
    if (visit.page === null) return failed(message('audits.access.theHTMLIsNestedTooDeeply'))
    return passed(type === '' ? message('audits.access.htmlButWithoutAContentType') : type)
  },

  redirects: ({ visit }) => {
    if (visit === null) return notApplicable(message('audits.access.notRequestedRobotsTxtDisallowsOur'))
    const { redirects, url, endless } = visit
    if (redirects.length === 0) return passed(message('audits.access.noRedirect'))
    const chain = [...redirects.map((each) => `${each.status} ${each.url}`), url].slice(0, 6).join(' → ')
    if (endless) return failed(message('audits.access.aLoopOrMoreThan10', { chain }))
    if (redirects.length === 1) return passed(message('audits.access.oneRedirectChain', { chain }))
    return finding(
      redirects.length <= 3 ? 0.5 : 0,
      message('audits.access.redirectsRedirectsChain', { redirects: redirects.length, chain }),
    )
  },

  'robots-search': (page, fetched) => checkRole('search', page, fetched),
  'robots-fetch': (page, fetched) => checkRole('user', page, fetched),

  indexable: withDirectives((directives, bot) =>
    directives.noindex
      ? message('audits.access.botNoindexInLocation', { bot, location: directives.noindex })
      : null,
  ),
  snippets: withDirectives((directives, bot) =>
    directives.nosnippet
      ? message('audits.access.botNoSnippetAllowedByLocation', { bot, location: directives.nosnippet })
      : null,
  ),

  'bot-parity': siteCheck(({ browser, probes }) => {
    if (browser === null || browser.status !== 200)
      return notApplicable(message('audits.access.thereIsNoBrowserResponseTo'))
    const answered = probes.filter(
      ({ response: answer, failure }) => answer?.status !== 429 && failure !== 'timeout',
    )
    if (answered.length === 0) return notApplicable(message('audits.access.noBotCouldBeProbed'))
    const different = answered.filter((probe) => !isSameContent(probe, browser.letters))
    const bots = joinClauses(answered.map((probe) => describeResponse(probe, browser.letters)))
    const refused = answered.filter(({ response }) => response?.status !== 200)
    return {
      ...finding(
        1 - different.length / answered.length,
        message('audits.access.aBrowserGetsStatus200Bots', { bots }),
      ),
      ...(refused.length > 0 && {
        fix: message('audits.access.allowBotsInYourFirewall', {
          bots: listTokens(refused),
          count: refused.length,
        }),
      }),
    }
  }),

  canonical: contentCheck(({ links }, { url }) => {
    const hrefs = links.filter(({ rel }) => rel.split(/\s+/).includes('canonical')).map(({ href }) => href)
    const [href] = hrefs
    if (href === undefined) return notApplicable(message('audits.access.thereIsNoCanonicalLink'))
    if (hrefs.length > 1)
      return partial(message('audits.access.linksCanonicalLinks', { links: hrefs.length }))
    if (!URL.canParse(href, url))
      return partial(message('audits.access.theCanonicalLinkIsNotA', { href: href.slice(0, 100) }))
    const canonical = new URL(href, url)
    if (normalizeUrl(canonical) === normalizeUrl(new URL(url))) return passed(canonical.href)
    return failed(message('audits.access.theCanonicalURLIsUrl', { url: canonical.href }))
  }),

  'response-time': ({ visit }) => {
    if (visit === null) return notApplicable(message('audits.access.notRequestedRobotsTxtDisallowsOur'))
    const evidence = message('audits.access.firstByteAfterSecondsSMeasured', {
      seconds: visit.firstByteMs / 1_000,
    })
    if (visit.firstByteMs <= 1_000) return passed(evidence)
    return finding(visit.firstByteMs <= 3_000 ? 0.5 : 0, evidence)
  },
}

function checkRole(role: 'search' | 'user', page: CrawledPage, { site }: CrawlResult): CheckFinding {
  const fetched = listRobots(page, site)
  const [last] = fetched.toReversed()
  if (last === undefined) return notApplicable(message('audits.general.robotsTxtWasNotRequested'))
  if (last.robots.kind === 'absent')
    return passed(message('audits.access.noRobotsTxtStatusStatusAll', { status: last.status ?? '' }))
  if (fetched.some(({ robots }) => robots.kind === 'unreachable')) return failed(describeUnreachable(last))
  const verdicts = scoredAgents(role).map((agent) => ({
    agent,
    verdict: findRobotsVerdict(fetched, agent.token),
  }))
  const blocked = verdicts.filter(({ verdict }) => verdict !== undefined)
  if (blocked.length === 0)
    return passed(message('audits.access.allowedBots', { bots: listTokens(scoredAgents(role)) }))
  const bots = joinFactMessages(blocked.map(({ agent, verdict }) => describeRule(agent.token, verdict)))
  return {
    ...finding(1 - blocked.length / verdicts.length, message('audits.access.disallowedBots', { bots })),
    fix: message('audits.access.letBotsReadThisPage', {
      bots: listTokens(blocked.map(({ agent }) => agent)),
      count: blocked.length,
    }),
  }
}

type RobotsOfPage = FetchedRobots & { pageUrl: string }

/** Returns the robots.txt of the page, and of the page that it redirects to. */
export function listRobots(page: CrawledPage, site: CrawledSite): RobotsOfPage[] {
  const urls = [...new Set([page.url, page.visit?.url ?? page.url])]
  return urls.flatMap((pageUrl) => {
    const known = site.robots.get(new URL(pageUrl).origin)
    return known ? [{ pageUrl, ...known }] : []
  })
}

/** Returns why an agent may not read the page; undefined if it may. */
export const findRobotsVerdict = (
  fetched: readonly RobotsOfPage[],
  token: string,
): RobotsVerdict | undefined =>
  fetched.map(({ robots, pageUrl }) => checkRobots(robots, token, pageUrl)).find(({ allowed }) => !allowed)

export const describeUnreachable = ({ url, status }: FetchedRobots): Message =>
  status === null
    ? message('audits.access.urlDidNotRespondBotsThen', { url })
    : message('audits.access.urlReturnsStatusStatusBotsThen', { url, status })

const listTokens = (agents: readonly Pick<AgentRules, 'token'>[]) =>
  agents.map(({ token }) => token).join(', ')

export function describeRule(bot: string, verdict: RobotsVerdict | undefined): Message {
  const rule = verdict?.rule ?? message('audits.access.noRule')
  return verdict?.group === 'own'
    ? message('audits.access.botRuleFromOwnGroup', { bot, rule })
    : message('audits.access.botRuleFromTheGroupFor', { bot, rule })
}

/** Scores a directive that can apply to single bots: the share counts the search bots without it. */
function withDirectives(describe: (directives: RobotsDirectives, bot: string) => Message | null): PageCheck {
  return ({ visit }) => {
    if (visit === null || visit.status !== 200)
      return notApplicable(message('audits.access.thereIsNoPageToCheck'))
    const agents = scoredAgents('search')
    const blocked = agents.flatMap(({ token }) => describe(robotsDirectivesFor(visit, token), token) ?? [])
    if (blocked.length === 0) return passed(message('audits.access.noDirectiveForbidsItInHeaders'))
    return finding(1 - blocked.length / agents.length, joinClauses(blocked))
  }
}

/** Returns whether a bot received the same content as a browser. A bot challenge may have status 200. */
const isSameContent = ({ response: answer }: Probe, letters: number) =>
  answer !== null && answer.status === 200 && answer.letters >= letters * 0.6

function describeResponse({ token: bot, response: answer, failure }: Probe, letters: number): Message {
  if (answer === null) return message('audits.access.botNoResponseFailure', { bot, failure: failure ?? '' })
  if (answer.status !== 200) return message('audits.access.botStatusStatus', { bot, status: answer.status })
  if (answer.letters >= letters * 0.6) return message('audits.access.botTheSame', { bot })
  return message('audits.access.botStatus200WithPercentOf', {
    bot,
    percent: Math.round((100 * answer.letters) / letters),
  })
}

/** Removes URL parts that do not identify another page. */
function normalizeUrl({ host, pathname, searchParams }: URL): string {
  const parameters = [...searchParams].filter(([name]) => !/^(utm_\w+|gclid|fbclid|msclkid|ref)$/.test(name))
  return `${host.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}?${parameters.sort().join('&')}`
}
