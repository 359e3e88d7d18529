import { type Message, message } from '../../languages/message.ts'
import { sumBy } from '../sum-by.ts'
import { type DayColumns, type DaySums, noSums, readSums, squaresWithin } from './day-sums.ts'
import { tQuantile, tTwoSidedP } from './distributions.ts'
import { combineParts, type VarianceParts } from './variance-parts.ts'

/**
 * A change since the previous window, with the field names of the API.
 *
 * Both values are over the cells with answers in both windows. `previous` is the value of the previous window with each
 * cell weighted by its current share of answers, and `delta` is the current value minus `previous`. So adding prompts, or
 * more answers to some of them, is not a change. Both are in the unit of y / x, and null when nothing can be compared.
 *
 * `reason` explains in one sentence how `state` was determined.
 */
export type Change = {
  previous: number | null
  delta: number | null
  state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
  p_value: number | null
  reason: Message
}

/** `detectable`: the smallest change that is detected with 80% probability between two such windows. */
export type WindowChange = Change & { detectable: number | null }

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
export function pairCells(before: Cells, after: Cells): Pairs | Change {
  const answers = sumOf(after.n)
  if (answers === 0)
    return undecided('insufficient_data', message('metrics.windowChange.thisPeriodHasNoAnswers'))
  if (sumOf(before.n) === 0)
    return undecided('insufficient_data', message('metrics.windowChange.thePreviousPeriodHasNoAnswers'))
  const pairs = commonCells(before, after)
  const commonShare = sumBy([...pairs.after], (position) => after.n[position] ?? 0) / answers
  if (commonShare >= minCommonShare) return pairs
  const reason = message('metrics.windowChange.onlyShareOfTheAnswersIn', {
    share: Math.floor(100 * commonShare) / 100,
  })
  return undecided('not_comparable', reason)
}

