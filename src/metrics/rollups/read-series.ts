/** Reads the points of a trend. Points of some prompts, and of partial weeks, are added up from per-prompt rollups. */
import { sql } from 'kysely'
import { isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, dayBefore, daysAfter, earlier, mondayOf, nextStart, periodStart } from '../../core/days.ts'
import { timeSlicer } from '../../core/yield-to-event-loop.ts'
import { bucketEntityCounters, type Grain, recordOf, type TimeBucket } from '../rollup-rows.ts'
import { type PromptFilter, readPromptFilter, readSegments, type Segment } from './dimension-ids.ts'
import { NumberSet } from './number-set.ts'
import { addDays, type Point, PointSums, parsePoints } from './point-sums.ts'
import { readPromptRollups } from './prompt-rollups.ts'

/** By the first day of the point. */
type Points = Map<string, PointSums>
type Segments = ReadonlyMap<number, Segment>
type Parts = { whole: Scope | null; partial: Scope[] }

/** Limits a trend to some cells, by the numbers of their segment and prompt. */
export type CellFilter = (segment: number, prompt: number) => boolean

/** What is read: days of a scope, by day or week, and the segments and prompts in it. Null: all prompts. */
type Request = { scope: Scope; grain: Grain; segments: Segments; prompts: PromptFilter | null }

/** See `readSeries` in rollups.ts. */
export async function readTimeBuckets(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  isIncluded?: CellFilter,
): Promise<TimeBucket[]> {
  const segments = await readSegments(ctx, scope)
  const prompts = isByPrompt(scope) ? await readPromptFilter(ctx, scope) : null
  const { whole, partial } = isIncluded ? { whole: null, partial: [scope] } : partsOf(scope, grain, prompts)
  const points: Points = new Map()
  if (whole) await addStored(ctx, { scope: whole, grain, segments, prompts }, points)
  for (const part of partial)
    await addFromPrompts(ctx, { scope: part, grain, segments, numbers: prompts?.chosen, isIncluded }, points)
  const buckets: TimeBucket[] = []
  const pause = timeSlicer()
  for (const [start, sums] of [...points].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (sums.counts.answers > 0) buckets.push(toTimeBucket(start, sums, segments))
    await pause()
  }
  return buckets
}

/** Splits a scope into the part that is read from stored points, and parts that are added up from per-prompt rollups. */
function partsOf(scope: Scope, grain: Grain, prompts: PromptFilter | null): Parts {
  if (prompts && !prompts.isMost) return { whole: null, partial: [scope] }
  return grain === 'week' ? splitWeeks(scope) : { whole: scope, partial: [] }
}

/** Adds stored points. Those of most prompts are the stored ones minus those of the other prompts. */
async function addStored(ctx: Context, request: Request, points: Points): Promise<void> {
  const { scope, grain, segments, prompts } = request
  const chosen = prompts && new NumberSet(prompts.chosen)
  const pause = timeSlicer()
  for (const packed of await readStored(ctx, request)) {
    for (const point of parsePoints(packed))
      if (isInScope(point, scope))
        sumsAt(points, point.start).addPoint(chosen ? withPrompts(point, chosen) : point)
    await pause()
  }
  if (!prompts) return
  const others: Points = new Map()
  await addFromPrompts(ctx, { scope, grain, segments, numbers: prompts.others }, others)
  for (const [start, sums] of others) points.get(start)?.subtract(sums)
}

/** Rows have the points of whole months, so those at the edges have points outside the scope. */
const isInScope = ({ start }: Point, { from, to }: Scope): boolean =>
  (from === null || start >= from) && (to === null || start <= to)

/**
 * Returns the points of the whole brand by month, or of each segment: those of a filter on prompts need the prompts of each
 * segment.
 */
async function readStored(ctx: Context, { scope, grain, segments, prompts }: Request): Promise<string[]> {
  const { brand, from, to } = scope
  const { rows } = await sql<{ points: string }>`
    select points from series
    where brand_id = ${brand.id} and grain = ${grain}
      and segment = any(${prompts || isBySegment(scope) ? [...segments.keys()] : [0]}::smallint[])
      and month between ${from === null ? '-infinity' : periodStart('month', from)}::date and ${to ?? 'infinity'}::date`.execute(
    ctx.db,
  )
  return rows.map(({ points }) => points)
}

