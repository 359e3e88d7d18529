/**
 * The interval of a mean over prompts from a handful of sums that a query makes: what `basketInterval` finds from the
 * cells themselves, without sending a row for every prompt on every platform.
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { basketInterval, limitsAt } from './statistics/basket.ts'
import { tQuantile } from './statistics/distributions.ts'
import type { Interval } from './statistics/intervals.ts'

/**
 * Sums over cells. `within`: squared distances from each cell's mean; `spread`: the same, each cell's times n / (n − 1);
 * `alone`: cells of one answer. `rise` and `fall`: of cells whose answers never varied, those that could still be more
 * (less), their answers and how far their values are from the largest (from zero).
 */
export const Strata = z.object({
  n: z.number(),
  sum: z.number(),
  squares: z.number(),
  cells: z.number(),
  alone: z.number(),
  within: z.number(),
  spread: z.number(),
  rise_n: z.number(),
  rise: z.number(),
  fall_n: z.number(),
  fall: z.number(),
})
export type Strata = z.output<typeof Strata>
const strataSums = Strata.keyof().options

/** An aggregate over rows that are cells: the columns of their answers, of the sum and of the sum of squares. */
export function strataOf(
  columns: { n: string; sum: string; squares: string },
  max: number,
): RawBuilder<Strata> {
  const n = sql.ref(columns.n)
  const value = sql`${sql.ref(columns.sum)}::float8`
  const squares = sql`${sql.ref(columns.squares)}::float8`
  const largest = sql.lit(max)
  const distance = sql`(${squares} - ${value} * (${value} / ${n}))`
  // What is left of rounding must not pass for a spread.
  const varied = sql`${distance} > 1e-9 * ${n} * ${largest}::float8 * ${largest}`
  const total = (amount: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`coalesce(sum(${amount}) filter (where ${where}), 0)`
  return sql<Strata>`json_build_object(
    'n', coalesce(sum(${n}), 0), 'sum', coalesce(sum(${value}), 0), 'squares', coalesce(sum(${squares}), 0),
    'cells', count(*), 'alone', count(*) filter (where ${n} = 1),
    'within', ${total(distance, varied)},
    'spread', ${total(sql`${distance} * ${n} / (${n} - 1)`, sql`${varied} and ${n} > 1`)},
    'rise_n', ${total(n, sql`not (${varied}) and ${value} < ${n} * ${largest}`)},
    'rise', ${total(sql`${n} * ${largest} - ${value}`, sql`not (${varied})`)},
    'fall_n', ${total(n, sql`not (${varied}) and ${value} > 0`)},
    'fall', ${total(value, sql`not (${varied})`)})`
}

export const emptyStrata: Strata = {
  n: 0,
  sum: 0,
  squares: 0,
  cells: 0,
  alone: 0,
  within: 0,
  spread: 0,
  rise_n: 0,
  rise: 0,
  fall_n: 0,
  fall: 0,
}

/** Of all the cells of several that have none in common. */
export function addStrata(parts: readonly Strata[]): Strata {
  const sum = { ...emptyStrata }
  for (const part of parts) for (const name of strataSums) sum[name] += part[name]
  return sum
}

/** With those of all cells that are not among these, whose every answer has the value 0. */
export function withSilentCells(strata: Strata, every: Strata, max: number): Strata {
  const silent = every.n - strata.n
  return {
    ...strata,
    n: every.n,
    cells: every.cells,
    alone: every.alone,
    rise_n: strata.rise_n + silent,
    rise: strata.rise + silent * max,
  }
}

/** In the unit of the sums, `max` being the largest value of one answer; null without answers. */
export function strataInterval(strata: Strata, max: number): Interval | null {
  const { n, sum, squares, cells, alone, within, spread } = strata
  const repeats = n - cells
  if (cells <= 1 || repeats < 8 || alone > n / 3) {
    const pooled = basketInterval([{ n, sum, sumSquares: squares }], { max })
    return pooled && cells > 1 ? { ...pooled, method: 'pooled_wilson' } : pooled
  }
  const mean = sum / n / max
  const variance = (spread + (alone * within) / repeats) / (n * max) ** 2
  const reach = (answers: number, distance: number) => ({ n: answers, distance: distance / n / max })
  const estimate = {
    method: 'stratified_wilson' as const,
    mean,
    effectiveN: variance > 0 ? (mean * (1 - mean)) / variance : Infinity,
    df: repeats,
    rise: reach(strata.rise_n, strata.rise),
    fall: reach(strata.fall_n, strata.fall),
  }
  const level = 0.95
  const { low, high } = limitsAt(estimate, criticalAt(estimate.df))
  return { low: max * low, high: max * high, level, method: estimate.method }
}

/** A trend asks for the same few over and over. */
const criticalValues = new Map<number, number>()
const mostKept = 10_000

function criticalAt(df: number): number {
  const known = criticalValues.get(df)
  if (known !== undefined) return known
  const value = tQuantile(0.975, df)
  if (criticalValues.size >= mostKept) criticalValues.clear()
  criticalValues.set(df, value)
  return value
}
