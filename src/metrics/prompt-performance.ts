/** Each prompt of a brand with what its answers show, and whether that has changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { platforms } from '../../vocabulary/platforms.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { pageQuery } from '../core/paging.ts'
import { kept } from './kept.ts'
import { mounted } from './metric.ts'
import {
  ChangeRecord,
  Count,
  cellsIntervalPct,
  describe,
  IntervalRecord,
  MentionRate,
  Mentions,
  meanScore,
  Pct,
  rateCell,
  ratioPct,
  Score,
  Subject,
  scoreChange,
  subjectOf,
} from './numbers.ts'
import { order, pageRanked } from './paging.ts'
import { readSettled, type Settled } from './settle.ts'
import { total } from './statistics/basket.ts'
import { judgeTogether, type KeyedCell } from './statistics/change.ts'
import { entitiesInWindow, findWindowEnds, promptsInWindow } from './sums/running.ts'
import { readKeyedCellsBefore, segmentsOf } from './totals.ts'
import { isByPrompt, promptsInScope, type Scope } from './window.ts'

const PromptPerformance = z
  .object({
    ...Subject,
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
        total_mentions: Mentions,
        total_citations: Count.describe("Citations of the brand's own domains."),
        avg_competitor_score: Pct.describe(
          'Mean of the scores of the tracked competitors; null without any.',
        ),
        best_platform: z
          .enum(platforms)
          .nullable()
          .describe('The one with the highest avg_visibility_score.'),
        worst_platform: z.enum(platforms).nullable(),
        volume: Count.nullable().describe('Searches a month, as a source says it; null without a source.'),
        change: ChangeRecord.extend({
          q_value: z
            .number()
            .nullable()
            .describe('Share of chance finds among all changes of the list as sure as this one.'),
        }).describe('Of avg_visibility_score, judged together with all prompts of the list.'),
      }),
    ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'PromptPerformance' })

const query = {
  ...pageQuery,
  sort_by: z.enum(['visibility', 'mentions', 'citations', 'volume', 'change']).default('visibility'),
  order: order.default('desc'),
}

type Query = z.output<z.ZodObject<typeof query>>

export const promptPerformance = mounted({
  summary: 'List prompts with how they perform',
  description: describe(
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
  return readSettled(ctx, scope.brand.id, async (at) => {
    const rivals = (await listEntities(at, 'competitors', scope.brand.id)).map(({ number }) => number)
    const cells = Map.groupBy(await readCells(at, scope), ({ prompt_id }) => prompt_id)
    const rivalScores = new Map(
      (await readRivalScores(at, scope, rivals)).map((row) => [row.prompt_id, row.score_milli]),
    )
    const before = await readKeyedCellsBefore(at, scope)
    const prompts = await listPrompts(at, scope, [...cells.keys()])
    const changes = judgeTogether(changesOf(prompts, cells, before))
    const rows = prompts.map((prompt, index): Row => {
      const own = cells.get(prompt.prompt_id) ?? []
      const answers = total(own, (cell) => cell.answers)
      const change = changes[index] ?? { ...scoreChange(null, []), q_value: null }
      return {
        ...prompt,
        result_count: answers,
        avg_visibility_score: meanScore(
          total(own, (cell) => cell.score_milli),
          answers,
        ),
        mention_rate_pct: ratioPct(
          total(own, (cell) => cell.named),
          answers,
        ),
        interval: null,
        total_mentions: total(own, (cell) => cell.mentions),
        total_citations: total(own, (cell) => cell.own_citations),
        avg_competitor_score: meanScore(rivalScores.get(prompt.prompt_id) ?? 0, answers * rivals.length),
        ...platformsOf(own),
        change,
      }
    })
    const { items, next_cursor } = pageRanked(
      rows,
      { value: values[query.sort_by], id: (row) => row.prompt_id },
      query,
    )
    // An interval takes longer than all else of a row: only those shown get one.
    return {
      ...subjectOf(scope),
      prompts: items.map((row) => ({
        ...row,
        interval: cellsIntervalPct(
          (cells.get(row.prompt_id) ?? []).map(({ answers, named }) => rateCell(answers, named)),
        ),
      })),
      next_cursor,
    }
  })
}

const values: Record<Query['sort_by'], (row: Row) => number | null> = {
  visibility: (row) => row.avg_visibility_score,
  mentions: (row) => row.total_mentions,
  citations: (row) => row.total_citations,
  volume: (row) => row.volume,
  change: (row) => row.change.delta,
}

/** Of one prompt on one platform, model and region. */
type CellSums = {
  prompt_id: string
  platform: string
  region: string
  answers: number
  named: number
  mentions: number
  own_citations: number
  score_milli: number
  score_milli_squared: number
}

function readCells(at: Settled, scope: Scope): Promise<CellSums[]> {
  return kept(at, scope, ['cells'], async () => {
    const { rows } = await sql<CellSums>`
      with cells as (${promptsInWindow(scope, await findWindowEnds(at, scope))})
      select prompt_id, platform, region, answers, named, mentions, own_citations, score_milli, score_milli_squared
      from cells ${segmentsOf(scope)}
      order by platform, model, region`.execute(at.db)
    return rows
  })
}

/** The sum of all tracked competitors' scores in the answers to each prompt. */
function readRivalScores(at: Settled, scope: Scope, rivals: number[]) {
  return kept(at, scope, ['rival scores', rivals], async () => {
    const { rows } = await sql<{ prompt_id: string; score_milli: number }>`
      with facts as (${entitiesInWindow(scope, await findWindowEnds(at, scope), ['score_milli'])})
      select prompt_id, sum(score_milli)::int8 as score_milli from facts
      where entity = any(${rivals}::smallint[]) group by prompt_id`.execute(at.db)
    return rows
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

/** In the order of the prompts. */
function changesOf(prompts: ListedPrompt[], cells: Map<string, CellSums[]>, before: KeyedCell[] | null) {
  const earlier = before && Map.groupBy(before, ({ prompt }) => prompt)
  return prompts.map(({ prompt_id }) =>
    scoreChange(earlier && (earlier.get(prompt_id) ?? []), keyed(cells.get(prompt_id) ?? [])),
  )
}

function keyed(cells: CellSums[]): KeyedCell[] {
  const groups = Map.groupBy(cells, ({ prompt_id, platform, region }) =>
    [prompt_id, platform, region].join(' '),
  )
  return [...groups].map(([key, group]) => ({
    key,
    prompt: group[0]?.prompt_id ?? key,
    n: total(group, (cell) => cell.answers),
    sum: total(group, (cell) => cell.score_milli),
    sumSquares: total(group, (cell) => cell.score_milli_squared),
  }))
}

function platformsOf(cells: CellSums[]) {
  const means = [...Map.groupBy(cells, ({ platform }) => platform)].map(([platform, group]) => ({
    platform: z.enum(platforms).parse(platform),
    mean: total(group, (cell) => cell.score_milli) / total(group, (cell) => cell.answers),
  }))
  const best = means.toSorted((a, b) => b.mean - a.mean)
  return { best_platform: best[0]?.platform ?? null, worst_platform: best.at(-1)?.platform ?? null }
}
