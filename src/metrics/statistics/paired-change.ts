import { type Estimate, estimateMean, limitsAt, type Moments, sumBy } from './basket.ts'
import { tTwoSidedP } from './distributions.ts'
import { benjaminiHochberg } from './false-discovery.ts'
import { differenceLimits, mcnemarExact } from './intervals.ts'

/**
 * A question in one window with its number of answers `n`. `key` identifies what is compared (for example a prompt on a
 * platform in a region) and is unique within a window. Questions of one `prompt` are correlated and tested as a group.
 */
export type ComparedUnit = { key: string | number; prompt: string; n: number }

/** With the sums of the value that is averaged. */
export type KeyedMoments = ComparedUnit & Moments

/**
 * A change since the previous window, with the field names of the API.
 *
 * Both means are over the questions with answers in both windows (the common basket). `previous` is the mean of the previous
 * window with each question weighted by its current share of answers, and `delta` is the current mean minus `previous`. So
 * adding prompts, or more answers to some of them, is not a change. With equal proportions in both windows, `previous` is the
 * plain mean of the previous window. Both are in the unit of the sums, and null when nothing can be compared.
 *
 * `reason` explains in one sentence how `state` was determined.
 */
export type Change = {
  previous: number | null
  delta: number | null
  state: 'up' | 'down' | 'no_significant_change' | 'insufficient_data' | 'not_comparable'
  p_value: number | null
  reason: string
}

const significance = 0.05
export const minAnswers = 10
const minCommonShare = 0.5
/** Measured false alarms of the t test: up to 5.9 % with eight prompts, at most 5.1 % with ten. */
export const minPromptsForT = 10

/**
 * Tests whether the mean of a basket changed between two windows. `max`: the largest value of one answer (1 for a rate).
 *
 * With one 0/1 answer per prompt in both windows: McNemar's exact test. From ten common prompts on: the paired t test over
 * prompts, whose false alarms stay at 5 % even when single prompts drift. With fewer: the variance of the answers within each
 * question, combined like Newcombe's interval of a difference; for the rate of one question it is Newcombe's interval, and
 * `p_value` is the level at which it touches zero.
 */
export function pairedChange(
  before: readonly KeyedMoments[],
  after: readonly KeyedMoments[],
  { max }: { max: number },
): Change {
  return compareCommon(before, after, (pairs) => {
    const answersBefore = sumBy(pairs, ({ before }) => before.n)
    const answersAfter = sumBy(pairs, ({ after }) => after.n)
    const previous = sumBy(pairs, ({ before, weight }) => weight * meanOf(before))
    const delta = sumBy(pairs, contributionOf)
    if (Math.min(answersBefore, answersAfter) < minAnswers) {
      const reason = `The questions with answers in both periods have ${answersBefore} answers before and ${answersAfter} now; ${minAnswers} in each are needed.`
      return { ...undecided('insufficient_data', reason), previous, delta }
    }
    return { previous, delta, ...testPairs(pairs, delta, max) }
  })
}

/** A question in both windows. `weight`: its share of the common answers of the later window; weights sum to 1. */
export type Pair<C extends ComparedUnit> = {
  key: C['key']
  prompt: string
  before: C
  after: C
  weight: number
}

/** Returns the questions with answers in both windows. */
export function pairUp<C extends ComparedUnit>(before: readonly C[], after: readonly C[]): Pair<C>[] {
  const earlierByKey = new Map<C['key'], C>()
  for (const unit of before) if (unit.n > 0) earlierByKey.set(unit.key, unit)
  const pairs: Pair<C>[] = []
  for (const unit of after) {
    const earlier = unit.n > 0 ? earlierByKey.get(unit.key) : undefined
    if (earlier)
      pairs.push({ key: unit.key, prompt: unit.prompt, before: earlier, after: unit, weight: unit.n })
  }
  const answers = sumBy(pairs, ({ weight }) => weight)
  for (const pair of pairs) pair.weight /= answers
  return pairs
}

/** Returns what a question contributes to `delta`, which is the sum of the contributions. */
export function contributionOf({ before, after, weight }: Pair<KeyedMoments>): number {
  return weight * (meanOf(after) - meanOf(before))
}

/** Returns the result of `test` on the common questions, if the windows have enough in common. */
export function compareCommon<C extends ComparedUnit, R extends Change>(
  before: readonly C[],
  after: readonly C[],
  test: (pairs: Pair<C>[]) => R,
): R | Change {
  const common = findCommon(before, after)
  return Array.isArray(common) ? test(common) : common
}

/** Returns the questions with answers in both windows, or why the windows have too little in common. */
export function findCommon<C extends ComparedUnit>(
  before: readonly C[],
  after: readonly C[],
): Pair<C>[] | Change {
  const answers = answersIn(after)
  if (answers === 0) return undecided('insufficient_data', 'This period has no answers.')
  if (answersIn(before) === 0) return undecided('insufficient_data', 'The period before has no answers.')
  const pairs = pairUp(before, after)
  const commonShare = sumBy(pairs, ({ after }) => after.n) / answers
  if (commonShare >= minCommonShare) return pairs
  const percent = Math.floor(100 * commonShare)
  const reason = `Only ${percent} % of this period’s answers are to questions that the period before has answers to.`
  return undecided('not_comparable', reason)
}

/**
 * Adjusts changes that are shown together: of those still `up` or `down`, at most 5 % are chance on average. `q_value` is the
 * false discovery rate of each p-value in the group.
 */
