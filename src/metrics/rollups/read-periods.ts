/** Reads the sums of a window, and of the one before it, with one statement. */
import { sql } from 'kysely'
import { bySegment, promptsInScope, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore } from '../../core/days.ts'
import type { Segment } from './dimension-ids.ts'
import { addEntities, addPrompts, Dimensions, PeriodSums, type ScopedPrompt } from './period-sums.ts'

export type Periods = {
  isStale: boolean
  dimensions: Dimensions
  current: PeriodSums
  /** Null when there is no previous window. */
  previous: PeriodSums | null
}

/** `entities`: whether the counters of other entities are read, which takes longer than everything else. */
type Requested = { previous: Scope | null; entities: boolean }

/** A window is the sums through its last day minus the sums through the day before it. */
type End = 'to' | 'before' | 'before_previous'

type Answer = { which: End | null; segment: number | null; prompts: string; entities: string | null }

export async function readPeriods(
  ctx: Context,
  scope: Scope,
  { previous, entities }: Requested,
): Promise<Periods> {
  const [dictionary, ...rows] = await readCumulativeRows(ctx, scope, { previous, entities })
  if (!dictionary) throw new Error('The statement always returns the dictionary')
  const { is_stale, segments, prompts }: Dictionary = JSON.parse(dictionary.prompts)
  const dimensions = new Dimensions(segments, prompts)
  const current = new PeriodSums(dimensions)
  const earlier = previous && new PeriodSums(dimensions)
  const targets: Record<End, { sums: PeriodSums; sign: 1 | -1 }[]> = {
    to: [{ sums: current, sign: 1 }],
    before: [{ sums: current, sign: -1 }, ...(earlier ? [{ sums: earlier, sign: 1 as const }] : [])],
    before_previous: earlier ? [{ sums: earlier, sign: -1 }] : [],
  }
  for (const { which, segment, prompts, entities } of rows) {
    if (which === null || segment === null) continue
    addPrompts(prompts, segment, dimensions, targets[which])
    if (entities !== null) addEntities(entities, segment, dimensions, targets[which])
  }
  return { isStale: is_stale, dimensions, current, previous: earlier }
}

type Dictionary = { is_stale: boolean; segments: Segment[]; prompts: ScopedPrompt[] }

/** The first row is the dictionary. One statement is one snapshot, so all rows agree. */
async function readCumulativeRows(
  ctx: Context,
  scope: Scope,
  { previous, entities }: Requested,
): Promise<Answer[]> {
  const { id } = scope.brand
  const ends: { which: End; day: string }[] = [{ which: 'to', day: scope.to ?? 'infinity' }]
  if (scope.from !== null) ends.push({ which: 'before', day: dayBefore(scope.from) })
  if (previous?.from) ends.push({ which: 'before_previous', day: dayBefore(previous.from) })
  const packed = sql`prompts, ${entities ? sql`entities` : sql`null::text as entities`}`
  const { rows } = await sql<Answer>`
    with
      chosen as materialized (
        select number, platform, model, region from segments where brand_id = ${id} and ${bySegment(scope)}
        order by platform, model, region
      ),
      -- The last row of each segment through each end.
      latest as materialized (
        select which, number as segment, row.*
        from unnest(${ends.map(({ which }) => which)}::text[], ${ends.map(({ day }) => day)}::date[]) as ends (which, end_day)
        cross join chosen
        cross join lateral (
          select day, month, ${packed} from rollup_rows
          where brand_id = ${id} and segment = number and day <= end_day
          order by day desc, month desc limit 1
        ) row
      ),
      -- What came before the month of that row, unless the row is a base itself.
      bases as (
        select which, latest.segment, row.*
        from latest
        cross join lateral (
          select ${packed} from rollup_rows
          where brand_id = ${id} and segment = latest.segment and day < latest.month
          order by day desc, month desc limit 1
        ) row
        where latest.day >= latest.month
      )
    select null as which, null::int as segment, json_build_object(
      'is_stale', ${isStale(id)},
      'segments', (select coalesce(json_agg(chosen), '[]') from chosen),
      'prompts', (
        select coalesce(json_agg(json_build_object('number', number, 'id', id, 'branded', branded, 'topic_id', topic_id) order by number), '[]')
        from prompt_numbers join prompts on prompts.id = prompt_id
        where prompt_numbers.brand_id = ${id} and prompts.brand_id = ${id} and prompt_id in (${promptsInScope(scope)})
      )
    )::text as prompts, null as entities
    union all select which, segment, prompts, entities from latest
    union all select which, segment, prompts, entities from bases`.execute(ctx.db)
  return rows
}

/** Whether answers have changed, or visits have arrived, since the brand's rollups were refreshed. */
export const isStale = (brandId: string) => sql<boolean>`(
  exists (select 1 from dirty_days where brand_id = ${brandId})
  or exists (select 1 from visits where brand_id = ${brandId} and not in_rollups)
)`
