/** Compares the brand with its tracked competitors. */
import { z } from 'zod'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { listEntities } from '../brands/entities.ts'
import { timeSlicedSteps } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metrics.ts'
import { type EntityTotals, entityCounters, recordOf } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { type ComparedRows, shareOfVoice } from './share-of-voice.ts'
import { sumBy } from './statistics/basket.ts'
import { adjustForMultipleTests } from './statistics/paired-change.ts'
import { type Strata, strataOf } from './statistics/strata.ts'
import { countNamed, momentsOf, rowsOfEntity, scoreChangeOf, totalsOf } from './totals.ts'
import {
  ChangeRecord,
  Count,
  describeMetric,
  formatInterval,
  IntervalRecord,
  MentionRate,
  Mentions,
  MetricHeader,
  meanScore,
  metricHeader,
  Pct,
  Platform,
  positionInterval,
  QValue,
  rateIntervalPct,
  ratioPct,
  Score,
  scoreInterval,
  twoDecimals,
} from './values.ts'

const EntityFields = {
  avg_visibility_score: Score,
  ai_visibility_score: Pct.describe('Same as avg_visibility_score.'),
  mention_rate_pct: MentionRate,
  interval: IntervalRecord.describe('Of mention_rate_pct.'),
  score_interval: IntervalRecord.describe('Of avg_visibility_score.'),
  avg_position: z
    .number()
    .nullable()
    .describe('Mean order of first mention, over the answers that mention the entity.'),
  position_interval: IntervalRecord.describe('Of avg_position.'),
  total_mentions: Mentions,
  total_citations: Count.describe("Citations of the entity's own domains."),
  appearance_count: Count.describe('Answers that mention the entity.'),
}

const CompetitorComparison = z
  .object({
    ...MetricHeader,
    brand: MetricHeader.brand.extend({
      ...EntityFields,
      change: ChangeRecord.describe('Of avg_visibility_score, in points.'),
    }),
    result_count: Count.describe('Answers in the denominator.'),
    competitors: z.array(
      z.object({
        competitor_id: z.uuid(),
        name: z.string(),
        ...EntityFields,
        change: ChangeRecord.extend({ q_value: QValue }).describe(
          'Of avg_visibility_score, in points, adjusted for testing all competitors together.',
        ),
      }),
    ),
    share_of_voice: z.object({
      overall_sov_pct: Pct.describe(
        'Mentions of the brand / mentions of the brand and its competitors, in percent.',
      ),
      interval: IntervalRecord.describe(
        'Of overall_sov_pct, for prompts like these; null with fewer than eight prompts.',
      ),
      change: ChangeRecord.describe('Of overall_sov_pct, in percentage points.'),
      smallest_detectable_change: z
        .number()
        .nullable()
        .describe(
          'The smallest change of overall_sov_pct, in percentage points, that is detected with 80 % probability between two such windows.',
        ),
      total_brand_mentions: Count.describe('Mentions of the brand.'),
      total_competitor_mentions: Count.describe('Mentions of all competitors.'),
      by_platform: z.array(
        z.object({
          platform: Platform,
          model_used: z.string().nullable(),
          brand_mentions: Count.describe('Mentions of the brand.'),
          competitor_mentions: Count.describe('Mentions of all competitors.'),
          sov_pct: Pct.describe('Share of voice on this platform, in percent.'),
          interval: IntervalRecord.describe('Of sov_pct, computed like that of overall_sov_pct.'),
        }),
      ),
    }),
  })
  .meta({ id: 'CompetitorComparison' })

export const competitorComparison = defineMetric({
  summary: 'Compare a brand with its competitors',
  whenToUse:
    'Answers "who is ahead?" with the same metrics for the brand and each tracked competitor on the same answers, and the share of voice.',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'average_position', 'share_of_voice'],
    'The interval of the share of voice is a bootstrap over prompts.',
  ),
  query: {},
  returns: CompetitorComparison,
  read,
})

type Sums = Pick<EntityTotals, 'named' | 'mentions' | 'own_citations' | 'rank_sum' | 'score_milli'> & {
  named_strata: Strata
  score_strata: Strata
  position: z.input<typeof IntervalRecord>
}

