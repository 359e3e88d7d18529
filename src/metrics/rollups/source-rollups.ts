/**
 * Counts of cited sources (domains, domains by category, URLs, categories) per segment, by day, closed month and closed
 * year. A read adds up every source in the range, so top lists and totals are exact.
 */
import { sql } from 'kysely'
import { bySegment, daysInScope, isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayBefore, type Grain, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import {
  type CategoryCounts,
  recordOf,
  type SourceCounts,
  type SourceKind,
  type Sources,
  sourceKinds,
} from '../rollup-rows.ts'
import type { CountedDay } from './count-days.ts'
import { readPromptFilter } from './dimension-ids.ts'
import { periodsOf } from './periods.ts'
import { replaceRows } from './replace-rows.ts'
import { monthsWithAnswers } from './series.ts'
import {
  addCounts,
  countSources,
  ListAdder,
  noCounts,
  noSourceCounts,
  packCounts,
  packList,
  type SourceSums,
  toCounts,
} from './source-counts.ts'
import { firstCategoryCharacter, highestSourceNumbers, readHighestSourceNumbers } from './source-ids.ts'

const countsTable = {
  name: 'source_counts',
  keys: { grain: 'text', kind: 'text', start: 'date', segment: 'smallint' },
  values: { counts: 'text' },
}

const listsTable = {
  name: 'prompt_source_counts',
  keys: { day: 'date', prompt: 'int' },
  values: { counts: 'text' },
}

/** Writes the counts and the per-prompt lists of single days. */
export async function writeSources(
  tx: Context,
  brandId: string,
  days: string[],
  counted: CountedDay[],
): Promise<void> {
  const lists = counted.flatMap(({ day, answers }) =>
    [...Map.groupBy(answers, ({ prompt }) => prompt)].map(([prompt, answersTo]) => ({
      day,
      prompt,
      counts: packList(answersTo),
    })),
  )
  await replaceRows(tx, brandId, listsTable, sql`day = any(${days}::date[])`, lists)
  const counts: PeriodCounts[] = []
  const pause = timeSlicer()
  for (const { day, answers } of counted)
    for (const kind of sourceKinds) {
      counts.push(
        ...countSources(answers, kind).map((each) => ({ grain: 'day' as const, kind, start: day, ...each })),
      )
      await pause()
    }
  await replaceRows(tx, brandId, countsTable, sql`grain = 'day' and start = any(${days}::date[])`, counts)
}

/**
 * Recomputes the weeks, months and years that contain one of the days, and adds those that have closed since. Runs after the
 * days and the series are written.
 */
export async function closeFinishedPeriods(tx: Context, brandId: string, days: string[]): Promise<void> {
  for (const grain of ['week', 'month', 'year'] as const)
    await sql`
      delete from source_counts
      where brand_id = ${brandId} and grain = ${grain}
        and start = any(${[...new Set(days.map((day) => periodStart(grain, day)))]}::date[])`.execute(tx.db)
  const { rows } = await sql<Period>`
    select grain, start
    from (
      select 1 as step, 'week' as grain, (point ->> 'start')::date as start
      from series cross join json_array_elements(points::json) as listed (point)
      where brand_id = ${brandId} and series.grain = 'week' and segment = 0
      union all select 2, 'month', month from series where ${monthsWithAnswers(brandId)}
      union all select distinct 3, 'year', date_trunc('year', month)::date from series where ${monthsWithAnswers(brandId)}
    ) period
    where start < date_trunc(grain, ${lastDay(brandId)}) and not exists (
      select 1 from source_counts stored
      where brand_id = ${brandId} and kind = 'category' and stored.grain = period.grain and stored.start = period.start
    )
    order by step, start`.execute(tx.db)
  if (rows.length === 0) return
  const highest = await readHighestSourceNumbers(tx, brandId)
  // Years are computed from months.
  for (const period of rows) await mergePeriod(tx, brandId, period, highest)
}

type Period = { grain: Grain; start: string }
type PeriodCounts = {
  grain: 'day' | Grain
  kind: SourceKind
  start: string
  segment: number
  counts: string
}

async function mergePeriod(
  tx: Context,
  brandId: string,
  { grain, start }: Period,
  highest: Record<SourceKind, number>,
): Promise<void> {
  const finer = grain === 'year' ? 'month' : 'day'
  const until = dayBefore(nextStart(grain, start))
  const { rows } = await sql<PeriodCounts>`
    select ${grain} as grain, kind, ${start}::date as start, segment, counts from source_counts
    where brand_id = ${brandId} and grain = ${finer} and start between ${start}::date and ${until}::date`.execute(
    tx.db,
  )
  const merged: PeriodCounts[] = []
  const pause = timeSlicer()
  for (const parts of Map.groupBy(rows, ({ kind, segment }) => `${kind} ${segment}`).values()) {
    const [first] = parts
    if (!first) continue
    const sums = noCounts(highest[first.kind])
    for (const { counts } of parts) {
      addCounts(sums, counts)
      await pause()
    }
    merged.push({ ...first, counts: packCounts(sums) })
  }
  await replaceRows(tx, brandId, countsTable, sql`grain = ${grain} and start = ${start}::date`, merged)
}

/**
 * Returns the counts of these kinds; the others may be zero. The counts are not broken down by prompt: a filter on prompts reads
 * the per-prompt lists instead.
 */
export async function readSources(
  ctx: Context,
  scope: Scope,
  kinds: readonly SourceKind[],
): Promise<Sources> {
  const dimensions = await readSourceDimensions(ctx, scope)
  const sums = noSourceCounts(dimensions.highest)
  if (isByPrompt(scope)) await addLists(ctx, scope, sums, dimensions)
  else await addStoredCounts(ctx, scope, sums, { ...dimensions, kinds })
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
      coalesce((select domain_categories from rollup_states where brand_id = ${id}), '') as domain_categories`.execute(
    ctx.db,
  )
  const [dimensions] = rows
  if (!dimensions) throw new Error('A select without a table always returns a row')
  return dimensions
}

async function addLists(
  ctx: Context,
  scope: Scope,
  sums: SourceSums,
  dimensions: SourceDimensions,
): Promise<void> {
  const { chosen, others, isMost } = await readPromptFilter(ctx, scope)
  if (isMost) await addStoredCounts(ctx, scope, sums, { ...dimensions, kinds: sourceKinds })
  const segments = isBySegment(scope) ? new Set(dimensions.segments) : null
  const adder = new ListAdder(dimensions.highest)
  const pause = timeSlicer()
  for (const list of await readLists(ctx, scope, isMost ? others : chosen)) {
    adder.add(list, (segment) => (!segments || segments.has(segment) ? sums : null), isMost ? -1 : 1)
    await pause()
  }
}

/** Returns the lists of these prompts, concatenated by week. */
async function readLists(ctx: Context, scope: Scope, prompts: number[]): Promise<string[]> {
  const { rows } = await sql<{ lists: string }>`
    select string_agg(counts, '') as lists from prompt_source_counts
    where brand_id = ${scope.brand.id} and prompt = any(${prompts}::int[]) and ${daysInScope(scope, 'day')}
    group by date_trunc('week', day)`.execute(ctx.db)
  return rows.map(({ lists }) => lists)
}

async function addStoredCounts(
  ctx: Context,
  scope: Scope,
  sums: SourceSums,
  { last_day, segments, kinds }: SourceDimensions & { kinds: readonly SourceKind[] },
): Promise<void> {
  const periods = last_day === null ? [] : periodsOf(scope.from, scope.to, last_day)
  const { rows } = await sql<{ kind: SourceKind; counts: string }>`
    select kind, counts
    from unnest(
      ${periods.map(({ grain }) => grain)}::text[], ${periods.map(({ from }) => from)}::date[], ${periods.map(({ until }) => until)}::date[]
    ) as period (grain, first, last)
    join source_counts on source_counts.grain = period.grain and start between period.first and period.last
    where brand_id = ${scope.brand.id} and kind = any(${kinds}::text[]) and segment = any(${segments}::smallint[])`.execute(
    ctx.db,
  )
  const pause = timeSlicer()
  for (const { kind, counts } of rows) {
    addCounts(sums[kind], counts)
    await pause()
  }
}

/** The last day with answers, null without any. */
const lastDay = (brandId: string) => sql`(
  select max((point ->> 'start')::date) from json_array_elements((
    select points from series where ${monthsWithAnswers(brandId)} order by month desc limit 1
  )::json) as listed (point)
)`