/** Limits the sets of a segment's point to these prompts; the counters stay as they are. */
function withPrompts(point: Point, prompts: NumberSet): Point {
  const own = new NumberSet()
  own.addAll(point.prompts)
  own.intersect(prompts)
  return { ...point, prompts: own.toString(), segments: own.size > 0 ? point.segments : [] }
}

/** Bounds the memory that a long history takes. */
const weeksPerBatch = 26

/** `numbers`: the prompts; undefined for all. */
type PromptRequest = Omit<Request, 'prompts'> & {
  numbers: readonly number[] | undefined
  isIncluded?: CellFilter | undefined
}

/** Adds points that are not stored, from per-prompt rollups: those of some prompts or cells, or of part of a week. */
async function addFromPrompts(
  ctx: Context,
  { scope, grain, segments, numbers, isIncluded = () => true }: PromptRequest,
  points: Points,
): Promise<void> {
  const { brand } = scope
  const months = await readMonths(ctx, brand.id)
  const [firstMonth, lastMonth] = [months[0], months.at(-1)]
  if (firstMonth === undefined || lastMonth === undefined) return
  const first = scope.from !== null && scope.from > firstMonth ? scope.from : firstMonth
  const end = dayBefore(nextStart('month', lastMonth))
  const last = scope.to === null ? end : earlier(scope.to, end)
  const pause = timeSlicer()
  for (let from = first; from <= last; ) {
    const to = earlier(daysAfter(mondayOf(from), 7 * weeksPerBatch - 1), last)
    const days = await readPromptRollups(ctx, { brand, from, to }, numbers)
    const starts = Map.groupBy(days, ({ day }) => (grain === 'day' ? day : mondayOf(day)))
    for (const [start, parts] of starts) {
      const sums = sumsAt(points, start)
      addDays(
        parts.map(({ packed }) => packed),
        (segment, prompt) => (segments.has(segment) && isIncluded(segment, prompt) ? sums : undefined),
      )
      await pause()
    }
    from = dayAfter(to)
  }
}

/** Returns the first day of each month with answers, in ascending order. */
async function readMonths(ctx: Context, brandId: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from series where brand_id = ${brandId} and grain = 'day' and segment = 0 order by month`.execute(
    ctx.db,
  )
  return rows.map(({ month }) => month)
}

function sumsAt(points: Points, start: string): PointSums {
  const known = points.get(start)
  if (known) return known
  const sums = new PointSums()
  points.set(start, sums)
  return sums
}

function toTimeBucket(start: string, sums: PointSums, segments: Segments): TimeBucket {
  const { score_milli, named, cited } = sums.strata.byCounter
  const models = [...sums.segments].flatMap((number) => {
    const segment = segments.get(number)
    return segment ? [`${segment.platform} ${segment.model}`] : []
  })
  return {
    start,
    ...sums.counts,
    score_strata: score_milli,
    named_strata: named,
    cited_strata: cited,
    prompts: sums.prompts.size,
    prompt_set: sums.prompts.toString(),
    models: [...new Set(models)].sort(),
    entities: new Map(
      [...sums.entities].map(([entity, counters]) => [
        entity,
        recordOf(bucketEntityCounters, (_, column) => counters[column] ?? 0),
      ]),
    ),
  }
}

/** Splits a scope into its whole weeks and the partial weeks at its edges. */
function splitWeeks(scope: Scope): Parts {
  const { from, to } = scope
  const cutAtStart = from !== null && mondayOf(from) !== from
  const cutAtEnd = to !== null && mondayOf(dayAfter(to)) === mondayOf(to)
  if (from !== null && to !== null && mondayOf(from) === mondayOf(to) && (cutAtStart || cutAtEnd))
    return { whole: null, partial: [scope] }
  const start = cutAtStart ? daysAfter(mondayOf(from), 7) : from
  const end = cutAtEnd ? dayBefore(mondayOf(to)) : to
  return {
    whole: { ...scope, from: start, to: end },
    partial: [
      ...(cutAtStart && start !== null ? [{ ...scope, to: dayBefore(start) }] : []),
      ...(cutAtEnd ? [{ ...scope, from: mondayOf(to) }] : []),
    ],
  }
}
