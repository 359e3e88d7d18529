/** The changes of numbers between two windows, over the questions (prompt, platform and region) with answers in both. */
import type { EntityRow, RollupRow } from './rollup-rows.ts'
import { RowColumns } from './row-columns.ts'
import { addUp, type DayColumns } from './statistics/day-sums.ts'
import {
  type Change,
  commonQuestions,
  type Pairs,
  pairQuestions,
  type Questions,
  testChange,
  type WindowChange,
} from './statistics/window-change.ts'
import { type Difference, notComparable, scoreDifference } from './values.ts'

/** The rows of a window, and the question of each. */
type Grouped = { rows: readonly EntityRow[]; questions: Questions; groups: Int32Array }

/** A pair of windows. Pairs the questions once for all numbers. */
export class Comparison {
  readonly #before: Grouped
  readonly #after: Grouped
  #pairs: Pairs | Change | null = null

  constructor(before: readonly EntityRow[], after: readonly EntityRow[]) {
    this.#before = groupByQuestion(before)
    this.#after = groupByQuestion(after)
  }

  /** `before` and `after`: the columns of the rows. `unit`: what the denominator counts. */
  change(before: DayColumns, after: DayColumns, unit?: string): WindowChange {
    this.#pairs ??= pairQuestions(this.#before.questions, this.#after.questions)
    return testChange(this.#pairs, addUpRows(before, this.#before), addUpRows(after, this.#after), unit)
  }
}

/** Returns the change of the mean visibility score, in points. */
export function scoreChangeOf(previous: readonly EntityRow[] | null, rows: readonly EntityRow[]): Difference {
  if (previous === null) return notComparable
  const [before, after] = [new RowColumns(previous).score(), new RowColumns(rows).score()]
  return scoreDifference(new Comparison(previous, rows).change(before, after))
}

/** What a question contributes to the change of a mean. `answers`: in the later window. */
export type Contribution = { prompt: string; platform: string; answers: number; contribution: number }

/** Returns the contributions of the common questions, which add up to the change. */
export function contributionsOf(
  before: readonly RollupRow[],
  after: readonly RollupRow[],
  value: (columns: RowColumns, rows: readonly RollupRow[]) => DayColumns,
): Contribution[] {
  const [grouped, groupedAfter] = [groupByQuestion(before), groupByQuestion(after)]
  const pairs = commonQuestions(grouped.questions, groupedAfter.questions)
  const meansOf = (rows: readonly RollupRow[], of: Grouped) => {
    const { y, n } = addUpRows(value(new RowColumns(rows), rows), of)
    return y.map((sum, question) => sum / (n[question] ?? 1))
  }
  const [means, meansAfter] = [meansOf(before, grouped), meansOf(after, groupedAfter)]
  const platforms = new Map(after.map(({ question, platform }) => [question, platform]))
  return Array.from(pairs.weights, (weight, pair) => {
    const position = pairs.after[pair] ?? 0
    const difference = (meansAfter[position] ?? 0) - (means[pairs.before[pair] ?? 0] ?? 0)
    return {
      prompt: groupedAfter.questions.prompts[position] ?? '',
      platform: platforms.get(groupedAfter.questions.keys[position] ?? 0) ?? '',
      answers: groupedAfter.questions.n[position] ?? 0,
      contribution: weight * difference,
    }
  })
}

function groupByQuestion(rows: readonly EntityRow[]): Grouped {
  // Questions are small integers: an array is faster than a map, and a window has thousands of rows.
  const positions: number[] = []
  const keys: number[] = []
  const prompts: string[] = []
  const groups = Int32Array.from(rows, ({ question, prompt_id }) => {
    const known = positions[question]
    if (known !== undefined) return known
    positions[question] = keys.length
    prompts.push(prompt_id)
    return keys.push(question) - 1
  })
  const n = new Float64Array(keys.length)
  for (const [row, { answers }] of rows.entries()) n[groups[row] ?? 0] = (n[groups[row] ?? 0] ?? 0) + answers
  return { rows, questions: { keys, prompts, n }, groups }
}

const addUpRows = (columns: DayColumns, { questions, groups }: Grouped): DayColumns =>
  addUp(columns, groups, questions.keys.length)