async function read(window: Window): Promise<z.input<typeof CompetitorComparison>> {
  const { brand } = window.scope
  const listed = await listEntities(window, 'competitors', brand.id)
  const { all, change, competitors, share } = await readComparison(window, listed)
  const rows = listed.flatMap(({ id, name, number }) => {
    const sums = competitors.find(({ entity }) => entity === number)
    return sums ? [{ competitor_id: id, name, sums, change: sums.change }] : []
  })
  const competitorMentions = sumBy(rows, ({ sums }) => sums.mentions)
  return {
    ...metricHeader(window.scope),
    brand: { id: brand.id, name: brand.name, ...showEntity(all, all.answers), change },
    result_count: all.answers,
    competitors: rows
      .toSorted((a, b) => b.sums.score_milli - a.sums.score_milli || (a.name < b.name ? -1 : 1))
      .map(({ sums, ...row }) => ({ ...row, ...showEntity(sums, all.answers) })),
    share_of_voice: {
      overall_sov_pct: ratioPct(all.mentions, all.mentions + competitorMentions),
      interval: formatInterval(share.interval, 100),
      ...share.change,
      total_brand_mentions: all.mentions,
      total_competitor_mentions: competitorMentions,
      by_platform: share.byModel.map(({ platform, model, brandMentions, competitorMentions, interval }) => ({
        platform: Platform.parse(platform),
        model_used: model || null,
        brand_mentions: brandMentions,
        competitor_mentions: competitorMentions,
        sov_pct: ratioPct(brandMentions, brandMentions + competitorMentions),
        interval: formatInterval(interval, 100),
      })),
    },
  }
}

function showEntity(sums: Sums, answers: number) {
  const score = meanScore(sums.score_milli, answers)
  return {
    avg_visibility_score: score,
    ai_visibility_score: score,
    mention_rate_pct: ratioPct(sums.named, answers),
    interval: rateIntervalPct(sums.named_strata),
    score_interval: scoreInterval(sums.score_strata),
    avg_position: sums.named === 0 ? null : twoDecimals(sums.rank_sum / sums.named),
    position_interval: sums.position,
    total_mentions: sums.mentions,
    total_citations: sums.own_citations,
    appearance_count: sums.named,
  }
}

/** Computes everything that depends on rollups only, for the brand and these competitors. */
export function readComparison(window: Window, competitors: { number: number }[]) {
  const numbers = competitors.map(({ number }) => number)
  return window.memoize(['comparison', numbers], () => compare(window, numbers))
}

async function compare(window: Window, competitors: number[]) {
  const current = await readComparedRows(window, competitors)
  const previousWindow = window.previous()
  const previous = previousWindow && (await readComparedRows(previousWindow, competitors))
  const step = timeSlicedSteps()
  const named = await step(() => countNamed(current.competitorRows, competitors))
  return {
    all: {
      ...(await totalsOf(current.rows)).all,
      position: await step(() => positionInterval(current.rows.map(momentsOf.namesBefore), named)),
    },
    change: await step(() => scoreChangeOf(previous?.rows ?? null, current.rows)),
    competitors: await sumCompetitors(competitors, { current, previous, named }),
    share: await shareOfVoice(current, previous),
  }
}

const readComparedRows = async (window: Window, competitors: number[]): Promise<ComparedRows> => ({
  rows: await window.rows(),
  competitorRows: await window.entityRows(competitors),
})

/** `named`: how many of the competitors the answers name. */
async function sumCompetitors(
  competitors: number[],
  { current, previous, named }: { current: ComparedRows; previous: ComparedRows | null; named: number },
) {
  const step = timeSlicedSteps()
  const sums = []
  for (const entity of competitors) {
    const rows = await step(() => rowsOfEntity(entity, current.rows, current.competitorRows))
    const before =
      previous && (await step(() => rowsOfEntity(entity, previous.rows, previous.competitorRows)))
    sums.push({
      entity,
      ...(await step(() => recordOf(entityCounters, (name) => sumBy(rows, (row) => row[name])))),
      named_strata: await step(() => strataOf(rows.map(momentsOf.named), 1)),
      score_strata: await step(() => strataOf(rows.map(momentsOf.score), maxScoreMilli)),
      position: await step(() => positionInterval(rows.map(momentsOf.namesBefore), named)),
      change: await step(() => scoreChangeOf(before, rows)),
    })
  }
  const changes = adjustForMultipleTests(sums.map(({ change }) => change))
  return sums.map((each, index) => ({ ...each, change: changes[index] ?? { ...each.change, q_value: null } }))
}
