/** Reads the points of a trend: stored ones, or those of a filter on prompts and of cut weeks from per-prompt rollups. */
import { sql } from 'kysely'
import { isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, dayBefore, daysAfter, earlier, mondayOf, nextStart, periodStart } from '../../core/days.ts'
import { bucketEntityCounters, type Grain, recordOf, type TimeBucket } from '../rollup-rows.ts'
import { readPromptNumbers, readSegments, type Segment } from './dimension-ids.ts'
import { addDays, PointSums, parsePoints } from './point-sums.ts'
import { readPromptRollups } from './prompt-rollups.ts'

/** By the first day of the point. */
type Points = Map<string, PointSums>
type Segments = ReadonlyMap<number, Segment>

/** See `readSeries` in rollups.ts. */
export async function readTimeBuckets(ctx: Context, scope: Scope, grain: Grain): Promise<TimeBucket[]> {
  const segments = await readSegments(ctx, scope)
  const { whole, partial } = isByPrompt(scope)
    ? { whole: null, partial: [scope] }
    : grain === 'week'
      ? splitWeeks(scope)
      : { whole: scope, partial: [] }
  const points: Points = new Map()
  if (whole) await addStored(ctx, whole, grain, segments, points)
  for (const part of partial) await addFromPrompts(ctx, part, grain, segments, points)
  return [...points]
    .filter(([, { counts }]) => counts.answers > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([start, sums]) => toTimeBucket(start, sums, segments))
}

/** Adds stored points. */
async function addStored(
  ctx: Context,
  { brand, from, to, ...filters }: Scope,
  grain: Grain,
  segments: Segments,
  points: Points,
): Promise<void> {
  const chosen = isBySegment({ brand, from, to, ...filters }) ? [...segments.keys()] : [0]
  const { rows } = await sql<{ points: string }>`
    select points from series
    where brand_id = ${brand.id} and grain = ${grain} and segment = any(${chosen}::smallint[])
      and month between ${from === null ? '-infinity' : periodStart('month', from)}::date and ${to ?? 'infinity'}::date`.execute(
    ctx.db,
  )
  for (const row of rows)
    for (const point of parsePoints(row.points))
      if ((from === null || point.start >= from) && (to === null || point.start <= to))
        sumsAt(points, point.start).addPoint(point)
}

/** Bounds the memory that a long history takes. */
const weeksPerBatch = 26

/** Adds points that are not stored, from per-prompt rollups: those of a filter on prompts, or of part of a week. */
async function addFromPrompts(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  segments: Segments,
  points: Points,
): Promise<void> {
  const { brand } = scope
  const prompts = isByPrompt(scope) ? await readPromptNumbers(ctx, scope) : null
  const months = await readMonths(ctx, brand.id)
  const [firstMonth, lastMonth] = [months[0], months.at(-1)]
  if (firstMonth === undefined || lastMonth === undefined) return
  const first = scope.from !== null && scope.from > firstMonth ? scope.from : firstMonth
  const end = dayBefore(nextStart('month', lastMonth))
  const last = scope.to === null ? end : earlier(scope.to, end)
  for (let from = first; from <= last; ) {
    const to = earlier(daysAfter(mondayOf(from), 7 * weeksPerBatch - 1), last)
    const days = await readPromptRollups(ctx, { brand, from, to }, prompts?.keys())
    const starts = Map.groupBy(days, ({ day }) => (grain === 'day' ? day : mondayOf(day)))
    for (const [start, parts] of starts) {
      const sums = sumsAt(points, start)
      addDays(
        parts.map(({ packed }) => packed),
        (segment) => (segments.has(segment) ? sums : undefined),
      )
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
  const models = [...sums.segments].flatMap((number) => {
    const segment = segments.get(number)
    return segment ? [`${segment.platform} ${segment.model}`] : []
  })
  return {
    start,
    ...sums.counts,
    score_strata: sums.strata,
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
function splitWeeks(scope: Scope): { whole: Scope | null; partial: Scope[] } {
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
