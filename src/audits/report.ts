/** What an audit found, as it is stored and shown: every check with its evidence, the score, and what to mend first. */
import { z } from 'zod'
import { bases, categoryKeys, checks } from './checks/checks.ts'
import type { CrawledPage, CrawlResult } from './crawl-result.ts'
import { type Finding, findingStatuses, statusOf } from './finding.ts'
import { computeScore, potentialGain, type Scored } from './score.ts'

const Share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe('How far it holds, 0 to 1; null where it does not apply.')

const CheckRecord = z.object({
  key: z.string(),
  category: z.enum(categoryKeys),
  label: z.string(),
  status: z
    .enum(findingStatuses)
    .describe('`pass`: holds fully. `warn`: at least by half. `na`: does not apply.'),
  share: Share,
  weight: z.number().describe('Points of 100; 0 is told and not scored.'),
  cap: z.number().nullable().describe('A gate: when it fails, the whole score is at most this.'),
  basis: z
    .enum(bases)
    .describe('How much is known: A documented or measured widely, B studied, C good practice.'),
  evidence: z.string().describe('What was seen.'),
  why: z.string(),
  fix: z.string(),
})

export const Report = z.object({
  score: z.number().min(0).max(100).nullable(),
  uncapped_score: z.number().min(0).max(100).nullable().describe('What the score would be without gates.'),
  capped_by: z.string().nullable().describe('The failed gate that holds the score down.'),
  categories: z.array(
    z.object({
      key: z.enum(categoryKeys),
      label: z.string(),
      score: z.number().nullable(),
      weight: z.number(),
      gated_by: z
        .string()
        .nullable()
        .describe('The failed gate without which this category counts for little.'),
    }),
  ),
  checks: z.array(CheckRecord),
  recommendations: z
    .array(
      z.object({
        check: z.string(),
        text: z.string(),
        gain: z
          .number()
          .describe('Points the score gains by mending this alone; 0 while a gate holds it down.'),
      }),
    )
    .describe('What to mend, most useful first.'),
  pages: z.array(
    z.object({ url: z.string(), status: z.number().int().nullable(), score: z.number().nullable() }),
  ),
})

export type Report = z.output<typeof Report>

export function buildReport(seen: CrawlResult): Report {
  const found = checks.map((check) => {
    const each = seen.pages.map((page) => ({ page, ...check.look(page, seen) }))
    return { ...check, each, ...together(each) }
  })
  const { score, uncapped, cappedBy, categories } = computeScore(found)
  return {
    score,
    uncapped_score: uncapped,
    capped_by: cappedBy,
    categories: categories.map(({ gatedBy, ...category }) => ({ ...category, gated_by: gatedBy })),
    checks: found.map(({ look: _look, each: _each, ...check }) => ({
      ...check,
      status: statusOf(check.share),
    })),
    recommendations: recommendationsOf(found),
    pages: seen.pages.map((page, index) => ({
      url: page.url,
      status: page.visit?.status ?? null,
      score: computeScore(found.map((check) => ({ ...check, share: check.each[index]?.share ?? null })))
        .score,
    })),
  }
}

type OnPage = Finding & { page: CrawledPage }

/** Of several pages, the mean of those it applies to. */
function together(each: readonly OnPage[]): Finding {
  const [first] = each
  if (!first) throw new Error('An audit has at least one page')
  const shares = each.flatMap(({ share }) => (share === null ? [] : [share]))
  const told = each.find(({ share }) => share !== null) ?? first
  if (shares.length <= 1) return { share: told.share, evidence: told.evidence }
  const worst = each.reduce((a, b) => ((b.share ?? 1) < (a.share ?? 1) ? b : a))
  const wrong = shares.filter((share) => share < 1).length
  const evidence =
    wrong === 0
      ? `All ${shares.length} pages. ${told.evidence}`
      : `Not fully on ${wrong} of ${shares.length} pages. ${new URL(worst.page.url).pathname}: ${worst.evidence}`
  return { share: shares.reduce((sum, share) => sum + share, 0) / shares.length, evidence }
}

function recommendationsOf(found: readonly (Scored & { fix: string })[]): Report['recommendations'] {
  return found
    .filter(({ share, weight }) => weight > 0 && share !== null && share < 1)
    .map((check) => ({ check, gain: potentialGain(found, check.key) }))
    .sort((a, b) => b.gain - a.gain || capOf(a.check) - capOf(b.check) || b.check.weight - a.check.weight)
    .map(({ check, gain }) => ({ check: check.key, text: check.fix, gain }))
}

/** Of two that gain nothing by themselves, a failed gate comes first. */
const capOf = ({ cap, share }: Scored) => (statusOf(share) === 'fail' ? (cap ?? 100) : 100)
