/**
 * Chooses how often to ask each prompt on each platform, so that the numbers are most precise for a budget. The variance of a number
 * is a sum over cells that grows with their frequency n (n times fewer days), and the cost of a cell falls with n. Neyman's allocation
 * (Cochran, Sampling Techniques, 1977, section 5.5) therefore asks a cell as often as √(variance / cost); the frequencies here are
 * the discrete ones.
 */
import type { SamplingFrequency } from '../../../vocabulary/sampling.ts'

/**
 * `costMicros`: per month, if every run asks the cell. `variance`: what it then adds to the variances of the numbers. `allowed`: in
 * ascending order.
 */
export type AllocatedCell = {
  costMicros: number
  variance: number
  allowed: readonly SamplingFrequency[]
}

export const costOf = (
  cells: readonly Pick<AllocatedCell, 'costMicros'>[],
  every: readonly SamplingFrequency[],
): number => cells.reduce((sum, { costMicros }, cell) => sum + costMicros / (every[cell] ?? 1), 0)

/** The least frequent plan. */
export const sparsest = (cells: readonly Pick<AllocatedCell, 'allowed'>[]): SamplingFrequency[] =>
  cells.map(({ allowed }) => allowed.at(-1) ?? 1)

/**
 * Returns the frequency of each cell. Starts with the least frequent plan, and takes the steps that reduce most variance per cost. Of
 * one cell, each step reduces less per cost than the one before it, so the order of all steps is a plan for every budget.
 */
export function allocate(cells: readonly AllocatedCell[], budgetMicros: number): SamplingFrequency[] {
  const every = sparsest(cells)
  let left = budgetMicros - costOf(cells, every)
  const isFull = new Uint8Array(cells.length)
  for (const { cell, to, cost } of listSteps(cells)) {
    if (isFull[cell] === 1) continue
    if (cost > left) {
      isFull[cell] = 1
      continue
    }
    every[cell] = to
    left -= cost
  }
  return every
}

type Step = { cell: number; to: SamplingFrequency; cost: number; gain: number }

function listSteps(cells: readonly AllocatedCell[]): Step[] {
  const steps = cells.flatMap(({ costMicros, variance, allowed }, cell) =>
    allowed.slice(1).map((from, index): Step => {
      const to = allowed[index] ?? 1
      const cost = costMicros / to - costMicros / from
      return { cell, to, cost, gain: cost === 0 ? Infinity : (variance * (from - to)) / cost }
    }),
  )
  return steps.sort((a, b) => b.gain - a.gain || a.cell - b.cell || b.to - a.to)
}
