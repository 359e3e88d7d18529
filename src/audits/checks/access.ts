/** Can the page be had, and may it be used? */
import { type Agent, scoredAgents } from '../ai-agents.ts'
import type { CrawledPage, CrawlResult, Probe } from '../crawl-result.ts'
import {
  type Check,
  type Finding,
  failed,
  finding,
  notApplicable,
  ofContent,
  ofFirstPage,
  partial,
  passed,
} from '../finding.ts'
import { checkRobots, type Verdict } from '../robots.ts'
import { type RobotsDirectives, robotsDirectivesFor } from '../robots-directives.ts'

export const accessChecks: Record<string, Check> = {
  reachable: ({ visit, browser }) => {
    if (visit === null) return notApplicable('Not asked for: robots.txt does not let our agent in.')
    if (visit.endless) return failed('It redirects without end.')
    if (visit.status === 200) return passed(`Status 200 at ${visit.url}`)
    const asAsked = browser ? `, ${browser.status} when asked as a browser` : ''
    return failed(`Status ${visit.status}${asAsked}, at ${visit.url}`)
  },

  html: ({ visit }) => {
    if (visit === null || visit.status !== 200) return notApplicable('There is no page to look at.')
    if (!visit.isHtml) return failed(`Content type ${visit.type === '' ? 'not given' : visit.type}`)
    if (visit.page === null) return failed('The HTML is nested so deeply that reading it was given up.')
    return passed(visit.type === '' ? 'HTML, though no content type says so' : visit.type)
  },

  redirects: ({ visit }) => {
    if (visit === null) return notApplicable('Not asked for: robots.txt does not let our agent in.')
    const { redirects, url, endless } = visit
    if (redirects.length === 0) return passed('No redirect')
    const chain = [...redirects.map((each) => `${each.status} ${each.url}`), url].slice(0, 6).join(' → ')
    if (endless) return failed(`A circle, or more than 10: ${chain}`)
    if (redirects.length === 1) return passed(`One redirect: ${chain}`)
    return finding(redirects.length <= 3 ? 0.5 : 0, `${redirects.length} redirects: ${chain}`)
  },

  'robots-search': (page, seen) => robotsOf('search', page, seen),
  'robots-fetch': (page, seen) => robotsOf('fetch', page, seen),

  indexable: withDirectives((directives, name) =>
    directives.noindex ? `${name}: noindex in ${directives.noindex}` : null,
  ),
  snippets: withDirectives((directives, name) =>
    directives.nosnippet ? `${name}: no snippet allowed by ${directives.nosnippet}` : null,
  ),

  'bot-parity': ofFirstPage(({ browser, probes }) => {
    if (browser === null || browser.status !== 200)
      return notApplicable('There is no answer to a browser to compare with.')
    const told = probes.filter(({ answer, failure }) => answer?.status !== 429 && failure !== 'timeout')
    if (told.length === 0) return notApplicable('No bot could be asked for.')
    const other = told.filter((probe) => !isSame(probe, browser.letters))
    const evidence = told.map((probe) => `${probe.token}: ${saidTo(probe, browser.letters)}`).join('; ')
    return finding(1 - other.length / told.length, `A browser gets status 200. ${evidence}.`)
  }),

  canonical: ofContent(({ links }, { url }) => {
    const hrefs = links.filter(({ rel }) => rel.split(/\s+/).includes('canonical')).map(({ href }) => href)
    const [href] = hrefs
    if (href === undefined) return notApplicable('There is no canonical link.')
    if (hrefs.length > 1) return partial(`${hrefs.length} canonical links`)
    if (!URL.canParse(href, url)) return partial(`The canonical link is no address: ${href.slice(0, 100)}`)
    const canonical = new URL(href, url)
    if (plainAddress(canonical) === plainAddress(new URL(url))) return passed(canonical.href)
    return failed(`The canonical address is ${canonical.href}`)
  }),

  'response-time': ({ visit }) => {
    if (visit === null) return notApplicable('Not asked for: robots.txt does not let our agent in.')
    const seconds = `First byte after ${(visit.firstByteMs / 1_000).toFixed(2)} s, seen from here, once`
    if (visit.firstByteMs <= 1_000) return passed(seconds)
    return finding(visit.firstByteMs <= 3_000 ? 0.5 : 0, seconds)
  },
}

function robotsOf(role: 'search' | 'fetch', page: CrawledPage, { site }: CrawlResult): Finding {
  const urls = [...new Set([page.url, page.visit?.url ?? page.url])]
  const seen = urls.flatMap((pageUrl) => {
    const known = site.robots.get(new URL(pageUrl).origin)
    return known ? [{ pageUrl, ...known }] : []
  })
  const [file] = seen.toReversed()
  if (file === undefined) return notApplicable('robots.txt was not asked for.')
  if (file.robots.kind === 'absent') return passed(`No robots.txt (status ${file.status}): all are allowed.`)
  if (seen.some(({ robots }) => robots.kind === 'unreachable'))
    return failed(
      `${file.url} ${file.status === null ? 'gave no answer' : `answers with status ${file.status}`}: bots then stay away from the whole site.`,
    )
  const verdicts = scoredAgents(role).map((agent) => ({
    agent,
    verdict: seen
      .map(({ robots, pageUrl }) => checkRobots(robots, agent.token, pageUrl))
      .find(({ allowed }) => !allowed),
  }))
  const blocked = verdicts.filter(({ verdict }) => verdict !== undefined)
  if (blocked.length === 0) return passed(`Allowed: ${namesOf(scoredAgents(role))}`)
  const evidence = blocked.map(({ agent, verdict }) => `${agent.token} (${ruleOf(verdict)})`).join(', ')
  return finding(1 - blocked.length / verdicts.length, `Not allowed: ${evidence}`)
}

const namesOf = (agents: readonly Agent[]) => agents.map(({ token }) => token).join(', ')

const ruleOf = (verdict: Verdict | undefined) =>
  `${verdict?.rule ?? 'no rule'}, in the group of ${verdict?.group === 'own' ? 'its own' : 'all'}`

/** A directive may be meant for one bot only: the share is that of the search bots it leaves free. */
function withDirectives(told: (directives: RobotsDirectives, token: string) => string | null): Check {
  return ({ visit }) => {
    if (visit === null || visit.status !== 200) return notApplicable('There is no page to look at.')
    const agents = scoredAgents('search')
    const said = agents.flatMap(({ token }) => told(robotsDirectivesFor(visit, token), token) ?? [])
    if (said.length === 0) return passed('Nothing forbids it, in headers or in the page')
    return finding(1 - said.length / agents.length, said.join('; '))
  }
}

/** A refusal may come with status 200 and a page that asks whether you are human. */
const isSame = ({ answer }: Probe, letters: number) =>
  answer !== null && answer.status === 200 && answer.letters >= letters * 0.6

function saidTo({ answer, failure }: Probe, letters: number): string {
  if (answer === null) return `no answer (${failure})`
  if (answer.status !== 200) return `status ${answer.status}`
  if (answer.letters >= letters * 0.6) return 'the same'
  return `status 200 with ${Math.round((100 * answer.letters) / letters)} % of the text`
}

/** Without what makes no other page of it. */
function plainAddress({ host, pathname, searchParams }: URL): string {
  const kept = [...searchParams].filter(([name]) => !/^(utm_\w+|gclid|fbclid|msclkid|ref)$/.test(name))
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}?${kept.sort().join('&')}`
}
