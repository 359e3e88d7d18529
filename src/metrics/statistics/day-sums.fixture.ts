import type { DaySums } from './day-sums.ts'

/** Adds up the days of a stratum. `x` is by default the number of answers. */
export function addUpDays(days: readonly { n: number; y: number; x?: number }[]): DaySums {
  const sum = (value: (day: { n: number; y: number; x: number }) => number) =>
    days.reduce((all, day) => all + value({ x: day.n, ...day }), 0)
  return {
    days: days.length,
    n: sum(({ n }) => n),
    y: sum(({ y }) => y),
    x: sum(({ x }) => x),
    nn: sum(({ n }) => n * n),
    yy: sum(({ y }) => y * y),
    xx: sum(({ x }) => x * x),
    xy: sum(({ x, y }) => x * y),
    yn: sum(({ y, n }) => y * n),
    xn: sum(({ x, n }) => x * n),
  }
}
