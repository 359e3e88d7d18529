/** What a window holds of the brand and of those it is compared with, read from the running sums. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { maxScoreMilli } from './numbers.ts'
import type { KeyedCell } from './statistics/change.ts'
import { type Strata, strataOf } from './strata.ts'
import { findWindowEnds, promptsInWindow, type WindowEnds } from './sums/running.ts'
import { type Scope, scopeBefore } from './window.ts'

export type Totals = {
  answers: number
  /** Of them, those to prompts that name the brand. */
  branded: number
  prompts: number
  named: number
  cited: number
  mentions: number
  own_citations: number
  rank_sum: number
  score_milli: number
  positive: number
  neutral: number
  negative: number
  citations: number
  with_citations: number
  score_strata: Strata
  named_strata: Strata
  cited_strata: Strata
}

export type ModelTotals = Totals & { platform: string; model: string }

/** Of the brand: over all of the window, and for each platform and model. */
export async function readTotals(
  ctx: Context,
  scope: Scope,
  ends: WindowEnds,
): Promise<{ all: Totals; byModel: ModelTotals[] }> {
  const sums = sql.raw(
    [
      'answers',
      'named',
      'cited',
      'mentions',
      'own_citations',
      'rank_sum',
      'score_milli',
      'positive',
      'neutral',
      'negative',
      'citations',
      'with_citations',
    ]
      .map((name) => `coalesce(sum(${name}), 0)::int8 as ${name}`)
      .join(', '),
  )
  const { rows } = await sql<Totals & { platform: string | null; model: string | null }>`
    with cells as (${promptsInWindow(scope, ends)})
    select
      platform, model, ${sums}, count(distinct prompt_id) as prompts,
      coalesce(sum(answers) filter (where prompt_id = any(array(
        select id from prompts where brand_id = ${scope.brand.id} and branded))), 0)::int8 as branded,
      ${strataOf({ n: 'answers', sum: 'score_milli', squares: 'score_milli_squared' }, maxScoreMilli)} as score_strata,
      ${strataOf({ n: 'answers', sum: 'named', squares: 'named' }, 1)} as named_strata,
      ${strataOf({ n: 'answers', sum: 'cited', squares: 'cited' }, 1)} as cited_strata
    from cells ${segmentsOf(scope)}
    group by grouping sets ((platform, model), ())
    order by platform nulls first, model`.execute(ctx.db)
  const [all, ...byModel] = rows
  if (!all) throw new Error('A grouping over nothing gives one row.')
  return {
    all,
    byModel: byModel.flatMap((row) =>
      row.platform === null || row.model === null
        ? []
        : [{ ...row, platform: row.platform, model: row.model }],
    ),
  }
}

/** The sums of what is compared from window to window: a prompt on a platform in a region, whatever the model. */
export async function readKeyedCells(ctx: Context, scope: Scope, ends: WindowEnds): Promise<KeyedCell[]> {
  const { rows } = await sql<KeyedCell>`
    with cells as (${promptsInWindow(scope, ends)})
    select
      concat_ws(' ', prompt_id, platform, region) as key, prompt_id as prompt, sum(answers)::int8 as n,
      sum(score_milli)::int8 as sum, sum(score_milli_squared)::int8 as "sumSquares"
    from cells ${segmentsOf(scope)}
    group by prompt_id, platform, region
    order by platform, region, prompt_id`.execute(ctx.db)
  return rows
}

/** Those of the window of equal length before; null when the window has no beginning. */
export async function readKeyedCellsBefore(ctx: Context, scope: Scope): Promise<KeyedCell[] | null> {
  const before = scopeBefore(ctx, scope)
  return before && readKeyedCells(ctx, before, await findWindowEnds(ctx, before))
}

export type EntityTotals = {
  named: number
  cited: number
  mentions: number
  own_citations: number
  rank_sum: number
  score_milli: number
}

/** Each sum of an entity over rows of `entitiesInWindow`. */
export const entityTotals = sql.raw(
  ['named', 'cited', 'mentions', 'own_citations', 'rank_sum', 'score_milli']
    .map((name) => `coalesce(sum(${name}), 0)::int8 as ${name}`)
    .join(', '),
)

export const segmentsOf = ({ brand }: Scope): RawBuilder<unknown> =>
  sql`join segments on segments.brand_id = ${brand.id} and segments.number = segment`