export function adjustForMultipleTests<C extends Change>(
  changes: readonly C[],
): (C & { q_value: number | null })[] {
  const pValues = changes.flatMap((change) => change.p_value ?? [])
  const qValues = benjaminiHochberg(pValues)
  const qOf = new Map(pValues.map((p, index) => [p, qValues[index] ?? 1]))
  return changes.map((change) => {
    const q = change.p_value === null ? null : (qOf.get(change.p_value) ?? 1)
    const mayBeChance = q !== null && q > significance
    return { ...change, state: mayBeChance ? 'no_significant_change' : change.state, q_value: q }
  })
}

type KeyedPair = Pair<KeyedMoments>

type Tested = Pick<Change, 'state' | 'p_value' | 'reason'>

function testPairs(pairs: readonly KeyedPair[], delta: number, max: number): Tested {
  const byPrompt = [...Map.groupBy(pairs, (pair) => pair.prompt).values()]
  const areSingleAnswers = pairs.every(({ before, after }) => before.n === 1 && after.n === 1)
  if (max === 1 && areSingleAnswers && byPrompt.length === pairs.length) {
    const reason = `McNemar’s exact test over ${basketOf(byPrompt.length)} (once in each).`
    return resultOf(mcnemar(pairs), delta, reason)
  }
  if (byPrompt.length >= minPromptsForT) {
    return pairedT(
      Float64Array.from(byPrompt, (pairs) => sumBy(pairs, contributionOf)),
      delta,
    )
  }
  const reason = `Newcombe’s interval of the difference, from the variance of the answers within ${basketOf(byPrompt.length)}.`
  return resultOf(newcombeP(pairs, max), delta, reason)
}

const basketOf = (prompts: number) =>
  `${prompts === 1 ? '1 prompt' : `${prompts} prompts`} with answers in both periods`

const resultOf = (p: number, delta: number, reason: string): Tested => ({
  state: stateOf(p, delta),
  p_value: p,
  reason,
})

function mcnemar(pairs: readonly KeyedPair[]): number {
  const yesToNo = pairs.filter(({ before, after }) => before.sum > after.sum).length
  const noToYes = pairs.filter(({ before, after }) => before.sum < after.sum).length
  return mcnemarExact(yesToNo, noToYes)
}

/** Student's t test of the null hypothesis that the prompts' contributions to `delta` have mean zero. */
export function pairedT(byPrompt: Float64Array, delta: number): Tested {
  const reason = `Paired t test over ${basketOf(byPrompt.length)}.`
  if (delta === 0) return resultOf(1, delta, reason)
  const size = byPrompt.length
  const squares = byPrompt.reduce((sum, contribution) => sum + (size * contribution - delta) ** 2, 0)
  return resultOf(tTwoSidedP(delta / Math.sqrt(squares / (size - 1) / size), size - 1), delta, reason)
}

/** The level at which the interval of the difference touches zero, from the variance within each window. */
function newcombeP(pairs: readonly KeyedPair[], max: number): number {
  const cellsBefore = pairs.map(({ before, weight }) => ({ ...before, weight }))
  const cellsAfter = pairs.map(({ after, weight }) => ({ ...after, weight }))
  const before = estimateMean(cellsBefore, max)
  const after = estimateMean(cellsAfter, max)
  // Conservative: both windows use the lower degrees of freedom.
  return tTwoSidedP(criticalValueAtZero(before, after), 2 * Math.min(before.df, after.df))
}

const largestCritical = 100

/**
 * Finds the number of standard errors at which the interval of the difference reaches zero, at most 100. Regula falsi with the
 * Illinois correction (Dowell and Jarratt 1971, BIT 11:168–174) needs a tenth of the steps of bisection.
 */
function criticalValueAtZero(before: Estimate, after: Estimate): number {
  // The distance of the interval from zero, negative when it covers zero.
  const distanceAt = (critical: number) => {
    const { low, high } = differenceLimits(withLimits(after, critical), withLimits(before, critical))
    return Math.max(low, -high)
  }
  let [outside, covering] = [0, largestCritical]
  let [positive, negative] = [distanceAt(outside), distanceAt(covering)]
  if (positive <= 0) return 0
  if (negative >= 0) return largestCritical
  let previous = outside
  for (let last = 0; ; ) {
    const critical = outside + ((covering - outside) * positive) / (positive - negative)
    const distance = distanceAt(critical)
    if (distance === 0 || Math.abs(critical - previous) < precision) return critical
    previous = critical
    // An end that stays twice in a row is given half its value, so that both ends approach zero.
    if (distance > 0) {
      ;[outside, positive] = [critical, distance]
      if (last > 0) negative /= 2
    } else {
      ;[covering, negative] = [critical, distance]
      if (last < 0) positive /= 2
    }
    last = Math.sign(distance)
  }
}

/** In standard errors. */
const precision = 1e-12

function withLimits(estimate: Estimate, critical: number) {
  return { mean: estimate.mean, ...limitsAt(estimate, critical) }
}

export function stateOf(p: number, delta: number): Change['state'] {
  if (p > significance) return 'no_significant_change'
  return delta > 0 ? 'up' : 'down'
}

export function undecided(state: 'insufficient_data' | 'not_comparable', reason: string): Change {
  return { previous: null, delta: null, state, p_value: null, reason }
}

function answersIn(cells: readonly { n: number }[]): number {
  return sumBy(cells, (cell) => cell.n)
}

function meanOf(cell: Moments): number {
  return cell.sum / cell.n
}
