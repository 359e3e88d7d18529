/** The changes of numbers between two windows, over the cells with answers in both. */
import { isSentimentKnown, tooLittleKnown } from '../known-sentiment.ts'
import type { Counter, NumberName } from '../numbers.ts'
import type { BrandRows, EntityRows, RowSums } from '../rollup-rows.ts'
import { addUp, type DayColumns } from '../statistics/day-sums.ts'
import {
  type Cells,
  type Pairs,
  pairCells,
  pairCommonCells,
  type TestedChange,
  testChange,
  type Unit,
  type WindowChange,
  withoutTest,
} from '../statistics/window-change.ts'
import { type Difference, notComparable, scoreDifference } from '../values.ts'

type Rows = Pick<RowSums<Counter, NumberName>, 'rows' | 'answers'>

/** The rows of a window, and the cell of each. */
type Grouped = { cells: Cells; groups: Int32Array }

/** A pair of windows. Pairs the cells once for all numbers. */
export type ScoreComparison = {
  /** Returns the cells with answers in both windows; none if they have too little in common. */
  getCells(): ReadonlySet<number>
  /** `before` and `after`: the sums of a number in the rows of both windows. `unit`: what its denominator counts. */
  change(before: DayColumns, after: DayColumns, unit?: Unit): WindowChange
}

export function compareRows(before: Rows, after: Rows): ScoreComparison {
  const [grouped, groupedAfter] = [groupByCell(before), groupByCell(after)]
  let known: Pairs | TestedChange | null = null
  const getPairs = () => {
    known ??= pairCells(grouped.cells, groupedAfter.cells)
    return known
  }
  return {
    getCells: () => {
      const pairs = getPairs()
      const positions = 'state' in pairs ? [] : [...pairs.after]
      return new Set(positions.flatMap((position) => groupedAfter.cells.keys[position] ?? []))
    },
    change: (columns, columnsAfter, unit) =>
      testChange(getPairs(), addUpRows(columns, grouped), addUpRows(columnsAfter, groupedAfter), unit),
  }
}

/** Returns the change of the mean visibility score, in points. */
export function computeScoreChange(previous: EntityRows | null, rows: EntityRows): Difference {
  if (previous === null) return notComparable
  return scoreDifference(compareRows(previous, rows).change(previous.number('score'), rows.number('score')))
}

type SentimentNumber = 'positive_sentiment' | 'neutral_sentiment' | 'negative_sentiment'

/** The change of a number since the previous window, and the cells with answers in both. */
export type ComparedRows = { change: WindowChange; cells: ReadonlySet<number> }

/** Compares a number of all answers. `previous`: null without a previous window. */
export const compareNumber = (
  previous: BrandRows | null,
  rows: BrandRows,
  number: 'score' | 'mention_rate',
): ComparedRows =>
  compareWith(previous, rows, (comparison, before) =>
    comparison.change(before.number(number), rows.number(number)),
  )

/** Compares the share of answers with a sentiment. */
export const compareSentiment = (
  previous: BrandRows | null,
  rows: BrandRows,
  number: SentimentNumber = 'positive_sentiment',
): ComparedRows =>
  compareWith(previous, rows, (comparison, before) =>
    [before, rows].every(hasKnownSentiment)
      ? comparison.change(before.number(number), rows.number(number), 'clear_answers')
      : tooLittleKnown(),
  )

function compareWith(
  previous: BrandRows | null,
  rows: BrandRows,
  getChange: (comparison: ScoreComparison, previous: BrandRows) => WindowChange,
): ComparedRows {
  if (previous === null) return { change: withoutTest(notComparable), cells: new Set() }
  const comparison = compareRows(previous, rows)
  return { change: getChange(comparison, previous), cells: comparison.getCells() }
}

const hasKnownSentiment = ({ total }: BrandRows): boolean =>
  isSentimentKnown({ named: total('named'), clear: total('clear') })

/** What a cell contributes to the change of a mean. `answers`: in the later window; `weight`: with their weights. */
export type Contribution = {
  prompt: string
  platform: string
  answers: number
  weight: number
  contribution: number
}

/** Returns the contributions of the common cells to the change of a number, which add up to it. */
export function computeContributions(before: BrandRows, after: BrandRows, name: NumberName): Contribution[] {
  const [grouped, groupedAfter] = [groupByCell(before), groupByCell(after)]
  const pairs = pairCommonCells(grouped.cells, groupedAfter.cells)
  const computeMeans = (rows: BrandRows, of: Grouped) => {
    const { y, n } = addUpRows(rows.number(name), of)
    return y.map((sum, cell) => sum / (n[cell] ?? 1))
  }
  const [means, meansAfter] = [computeMeans(before, grouped), computeMeans(after, groupedAfter)]
  const { answers: counted } = addUpRows(after.number(name), groupedAfter)
  const platforms = new Map(after.rows.map(({ cell, platform }) => [cell, platform]))
  return Array.from(pairs.weights, (weight, pair) => {
    const position = pairs.after[pair] ?? 0
    const difference = (meansAfter[position] ?? 0) - (means[pairs.before[pair] ?? 0] ?? 0)
    return {
      prompt: groupedAfter.cells.prompts[position] ?? '',
      platform: platforms.get(groupedAfter.cells.keys[position] ?? 0) ?? '',
      answers: counted[position] ?? 0,
      weight: groupedAfter.cells.n[position] ?? 0,
      contribution: weight * difference,
    }
  })
}

function groupByCell({ rows, answers }: Rows): Grouped {
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
  for (const [row, count] of answers().n.entries()) n[groups[row] ?? 0] = (n[groups[row] ?? 0] ?? 0) + count
  return { cells: { keys, prompts, n }, groups }
}

const addUpRows = (columns: DayColumns, { cells, groups }: Grouped): DayColumns =>
  addUp(columns, groups, cells.keys.length)
