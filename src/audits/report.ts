/** The report of an audit as stored and returned: every check with its evidence, the score, and recommendations. */

import { z } from 'zod'
import { bases } from '../../vocabulary/audits.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText } from '../languages/localized.ts'
import { type Message, message } from '../languages/message.ts'
import { categoryKeys, checks } from './checks/checks.ts'
import { Crawler, listCrawlers, listRobotsRules } from './crawlers.ts'
import { type CheckFinding, findingStatuses, getStatus } from './finding.ts'
import { computeScore, potentialGain, type Scored } from './score.ts'
import type { CrawledPage, CrawlResult } from './site/crawl-result.ts'

const Share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe('How far the criterion is met, 0 to 1; null if it does not apply.')

const CheckRecord = z.object({
  key: z.string(),
  category: z.enum(categoryKeys),
  label: localizedText(),
  status: z.enum(findingStatuses).describe('`pass`: fully met. `warn`: at least half. `na`: does not apply.'),
  share: Share,
  weight: z.number().describe('Points out of 100; checks with 0 are not scored.'),
  cap: z.number().nullable().describe('If this check fails, the whole score is at most this.'),
  basis: z
    .enum(bases)
    .describe('Strength of evidence: A documented or widely measured, B studied, C good practice.'),
  evidence: untrustedText(localizedText().describe('What was found.')),
  why: localizedText(),
  fix: localizedText(),
})

export const StoredAuditReport = z.object({
  score: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('0 to 100: the weighted share of passed checks. Null until the audit is completed.'),
  uncapped_score: z.number().min(0).max(100).nullable().describe('The score without caps.'),
  capped_by: z.string().nullable().describe('The failed check that caps the score.'),
  categories: z.array(
    z.object({
      key: z.enum(categoryKeys),
      label: localizedText(),
      score: z.number().nullable().describe('0 to 100. Null if no check of the category applies.'),
      weight: z.number(),
      gated_by: z
        .string()
        .nullable()
        .describe('The failed check that makes this category mostly irrelevant.'),
    }),
  ),
  checks: z.array(CheckRecord),
  recommendations: z
    .array(
      z.object({
        check: z.string(),
        text: localizedText(),
        gain: z
          .number()
          .describe('Points gained by fixing only this; 0 while a failed check caps the score.'),
      }),
    )
    .describe('What to fix: blocked AI agents first, then the largest gain.'),
  crawlers: z
    .array(Crawler)
    .describe('The search crawlers of the platforms, and whether they can read the requested page.'),
  pages: z.array(
    z.object({
      url: untrustedText(z.string()),
      status: z.number().int().nullable(),
      score: z.number().nullable(),
      robots: z
        .array(z.object({ agent: z.string(), is_allowed: z.boolean() }))
        .describe(
          'Whether robots.txt allows the page to each agent that cites pages or fetches them for users. Empty if robots.txt was not requested.',
        ),
    }),
  ),
})

/** As stored, with messages. */
export type StoredAuditReport = z.input<typeof StoredAuditReport>

export function buildReport(crawl: CrawlResult): StoredAuditReport {
  const results = checks.map((check) => {
    const byPage = crawl.pages.map((page) => ({ page, ...check.run(page, crawl) }))
    return { ...check, each: byPage, ...combine(byPage) }
  })
  const crawlers = listCrawlers(crawl)
  return {
    ...computeScore(results),
    checks: results.map(({ run: _look, each: _each, ...check }) => ({
      ...check,
      status: getStatus(check.share),
    })),
    recommendations: listRecommendations(
      results,
      crawlers.some(({ access }) => access === 'refused'),
    ),
    crawlers,
    pages: crawl.pages.map((page, index) => ({
      url: page.url,
      status: page.visit?.status ?? null,
      score: computeScore(results.map((check) => ({ ...check, share: check.each[index]?.share ?? null })))
        .score,
      robots: listRobotsRules(page, crawl.site),
    })),
  }
}

type PageFinding = CheckFinding & { page: CrawledPage }

/** Averages a check over the pages it applies to. */
function combine(each: readonly PageFinding[]): CheckFinding {
  const [first] = each
  if (!first) throw new Error('An audit has at least one page')
  const shares = each.flatMap(({ share }) => (share === null ? [] : [share]))
  const example = each.find(({ share }) => share !== null) ?? first
  const { page: _page, ...only } = example
  if (shares.length <= 1) return only
  const worstPage = each.reduce((a, b) => ((b.share ?? 1) < (a.share ?? 1) ? b : a))
  const notMet = shares.filter((share) => share < 1).length
  const pages = shares.length
  const evidence =
    notMet === 0
      ? message('audits.report.allPagesPagesEvidence', { pages, evidence: example.evidence })
      : message('audits.report.notFullyOnNotMetOfPages', {
          notMet,
          pages,
          path: new URL(worstPage.page.url).pathname,
          evidence: worstPage.evidence,
        })
  return {
    share: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    evidence,
    ...(worstPage.fix && { fix: worstPage.fix }),
  }
}

function listRecommendations(
  results: readonly (Scored & { fix: Message })[],
  isRefused: boolean,
): StoredAuditReport['recommendations'] {
  const blocksAgents = ({ key }: Scored) =>
    key === 'robots-search' || key === 'robots-fetch' || (isRefused && key === 'bot-parity')
  return results
    .filter(({ share, weight }) => weight > 0 && share !== null && share < 1)
    .map((check) => ({ check, gain: potentialGain(results, check.key) }))
    .sort(
      (a, b) =>
        // A blocked agent comes first: it sees no other fix while it is blocked.
        Number(blocksAgents(b.check)) - Number(blocksAgents(a.check)) ||
        b.gain - a.gain ||
        getCap(a.check) - getCap(b.check) ||
        b.check.weight - a.check.weight,
    )
    .map(({ check, gain }) => ({ check: check.key, text: check.fix, gain }))
}

/** Returns the cap of a failed gate, or 100: among fixes without a gain, the lowest cap comes first. */
const getCap = ({ cap, share }: Scored) => (getStatus(share) === 'fail' ? (cap ?? 100) : 100)
