import { type DaySums, noDaySums, squaresWithin } from '../../metrics/statistics/day-sums.ts'
import { sumBy } from '../../metrics/sum-by.ts'
import type { GroupComparison } from './experiment.ts'
import type { GroupCell, Groups } from './groups.ts'

/** A difference in differences with its variance. */
export type Difference = {
  effect: number
  variance: number
  df: number
  affected: GroupComparison
  controls: GroupComparison
}

/** What a prompt contributes to the change of its group: its weight ω, the change v, and the sampling variance a of v. */
export type Contribution = { weight: number; change: number; sampling: number }

type Weighted = { cell: GroupCell; weight: number }

/**
 * Compares both groups before and after the action; null without cells of both groups in the same segment.
 *
 * A cell c has the weight ω_c: an affected one its share of the answers after the action, a control its share of the answers of
 * the controls in its segment, times the share of the segment among the affected cells. So both groups have the same share of each
 * platform, and what a platform does on a day cancels. The prompts of a group are clusters: V_P = G/(G−1)·Σ(v_p − ω_p·δ)² contains
 * every kind of variation between days of a prompt, also drift. V_W is the sampling variance from the days of each cell.
 */
export function computeDifference(groups: Groups): Difference | null {
  const cells = weighCells(groups)
  if (cells === null) return null
  const [affected, controls] = [compareGroup(cells.affected), compareGroup(cells.controls)]
  if (affected === null || controls === null) return null
  return {
    effect: affected.delta - controls.delta,
    ...combineVariances(affected, controls),
    affected: affected.comparison,
    controls: controls.comparison,
  }
}

/**
 * The variance of the change of a group: from its prompts as clusters (V_P), and from the days of its cells (V_W). `answer`: the mean
 * variance s² of an answer.
 */
export type GroupVariance = { clustered: number; sampling: number; df: number; answer: number }

/**
 * Returns the variance of the difference of two groups; not a number if it is unknown. The spread of the affected prompts is not used,
 * because an effect that differs between them increases it: the dispersion φ = V_P/V_W of the controls is that of both groups
 * (Conley and Taber 2011, Review of Economics and Statistics 93:113–125). Drift moves a rate p by p(1−p) for each logit, so φ − 1 is
 * proportional to s². If the answers of the controls are all equal, they have no dispersion, and the dispersion of the affected prompts is used.
 */
export function combineVariances(
  affected: GroupVariance,
  controls: GroupVariance,
): { variance: number; df: number } {
  const { clustered, sampling, answer, df } = controls.sampling > 0 ? controls : affected
  const dispersion = clustered / sampling
  const ofAffected = dispersion + Math.max(0, dispersion - 1) * (affected.answer / answer - 1)
  return { variance: ofAffected * affected.sampling + dispersion * controls.sampling, df }
}

/** Returns the variances of a group whose change is `delta`. */
export function getGroupVariance(
  prompts: readonly Contribution[],
  delta: number,
): Omit<GroupVariance, 'answer'> {
  const size = prompts.length
  const squares = sumBy(prompts, ({ change, weight }) => (change - weight * delta) ** 2)
  return {
    clustered: size < 2 ? 0 : (size / (size - 1)) * squares,
    sampling: sumBy(prompts, ({ sampling }) => sampling),
    // The effective number of prompts of Kish 1965, Survey Sampling, section 11.7.
    df: size < 2 ? 0 : 1 / sumBy(prompts, ({ weight }) => weight ** 2) - 1,
  }
}

