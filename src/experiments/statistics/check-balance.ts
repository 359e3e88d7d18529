import { tQuantile } from '../../metrics/statistics/distributions.ts'
import { computeDifference } from './difference.ts'
import { baselineOf, type Experiment } from './experiment.ts'
import { buildGroups } from './groups.ts'

/** How the groups compare before the action, in the unit of y / x. */
export type Balance = {
  /** The number of each group in the second half of the baseline. */
  affected: number
  controls: number
  /**
   * The difference in differences of both halves of the baseline with its 95% interval. It is zero on average if both groups develop
   * in the same way without an action.
   */
  trend: { difference: number; low: number; high: number }
  /** Whether the interval contains zero. */
  isBalanced: boolean
}

/** Compares both halves of the days before on which the groups have answers, as if the action had been between them; null with too few answers. */
export function checkBalance(experiment: Omit<Experiment, 'weeks' | 'today'>): Balance | null {
  const { to } = baselineOf(experiment)
  const { baselineDays } = buildGroups({ ...experiment, weeks: 0, today: to })
  const middle = to + 1 - Math.ceil(baselineDays / 2)
  const groups = buildGroups({ ...experiment, actionDay: middle, weeks: 0, today: to })
  for (let day = middle; day <= to; day += 1) groups.addDay(day)
  const found = computeDifference(groups)
  if (found === null || !(found.variance > 0) || found.df < 1) return null
  const half = tQuantile(0.975, found.df) * Math.sqrt(found.variance)
  const [low, high] = [found.effect - half, found.effect + half]
  return {
    affected: found.affected.after,
    controls: found.controls.after,
    trend: { difference: found.effect, low, high },
    isBalanced: low <= 0 && high >= 0,
  }
}
