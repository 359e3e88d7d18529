import { normalQuantile } from './distributions.ts'
import type { Interval } from './intervals.ts'
import { detectableFrom } from './window-change.ts'

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
