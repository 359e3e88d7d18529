/**
 * Series: the counters of each day and ISO week that a trend shows, per segment and, as segment 0, in total. One row has the
 * points of a month, so that a trend of years reads few rows. A week belongs to the month of its Monday.
 */
import { sql } from 'kysely'
import { isByPrompt, isBySegment, type Scope } from '../../answers/scope.ts'
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import type { Context } from '../../core/context.ts'
import { dayAfter, dayBefore, daysAfter, earlier, mondayOf, nextStart, periodStart } from '../../core/days.ts'
import { type Grain, recordOf, type TimeBucket } from '../rollup-rows.ts'
import { sumBy } from '../statistics/basket.ts'
import { addCell, addTo, noStrata, type Strata } from '../statistics/strata.ts'
import { readPromptNumbers, readSegments, type Segment } from './dimension-ids.ts'
import { NumberSet } from './number-set.ts'
import { RowSums } from './packed-rows.ts'
import { bucketCounters, eachPromptRow, readPromptRollups } from './prompt-rollups.ts'
import { replaceRows } from './replace-rows.ts'
import { numberOf, promptOf, rowKey } from './row-keys.ts'

const counts = ['answers', 'named', 'mentions', 'own_citations', 'score_milli'] as const
type Counts = Record<(typeof counts)[number], number>

/** `scores`: pairs of an entity's number and its score. */
type Point = Counts & {
  start: string
  strata: Strata
  segments: number[]
  prompts: string
  scores: [entity: number, score: number][]
}

const table = {
  name: 'series',
  keys: { grain: 'text', segment: 'smallint', month: 'date' },
  values: { points: 'text' },
}

/** Recomputes the points that contain one of the days, from the per-prompt rollups. */
export async function writeSeries(
  tx: Context,
  brandId: string,
  changedDays: readonly string[],
): Promise<void> {
  const days = new Set(changedDays)
  const byMonth = new Map<string, Changes>()
  const changesAt = (start: string) => {
    const month = periodStart('month', start)
    const known = byMonth.get(month)
    if (known) return known
    const changes: Changes = { day: new Map(), week: new Map() }
    byMonth.set(month, changes)
    return changes
  }
  for (const day of days) changesAt(day).day.set(day, new Map())
  for (const monday of new Set(changedDays.map(mondayOf))) {
    const to = daysAfter(monday, 6)
    const ofWeek = await readPromptRollups(tx, { brand: { id: brandId, name: '' }, from: monday, to })
    for (const { day, packed } of ofWeek)
      if (days.has(day)) changesAt(day).day.set(day, pointsOf(day, [packed]))
    changesAt(monday).week.set(
      monday,
      pointsOf(
        monday,
        ofWeek.map(({ packed }) => packed),
      ),
    )
  }
  for (const [month, changes] of byMonth)
    for (const grain of ['day', 'week'] as const)
      await writePoints(tx, brandId, { grain, month }, changes[grain])
}

/** By first day and segment: the recomputed points. A day without answers has none. */
type Changes = Record<Grain, Map<string, Map<number, Point>>>

async function writePoints(
  tx: Context,
  brandId: string,
  { grain, month }: { grain: Grain; month: string },
  changes: Changes[Grain],
): Promise<void> {
  if (changes.size === 0) return
  const { rows: stored } = await sql<{ segment: number; points: string }>`
    select segment, points from series
    where brand_id = ${brandId} and grain = ${grain} and month = ${month}::date`.execute(tx.db)
  const bySegment = new Map<number, Point[]>()
  const add = (segment: number, point: Point) => {
    const points = bySegment.get(segment)
    if (points) points.push(point)
    else bySegment.set(segment, [point])
  }
  for (const { segment, points } of stored)
    for (const point of parsePoints(points)) if (!changes.has(point.start)) add(segment, point)
  for (const points of changes.values()) for (const [segment, point] of points) add(segment, point)
  const rows = [...bySegment].map(([segment, points]) => ({
    grain,
    segment,
    month,
    points: JSON.stringify(points.sort((a, b) => (a.start < b.start ? -1 : 1))),
  }))
  await replaceRows(tx, brandId, table, sql`grain = ${grain} and month = ${month}::date`, rows)
}

/** Only `writePoints` writes the column. */
const parsePoints = (points: string): Point[] => JSON.parse(points)

