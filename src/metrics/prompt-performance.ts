/** Each prompt of a brand with what its answers show, and whether that has changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import {
  isByPrompt,
  PromptIds,
  previousScope,
  promptsInScope,
  requirePrompts,
  type Scope,
} from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { pageQuery } from '../core/paging.ts'
import { timeSlicer } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metric.ts'
import { order, paginateRanked } from './ranked-paging.ts'
import { memoize } from './rollups/cache.ts'
import type { PromptSum } from './rollups/counters.ts'
import { type RollupRow, readEntityCells, readRollupRows } from './rollups/running-totals.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { type Moments as Summed, sumBy } from './statistics/basket.ts'
import { adjustForMultipleTests } from './statistics/paired-change.ts'
import { moments, readCellsBefore, scoreChangeOf } from './totals.ts'
import {
  ChangeRecord,
  Count,
  cellsIntervalPct,
  cellsScoreInterval,
  describeMetric,
  IntervalRecord,
  MentionRate,
  Mentions,
  MetricHeader,
  meanScore,
  metricHeader,
  notComparable,
  Pct,
  Platform,
  QValue,
  ratioPct,
  Score,
  scoreChange,
} from './values.ts'

const PromptPerformance = z
  .object({
    ...MetricHeader,
    prompts: z.array(
      z.object({
        prompt_id: z.uuid(),
        prompt_text: z.string(),
        topic_name: z.string().nullable(),
        category: z.string(),
        branded: z.boolean(),
        result_count: Count.describe('Answers in the denominator.'),
        avg_visibility_score: Score,
        mention_rate_pct: MentionRate,
        interval: IntervalRecord.describe('Of mention_rate_pct.'),
        score_interval: IntervalRecord.describe('Of avg_visibility_score.'),
        total_mentions: Mentions,
        total_citations: Count.describe("Citations of the brand's own domains."),
        avg_competitor_score: Pct.describe(
          'Mean of the scores of the tracked competitors; null without any.',
        ),
        best_platform: Platform.nullable().describe('The one with the highest avg_visibility_score.'),
        worst_platform: Platform.nullable(),
        volume: Count.nullable().describe('Searches a month, as a source says it; null without a source.'),
        change: ChangeRecord.extend({
          q_value: QValue,
        }).describe('Of avg_visibility_score, judged together with all prompts of the window and filters.'),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'PromptPerformance' })

const query = {
  ...pageQuery,
  prompt_id: PromptIds,
  sort_by: z.enum(['visibility', 'mentions', 'citations', 'volume', 'change']).default('visibility'),
  order: order.default('desc'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const promptPerformance = defineMetric({
  summary: 'List prompts with how they perform',
  description: describeMetric(
    ['visibility_score', 'mention_rate'],
    'Each prompt’s mean is over its own answers. Mention rate: answers that name the brand / answers.',
    'Prompts without answers in the window are listed with null; deleted ones only with answers.',
  ),
  query,
  returns: PromptPerformance,
  read,
})

type Row = z.input<typeof PromptPerformance>['prompts'][number]

function read(ctx: Context, scope: Scope, query: Query): Promise<z.input<typeof PromptPerformance>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    await requirePrompts(at, scope, query.prompt_id)
    const rivals = (await listEntities(at, 'competitors', scope.brand.id)).map(({ number }) => number)
    const performances = new Map(
      (await readPerformances(at, scope, rivals)).map((each) => [each.prompt_id, each]),
    )
    const prompts = await listPrompts(at, scope, [...performances.keys()])
    const unanswered = { ...(scope.from === null ? notComparable : scoreChange([], [])), q_value: null }
    const rows = prompts
      .filter(({ prompt_id }) => query.prompt_id?.includes(prompt_id) ?? true)
      .map((prompt) => ({
        ...prompt,
        ...(performances.get(prompt.prompt_id) ?? { ...nothing, change: unanswered }),
      }))
    const { items, next_cursor } = paginateRanked(
      rows,
      { value: values[query.sort_by], id: (row) => row.prompt_id },
      query,
    )
    return {
      ...metricHeader(scope),
      prompts: items.map(({ rates, scores, ...row }) => ({ ...row, ...intervalsOf(rates, scores) })),
      next_cursor,
    }
  })
}

/** `rates`: the answers of each platform, model and region, and how many of them name the brand; `scores`: their scores. */
type Performance = Omit<Row, keyof ListedPrompt | 'interval' | 'score_interval'> & {
  rates: Summed[]
  scores: Summed[]
}

