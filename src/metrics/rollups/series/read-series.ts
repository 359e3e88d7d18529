/** Reads the points of a trend. Points of some cells, and of partial weeks, are added up from per-prompt rollups. */
import { sql } from 'kysely'
import { daysInScope, isByPrompt, isBySegment, type Scope } from '../../../answers/scope.ts'
import type { Context } from '../../../core/context.ts'
import { dayAfter, dayBefore, daysAfter, earlier, mondayOf } from '../../../core/days.ts'
import { timeSlicer } from '../../../core/yield-to-event-loop.ts'
import type { Grain, TimeBucket } from '../../rollup-rows.ts'
import { readPromptNumbers, readSegments, type Segment } from '../dimension-ids.ts'
import type { NumberSet } from '../packing/number-set.ts'
import { pointsInScope } from '../prompt-groups.ts'
import { addDays, PointSums } from './point-sums.ts'
import { readPromptRollups } from './prompt-rollups.ts'
import { addPoints, daysWithAnswers } from './series.ts'

/** By the first day of the point. */
type Points = Map<string, PointSums>
type Segments = ReadonlyMap<number, Segment>
type Parts = { whole: Scope | null; partial: Scope[] }

/** Limits a trend to some cells, by the numbers of their segment and prompt. */
export type CellFilter = (segment: number, prompt: number) => boolean

/** What is read: days of a scope by day or week, and the segments in it. */
type Request = { scope: Scope; grain: Grain; segments: Segments }

/** See `readSeries` in rollups.ts. */
export async function readTimeBuckets(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  isIncluded?: CellFilter,
): Promise<TimeBucket[]> {
  const segments = await readSegments(ctx, scope)
  const { whole, partial } = partsOf(scope, grain, isIncluded)
  const points: Points = new Map()
  if (whole) await addStored(ctx, { scope: whole, grain, segments }, points)
  for (const part of partial) await addFromPrompts(ctx, { scope: part, grain, segments, isIncluded }, points)
  const modelsOf = modelReader(segments)
  const buckets: TimeBucket[] = []
  const pause = timeSlicer()
  for (const [start, sums] of [...points].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (sums.counter('answers') > 0) buckets.push(toTimeBucket(start, sums, modelsOf(sums.segments)))
    await pause()
  }
  return buckets
}

/** Returns a function that lists the models of segments. Points with the same segments, which most adjacent ones have, share a list. */
function modelReader(segments: Segments): (answering: NumberSet) => string[] {
  let last: { answering: NumberSet; models: string[] } | null = null
  return (answering) => {
    if (last?.answering.equals(answering)) return last.models
    const names = answering.toArray().map((number) => {
      const { platform = '', model = '' } = segments.get(number) ?? {}
      return `${platform} ${model}`
    })
    last = { answering, models: [...new Set(names)].sort() }
    return last.models
  }
}

/** Splits a scope into the part that is read from stored points, and parts that are added up from per-prompt rollups. */
function partsOf(scope: Scope, grain: Grain, isIncluded: CellFilter | undefined): Parts {
  if (isIncluded) return { whole: null, partial: [scope] }
  return grain === 'week' ? splitWeeks(scope) : { whole: scope, partial: [] }
}

async function addStored(ctx: Context, { scope, grain, segments }: Request, points: Points): Promise<void> {
  const { rows } = await sql<{ start: string; points: string }>`
    select start, ${sql.ref(isBySegment(scope) ? 'segments' : 'total')} as points from series
    where brand_id = ${scope.brand.id} and grain = ${grain} and ${pointsInScope(scope)} and ${daysInScope(scope, 'start')}`.execute(
    ctx.db,
  )
  const pause = timeSlicer()
  for (const { start, points: stored } of rows) {
    addPoints(stored, segments, sumsAt(points, start))
    await pause()
  }
}

/** Bounds the memory that a long history takes. */
const weeksPerBatch = 26

/** Adds points that are not stored, from per-prompt rollups: those of some cells, or of part of a week. */
async function addFromPrompts(
  ctx: Context,
  { scope, grain, segments, isIncluded = () => true }: Request & { isIncluded: CellFilter | undefined },
  points: Points,
): Promise<void> {
  const { brand } = scope
  const known = await readDayRange(ctx, scope)
  if (!known) return
  const prompts = isByPrompt(scope) ? (await readPromptNumbers(ctx, scope)).keys() : undefined
  const numbers = prompts && [...prompts]
  const pause = timeSlicer()
  for (let { from } = known; from <= known.to; ) {
    const to = earlier(daysAfter(mondayOf(from), 7 * weeksPerBatch - 1), known.to)
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

/** Returns the first and the last day of the scope with answers, null without any. */
async function readDayRange(ctx: Context, scope: Scope): Promise<{ from: string; to: string } | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(start) as from, max(start) as to from series
    where ${daysWithAnswers(scope.brand.id)} and ${daysInScope(scope, 'start')}`.execute(ctx.db)
  const { from = null, to = null } = rows[0] ?? {}
  return from !== null && to !== null ? { from, to } : null
}

function sumsAt(points: Points, start: string): PointSums {
  const known = points.get(start)
  if (known) return known
  const sums = new PointSums()
  points.set(start, sums)
  return sums
}

/** A literal, because a trend of years has thousands of these objects. */
function toTimeBucket(start: string, sums: PointSums, models: string[]): TimeBucket {
  return {
    start,
    answers: sums.counter('answers'),
    named: sums.counter('named'),
    cited: sums.counter('cited'),
    mentions: sums.counter('mentions'),
    own_citations: sums.counter('own_citations'),
    rank_sum: sums.counter('rank_sum'),
    score_milli: sums.counter('score_milli'),
    positive: sums.counter('positive'),
    neutral: sums.counter('neutral'),
    negative: sums.counter('negative'),
    score_strata: sums.strata('score_milli'),
    named_strata: sums.strata('named'),
    cited_strata: sums.strata('cited'),
    prompts: sums.prompts,
    models,
    entitySum: (counter, entities) => sums.entitySum(counter, entities),
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
