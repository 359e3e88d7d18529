/** Reads days by cell, for how much the days of all cells differ (statistics/change-detection/usual-change.ts). */
import type { Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import { counterNames, entityCounterNames, type NumberName, numbers } from '../numbers.ts'
import type { DayResiduals } from '../statistics/change-detection/variance-of-days.ts'
import type { Day } from './days/day.ts'
import { eachDay, type Listed } from './days/read-days.ts'
import type { RowIndex } from './dimensions.ts'

type Range = Pick<Scope, 'from' | 'to'>

/** A number of an entity, which counters of every entity consist of, and its value R. */
type Residual = { number: NumberName; entity: number; ratio: number }

export type CellDays = {
  /** Returns the number of days of a range on which one of the cells has answers. */
  count(range: Range): number
  /** Returns the residuals of the cells on the days of a range. */
  getResiduals(range: Range, of: Residual): DayResiduals
  /** The same days of fewer cells. */
  within(cells: ReadonlySet<number>): CellDays
}

/** `cells`: the cell of each cell of the day, -1 for those that do not count. */
type DayCells = { date: string; day: Day; cells: Int32Array }

/** Reads the listed days. `cells`: those that count. */
export async function readCellDays(
  ctx: Context,
  listed: Listed,
  { index, cells }: { index: RowIndex; cells: ReadonlySet<number> },
): Promise<CellDays> {
  const cellOfRow = Int32Array.from({ length: index.size }, (_, row) =>
    cells.has(index.getCell(row)) ? index.getCell(row) : -1,
  )
  const days: DayCells[] = []
  await eachDay(ctx, listed, (day, date) => {
    const rows = index.toRows(day)
    for (let cell = 0; cell < rows.length; cell += 1) rows[cell] = cellOfRow[rows[cell] ?? -1] ?? -1
    days.push({ date, day, cells: rows })
  })
  return getCellDays(days, index.size)
}

function getCellDays(days: readonly DayCells[], cellCount: number): CellDays {
  const daysIn = ({ from, to }: Range) =>
    days.filter(({ date }) => (from === null || date >= from) && (to === null || date <= to))
  return {
    count: (range) => daysIn(range).filter(({ cells }) => cells.some((cell) => cell >= 0)).length,
    getResiduals: (range, of) => computeResiduals(daysIn(range), cellCount, of),
    within: (included) =>
      getCellDays(
        days.map(({ cells, ...day }) => ({ ...day, cells: cells.map((cell) => (included.has(cell) ? cell : -1)) })),
        cellCount,
      ),
  }
}

function computeResiduals(days: readonly DayCells[], cellCount: number, of: Residual): DayResiduals {
  const [answers, means] = [new Float64Array(cellCount), new Float64Array(cellCount)]
  for (const day of days)
    addResiduals(day, of, (cell, n, residual) => {
      answers[cell] = (answers[cell] ?? 0) + n
      means[cell] = (means[cell] ?? 0) + residual
    })
  for (let cell = 0; cell < cellCount; cell += 1)
    if (answers[cell] !== 0) means[cell] = (means[cell] ?? 0) / (answers[cell] ?? 1)
  const [n, residuals] = [new Float64Array(days.length), new Float64Array(days.length)]
  for (const [index, day] of days.entries()) {
    let [answersOfDay, sum] = [0, 0]
    addResiduals(day, of, (cell, ofCell, residual) => {
      answersOfDay += ofCell
      sum += residual - (means[cell] ?? 0) * ofCell
    })
    n[index] = answersOfDay
    residuals[index] = sum
  }
  return { n, residuals }
}

const answersAt = counterNames.indexOf('answers')

/** Calls `add` with the answers of each cell and its residual y − R·x; with y of other entities separately. */
function addResiduals(
  { day, cells }: DayCells,
  { number, entity, ratio }: Residual,
  add: (cell: number, n: number, residual: number) => void,
): void {
  const { of, per } = numbers[number]
  const [ofAt, perAt] = [counterNames.indexOf(of), counterNames.indexOf(per)]
  const { values } = day
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? -1
    if (cell < 0) continue
    const from = index * counterNames.length
    const y = entity === 0 ? (values[from + ofAt] ?? 0) : 0
    add(cell, values[from + answersAt] ?? 0, y - ratio * (values[from + perAt] ?? 0))
  }
  const facts = entity === 0 ? undefined : day.entities.get(entity)
  if (!facts) return
  const ofEntityAt = entityCounterNames.findIndex((name) => name === of)
  for (const [fact, index] of facts.cells.entries()) {
    const cell = cells[index] ?? -1
    if (cell >= 0) add(cell, 0, facts.values[fact * entityCounterNames.length + ofEntityAt] ?? 0)
  }
}
