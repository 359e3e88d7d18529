/** Proposes how often to ask each prompt on each platform for a budget, and simulates proposals on the answers of the brand. */
import type { SamplingFrequency } from '../../../vocabulary/sampling.ts'
import { type PlannedSeries, simulateWidth } from '../../metrics/thin-history.ts'
import { allocate, costOf, sparsest } from './allocate.ts'
import type { PlannedCell } from './planned-cells.ts'

export type ProposedCell = Pick<PlannedCell, 'costMicros' | 'runs' | 'every' | 'allowed'>

/** A number that a person chose. `month`: its series in the last 28 days; `variances`: of a day of each of its cells. */
export type ProposedNumber = { month: PlannedSeries; variances: Float64Array }

/** Plans in which some cells are asked rarely can have wider intervals, because a cell with a single day has no variance of its own. */
const sparsestFrequencies: readonly SamplingFrequency[] = [4, 7, 14, 28]

/** Returns the plan with the narrowest intervals in the simulation, each number counting the same. `pause`: from `timeSlicer`. */
export async function propose(
  cells: readonly ProposedCell[],
  numbers: readonly ProposedNumber[],
  budgetMicros: number,
  pause: () => Promise<void>,
): Promise<SamplingFrequency[]> {
  const variances = addUpVariances(cells, numbers)
  let [best, least]: [SamplingFrequency[] | null, number] = [null, Infinity]
  for (const limit of sparsestFrequencies) {
    const limited = cells.map(({ costMicros, allowed }, cell) => ({
      costMicros,
      variance: variances[cell] ?? 0,
      allowed: allowed.filter((each) => each <= limit),
    }))
    if (costOf(limited, sparsest(limited)) > budgetMicros) continue
    const every = allocate(limited, budgetMicros)
    const ratios = getRatios(cells, every)
    let sum = 0
    for (const { month } of numbers) sum += ((await widthRatio(month, ratios, pause)) ?? 1) ** 2
    if (sum < least) [best, least] = [every, sum]
  }
  return best ?? sparsest(cells)
}

/** Adds up what each cell adds to the variance of each number, as a share of that variance. */
function addUpVariances(cells: readonly ProposedCell[], numbers: readonly ProposedNumber[]): Float64Array {
  const sums = new Float64Array(cells.length)
  for (const { month, variances } of numbers) {
    const ofCells = month.cells.map((cell, index) => (cells[cell]?.runs ?? 0) * (variances[index] ?? 0))
    const all = ofCells.reduce(
      (sum, each, index) => sum + each * (cells[month.cells[index] ?? 0]?.every ?? 1),
      0,
    )
    if (all === 0) continue
    for (const [index, cell] of month.cells.entries())
      sums[cell] = (sums[cell] ?? 0) + (ofCells[index] ?? 0) / all
  }
  return sums
}

/** Returns how many times less often than now each cell would be asked. */
export const getRatios = (
  cells: readonly Pick<ProposedCell, 'every'>[],
  every: readonly SamplingFrequency[],
): number[] => cells.map((cell, index) => (every[index] ?? 1) / cell.every)

/** Returns the width of the interval in relation to the present one; null if one of them has no interval. */
export async function widthRatio(
  series: PlannedSeries,
  ratios: readonly number[],
  pause: () => Promise<void>,
): Promise<number | null> {
  const now = await simulateWidth(series, [], pause)
  const then = await simulateWidth(series, ratios, pause)
  return now === null || then === null || now === 0 ? null : then / now
}
