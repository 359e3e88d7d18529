/** How visible a brand is over a window: one row of numbers, with what they rest on and whether they changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { previousScope, promptsInScope, type Scope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { timeSlicedSteps } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metric.ts'
import { memoize } from './rollups/cache.ts'
import {
  type EntityTotals,
  type RollupRow,
  readEntityTotals,
  readRollupRows,
} from './rollups/running-totals.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { sumBy } from './statistics/basket.ts'
import { sampleCaution, smallestDetectableChange } from './statistics/sample-size.ts'
import {
  countNamed,
  type ModelTotals,
  moments,
  positionChangeOf,
  rateChangeOf,
  readCellsBefore,
  scoreChangeOf,
  totalsOf,
} from './totals.ts'
import {
  ChangeRecord,
  CitationRate,
  Count,
  describeMetric,
  IntervalRecord,
  MentionRate,
  Mentions,
  MetricHeader,
  meanScore,
  metricHeader,
  OwnCitations,
  Platform,
  partIntervalPct,
  positionInterval,
  rateIntervalPct,
  ratioPct,
  Score,
  scoreInterval,
  twoDecimals,
} from './values.ts'

const Rates = {
  avg_visibility_score: Score,
  mention_rate_pct: MentionRate,
}

const VisibilitySummary = z
  .object({
    ...MetricHeader,
    result_count: Count.describe('Answers in the denominator.'),
    branded_result_count: Count.describe(
      'Of these answers, those to prompts that name the brand themselves; `branded=false` leaves them out.',
    ),
    prompt_count: Count.describe('Prompts that these answers are to.'),
    sample_caution: z
      .enum(['directional', 'exploratory'])
      .nullable()
      .describe(
        '`directional`: fewer than ten answers. `exploratory`: fewer than fifty prompts. Null: neither.',
      ),
    smallest_detectable_change: z
      .number()
      .nullable()
      .describe(
        'Of avg_visibility_score, in points: a smaller change between two such windows is found less than four times in five.',
      ),
    ...Rates,
    citation_rate_pct: CitationRate,
    avg_position: z
      .number()
      .nullable()
      .describe('Mean order of first mention, over the answers that name the brand.'),
    total_mentions: Mentions,
    total_citations: Count.describe("Citations of the brand's own domains."),
    sentiment: z
      .object({
        positive: Count,
        neutral: Count,
        negative: Count,
        unknown: Count,
      })
      .describe('Answers that name the brand, by how they portray it.'),
    intervals: z.object({
      avg_visibility_score: IntervalRecord,
      mention_rate_pct: IntervalRecord,
      citation_rate_pct: IntervalRecord,
      positive_sentiment_pct: IntervalRecord.describe(
        'Of positive / (positive + neutral + negative) of `sentiment`.',
      ),
      avg_position: IntervalRecord.describe('Null where no competitor is named: the brand is always first.'),
    }),
    change: ChangeRecord.describe('Of avg_visibility_score, in points.'),
    changes: z
      .object({
        mention_rate_pct: ChangeRecord,
        citation_rate_pct: ChangeRecord,
        positive_sentiment_pct: ChangeRecord,
        avg_position: ChangeRecord.describe('In places: `down` is nearer to the first.'),
      })
      .describe('Of the rates, in points of percent.'),
    by_platform: z.array(
      z.object({
        platform: Platform,
        model_used: z.string().nullable(),
        result_count: Count,
        ...Rates,
        interval: IntervalRecord.describe('Of mention_rate_pct.'),
        score_interval: IntervalRecord.describe('Of avg_visibility_score.'),
      }),
    ),
    top_competitors: z
      .array(
        z.object({
          competitor_id: z.uuid(),
          name: z.string(),
          ...Rates,
          total_mentions: Mentions,
          total_citations: OwnCitations,
        }),
      )
      .max(5),
  })
  .meta({ id: 'VisibilitySummary' })

export const visibilitySummary = defineMetric({
  summary: 'Summarize how visible a brand is',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'citation_rate', 'average_position'],
    'Mention rate: answers that name the brand / answers. Citation rate: answers that cite a domain of the brand / answers.',
    'Average position: sum of the places in the order of first mention / answers that name the brand.',
    '`change` compares with the window of equal length before, paired by prompt.',
  ),
  query: {},
  returns: VisibilitySummary,
  read,
})

function read(ctx: Context, scope: Scope): Promise<z.input<typeof VisibilitySummary>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const competitors = await listEntities(at, 'competitors', scope.brand.id)
    const { all, byModel, answersTo, change, changes, portrayal, position, entities } = await readSums(
      at,
      scope,
      competitors.map(({ number }) => number),
    )
    const { answers, named, positive, neutral, negative } = all
    return {
      ...metricHeader(scope),
      result_count: answers,
      branded_result_count: await countBranded(at, scope, answersTo),
      prompt_count: all.prompts,
      sample_caution: answers === 0 ? null : sampleCaution(answers, all.prompts),
      smallest_detectable_change: detectable(scoreInterval(all.score_strata), all.prompts),
      avg_visibility_score: meanScore(all.score_milli, answers),
      mention_rate_pct: ratioPct(named, answers),
      citation_rate_pct: ratioPct(all.cited, answers),
      avg_position: named === 0 ? null : twoDecimals(all.rank_sum / named),
      total_mentions: all.mentions,
      total_citations: all.own_citations,
      sentiment: { positive, neutral, negative, unknown: named - positive - neutral - negative },
      intervals: {
        avg_visibility_score: scoreInterval(all.score_strata),
        mention_rate_pct: rateIntervalPct(all.named_strata),
        citation_rate_pct: rateIntervalPct(all.cited_strata),
        positive_sentiment_pct: portrayal,
        avg_position: position,
      },
      change,
      changes,
      by_platform: byModel.map(showPlatform),
      top_competitors: topCompetitors(competitors, entities, answers),
    }
  })
}

function readSums(at: Snapshot, scope: Scope, competitors: number[]) {
  return memoize(at, scope, ['summary', competitors, previousScope(at, scope)?.from], async () => {
    const cells = await readRollupRows(at, scope)
    const before = await readCellsBefore(at, scope)
    const entities = await readEntityTotals(at, scope)
    const rivals = countNamed(entities, competitors)
    const step = timeSlicedSteps()
    return {
      ...(await totalsOf(cells)),
      answersTo: await step(() => countByPrompt(cells)),
      change: await step(() => scoreChangeOf(before, cells)),
      changes: {
        mention_rate_pct: await step(() => rateChangeOf(moments.named, before, cells)),
        citation_rate_pct: await step(() => rateChangeOf(moments.cited, before, cells)),
        positive_sentiment_pct: await step(() => rateChangeOf(moments.positive, before, cells)),
        avg_position: await step(() => positionChangeOf(before, cells, rivals)),
      },
      portrayal: await step(() => partIntervalPct(cells.map(moments.positive))),
      position: await step(() => positionInterval(cells.map(moments.namesBefore), rivals)),
      entities,
    }
  })
}

const countByPrompt = (cells: readonly RollupRow[]) =>
  [...Map.groupBy(cells, ({ prompt_id }) => prompt_id)].map(([id, of]) => ({
    id,
    answers: sumBy(of, ({ answers }) => answers),
  }))

/** The interval's method is shown as text; only its limits count here. */
const detectable = (interval: z.input<typeof IntervalRecord>, prompts: number): number | null =>
  interval === null ? null : twoDecimals(smallestDetectableChange(interval, prompts))

