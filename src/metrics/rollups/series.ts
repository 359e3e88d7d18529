/**
 * Series: the counters of each day and ISO week that a trend shows, per segment and, as segment 0, in total. One row has the
 * points of a month, so that a trend of years reads few rows. A week belongs to the month of its Monday.
 */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { daysAfter, mondayOf, periodStart } from '../../core/days.ts'
import type { Grain } from '../rollup-rows.ts'
import { addDays, type Point, PointSums, parsePoints } from './point-sums.ts'
import { readPromptRollups } from './prompt-rollups.ts'
import { replaceRows } from './replace-rows.ts'

const table = {
  name: 'series',
  keys: { grain: 'text', segment: 'smallint', month: 'date' },
  values: { points: 'text' },
}

/** Selects one row per month with answers. */
export const monthsWithAnswers = (brandId: string) =>
  sql`brand_id = ${brandId} and grain = 'day' and segment = 0`

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
