/** Reads how often sources are cited, from the counts of periods. */
import { sql } from 'kysely'
import { bySegment, daysInScope, isByPrompt, isBySegment, type Scope } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import {
  type CategoryCounts,
  recordOf,
  type SourceCounts,
  type SourceKind,
  type Sources,
  sourceKinds,
} from '../../rollup-rows.ts'
import { chosenGroups, type GroupFilter, type ListedGroup, listGroups } from '../prompt-groups.ts'
import { lastDay } from '../series/series.ts'
import { periodsOf } from './calendar-periods.ts'
import { addCounts, ListAdder, noSourceCounts, type SourceSums, toCounts } from './source-counts.ts'
import { firstCategoryCharacter, highestSourceNumbers } from './source-ids.ts'

/** Returns the counts of these kinds; the others may be zero. */
export async function readSources(
  ctx: Context,
  scope: Scope,
  kinds: readonly SourceKind[],
): Promise<Sources> {
  const dimensions = await readSourceDimensions(ctx, scope)
  const sums = noSourceCounts(dimensions.highest)
  const filter = chosenGroups(dimensions.groups)
  const { segments } = dimensions
  const request = { scope, kinds, lastDay: dimensions.last_day }
  if (!isByPrompt(scope) || filter.isMost) await addStored(ctx, { ...request, segments, filter: null }, sums)
  if (isByPrompt(scope)) {
    // Counts are stored per segment or per group, and lists have both.
    const add = isBySegment(scope) ? addLists : addStored
    await add(ctx, { ...request, segments, filter }, sums)
  }
  const counts = recordOf(sourceKinds, (kind) => toCounts(sums[kind]))
  return { ...counts, categories: countCategories(counts, dimensions) }
}

function countCategories(
  { category: byCategory, domain_category: byPair }: Record<SourceKind, SourceCounts>,
  { categories, domain_categories }: SourceDimensions,
): CategoryCounts[] {
  const domains = new Uint32Array(categories.length + 1)
  for (const pair of byPair.numbers()) {
    const category = domain_categories.charCodeAt(pair - 1) - firstCategoryCharacter
    domains[category] = (domains[category] ?? 0) + 1
  }
  return categories.map(({ number, category }) => ({
    category,
    citations: byCategory.citations(number),
    answers: byCategory.answers(number),
    domains: domains[number] ?? 0,
  }))
}

type SourceDimensions = {
  /** The highest number of each kind. */
  highest: Record<SourceKind, number>
  last_day: string | null
  /** The segments in scope; 0, for all of them, when there is no such filter. */
  segments: number[]
  groups: ListedGroup[]
  categories: { number: number; category: string }[]
  /** See `rollup_states` in the schema. */
  domain_categories: string
}

async function readSourceDimensions(ctx: Context, scope: Scope): Promise<SourceDimensions> {
  const { id } = scope.brand
  const { rows } = await sql<SourceDimensions>`
    select
      ${highestSourceNumbers(id)} as highest,
      ${lastDay(id)} as last_day,
      ${
        isBySegment(scope)
          ? sql`array(select number::int from segments where brand_id = ${id} and ${bySegment(scope)})`
          : sql`array[0]`
      } as segments,
      (
        select coalesce(json_agg(json_build_object('number', number, 'category', category)), '[]')
        from sources where brand_id = ${id} and kind = 'category'
      ) as categories,
      ${listGroups(scope)} as groups,
      coalesce((select domain_categories from rollup_states where brand_id = ${id}), '') as domain_categories`.execute(
    ctx.db,
  )
  const [dimensions] = rows
  if (!dimensions) throw new Error('A select without a table always returns a row')
  return dimensions
}

/** `filter`: the groups to add or subtract; null for all prompts. */
type Request = {
  scope: Scope
  kinds: readonly SourceKind[]
  lastDay: string | null
  segments: number[]
  filter: GroupFilter | null
}

async function addStored(
  ctx: Context,
  { scope, kinds, lastDay, segments, filter }: Request,
  sums: SourceSums,
): Promise<void> {
  const periods = lastDay === null ? [] : periodsOf(scope.from, scope.to, lastDay)
  const { rows } = await sql<{ kind: SourceKind; counts: string }>`
    select kind, counts
    from unnest(
      ${periods.map(({ grain }) => grain)}::text[], ${periods.map(({ from }) => from)}::date[], ${periods.map(({ until }) => until)}::date[]
    ) as period (grain, first, last)
    join source_counts on source_counts.grain = period.grain and start between period.first and period.last
    where brand_id = ${scope.brand.id} and kind = any(${[...kinds]}::text[]) and segment = any(${segments}::smallint[])
      and prompt_group = any(${filter?.groups ?? [0]}::smallint[])`.execute(ctx.db)
  const pause = timeSlicer()
  for (const { kind, counts } of rows) {
    addCounts(sums[kind], counts, filter?.sign)
    await pause()
  }
}

/** Adds per-prompt lists, concatenated by week. */
async function addLists(ctx: Context, { scope, segments, filter }: Request, sums: SourceSums): Promise<void> {
  const { rows } = await sql<{ lists: string }>`
    select string_agg(counts, '') as lists from prompt_source_counts
    where brand_id = ${scope.brand.id} and ${daysInScope(scope, 'day')} and prompt in (
      select number from prompt_numbers where brand_id = ${scope.brand.id} and prompt_group = any(${filter?.groups ?? []}::smallint[])
    )
    group by date_trunc('week', day)`.execute(ctx.db)
  const chosen = new Set(segments)
  const adder = new ListAdder(sums)
  const pause = timeSlicer()
  for (const { lists } of rows) {
    adder.add(lists, (segment) => chosen.has(segment), filter?.sign)
    await pause()
  }
}
