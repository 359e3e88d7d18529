import { type Cell, cellIndex, type DailyAnswers, type DailySums, dayColumn } from './daily-sums.ts'

/** One number on one day in one cell. */
type Sums = { y: number; x: number }

/** A cell on a day with answers, and its sums by the name of the number. */
export type CellDay<Name extends string> = Cell & { day: number; n: number; sums: Record<Name, Sums> }

/** Arranges rows in any order by cell and day. `names`: the numbers, which every row has. */
export function arrangeDays<Name extends string>(
  rows: readonly CellDay<Name>[],
  names: readonly Name[],
): { answers: DailyAnswers; sums: Record<Name, DailySums> } {
  const cells = [...new Map(rows.map((row) => [getKey(row), buildCell(row)])).values()]
  const days = getRange(rows)
  const indexOf = new Map(cells.map((cell, index) => [getKey(cell), index]))
  const positions = rows.map(
    (row) => (indexOf.get(getKey(row)) ?? 0) * days.dayCount + row.day - days.firstDay,
  )
  const getColumn = (value: (row: CellDay<Name>) => number) => {
    const daily = new Float64Array(cells.length * days.dayCount)
    for (const [index, row] of rows.entries()) daily[positions[index] ?? 0] = value(row)
    return dayColumn(daily, days.dayCount)
  }
  const sums = names.map((name) => {
    const columns = { y: getColumn(({ sums }) => sums[name].y), x: getColumn(({ sums }) => sums[name].x) }
    return [name, columns] as const
  })
  const n = getColumn((row) => row.n)
  return {
    answers: { ...days, ...cellIndex(cells), n, counted: n, active: getColumn(() => 1) },
    sums: Object.fromEntries(sums) as Record<Name, DailySums>,
  }
}

function getRange(rows: readonly { day: number }[]): { firstDay: number; dayCount: number } {
  let [first, last] = [Infinity, -Infinity]
  for (const { day } of rows) {
    first = Math.min(first, day)
    last = Math.max(last, day)
  }
  return rows.length === 0 ? { firstDay: 0, dayCount: 0 } : { firstDay: first, dayCount: last - first + 1 }
}

const buildCell = ({ prompt, platform, region }: Cell): Cell => ({ prompt, platform, region })

const getKey = ({ prompt, platform, region }: Cell) => JSON.stringify([prompt, platform, region])
