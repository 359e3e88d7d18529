import { type Message, message } from '../../languages/message.ts'
import { sumBy } from '../sum-by.ts'
import { type CellComparison, compareCells, computePValue } from './compare-cells.ts'
import { type DayColumns, mapColumns } from './day-sums.ts'
import { tQuantile } from './distributions.ts'
import { combineParts } from './variance-parts.ts'

/**
 * A change since the previous window, with the field names of the API.
 *
 * Both values are over the cells with answers in both windows. `previous` is the value of the previous window with each
 * cell weighted by its current share of answers, and `delta` is the current value minus `previous`. So adding prompts, or
 * more answers to some of them, is not a change. Both are in the unit of y / x, and null when nothing can be compared.
 *
 * `reason` explains in one sentence how `state` was determined.
 */
export type TestedChange = {
  previous: number | null
  delta: number | null
  state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
  p_value: number | null
  reason: Message
}

/**
 * `detectable`: the smallest change that is detected with 80% probability between two such windows. `compared`: the comparison that
 * was tested. Both are null without a test.
 */
export type WindowChange = TestedChange & { detectable: number | null; compared: CellComparison | null }

/** The cells of a window in the order of its columns. `prompts`: the prompt of each, `n`: its answers. */
export type Cells = { keys: readonly number[]; prompts: readonly string[]; n: Float64Array }

/**
 * The cells with answers in both windows: their positions in both, the index of their prompt, and their share of the common
 * answers of the later window.
 */
export type Pairs = {
  before: Int32Array
  after: Int32Array
  prompts: Int32Array
  promptCount: number
  weights: Float64Array
}

export const significance = 0.05
const minCommonShare = 0.5

/** Returns the common cells, or why the windows have too little in common. */
export function pairCells(before: Cells, after: Cells): Pairs | TestedChange {
  const answers = sumUp(after.n)
  if (answers === 0)
    return undecided('insufficient_data', message('metrics.windowChange.thisPeriodHasNoAnswers'))
  if (sumUp(before.n) === 0)
    return undecided('insufficient_data', message('metrics.windowChange.thePreviousPeriodHasNoAnswers'))
  const pairs = pairCommonCells(before, after)
  const commonShare = sumBy([...pairs.after], (position) => after.n[position] ?? 0) / answers
  if (commonShare >= minCommonShare) return pairs
  const reason = message('metrics.windowChange.onlyShareOfTheAnswersIn', {
    share: Math.floor(100 * commonShare) / 100,
  })
  return undecided('not_comparable', reason)
}

export function pairCommonCells(before: Cells, after: Cells): Pairs {
  const earlier = new Map(before.keys.map((key, position) => [key, position]))
  const positionsBefore: number[] = []
  const positions: number[] = []
  const prompts: number[] = []
  const n: number[] = []
  const indexes = new Map<string, number>()
  for (const [position, key] of after.keys.entries()) {
    const previous = earlier.get(key)
    const answers = after.n[position]
    if (previous === undefined || !before.n[previous] || !answers) continue
    const prompt = after.prompts[position] ?? ''
    const index = indexes.get(prompt) ?? indexes.size
    indexes.set(prompt, index)
    positionsBefore.push(previous)
    positions.push(position)
    prompts.push(index)
    n.push(answers)
  }
  const answers = sumBy(n, (each) => each)
  return {
    before: Int32Array.from(positionsBefore),
    after: Int32Array.from(positions),
    prompts: Int32Array.from(prompts),
    promptCount: indexes.size,
    weights: Float64Array.from(n, (each) => each / answers),
  }
}

/** With a smaller denominator in a window, a number is not tested. */
const minX = 10

type Counts = { before: number; now: number; needed: number }

/** By what a number's denominator counts: why it is not tested. */
const tooFewReasons = {
  answers: ({ before, now, needed }: Counts) =>
    message('metrics.windowChange.tooFewAnswers', { before, now, needed }),
  clear_answers: ({ before, now, needed }: Counts) =>
    message('metrics.windowChange.tooFewSentiments', { before, now, needed }),
  mentioning_answers: ({ before, now, needed }: Counts) =>
    message('metrics.windowChange.tooFewMentions', { before, now, needed }),
  mentions: ({ before, now, needed }: Counts) =>
    message('metrics.windowChange.thePromptsPlatformsAndRegionsWith', { before, now, needed }),
}

export type Unit = keyof typeof tooFewReasons

/**
 * Tests whether a number changed between two windows, with the variance of change detection (change-detection/compare-windows.ts)
 * except for what days of a whole platform have in common, which sums over days do not show: the variance between the days of
 * each cell, with an allowance for drift, and that between prompts, weighted by their degrees of freedom. It is one formula
 * for any number of prompts. `unit`: what x counts.
 */
export function testChange(
  pairs: Pairs | TestedChange,
  before: DayColumns,
  after: DayColumns,
  unit: Unit = 'answers',
): WindowChange {
  if ('state' in pairs) return withoutTest(pairs)
  const { prompts, promptCount } = pairs
  const compared = compareCells({
    prompts,
    promptCount,
    before: pickRows(before, pairs.before),
    after: pickRows(after, pairs.after),
  })
  const [xBefore, xAfter] = [compared.before.x, compared.after.x]
  const observed =
    xBefore > 0 && xAfter > 0
      ? { previous: compared.previous, delta: compared.delta }
      : { previous: null, delta: null }
  if (observed.delta === null || Math.min(xBefore, xAfter) < minX) {
    const reason = tooFewReasons[unit]({ before: xBefore, now: xAfter, needed: minX })
    return withoutTest({ ...undecided('insufficient_data', reason), ...observed })
  }
  const { variance, df } = combineParts(compared.parts)
  const { delta } = observed
  const p = computePValue(compared, { variance, df })
  return {
    ...observed,
    state: p > significance ? 'no_significant_change' : delta > 0 ? 'up' : 'down',
    p_value: p,
    reason: message('metrics.windowChange.tTestOverPromptsWithAnswers', { prompts: pairs.promptCount }),
    detectable: detectableFrom(Math.sqrt(variance), df),
    compared,
  }
}

/** Returns the smallest change that is detected with 80% probability, from the standard error of the difference. */
export function detectableFrom(standardError: number, df: number): number {
  return (tQuantile(0.975, df) + tQuantile(0.8, df)) * standardError
}

export function undecided(state: 'insufficient_data' | 'not_comparable', reason: Message): TestedChange {
  return { previous: null, delta: null, state, p_value: null, reason }
}

export const withoutTest = (change: TestedChange): WindowChange => ({
  ...change,
  detectable: null,
  compared: null,
})

/** Mostly all cells are common, in the same order. */
function pickRows(columns: DayColumns, positions: Int32Array): DayColumns {
  if (positions.length === columns.n.length && positions.every((position, pair) => position === pair))
    return columns
  return mapColumns(columns, (column) => {
    const picked = new Float64Array(positions.length)
    for (let pair = 0; pair < picked.length; pair += 1) picked[pair] = column[positions[pair] ?? 0] ?? 0
    return picked
  })
}

function sumUp(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  return sum
}
