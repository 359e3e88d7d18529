/**
 * The sums over strata (metrics.ts) from which the interval of a number is computed. They are additive, so a trend stores them
 * instead of the rows of every day, week, platform and model.
 */
import { type DayColumns, type DaySums, noDaySums, readSums, squaresWithin } from './day-sums.ts'

/**
 * Sums over strata, with w the mean weight of the answers of a stratum. `single`: Σw² over strata with one day; `single_n`: their
 * answers. `within`: squared distances of the days from the mean of their stratum, per w²; `spread`: the same times w², multiplied by D / (D − 1) for the D days of a stratum. `rise` and `fall` sum over strata
 * without variance how far their values are from the largest value and from zero, in the unit of y; `rise_n` and `fall_n` count the
 * values of those strata that can rise or fall.
 */
export type Strata = Pick<DaySums, 'days' | 'answers' | 'n' | 'y' | 'x' | 'nn' | 'yy' | 'xx' | 'xy'> &
  Record<(typeof ofStrata)[number], number>

const ofStrata = [
  'count',
  'single',
  'single_n',
  'within',
  'spread',
  'rise_n',
  'rise',
  'fall_n',
  'fall',
] as const
const names = ['days', 'answers', 'n', 'y', 'x', 'nn', 'yy', 'xx', 'xy', ...ofStrata] as const

export const noStrata = (): Strata => ({
  days: 0,
  answers: 0,
  n: 0,
  y: 0,
  x: 0,
  nn: 0,
  yy: 0,
  xx: 0,
  xy: 0,
  count: 0,
  single: 0,
  single_n: 0,
  within: 0,
  spread: 0,
  rise_n: 0,
  rise: 0,
  fall_n: 0,
  fall: 0,
})

/** Adds up those strata that have a denominator. `max`: the largest value of the number. */
export function computeStrata(columns: DayColumns, max: number): Strata {
  const { y, x } = columns
  let [sumY, sumX] = [0, 0]
  for (let index = 0; index < x.length; index += 1) {
    sumY += y[index] ?? 0
    sumX += x[index] ?? 0
  }
  const ratio = sumX === 0 ? 0 : sumY / sumX
  const strata = noStrata()
  const sums = noDaySums()
  for (let index = 0; index < x.length; index += 1) {
    if (x[index] === 0) continue
    readSums(columns, index, sums)
    addStratum(strata, sums, { max, ratio })
  }
  return strata
}

/** Adds a stratum to `strata` in place. `ratio`: the number over all strata; of a mean over all answers it does not matter. */
export function addStratum(
  strata: Strata,
  sums: DaySums,
  { max, ratio = 0 }: { max: number; ratio?: number },
): void {
  const { days, answers, n, y, x } = sums
  const weight = n / answers
  strata.days += days
  strata.answers += answers
  strata.n += n
  strata.y += y
  strata.x += x
  strata.nn += sums.nn
  strata.yy += sums.yy
  strata.xx += sums.xx
  strata.xy += sums.xy
  strata.count += 1
  if (days === 1) {
    strata.single += weight ** 2
    strata.single_n += n
  }
  const squares = days === 1 ? 0 : squaresWithin(sums, ratio)
  if (isVariance(squares, n, max)) {
    strata.within += squares / weight ** 2
    if (days > 1) strata.spread += (squares * days) / (days - 1)
    return
  }
  // An answer can contain several mentions, which are not independent values.
  const values = Math.min(n, x) / weight
  if (y < x * max) strata.rise_n += values
  strata.rise += x * max - y
  if (y > 0) strata.fall_n += values
  strata.fall += y
}

/** Rounding errors must not count as variance. */
export const isVariance = (squares: number, n: number, max: number): boolean => squares > 1e-9 * n * max * max

/** Adds `part` to `strata` in place. */
export function addTo(strata: Strata, part: Strata): void {
  for (const name of names) strata[name] += part[name]
}
