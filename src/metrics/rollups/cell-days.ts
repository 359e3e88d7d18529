/** Reads days by cell, for how much the days of all cells differ (statistics/change-detection/usual-change.ts). */
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { type Counter, counterNames, entityCounterNames, type NumberName, numbers } from '../numbers.ts'
import type { DayResiduals } from '../statistics/change-detection/variance-of-days.ts'
import type { Day } from './days/day.ts'
import { eachDay, type Listed } from './days/read-days.ts'
import type { RowIndex } from './dimensions.ts'

type Range = Pick<Scope, 'from' | 'to'>

export type CellDays = {
  /** Returns the number of days of a range on which one of the cells has answers. */
  count(range: Range): number
  /** Returns the residuals of the past days. `ratio`: the number R. */
  getResiduals(of: { number: NumberName; entity: number; ratio: number }): DayResiduals
  /** The same days of fewer cells. */
  within(cells: ReadonlySet<number>): CellDays
}

/** Of each cell of a day: its answers, and its number in windows (`RowIndex.getCell`), -1 for cells that do not count. */
type DayCells = { date: string; day: Day; answers: Int32Array; cells: Int32Array }

/** `cells`: those that count. `past`: the days whose residuals are computed. */
type Request = { index: RowIndex; cells: ReadonlySet<number>; past: Range }

const answersAt = counterNames.indexOf('answers')

/** Reads the listed days. */
export async function readCellDays(
  ctx: Context,
  listed: Listed,
  { index, cells, past }: Request,
): Promise<CellDays> {
  const cellOfRow = Int32Array.from({ length: index.size }, (_, row) => {
    const cell = index.getCell(row)
    return cells.has(cell) ? cell : -1
  })
  const days: DayCells[] = []
  await eachDay(ctx, listed, (day, date) => {
    const ofDay = index.toRows(day)
    const answers = new Int32Array(ofDay.length)
    for (let cell = 0; cell < ofDay.length; cell += 1) {
      ofDay[cell] = cellOfRow[ofDay[cell] ?? -1] ?? -1
      answers[cell] = day.values[cell * counterNames.length + answersAt] ?? 0
    }
    days.push({ date, day, answers, cells: ofDay })
  })
  return getCellDays(days, index.size, past)
}

function getCellDays(days: readonly DayCells[], cellCount: number, past: Range): CellDays {
  const daysIn = ({ from, to }: Range) =>
    days.filter(({ date }) => (from === null || date >= from) && (to === null || date <= to))
  const pastDays = daysIn(past)
  const n = Float64Array.from(pastDays, ({ answers, cells }) =>
    answers.reduce((sum, each, cell) => ((cells[cell] ?? -1) < 0 ? sum : sum + each), 0),
  )
  const getDeviations = deviationReader(pastDays, cellCount)
  return {
    count: (range) => daysIn(range).filter(({ cells }) => cells.some((cell) => cell >= 0)).length,
    getResiduals: ({ number, entity, ratio }) => {
      const { of, per } = numbers[number]
      const [y, x] = [getDeviations(of, entity), getDeviations(per, 0)]
      return { n, residuals: y.map((value, day) => value - ratio * (x[day] ?? 0)) }
    },
    within: (included) => {
      const isIncluded = Uint8Array.from({ length: cellCount }, (_, cell) => Number(included.has(cell)))
      const select = (cell: number) => (cell >= 0 && isIncluded[cell] === 1 ? cell : -1)
      return getCellDays(
        days.map(({ cells, ...day }) => ({ ...day, cells: cells.map(select) })),
        cellCount,
        past,
      )
    },
  }
}

/**
 * Returns a function that computes by day how far the sum of a counter differs from the answers times the means of their cells.
 * Residuals are differences of these values, so numbers with the same counter share them.
 */
function deviationReader(days: readonly DayCells[], cellCount: number) {
  const known = new Map<string, Float64Array>()
  const answers = new Float64Array(cellCount)
  for (const day of days) addValues(answers, day, { values: day.answers, width: 1, at: 0 })
  const compute = (counter: Counter, entity: number) => {
    const sums = new Float64Array(cellCount)
    const totals = days.map((day) => addValues(sums, day, getValues(day, counter, entity)))
    const means = sums.map((sum, cell) => (answers[cell] === 0 ? 0 : sum / (answers[cell] ?? 1)))
    return Float64Array.from(days, (day, index) => (totals[index] ?? 0) - computeExpected(day, means))
  }
  return (counter: Counter, entity: number): Float64Array => {
    const key = `${counter} ${entity}`
    const deviations = known.get(key) ?? compute(counter, entity)
    known.set(key, deviations)
    return deviations
  }
}

/** The values of a counter: every `width`-th from `at` on. `of`: the cells of the day that have them, by default all. */
type Values = { values: Int32Array; width: number; at: number; of?: Int32Array }

function getValues({ day }: DayCells, counter: Counter, entity: number): Values {
  if (entity === 0)
    return { values: day.values, width: counterNames.length, at: counterNames.indexOf(counter) }
  const { cells, values } = day.entities.get(entity) ?? { cells: new Int32Array(), values: new Int32Array() }
  const at = entityCounterNames.findIndex((name) => name === counter)
  return { values, width: entityCounterNames.length, at, of: cells }
}

/** Adds values in place by cell, and returns their sum. */
function addValues(sums: Float64Array, { cells }: DayCells, { values, width, at, of }: Values): number {
  const count = of ? of.length : cells.length
  let total = 0
  for (let index = 0; index < count; index += 1) {
    const cell = cells[of ? (of[index] ?? 0) : index] ?? -1
    if (cell < 0) continue
    const value = values[index * width + at] ?? 0
    sums[cell] = (sums[cell] ?? 0) + value
    total += value
  }
  return total
}

/** Returns the sum over the answers of a day of the mean of their cell. */
function computeExpected({ answers, cells }: DayCells, means: Float64Array): number {
  let sum = 0
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? -1
    if (cell >= 0) sum += (means[cell] ?? 0) * (answers[index] ?? 0)
  }
  return sum
}
