/** How visible a brand is over a window: one row of numbers, with what they rest on and whether they changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { denominatorRule, metricLabels } from '../../vocabulary/metrics.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Context } from '../core/context.ts'
import {
  ChangeRecord,
  IntervalRecord,
  maxScoreMilli,
  meanScore,
  Pct,
  rateCell,
  rateIntervalPct,
  ratioPct,
  scoreInterval,
  twoDecimals,
} from './numbers.ts'
import { readSettled } from './settle.ts'
import { total } from './statistics/basket.ts'
import { type KeyedCell, pairedChange } from './statistics/change.ts'
import { inScope, isByPrompt, type Scope, scopeBefore } from './window.ts'

export const visibilitySummary = {
  summary: 'Summarize how visible a brand is',
  description: [
    ...Object.values(metricLabels).map(({ label, definition }) => `${label}: ${definition}`),
    denominatorRule,
    '`change` compares with the window of equal length before, paired by prompt.',
  ].join(' '),
}

const Rates = {
  avg_visibility_score: Pct,
  mention_rate_pct: Pct,
}

export const VisibilitySummary = z
  .object({
    brand: z.object({ id: z.uuid(), name: z.string() }),
    window: z.object({ date_from: z.iso.date().nullable(), date_to: z.iso.date().nullable() }),
    result_count: z.number().int().describe('Answers in the denominator.'),
    prompt_count: z.number().int(),
    ...Rates,
    citation_rate_pct: Pct,
    avg_position: z
      .number()
      .nullable()
      .describe('Mean order of first mention, over the answers that name the brand.'),
    total_mentions: z.number().int(),
    total_citations: z.number().int().describe("Citations of the brand's own domains."),
    sentiment: z
      .object({
        positive: z.number().int(),
        neutral: z.number().int(),
        negative: z.number().int(),
        unknown: z.number().int(),
      })
      .describe('Answers that name the brand, by how they portray it.'),
    intervals: z.object({
      avg_visibility_score: IntervalRecord,
      mention_rate_pct: IntervalRecord,
      citation_rate_pct: IntervalRecord,
    }),
    change: ChangeRecord.describe('Of avg_visibility_score, in points.'),
    by_platform: z.array(
      z.object({
        platform: z.enum(platforms),
        model_used: z.string().nullable(),
        result_count: z.number().int(),
        ...Rates,
        interval: IntervalRecord.describe('Of mention_rate_pct.'),
      }),
    ),
    top_competitors: z
      .array(
        z.object({
          competitor_id: z.uuid(),
          name: z.string(),
          ...Rates,
          total_mentions: z.number().int(),
          total_citations: z.number().int(),
        }),
      )
      .max(5),
  })
  .meta({ id: 'VisibilitySummary' })

/** The sums of one prompt on one platform, model and region within the window. */
type Sums = {
  prompt_id: string
  platform: string
  model: string
  region: string
  answers: number
  named: number
  cited: number
  mentions: number
  own_citations: number
  rank_sum: number
  score_milli: number
  score_milli_squared: number
  positive: number
  neutral: number
  negative: number
}

export async function readVisibilitySummary(
  ctx: Context,
  scope: Scope,
): Promise<z.input<typeof VisibilitySummary>> {
  const { rows, earlier, topCompetitors } = await readSettled(ctx, scope.brand.id, async (at) => {
    const before = scopeBefore(at, scope)
    const rows = await readSums(at, scope)
    return {
      rows,
      earlier: before && (await readSums(at, before)),
      topCompetitors: await readTopCompetitors(at, scope, sumOf(rows, 'answers')),
    }
  })
  const answers = sumOf(rows, 'answers')
  const named = sumOf(rows, 'named')
  const portrayed = {
    positive: sumOf(rows, 'positive'),
    neutral: sumOf(rows, 'neutral'),
    negative: sumOf(rows, 'negative'),
  }
  return {
    brand: { id: scope.brand.id, name: scope.brand.name },
    window: { date_from: scope.from, date_to: scope.to },
    result_count: answers,
    prompt_count: new Set(rows.map((row) => row.prompt_id)).size,
    ...ratesOf(rows),
    citation_rate_pct: ratioPct(sumOf(rows, 'cited'), answers),
    avg_position: named === 0 ? null : twoDecimals(sumOf(rows, 'rank_sum') / named),
    total_mentions: sumOf(rows, 'mentions'),
    total_citations: sumOf(rows, 'own_citations'),
    sentiment: { ...portrayed, unknown: named - portrayed.positive - portrayed.neutral - portrayed.negative },
    intervals: {
      avg_visibility_score: scoreInterval(scoreCells(rows)),
      mention_rate_pct: rateIntervalPct(rows.map((row) => rateCell(row.answers, row.named))),
      citation_rate_pct: rateIntervalPct(rows.map((row) => rateCell(row.answers, row.cited))),
    },
    change: changeOf(rows, earlier),
    by_platform: byPlatform(rows),
    top_competitors: topCompetitors.map((row) => ({
      competitor_id: row.competitor_id,
      name: row.name,
      avg_visibility_score: meanScore(row.score_milli, row.answers),
      mention_rate_pct: ratioPct(row.named, row.answers),
      total_mentions: row.mentions,
      total_citations: row.own_citations,
    })),
  }
}

