import { normalQuantile, tQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'
import { fewestPromptsForT } from './paired-change.ts'

const significanceZ = normalQuantile(0.975)
const powerZ = normalQuantile(0.8)

/**
 * How far a number resting on so few answers or prompts may be trusted, null when neither is few:
 * `directional` below ten answers; `exploratory` below fifty prompts (IAB, Measuring Visibility in the AI Era,
 * 2026).
 */
export function sampleCaution(answers: number, prompts: number): 'directional' | 'exploratory' | null {
  if (answers < 10) return 'directional'
  return prompts < 50 ? 'exploratory' : null
}

/**
 * The smallest change between this window and another one like it that `pairedChange` would find in four of
 * five cases (80 % power at a two-sided 5 %), in the unit of the interval: that of a basket of so many prompts,
 * whose half-width is taken for z standard errors; a difference has √2 of them. It holds where a change leaves
 * the spread of the answers about as it is.
 */
export function smallestDetectableChange(
  { low, high, level }: Pick<Interval, 'low' | 'high' | 'level'>,
  prompts: number,
): number {
  const standardError = (high - low) / 2 / normalQuantile((1 + level) / 2)
  const df = prompts >= fewestPromptsForT ? prompts - 1 : Infinity
  return detectableFrom(Math.SQRT2 * standardError, df)
}

/** The same from the standard error of a difference itself. */
export function detectableFrom(standardError: number, df: number): number {
  return (tQuantile(0.975, df) + tQuantile(0.8, df)) * standardError
}

/**
 * How many independent answers each of two windows needs to find a rate's change from `rate` to
 * `rate + change` (shares, 0 to 1) with 80 % power at 5 %.
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
 * How many prompts a basket needs to find a mean change of `change` with 80 % power at 5 %, when the changes of
 * single prompts vary by `changeVariance`, answers to one prompt by `answerVariance`, and each prompt is asked
 * `repeats` times in both windows.
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
