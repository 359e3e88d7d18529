/** What a window holds of the brand and of those it is compared with, read from the running sums. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { kept } from './kept.ts'
import { maxScoreMilli, scoreChange } from './numbers.ts'
import type { Settled } from './settle.ts'
import { total } from './statistics/basket.ts'
import type { Change, KeyedCell } from './statistics/change.ts'
import { addStrata, type Strata, strataOf } from './strata.ts'
import { entityTotalsInWindow, findWindowEnds, promptsInWindow, type WindowEnds } from './sums/running.ts'
import { type Scope, scopeBefore } from './window.ts'

const brandSums = [
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
] as const
const strata = ['score_strata', 'named_strata', 'cited_strata'] as const

export type Totals = Record<(typeof brandSums)[number], number> &
  Record<(typeof strata)[number], Strata> & { prompts: number }

export type ModelTotals = Omit<Totals, 'prompts'> & { platform: string; model: string }

/** Of the brand: over all of the window, and for each platform and model. */
export function readTotals(at: Settled, scope: Scope): Promise<{ all: Totals; byModel: ModelTotals[] }> {
  return kept(at, scope, ['totals'], async () => {
    const rows = await readByModel(at, scope, await findWindowEnds(at, scope))
    const added = (name: (typeof brandSums)[number]) => total(rows, (row) => row[name])
    const addedStrata = (name: (typeof strata)[number]) => addStrata(rows.map((row) => row[name]))
    return {
      all: {
        ...recordOf(brandSums, added),
        ...recordOf(strata, addedStrata),
        prompts: rows[0]?.all_prompts ?? 0,
      },
      byModel: rows.map(({ all_prompts: _, ...row }) => row),
    }
  })
}

async function readByModel(ctx: Context, scope: Scope, ends: WindowEnds) {
  const sums = sql.raw(brandSums.map((name) => `sum(${name})::int8 as ${name}`).join(', '))
  const { rows } = await sql<ModelTotals & { all_prompts: number }>`
    with cells as materialized (${promptsInWindow(scope, ends)})
    select
      platform, model, ${sums}, (select count(distinct prompt_id) from cells) as all_prompts,
      ${strataOf({ n: 'answers', sum: 'score_milli', squares: 'score_milli_squared' }, maxScoreMilli)} as score_strata,
      ${strataOf({ n: 'answers', sum: 'named', squares: 'named' }, 1)} as named_strata,
      ${strataOf({ n: 'answers', sum: 'cited', squares: 'cited' }, 1)} as cited_strata
    from cells ${segmentsOf(scope)}
    group by platform, model
    order by platform, model`.execute(ctx.db)
  return rows
}

/** The names are all that the record is to have. */
function recordOf<K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V>
}

/** The sums of what is compared from window to window: a prompt on a platform in a region, whatever the model. */
function readKeyedCells(at: Settled, scope: Scope): Promise<KeyedCell[]> {
  return kept(at, scope, ['keyed cells'], async () => {
    const { rows } = await sql<KeyedCell>`
      with cells as (${promptsInWindow(scope, await findWindowEnds(at, scope))})
      select
        concat_ws(' ', prompt_id, platform, region) as key, prompt_id as prompt, sum(answers)::int8 as n,
        sum(score_milli)::int8 as sum, sum(score_milli_squared)::int8 as "sumSquares"
      from cells ${segmentsOf(scope)}
      group by prompt_id, platform, region
      order by platform, region, prompt_id`.execute(at.db)
    return rows
  })
}

/** Those of the window of equal length before; null when the window has no beginning. */
export async function readKeyedCellsBefore(at: Settled, scope: Scope): Promise<KeyedCell[] | null> {
  const before = scopeBefore(at, scope)
  return before && readKeyedCells(at, before)
}

/** How the mean score of all answers moved since the window before. */
export function readScoreChange(at: Settled, scope: Scope): Promise<Change> {
  return kept(at, scope, ['score change', scopeBefore(at, scope)?.from], async () => {
    const before = await readKeyedCellsBefore(at, scope)
    return scoreChange(before, before === null ? [] : await readKeyedCells(at, scope))
  })
}

export type EntityTotals = {
  named: number
  cited: number
  mentions: number
  own_citations: number
  rank_sum: number
  score_milli: number
}

/** Of each entity that answers name or cite, by its number. */
export function readEntityTotals(at: Settled, scope: Scope): Promise<(EntityTotals & { entity: number })[]> {
  return kept(at, scope, ['entities'], async () => {
    const { rows } = await sql<EntityTotals & { entity: number }>`
      with facts as (${entityTotalsInWindow(scope, await findWindowEnds(at, scope))})
      select entity, ${entityTotals} from facts group by entity`.execute(at.db)
    return rows
  })
}

/** Each sum of an entity over rows of `entitiesInWindow`. */
export const entityTotals = sql.raw(
  ['named', 'cited', 'mentions', 'own_citations', 'rank_sum', 'score_milli']
    .map((name) => `coalesce(sum(${name}), 0)::int8 as ${name}`)
    .join(', '),
)

export const segmentsOf = ({ brand }: Scope): RawBuilder<unknown> =>
  sql`join segments on segments.brand_id = ${brand.id} and segments.number = segment`