/** Returns the weights of the cells with answers in both periods, in segments with such cells of both groups. */
function weighCells({
  affected,
  controls,
  segments,
}: Groups): Record<'affected' | 'controls', Weighted[]> | null {
  const isCommon = ({ before, after }: GroupCell) => before.n > 0 && after.n > 0
  const sumBySegment = (cells: readonly GroupCell[]) => {
    const sums = new Float64Array(segments)
    for (const { segment, after } of cells) sums[segment] = (sums[segment] ?? 0) + after.n
    return sums
  }
  const common = { affected: affected.filter(isCommon), controls: controls.filter(isCommon) }
  const ofAffected = sumBySegment(common.affected)
  const ofControls = sumBySegment(common.controls)
  const shared = ofAffected.map((n, segment) => ((ofControls[segment] ?? 0) > 0 ? n : 0))
  const total = shared.reduce((sum, n) => sum + n, 0)
  if (total === 0) return null
  return {
    affected: common.affected
      .filter(({ segment }) => (shared[segment] ?? 0) > 0)
      .map((cell) => ({ cell, weight: cell.after.n / total })),
    controls: common.controls
      .filter(({ segment }) => (shared[segment] ?? 0) > 0)
      .map((cell) => ({
        cell,
        weight: ((cell.after.n / (ofControls[cell.segment] ?? 1)) * (shared[cell.segment] ?? 0)) / total,
      })),
  }
}

/** Returns the change of a group; null if x is zero in a period. */
function compareGroup(cells: readonly Weighted[]) {
  const mean = (value: 'y' | 'x', period: 'before' | 'after') =>
    cells.reduce((sum, { cell, weight }) => sum + (weight * cell[period][value]) / cell[period].n, 0)
  const count = (period: 'before' | 'after') => cells.reduce((sum, { cell }) => sum + cell[period].answers, 0)
  const [a, b] = [mean('x', 'before'), mean('x', 'after')]
  const answers = { before: count('before'), after: count('after') }
  if (a === 0 || b === 0) return null
  const [yA, yB] = [mean('y', 'before'), mean('y', 'after')]
  const ratio = (answers.before * yA + answers.after * yB) / (answers.before * a + answers.after * b)
  const { prompts, meanVariance } = contributions(cells, { ratio, a, b })
  const delta = yB / b - yA / a
  return {
    delta,
    ...getGroupVariance(prompts, delta),
    answer: meanVariance / (a * b),
    comparison: { before: yA / a, after: yB / b, prompts: prompts.length, answers },
  }
}

type Means = { ratio: number; a: number; b: number }

function contributions(cells: readonly Weighted[], { ratio, a, b }: Means) {
  const variances = cells.map(({ cell }) => varianceOfAnswer(cell, ratio))
  const answers = cells.reduce((sum, { cell }) => sum + cell.before.answers + cell.after.answers, 0)
  const meanVariance =
    variances.reduce(
      (sum, variance, index) =>
        sum + variance * ((cells[index]?.cell.before.answers ?? 0) + (cells[index]?.cell.after.answers ?? 0)),
      0,
    ) / answers
  const prompts = new Map<number, Contribution>()
  for (const [index, { cell, weight }] of cells.entries()) {
    const { before, after } = cell
    // A cell whose answers were all equal so far can still vary: as much as one exception in its answers would show.
    const variance = Math.max(variances[index] ?? 0, meanVariance / (before.answers + after.answers))
    const prompt = prompts.get(cell.prompt) ?? { weight: 0, change: 0, sampling: 0 }
    prompt.weight += weight
    prompt.change +=
      weight * ((after.y - ratio * after.x) / (after.n * b) - (before.y - ratio * before.x) / (before.n * a))
    prompt.sampling += weight ** 2 * variance * (1 / (before.n * a ** 2) + 1 / (after.n * b ** 2))
    prompts.set(cell.prompt, prompt)
  }
  return { prompts: [...prompts.values()], meanVariance }
}

const all = noDaySums()

/** s² = D/((D−1)·N)·Σ_d(e_d − n_d·ē)² over both periods. */
function varianceOfAnswer({ before, after }: GroupCell, ratio: number): number {
  for (const name of Object.keys(all) as (keyof DaySums)[]) all[name] = before[name] + after[name]
  return (all.days / ((all.days - 1) * all.n)) * Math.max(0, squaresWithin(all, ratio))
}
