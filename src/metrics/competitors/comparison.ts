/** The changes of numbers between two windows, over the cells with answers in both. */
import type { EntityRow, RollupRow } from '../rollup-rows.ts'
import { RowColumns } from '../row-columns.ts'
import { addUp, type DayColumns } from '../statistics/day-sums.ts'
import {
  type Cells,
  type Change,
  commonCells,
  type Pairs,
  pairCells,
  testChange,
  type Unit,
  type WindowChange,
} from '../statistics/window-change.ts'
import { type Difference, notComparable, scoreDifference } from '../values.ts'

/** The rows of a window, and the cell of each. */
type Grouped = { rows: readonly EntityRow[]; cells: Cells; groups: Int32Array }

/** A pair of windows. Pairs the cells once for all numbers. */
export class Comparison {
  readonly #before: Grouped
  readonly #after: Grouped
  #pairs: Pairs | Change | null = null

  constructor(before: readonly EntityRow[], after: readonly EntityRow[]) {
    this.#before = groupByCell(before)
    this.#after = groupByCell(after)
  }

  /** `before` and `after`: the columns of the rows. `unit`: what the denominator counts. */
  change(before: DayColumns, after: DayColumns, unit?: Unit): WindowChange {
    this.#pairs ??= pairCells(this.#before.cells, this.#after.cells)
    return testChange(this.#pairs, addUpRows(before, this.#before), addUpRows(after, this.#after), unit)
  }
}

/** Returns the change of the mean visibility score, in points. */
export function scoreChangeOf(previous: readonly EntityRow[] | null, rows: readonly EntityRow[]): Difference {
  if (previous === null) return notComparable
  const [before, after] = [new RowColumns(previous).score(), new RowColumns(rows).score()]
  return scoreDifference(new Comparison(previous, rows).change(before, after))
}

/** What a cell contributes to the change of a mean. `answers`: in the later window. */
export type Contribution = { prompt: string; platform: string; answers: number; contribution: number }

/** Returns the contributions of the common cells, which add up to the change. */
export function contributionsOf(
  before: readonly RollupRow[],
  after: readonly RollupRow[],
  value: (columns: RowColumns, rows: readonly RollupRow[]) => DayColumns,
): Contribution[] {
  const [grouped, groupedAfter] = [groupByCell(before), groupByCell(after)]
  const pairs = commonCells(grouped.cells, groupedAfter.cells)
  const meansOf = (rows: readonly RollupRow[], of: Grouped) => {
    const { y, n } = addUpRows(value(new RowColumns(rows), rows), of)
    return y.map((sum, cell) => sum / (n[cell] ?? 1))
  }
  const [means, meansAfter] = [meansOf(before, grouped), meansOf(after, groupedAfter)]
  const platforms = new Map(after.map(({ cell, platform }) => [cell, platform]))
  return Array.from(pairs.weights, (weight, pair) => {
    const position = pairs.after[pair] ?? 0
    const difference = (meansAfter[position] ?? 0) - (means[pairs.before[pair] ?? 0] ?? 0)
    return {
      prompt: groupedAfter.cells.prompts[position] ?? '',
      platform: platforms.get(groupedAfter.cells.keys[position] ?? 0) ?? '',
      answers: groupedAfter.cells.n[position] ?? 0,
      contribution: weight * difference,
    }
  })
}

function groupByCell(rows: readonly EntityRow[]): Grouped {
  // Cells are small integers: an array is faster than a map, and a window has thousands of rows.
  const positions: number[] = []
  const keys: number[] = []
  const prompts: string[] = []
  const groups = Int32Array.from(rows, ({ cell, prompt_id }) => {
    const known = positions[cell]
    if (known !== undefined) return known
    positions[cell] = keys.length
    prompts.push(prompt_id)
    return keys.push(cell) - 1
  })
  const n = new Float64Array(keys.length)
  for (const [row, { answers }] of rows.entries()) n[groups[row] ?? 0] = (n[groups[row] ?? 0] ?? 0) + answers
  return { rows, cells: { keys, prompts, n }, groups }
}

const addUpRows = (columns: DayColumns, { cells, groups }: Grouped): DayColumns =>
  addUp(columns, groups, cells.keys.length)
