import { normalQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'
import { detectableFrom } from './window-change.ts'

const significanceZ = normalQuantile(0.975)
const powerZ = normalQuantile(0.8)

/**
 * Returns how cautiously to use a number based on few answers or prompts, null when there are enough of both:
 * `directional` below ten answers; `exploratory` below fifty prompts (IAB, Measuring Visibility in the AI Era,
 * 2026).
 */
export function sampleCaution(answers: number, prompts: number): 'directional' | 'exploratory' | null {
  if (answers < 10) return 'directional'
  return prompts < 50 ? 'exploratory' : null
}

/**
 * Returns the smallest change between two such windows that `testChange` detects with 80% power at a two-sided level of
 * 5%, in the unit of the interval. The interval's half-width is taken as z standard errors of the mean of this many prompts;
 * a difference has √2 of them. Assumes that a change does not affect the variance of the answers.
 */
export function smallestDetectableChange(
  { low, high, level }: Pick<Interval, 'low' | 'high' | 'level'>,
  prompts: number,
): number {
  const standardError = (high - low) / 2 / normalQuantile((1 + level) / 2)
  return detectableFrom(Math.SQRT2 * standardError, samplingDf + prompts - 1)
}

/** Of the variance between days, in the test. */
const samplingDf = 10

/**
 * Returns how many independent answers each of two windows needs to detect a rate's change from `rate` to
 * `rate + change` (shares, 0 to 1) with 80% power at 5%.
 * Source: Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, chapter 4.
 */
export function answersToDetect(rate: number, change: number): number {
  const changed = rate + change
  const middle = (rate + changed) / 2
  const without = significanceZ * Math.sqrt(2 * middle * (1 - middle))
  const within = powerZ * Math.sqrt(rate * (1 - rate) + changed * (1 - changed))
  return Math.ceil(((without + within) / change) ** 2)
}

/**
 * Returns how many prompts are needed to detect a mean change of `change` with 80% power at 5%. `changeVariance`: the
 * variance of the change between prompts. `answerVariance`: the variance of the answers to one prompt. `repeats`: answers per
 * prompt in each window.
 * Source: Miller 2024, "Adding Error Bars to Evals", arXiv 2411.00640.
 */
export function promptsToDetect(
  change: number,
  {
    changeVariance,
    answerVariance,
    repeats,
  }: { changeVariance: number; answerVariance: number; repeats: number },
): number {
  const variance = changeVariance + (2 * answerVariance) / repeats
  return Math.ceil(((significanceZ + powerZ) ** 2 * variance) / change ** 2)
}