type Intervals = Pick<Row, 'interval' | 'score_interval'>
const madeIntervals = new WeakMap<Summed[], Intervals>()

/** They take longer than all else of a row: only those shown are made, and once while the performances are kept. */
function intervalsOf(rates: Summed[], scores: Summed[]): Intervals {
  const made = madeIntervals.get(rates) ?? {
    interval: cellsIntervalPct(rates),
    score_interval: cellsScoreInterval(scores),
  }
  madeIntervals.set(rates, made)
  return made
}

const values: Record<Query['sort_by'], (row: Performance & ListedPrompt) => number | null> = {
  visibility: (row) => row.avg_visibility_score,
  mentions: (row) => row.total_mentions,
  citations: (row) => row.total_citations,
  volume: (row) => row.volume,
  change: (row) => row.change.delta,
}

/** Of a prompt without answers. */
const nothing = {
  result_count: 0,
  avg_visibility_score: null,
  mention_rate_pct: null,
  total_mentions: 0,
  total_citations: 0,
  avg_competitor_score: null,
  best_platform: null,
  worst_platform: null,
  rates: [],
  scores: [],
}

/** Of the prompts that have answers. `rivals`: the numbers of the tracked competitors. */
function readPerformances(
  at: Snapshot,
  scope: Scope,
  rivals: number[],
): Promise<(Performance & { prompt_id: string })[]> {
  return memoize(at, scope, ['performances', rivals, previousScope(at, scope)?.from], async () => {
    const byPrompt = [...Map.groupBy(await readRollupRows(at, scope), ({ prompt_id }) => prompt_id)]
    const rivalCells = await readEntityCells(at, scope, { entities: rivals })
    const rivalsOf = Map.groupBy(rivalCells, ({ prompt_id }) => prompt_id)
    const before = await readCellsBefore(at, scope)
    const earlier = before && Map.groupBy(before, ({ prompt_id }) => prompt_id)
    const rest = timeSlicer()
    const performances = []
    for (const [prompt_id, cells] of byPrompt) {
      const sum = (name: PromptSum) => sumBy(cells, (cell) => cell[name])
      const answers = sum('answers')
      const rivalScore = sumBy(rivalsOf.get(prompt_id) ?? [], ({ score_milli }) => score_milli)
      performances.push({
        prompt_id,
        result_count: answers,
        avg_visibility_score: meanScore(sum('score_milli'), answers),
        mention_rate_pct: ratioPct(sum('named'), answers),
        total_mentions: sum('mentions'),
        total_citations: sum('own_citations'),
        avg_competitor_score: meanScore(rivalScore, answers * rivals.length),
        ...platformsOf(cells),
        change: scoreChangeOf(earlier && (earlier.get(prompt_id) ?? []), cells),
        rates: cells.map(moments.named),
        scores: cells.map(moments.score),
      })
      await rest()
    }
    const changes = adjustForMultipleTests(performances.map(({ change }) => change))
    return performances.map((each, index) => ({
      ...each,
      change: changes[index] ?? { ...each.change, q_value: null },
    }))
  })
}

type ListedPrompt = Pick<Row, 'prompt_id' | 'prompt_text' | 'topic_name' | 'category' | 'branded' | 'volume'>

async function listPrompts(ctx: Context, scope: Scope, answered: string[]): Promise<ListedPrompt[]> {
  const { rows } = await sql<ListedPrompt>`
    select
      prompts.id as prompt_id, prompts.text as prompt_text, topics.name as topic_name, prompts.category, prompts.branded,
      prompt_volumes.total_volume as volume
    from prompts
    left join topics on topics.brand_id = prompts.brand_id and topics.id = prompts.topic_id
    left join prompt_volumes on prompt_volumes.brand_id = prompts.brand_id and prompt_volumes.prompt_id = prompts.id
    where prompts.brand_id = ${scope.brand.id} and (prompts.deleted_at is null or prompts.id = any(${answered}::uuid[]))
      and ${isByPrompt(scope) ? sql`prompts.id in (${promptsInScope(scope)})` : sql`true`}`.execute(ctx.db)
  return rows
}

function platformsOf(cells: readonly RollupRow[]) {
  const means = [...Map.groupBy(cells, ({ platform }) => platform)].map(([platform, group]) => ({
    platform: Platform.parse(platform),
    mean: sumBy(group, (cell) => cell.score_milli) / sumBy(group, (cell) => cell.answers),
  }))
  const best = means.toSorted((a, b) => b.mean - a.mean)
  return { best_platform: best[0]?.platform ?? null, worst_platform: best.at(-1)?.platform ?? null }
}
