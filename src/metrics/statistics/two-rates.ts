import { message } from '../../languages/message.ts'
import { normalTail } from './distributions.ts'
import { differenceLimits, wilsonLimits } from './intervals.ts'
import { type Change, significance, undecided } from './window-change.ts'

/** `hits` of `n` answers. */
export type Rate = { n: number; hits: number }

const minAnswers = 10

/**
 * Tests whether a rate that is known only in total changed between two windows, as if all answers were independent. `p_value` is
 * the level at which Newcombe's interval of the difference (1998, Statistics in Medicine 17:873–890, method 10) touches zero.
 */
export function rateChange(before: Rate, after: Rate): Change {
  if (Math.min(before.n, after.n) < minAnswers)
    return undecided(
      'insufficient_data',
      message('{answers} answers in each period are needed.', { answers: minAnswers }),
    )
  const previous = before.hits / before.n
  const delta = after.hits / after.n - previous
  const p = delta === 0 ? 1 : 2 * normalTail(criticalValueAtZero(before, after))
  return {
    previous,
    delta,
    state: p > significance ? 'no_significant_change' : delta > 0 ? 'up' : 'down',
    p_value: p,
    reason: message('Newcombe’s interval of the difference, over all answers of both periods.'),
  }
}

const largestCritical = 100

/**
 * Finds the number of standard errors at which the interval of the difference reaches zero, at most 100. Regula falsi with the
 * Illinois correction (Dowell and Jarratt 1971, BIT 11:168–174) needs a tenth of the steps of bisection.
 */
function criticalValueAtZero(before: Rate, after: Rate): number {
  // The distance of the interval from zero, negative when it covers zero.
  const distanceAt = (critical: number) => {
    const { low, high } = differenceLimits(withLimits(after, critical), withLimits(before, critical))
    return Math.max(low, -high)
  }
  let [outside, covering] = [0, largestCritical]
  let [positive, negative] = [distanceAt(1e-9), distanceAt(covering)]
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

function withLimits({ n, hits }: Rate, critical: number) {
  return { mean: hits / n, ...wilsonLimits(hits / n, n, critical) }
}
