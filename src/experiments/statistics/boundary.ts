import { normalTail, tQuantile } from '../../metrics/statistics/distributions.ts'

/** How many days the compared periods have, and how many the second one will have at the planned end. */
export type Progress = { baseline: number; days: number; plannedDays: number }

/**
 * The boundary of O'Brien and Fleming before the planned end: of 100 experiments without an effect, about two ever cross it,
 * even if it is evaluated daily.
 */
const interimZ = 2.5

const confidence = 0.95

/**
 * Returns how many standard errors the interval of a look extends to each side. At the planned end: Student's t of a 95% interval.
 * Before: the boundary z/√f of O'Brien and Fleming 1979, Biometrics 35:549–556, at the share f of the information of the planned
 * end, which is the inverse of the variance 1/D_A + 1/D of two means over days. The same tail probability is used for t.
 */
export function criticalValue(progress: Progress, df: number): number {
  const isEnd = progress.days >= progress.plannedDays
  const tail = isEnd ? (1 - confidence) / 2 : normalTail(interimZ / Math.sqrt(informationShare(progress)))
  return tQuantile(1 - tail, df)
}

export function informationShare({ baseline, days, plannedDays }: Progress): number {
  return (1 / baseline + 1 / plannedDays) / (1 / baseline + 1 / Math.min(days, plannedDays))
}
