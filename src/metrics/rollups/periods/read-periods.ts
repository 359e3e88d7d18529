/** Reads the sums of a window, and of the one before it, with one statement. */
import { sql } from 'kysely'
import { bySegment, isByPrompt, promptsInScope, type Scope } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { dayBefore } from '../../../core/days.ts'
import type { Segment } from '../dimension-ids.ts'
import { Dimensions, type ScopedPrompt } from '../dimensions.ts'
import { hasMovedPrompts } from '../prompt-groups.ts'
import { type EntityDetail, PeriodSums } from './period-sums.ts'

export type Periods = {
  isStale: boolean
  dimensions: Dimensions
  current: PeriodSums
  /** Null when there is no previous window. */
  previous: PeriodSums | null
}

type Requested = { previous: Scope | null; entities: EntityDetail }

/** A window is the sums through its last day minus the sums through the day before it. */
type End = 'to' | 'before' | 'previous_to' | 'before_previous'

type PackedRow = {
  which: End | null
  segment: number | null
  prompts: string
  products: string
  entities: string | null
  /** Null without rows of entities. */
  entity_products: string | null
  shares: string | null
}

export async function readPeriods(
  ctx: Context,
  scope: Scope,
  { previous, entities }: Requested,
): Promise<Periods> {
  // Totals are not stored by prompt.
  const detail = entities === 'totals' && isByPrompt(scope) ? 'rows' : entities
  const [dictionary, ...rows] = await readCumulativeRows(ctx, scope, { previous, entities: detail })
  if (!dictionary) throw new Error('The statement always returns the dictionary')
  const { is_stale, segments, prompts, next_entity }: Dictionary = JSON.parse(dictionary.prompts)
  // Without the numbers, the counters of all other entities would be missing without notice.
  if (next_entity === null) throw new Error(`Brand ${scope.brand.id} has no entity numbers`)
  const dimensions = new Dimensions(segments, prompts, next_entity)
  const add = (sums: PeriodSums, end: End, sign: 1 | -1) => {
    for (const { which, segment, entities, ...row } of rows) {
      if (which !== end || segment === null) continue
      sums.addPrompts(row.prompts, segment, sign)
      sums.addProducts(row.products, segment, sign)
      if (entities !== null && detail === 'totals') sums.addEntityTotals(entities, sign)
      if (entities === null || row.entity_products === null || row.shares === null) continue
      sums.addEntities(entities, segment, sign)
      sums.addEntityProducts(row.entity_products, segment, sign)
      sums.addShares(row.shares, segment, sign)
    }
    return sums
  }
  const sumsAt = (end: End) => add(new PeriodSums(dimensions, detail), end, 1)
  const before = scope.from === null ? null : sumsAt('before')
  const current = before ? sumsAt('to').subtract(before) : sumsAt('to')
  const previousEnd = previous && before && (isAdjacent(scope, previous) ? before : sumsAt('previous_to'))
  return {
    isStale: is_stale,
    dimensions,
    current,
    previous: previousEnd && add(previousEnd, 'before_previous', -1),
  }
}

/** Whether the previous window ends where the window starts. */
const isAdjacent = (scope: Scope, previous: Scope): boolean =>
  scope.from !== null && previous.to === dayBefore(scope.from)

type Dictionary = {
  is_stale: boolean
  segments: Segment[]
  prompts: ScopedPrompt[]
  /** All numbers of entities are below. Null for a brand that was not created by `createBrand`. */
  next_entity: number | null
}

/** The first row is the dictionary. One statement is one snapshot, so all rows agree. */
async function readCumulativeRows(
  ctx: Context,
  scope: Scope,
  { previous, entities }: Requested,
): Promise<PackedRow[]> {
  const { id } = scope.brand
  const end = { which: 'to' as const, day: scope.to ?? 'infinity' }
  const ends: { which: End; day: string }[] = [end]
  if (scope.from !== null) ends.push({ which: 'before', day: dayBefore(scope.from) })
  if (previous?.to && !isAdjacent(scope, previous)) ends.push({ which: 'previous_to', day: previous.to })
  if (previous?.from) ends.push({ which: 'before_previous', day: dayBefore(previous.from) })
  const start = ends.length === 1 ? '-infinity' : ends.at(-1)?.day
  const columns = { none: sql`null::text`, totals: sql`entity_totals`, rows: sql`entities` }
  const ofRows = (column: string) => (entities === 'rows' ? sql.ref(column) : sql`null::text`)
  const packed = sql`
    prompts, products, ${columns[entities]} as entities, ${ofRows('entity_products')} as entity_products,
    ${ofRows('shares')} as shares`
  const { rows } = await sql<PackedRow>`
    with
      -- Segments with answers in one of the windows: most models of a long history have ended.
      chosen as materialized (
        select number, platform, model, region from segments
        where brand_id = ${id} and ${bySegment(scope)} and exists (
          select 1 from rollup_rows
          where brand_id = ${id} and segment = number and day >= month and day > ${start}::date and day <= ${end.day}::date
        )
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
      'next_entity', (select next from entity_numbers where brand_id = ${id}),
      'segments', (select coalesce(json_agg(chosen), '[]') from chosen),
      'prompts', (
        select coalesce(json_agg(json_build_object('number', number, 'id', id, 'branded', prompts.branded, 'topic_id', prompts.topic_id) order by number), '[]')
        from prompt_numbers join prompts on prompts.id = prompt_id
        where prompt_numbers.brand_id = ${id} and prompts.brand_id = ${id} and prompt_id in (${promptsInScope(scope)})
      )
    )::text as prompts, '' as products, null as entities, null as entity_products, null as shares
    union all select which, segment, prompts, products, entities, entity_products, shares from latest
    union all select which, segment, prompts, products, entities, entity_products, shares from bases`.execute(
    ctx.db,
  )
  return rows
}

/** Whether answers or prompts have changed, or visits have arrived, since the brand's rollups were refreshed. */
export const isStale = (brandId: string) => sql<boolean>`(
  exists (select 1 from dirty_days where brand_id = ${brandId})
  or ${hasMovedPrompts(brandId)}
  or exists (select 1 from visits where brand_id = ${brandId} and not in_rollups)
)`