async function readSums(ctx: Context, scope: Scope): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select
      prompt_id, platform, model, region,
      sum(answers)::int8 as answers, sum(named)::int8 as named, sum(cited)::int8 as cited, sum(mentions)::int8 as mentions,
      sum(own_citations)::int8 as own_citations, sum(rank_sum)::int8 as rank_sum, sum(score_milli)::int8 as score_milli,
      sum(score_milli_squared)::int8 as score_milli_squared, sum(positive)::int8 as positive, sum(neutral)::int8 as neutral,
      sum(negative)::int8 as negative
    from daily_answers
    where ${inScope(scope, 'daily_answers')}
    group by prompt_id, platform, model, region
    order by platform, model, region, prompt_id`.execute(ctx.db)
  return rows
}

type CompetitorSums = {
  competitor_id: string
  name: string
  answers: number
  named: number
  mentions: number
  own_citations: number
  score_milli: number
}

/**
 * From the sums per entity; a filter on prompts, which those do not know, reads the facts of the answers instead. These
 * may be ahead of the sums by answers that have just come, so they bring their own number of answers: the brand stands
 * in each.
 */
async function readTopCompetitors(ctx: Context, scope: Scope, answers: number): Promise<CompetitorSums[]> {
  const byPrompt = isByPrompt(scope)
  const entities = byPrompt
    ? sql`
      select fact.entity, (fact.mentions > 0)::int as named, fact.mentions, fact.own as own_citations, fact.score as score_milli
      from answers
      cross join lateral unnest(entities, mention_counts, own_citations, scores_milli) as fact (entity, mentions, own, score)
      where ${inScope(scope, 'answers')} and status = 'answered'`
    : sql`
      select entity, named, mentions, own_citations, score_milli from daily_entities where ${inScope(scope, 'daily_entities')}`
  const denominator = byPrompt ? sql`(select count(*) from facts where entity = 0)` : sql`${answers}::int8`
  const { rows } = await sql<CompetitorSums>`
    with facts as (${entities})
    select
      competitors.id as competitor_id, competitors.name, ${denominator} as answers, sum(facts.named)::int8 as named, sum(facts.mentions)::int8 as mentions,
      sum(facts.own_citations)::int8 as own_citations, sum(facts.score_milli)::int8 as score_milli
    from facts
    join competitors on competitors.brand_id = ${scope.brand.id} and competitors.number = facts.entity
    group by competitors.id, competitors.name
    order by score_milli desc, competitors.name
    limit 5`.execute(ctx.db)
  return rows
}

function ratesOf(rows: Sums[]) {
  const answers = sumOf(rows, 'answers')
  return {
    avg_visibility_score: meanScore(sumOf(rows, 'score_milli'), answers),
    mention_rate_pct: ratioPct(sumOf(rows, 'named'), answers),
  }
}

function byPlatform(rows: Sums[]): z.input<typeof VisibilitySummary>['by_platform'] {
  const groups = Map.groupBy(rows, ({ platform, model }) => JSON.stringify([platform, model]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return {
      platform: z.enum(platforms).parse(first.platform),
      model_used: first.model || null,
      result_count: sumOf(group, 'answers'),
      ...ratesOf(group),
      interval: rateIntervalPct(group.map((row) => rateCell(row.answers, row.named))),
    }
  })
}

function changeOf(rows: Sums[], earlier: Sums[] | null): z.input<typeof ChangeRecord> {
  if (earlier === null) {
    const reason = 'Without date_from there is no window before to compare with.'
    return { previous: null, delta: null, state: 'not_comparable', p_value: null, reason }
  }
  const change = pairedChange(keyed(earlier), keyed(rows), { max: maxScoreMilli })
  return {
    ...change,
    previous: change.previous === null ? null : twoDecimals(change.previous / 1000),
    delta: change.delta === null ? null : twoDecimals(change.delta / 1000),
  }
}

/** The same prompt on the same platform, in the same region, is what is compared; the model may have changed. */
function keyed(rows: Sums[]): KeyedCell[] {
  const groups = Map.groupBy(rows, ({ prompt_id, platform, region }) =>
    [prompt_id, platform, region].join(' '),
  )
  return [...groups].map(([key, group]) => ({
    key,
    prompt: group[0]?.prompt_id ?? key,
    n: sumOf(group, 'answers'),
    sum: sumOf(group, 'score_milli'),
    sumSquares: sumOf(group, 'score_milli_squared'),
  }))
}

const scoreCells = (rows: Sums[]) =>
  rows.map((row) => ({ n: row.answers, sum: row.score_milli, sumSquares: row.score_milli_squared }))

function sumOf<K extends string>(rows: Record<K, number>[], key: K): number {
  return total(rows, (row) => row[key])
}
