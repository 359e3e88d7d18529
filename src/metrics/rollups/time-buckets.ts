/** Adds up the points of a trend: the answers of each day or week. */
import type { Context } from '../../core/context.ts'
import { dayMs, getMonday } from '../../core/days.ts'
import { type Counter, counterNames, entityCounterNames, numbers, toRecord } from '../numbers.ts'
import { type Grain, type TimeBucket, type TrendNumber, trendNumbers } from '../rollup-rows.ts'
import { computeStrata, type Strata } from '../statistics/strata.ts'
import { sumBy } from '../sum-by.ts'
import type { Day } from './days/day.ts'
import { eachDay } from './days/read-days.ts'
import type { RowIndex, ScopeRows } from './dimensions.ts'
import { addDay, addTotals, getLayout, noSums, readColumns } from './sums.ts'

/** Limits a trend to some rows. */
export type RowFilter = (row: number) => boolean

/** `trailingDays`: each point of a day includes this many days, which end with it. */
export type Smoothing = { trailingDays?: number | undefined }

type Request = Smoothing & { index: RowIndex; grain: Grain; isIncluded?: RowFilter | undefined }

/** Returns the days or weeks with answers, in ascending order. */
export async function readTimeBuckets(
  ctx: Context,
  scope: ScopeRows,
  { index, grain, isIncluded, trailingDays = 1 }: Request,
): Promise<TimeBucket[]> {
  const buckets: TimeBucket[] = []
  const getModels = modelReader(scope)
  let [start, days]: [string, DayRows[]] = ['', []]
  const finish = () => {
    const point = getPoint(days, index.size)
    if (point.totals.answers > 0) buckets.push(toBucket(start, point, getModels(point.segments)))
  }
  await eachDay(ctx, scope, (day, date) => {
    const next = grain === 'day' ? date : getMonday(date)
    if (next !== start) {
      finish()
      const first = Date.parse(next) - (trailingDays - 1) * dayMs
      ;[start, days] = [next, days.filter((past) => Date.parse(past.date) >= first)]
    }
    const rows = index.toRows(day)
    days.push({
      day,
      date,
      rows: isIncluded ? rows.map((row) => (row >= 0 && isIncluded(row) ? row : -1)) : rows,
    })
  })
  finish()
  return buckets
}

/** A day, and the row of each of its cells, -1 for cells that do not count. */
type DayRows = { day: Day; date: string; rows: Int32Array }

type Point = {
  totals: Record<Counter, number>
  counts: Record<Counter, number>
  entities: ReadonlyMap<number, Float64Array>
  strata: Record<TrendNumber, Strata>
  /** Numbers in ascending order. */
  prompts: number[]
  segments: number[]
}

/** The points of days whose answers all count: most trends have no filter. */
const wholeDays = new WeakMap<Day, Point>()

function getPoint(days: readonly DayRows[], rowCount: number): Point {
  const [only, ...more] = days
  if (!only || more.length > 0 || only.rows.includes(-1)) return computePoint(days, rowCount)
  const point = wholeDays.get(only.day) ?? computePoint(days, rowCount)
  wholeDays.set(only.day, point)
  return point
}

const layout = getLayout({
  counters: 'of numbers',
  numbers: trendNumbers,
  entities: 'totals',
  entityNumbers: [],
})

function computePoint(days: readonly DayRows[], rowCount: number): Point {
  // A bucket has few of the rows of a long window, so its sums are by row that occurs.
  const slots = new Int32Array(rowCount)
  let count = 0
  const [prompts, segments] = [new Set<number>(), new Set<number>()]
  for (const { day, rows } of days)
    for (let cell = 0; cell < rows.length; cell += 1) {
      const row = rows[cell] ?? -1
      if (row < 0 || (slots[row] ?? 0) > 0) continue
      slots[row] = ++count
      prompts.add(day.prompts[cell] ?? 0)
      segments.add(day.segments[cell] ?? 0)
    }
  const sums = noSums(count, layout)
  const totals = new Float64Array(counterNames.length)
  const excess = new Float64Array(counterNames.length)
  for (const { day, rows } of days) {
    addDay(
      sums,
      day,
      rows.map((row) => (row < 0 ? -1 : (slots[row] ?? 0) - 1)),
    )
    addTotals(totals, day, rows)
    if (day.excess) addTotals(excess, day.excess, rows)
  }
  const { number } = readColumns(
    sums,
    Int32Array.from({ length: count }, (_, slot) => slot),
  )
  return {
    totals: toRecord(counterNames, (_, column) => totals[column] ?? 0),
    counts: toRecord(counterNames, (_, column) => (totals[column] ?? 0) - (excess[column] ?? 0)),
    entities: sums.entityTotals,
    strata: toRecord(trendNumbers, (name) => computeStrata(number(name), numbers[name].max)),
    prompts: [...prompts].sort((a, b) => a - b),
    segments: [...segments].sort((a, b) => a - b),
  }
}

const toBucket = (
  start: string,
  { totals, counts, entities, strata, prompts }: Point,
  models: readonly string[],
): TimeBucket => ({
  start,
  total: (name) => totals[name],
  count: (name) => counts[name],
  computeTotal: (name, numbers) =>
    sumBy(numbers, (entity) => entities.get(entity)?.[entityCounterNames.indexOf(name)] ?? 0),
  strata,
  answersPerDay: strata.score.n === 0 ? 1 : strata.score.nn / strata.score.n,
  prompts,
  models,
})

/** Returns a function that lists the models of segments. Adjacent points mostly have the same segments, and then share a list. */
function modelReader({ segments }: ScopeRows): (answering: readonly number[]) => readonly string[] {
  const byNumber = new Map(segments.map((segment) => [segment.number, segment]))
  let [lastNames, last]: [string, readonly string[]] = ['', []]
  return (answering) => {
    const names = answering.join(' ')
    if (names === lastNames) return last
    const models = answering.map((number) => {
      const { platform = '', model = '' } = byNumber.get(number) ?? {}
      return `${platform} ${model}`
    })
    ;[lastNames, last] = [names, [...new Set(models)].sort()]
    return last
  }
}
