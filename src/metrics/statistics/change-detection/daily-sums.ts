/**
 * Change detection: each number of a brand is tested once per closed UTC day, and a change is reported when it cannot be
 * explained by random variation and the normal drift of single prompts.
 *
 * - A day is an integer, the number of UTC days since any fixed date.
 * - A cell is one prompt on one platform for one region. Each of its days has `n` answers and, per number, the integer sums
 *   `y` and `x`. The number is Σy / Σx: for a score the sum of the scores and n, for a rate the answers that have one and n,
 *   for the share of voice the mentions of the brand and the mentions of all tracked names, for the average position the sum of
 *   (position − 1) and the answers that mention the brand, for positive sentiment the positive and the clear answers.
 * - A view is all platforms, one platform, or one group of prompts over all platforms. A series is one number in one view.
 * - A family is a set of series that are tested together, so that few of its changes are false.
 * - A test compares the recent days with the reference days before them (`windows.ts`).
 * - The level of a series is its value since its last change. No window contains days before the current level.
 */

import type { DayRange } from './windows.ts'

export type Cell = { prompt: string; platform: string; region: string }

/**
 * Integers of all cells on consecutive days. Element `cell * dayCount + day − firstDay` of `daily` belongs to one cell and day.
 * Element `cell * (dayCount + 1) + day − firstDay` of `cumulative` is the cell's sum over all earlier days.
 */
export type DayColumn = { daily: Float64Array; cumulative: Float64Array }

/** The answers of all cells. `n`: with weights; `counted`: without. */
export type DailyAnswers = {
  firstDay: number
  dayCount: number
  cells: readonly Cell[]
  /** Of each cell, the index of its prompt. */
  promptOfCell: Int32Array
  promptCount: number
  n: DayColumn
  counted: DayColumn
  /** 1 on days with answers. */
  active: DayColumn
}

/** One number in all cells. */
export type DailySums = { y: DayColumn; x: DayColumn }

/** One number in the cells `members` of the answers. */
export type Series = { answers: DailyAnswers; sums: DailySums; members: readonly number[] }

/** Returns the cells with the index of each cell's prompt. */
export function cellIndex(
  cells: readonly Cell[],
): Pick<DailyAnswers, 'cells' | 'promptOfCell' | 'promptCount'> {
  const indexOf = new Map<string, number>()
  for (const { prompt } of cells) indexOf.set(prompt, indexOf.get(prompt) ?? indexOf.size)
  const promptOfCell = Int32Array.from(cells, ({ prompt }) => indexOf.get(prompt) ?? 0)
  return { cells, promptOfCell, promptCount: indexOf.size }
}

/** Adds the cumulative sums. */
export function dayColumn(daily: Float64Array, dayCount: number): DayColumn {
  const cellCount = dayCount === 0 ? 0 : daily.length / dayCount
  const cumulative = new Float64Array(cellCount * (dayCount + 1))
  for (let cell = 0; cell < cellCount; cell++) {
    let sum = 0
    for (let day = 0; day < dayCount; day++) {
      sum += daily[cell * dayCount + day] ?? 0
      cumulative[cell * (dayCount + 1) + day + 1] = sum
    }
  }
  return { daily, cumulative }
}

/** Returns a number over all platforms, or on one. */
export function getSeries(answers: DailyAnswers, sums: DailySums, platform: string | null): Series {
  const members = [...answers.cells.keys()].filter(
    (cell) => platform === null || answers.cells[cell]?.platform === platform,
  )
  return { answers, sums, members }
}

/** Returns the first day on which a series has answers, or null. */
export function getFirstDay(series: Series): number | null {
  const { firstDay, dayCount } = series.answers
  for (let day = firstDay; day < firstDay + dayCount; day++) {
    if (hasAnswers(series, { from: day, to: day })) return day
  }
  return null
}

/** Returns whether a series has answers on any day of a range. */
export function hasAnswers(
  { answers, members }: Pick<Series, 'answers' | 'members'>,
  range: DayRange,
): boolean {
  const indexes = indexRange(answers, range)
  return members.some((cell) => sumOver(answers.n, cell, indexes) > 0)
}

/** Indexes of the first and last day of a range within the stored days, for `sumOver`. */
export type IndexRange = { from: number; to: number; dayCount: number }

/** Returns the indexes of a range, limited to the stored days. The range is empty if `to` is below `from`. */
export function indexRange({ firstDay, dayCount }: DailyAnswers, { from, to }: DayRange): IndexRange {
  return { from: Math.max(0, from - firstDay), to: Math.min(dayCount - 1, to - firstDay), dayCount }
}

/** Returns the sum of a column over the days of a cell. */
export function sumOver({ cumulative }: DayColumn, cell: number, { from, to, dayCount }: IndexRange): number {
  if (to < from) return 0
  const start = cell * (dayCount + 1)
  return (cumulative[start + to + 1] ?? 0) - (cumulative[start + from] ?? 0)
}