export function commonCells(before: Cells, after: Cells): Pairs {
  const earlier = new Map(before.keys.map((key, position) => [key, position]))
  const positions = after.keys.flatMap((key, position) => {
    const previous = earlier.get(key)
    return previous !== undefined && before.n[previous] && after.n[position] ? [[previous, position]] : []
  })
  const indexes = new Map<string, number>()
  const prompts = positions.map(([, position = 0]) => {
    const prompt = after.prompts[position] ?? ''
    const index = indexes.get(prompt) ?? indexes.size
    indexes.set(prompt, index)
    return index
  })
  const n = positions.map(([, position = 0]) => after.n[position] ?? 0)
  const answers = sumBy(n, (each) => each)
  return {
    before: Int32Array.from(positions, ([position = 0]) => position),
    after: Int32Array.from(positions, ([, position = 0]) => position),
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
  pairs: Pairs | Change,
  before: DayColumns,
  after: DayColumns,
  unit: Unit = 'answers',
): WindowChange {
  if ('state' in pairs) return { ...pairs, detectable: null }
  const xBefore = sumAt(before.x, pairs.before)
  const xAfter = sumAt(after.x, pairs.after)
  const meansBefore = weightedMeans(pairs, pairs.before, before)
  const meansAfter = weightedMeans(pairs, pairs.after, after)
  const observed =
    xBefore > 0 && xAfter > 0
      ? { previous: meansBefore.ratio, delta: meansAfter.ratio - meansBefore.ratio }
      : { previous: null, delta: null }
  if (observed.delta === null || Math.min(xBefore, xAfter) < minX) {
    const reason = tooFewReasons[unit]({ before: xBefore, now: xAfter, needed: minX })
    return { ...undecided('insufficient_data', reason), ...observed, detectable: null }
  }
  const residuals = residualsOf(pairs, { before, after, meansBefore, meansAfter })
  const { variance, df } = combineParts(residuals)
  const { delta } = observed
  // Rounding errors must not count as variance, because their quotient would be an arbitrary t.
  const isConstant = variance <= (1e-9 * residuals.ratio) ** 2
  const p = isConstant || delta === 0 ? 1 : tTwoSidedP(delta / Math.sqrt(variance), df)
  return {
    ...observed,
    state: p > significance ? 'no_significant_change' : delta > 0 ? 'up' : 'down',
    p_value: p,
    reason: message('metrics.windowChange.tTestOverPromptsWithAnswers', { prompts: pairs.promptCount }),
    detectable: detectableFrom(Math.sqrt(variance), df),
  }
}

/** Returns the smallest change that is detected with 80% probability, from the standard error of the difference. */
export function detectableFrom(standardError: number, df: number): number {
  return (tQuantile(0.975, df) + tQuantile(0.8, df)) * standardError
}

export function undecided(state: 'insufficient_data' | 'not_comparable', reason: Message): Change {
  return { previous: null, delta: null, state, p_value: null, reason }
}

type Means = { answers: number; x: number; y: number; ratio: number }

/** ȳ = Σω·y/n and x̄ = Σω·x/n over the common cells, with the weights ω of the later window. */
function weightedMeans({ weights }: Pairs, positions: Int32Array, { n, y, x }: DayColumns): Means {
  const means = { answers: 0, x: 0, y: 0, ratio: 0 }
  for (let pair = 0; pair < positions.length; pair += 1) {
    const at = positions[pair] ?? 0
    const answers = n[at] ?? 1
    const weight = (weights[pair] ?? 0) / answers
    means.answers += answers
    means.x += weight * (x[at] ?? 0)
    means.y += weight * (y[at] ?? 0)
  }
  means.ratio = means.y / means.x
  return means
}

/** `ratio`: the number over both windows. */
type Residuals = VarianceParts & { ratio: number }

type Windows = { before: DayColumns; after: DayColumns; meansBefore: Means; meansAfter: Means }

function residualsOf(pairs: Pairs, { before, after, meansBefore, meansAfter }: Windows): Residuals {
  const both = (mean: (means: Means) => number) =>
    meansBefore.answers * mean(meansBefore) + meansAfter.answers * mean(meansAfter)
  const ratio = both(({ y }) => y) / both(({ x }) => x)
  const pooledX = both(({ x }) => x) / (meansBefore.answers + meansAfter.answers)
  // By prompt: x, ω, ω·s² and the contribution to the difference.
  const [xs, weights, variances, contributions] = [0, 1, 2, 3].map(() => new Float64Array(pairs.promptCount))
  if (!xs || !weights || !variances || !contributions) throw new Error('Four arrays were created')
  const [a, b, all] = [noSums(), noSums(), noSums()]
  let sampling = 0
  let repeats = 0
  for (let pair = 0; pair < pairs.weights.length; pair += 1) {
    readSums(before, pairs.before[pair] ?? 0, a)
    readSums(after, pairs.after[pair] ?? 0, b)
    addInto(all, a, b)
    const weight = pairs.weights[pair] ?? 0
    const squares = Math.max(0, squaresWithin(all, ratio))
    const variance = (all.days / ((all.days - 1) * all.n)) * squares
    sampling += weight ** 2 * variance * (1 / (a.n * meansBefore.x ** 2) + 1 / (b.n * meansAfter.x ** 2))
    repeats += all.days - 1
    const prompt = pairs.prompts[pair] ?? 0
    const contribution =
      weight * ((b.y - ratio * b.x) / (b.n * meansAfter.x) - (a.y - ratio * a.x) / (a.n * meansBefore.x))
    xs[prompt] = (xs[prompt] ?? 0) + all.x
    weights[prompt] = (weights[prompt] ?? 0) + weight
    variances[prompt] = (variances[prompt] ?? 0) + weight * variance
    contributions[prompt] = (contributions[prompt] ?? 0) + contribution
  }
  const drift = weights.reduce((sum, weight, prompt) => sum + weight * (variances[prompt] ?? 0), 0)
  const present = contributions.filter((_, prompt) => (xs[prompt] ?? 0) > 0)
  return {
    ratio,
    sampling,
    drift: drift / pooledX ** 2,
    prompts: varianceOfSum(present, meansAfter.ratio - meansBefore.ratio),
    promptCount: present.length,
    repeats,
  }
}

/** G/(G−1)·Σ(v − δ/G)², 0 for one prompt. */
function varianceOfSum(contributions: Float64Array, delta: number): number {
  const size = contributions.length
  if (size < 2) return 0
  const squares = contributions.reduce((sum, each) => sum + (each - delta / size) ** 2, 0)
  return (size / (size - 1)) * squares
}

function addInto(target: DaySums, a: DaySums, b: DaySums): void {
  target.days = a.days + b.days
  target.n = a.n + b.n
  target.y = a.y + b.y
  target.x = a.x + b.x
  target.nn = a.nn + b.nn
  target.yy = a.yy + b.yy
  target.xx = a.xx + b.xx
  target.xy = a.xy + b.xy
  target.yn = a.yn + b.yn
  target.xn = a.xn + b.xn
}

function sumAt(column: Float64Array, positions: Int32Array): number {
  let sum = 0
  for (const position of positions) sum += column[position] ?? 0
  return sum
}

function sumOf(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  return sum
}