const showPlatform = (row: ModelTotals) => ({
  platform: Platform.parse(row.platform),
  model_used: row.model || null,
  result_count: row.answers,
  avg_visibility_score: meanScore(row.score_milli, row.answers),
  mention_rate_pct: ratioPct(row.named, row.answers),
  interval: rateIntervalPct(row.named_strata),
  score_interval: scoreInterval(row.score_strata),
})

/** Answers to prompts that name the brand. */
async function countBranded(
  ctx: Context,
  scope: Scope,
  answersTo: { id: string; answers: number }[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`${promptsInScope({ ...scope, branded: true })}`.execute(ctx.db)
  const branded = new Set(rows.map(({ id }) => id))
  return sumBy(answersTo, ({ id, answers }) => (branded.has(id) ? answers : 0))
}

type Competitors = Awaited<ReturnType<typeof listEntities>>

function topCompetitors(competitors: Competitors, entities: EntityTotals[], answers: number) {
  return competitors
    .flatMap(({ id, name, number }) => {
      const sums = entities.find(({ entity }) => entity === number)
      return sums && sums.score_milli > 0 ? [{ id, name, sums }] : []
    })
    .sort((a, b) => b.sums.score_milli - a.sums.score_milli || (a.name < b.name ? -1 : 1))
    .slice(0, 5)
    .map(({ id, name, sums }) => ({
      competitor_id: id,
      name,
      avg_visibility_score: meanScore(sums.score_milli, answers),
      mention_rate_pct: ratioPct(sums.named, answers),
      total_mentions: sums.mentions,
      total_citations: sums.own_citations,
    }))
}