/** Returns a point per segment, and their total as segment 0. `days`: the packed per-prompt rollups of each day. */
function pointsOf(start: string, days: readonly string[]): Map<number, Point> {
  const bySegment = new Map<number, PointSums>()
  addDays(days, (segment) => {
    const known = bySegment.get(segment)
    if (known) return known
    const sums = new PointSums()
    bySegment.set(segment, sums)
    return sums
  })
  if (bySegment.size === 0) return new Map()
  const all = new PointSums()
  const points = new Map<number, Point>()
  for (const [segment, sums] of bySegment) {
    const point = sums.toPoint(start)
    all.addPoint(point)
    points.set(segment, point)
  }
  return points.set(0, all.toPoint(start))
}

const columnOf = (name: (typeof bucketCounters)[number]) => bucketCounters.indexOf(name)
const answersColumn = columnOf('answers')
const scoreColumn = columnOf('score_milli')
const squaresColumn = columnOf('score_milli_squared')

/** Adds up a point. */
class PointSums {
  /** In the order of `bucketCounters`. */
  readonly #sums = new Float64Array(bucketCounters.length)
  readonly strata = noStrata()
  readonly segments = new Set<number>()
  readonly prompts = new NumberSet()
  /** Indexed by the entity's number. */
  readonly entityScores: number[] = []

  get counts(): Counts {
    return recordOf(counts, (name) => this.#sums[columnOf(name)] ?? 0)
  }

  /** Adds all answers to a prompt from a segment: must be called once per prompt and segment. */
  addPromptRow(segment: number, prompt: number, values: Float64Array): void {
    const sums = this.#sums
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[column] ?? 0)
    const n = values[answersColumn] ?? 0
    const sum = values[scoreColumn] ?? 0
    addCell(this.strata, { n, sum, sumSquares: values[squaresColumn] ?? 0 }, maxScoreMilli)
    this.prompts.add(prompt)
    this.segments.add(segment)
  }

  addScore(entity: number, score: number): void {
    this.entityScores[entity] = (this.entityScores[entity] ?? 0) + score
  }

  /** Adds a stored point, which must not share segments with those added before. */
  addPoint({ strata, segments, prompts, scores, ...point }: Point): void {
    for (const name of counts) this.#sums[columnOf(name)] = (this.#sums[columnOf(name)] ?? 0) + point[name]
    addTo(this.strata, strata)
    for (const segment of segments) this.segments.add(segment)
    this.prompts.addAll(prompts)
    for (const [entity, score] of scores) this.addScore(entity, score)
  }

  toPoint(start: string): Point {
    return {
      start,
      ...this.counts,
      strata: this.strata,
      segments: [...this.segments].sort((a, b) => a - b),
      prompts: this.prompts.toString(),
      scores: [...this.entityScores.entries()].filter(([, score]) => score > 0),
    }
  }
}

/** Adds packed per-prompt rollups to points. `sumsOf` returns the sums of a segment, or undefined to skip the segment. */
function addDays(days: readonly string[], sumsOf: (segment: number) => PointSums | undefined): void {
  const score = (segment: number, _: number, entity: number, score: number) =>
    sumsOf(segment)?.addScore(entity, score)
  const [only, ...more] = days
  if (only !== undefined && more.length === 0) {
    eachPromptRow(only, {
      row: (segment, prompt, sums) => sumsOf(segment)?.addPromptRow(segment, prompt, sums),
      score,
    })
    return
  }
  const rows = new RowSums(bucketCounters.length)
  for (const packed of days)
    eachPromptRow(packed, { row: (segment, prompt, sums) => rows.add(rowKey(prompt, segment), sums), score })
  rows.each((key, sums) => sumsOf(numberOf(key))?.addPromptRow(numberOf(key), promptOf(key), sums))
}

/** By the first day of the point. */
type Points = Map<string, PointSums>
type Segments = ReadonlyMap<number, Segment>

/** See `readSeries` in rollups.ts. */
export async function readTimeBuckets(
  ctx: Context,
  scope: Scope,
  grain: Grain,
  entities: readonly number[],
): Promise<TimeBucket[]> {
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
    .map(([start, sums]) => toTimeBucket(start, sums, segments, entities))
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
export async function readMonths(ctx: Context, brandId: string): Promise<string[]> {
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

function toTimeBucket(
  start: string,
  sums: PointSums,
  segments: Segments,
  entities: readonly number[],
): TimeBucket {
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
    entity_score_milli: sumBy(entities, (entity) => sums.entityScores[entity] ?? 0),
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
