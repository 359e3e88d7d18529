import type { CommonCells, InWindows } from './common-cells.ts'
import { type IndexRange, type Series, sumOver } from './daily-sums.ts'

/** The parts of the variance of a comparison, from residuals e = y − R·x. A: reference window, B: recent window. */
export type Residuals = {
  /** V_W = Σω²s²(1/(n_A x̄_A²) + 1/(n_B x̄_B²)): sampling, with the days of each cell as independent clusters. */
  sampling: number
  /** V_D = Σ_p ω_p·Σ_{c∈p}ωs²/x̄², with ω_p = Σ_{c∈p}ω: drift of prompts, each with all its cells. */
  drift: number
  /** V_P = G/(G−1)·Σ(v_p − δ/G)²: prompts as clusters. v_p is a prompt's part of δ, G counts the prompts with x > 0. */
  prompts: number
  /** V_T = Σh_d²/(D_A−1)·(1/(D_A x̄_A²) + 1/(D_B x̄_B²)): days as clusters. h_d is a reference day's mean residual. */
  days: number
  /** G */
  promptCount: number
  /** D_A and D_B: days with answers in a common cell. */
  dayCounts: InWindows<number>
  /** Σ(D−1) over the cells, with D their days with answers. */
  repeats: number
}

/** Computes the parts of the variance of a difference. */
export function residualsOf(
  series: Series,
  common: CommonCells,
  { ratio, delta }: { ratio: number; delta: number },
): Residuals {
  const totals = totalsOf(series, common, ratio)
  const { promptCount, prompts } = promptParts(totals, delta)
  const dayCounts = {
    reference: daysWithAnswers(series, common.cells, common.ranges.reference),
    recent: daysWithAnswers(series, common.cells, common.ranges.recent),
  }
  const { answers, meanX } = common
  const pooledX =
    (answers.reference * meanX.reference + answers.recent * meanX.recent) /
    (answers.reference + answers.recent)
  const perDay = 1 / (dayCounts.reference * meanX.reference ** 2) + 1 / (dayCounts.recent * meanX.recent ** 2)
  let drift = 0
  for (const { weight, variance } of totals.prompts) drift += weight * variance
  return {
    sampling: totals.sampling,
    drift: drift / pooledX ** 2,
    prompts,
    days: varianceOfDays(totals.days) * perDay,
    promptCount,
    dayCounts,
    repeats: totals.repeats,
  }
}

/** Sums over the cells of a prompt: x, weights ω, ω·s² and the contribution to δ. */
type PromptTotals = { x: number; weight: number; variance: number; contribution: number }

type Totals = { sampling: number; repeats: number; prompts: PromptTotals[]; days: DayTotals }

/** Sums over the common cells per reference day: answers, and residuals minus each cell's mean in the window. */
type DayTotals = { n: Float64Array; residuals: Float64Array }

function totalsOf(series: Series, common: CommonCells, ratio: number): Totals {
  const { answers, sums } = series
  const { ranges, meanX } = common
  const prompts: PromptTotals[] = []
  for (let prompt = 0; prompt < answers.promptCount; prompt++)
    prompts.push({ x: 0, weight: 0, variance: 0, contribution: 0 })
  const days = noDays(ranges.reference)
  let sampling = 0
  let repeats = 0
  for (const cell of common.cells) {
    const [nA, nB] = [sumOver(answers.n, cell, ranges.reference), sumOver(answers.n, cell, ranges.recent)]
    const [xA, xB] = [sumOver(sums.x, cell, ranges.reference), sumOver(sums.x, cell, ranges.recent)]
    const eA = sumOver(sums.y, cell, ranges.reference) - ratio * xA
    const eB = sumOver(sums.y, cell, ranges.recent) - ratio * xB
    const mean = (eA + eB) / (nA + nB)
    const squares =
      squaresIn(series, cell, ranges.reference, ratio, mean) +
      squaresIn(series, cell, ranges.recent, ratio, mean)
    const dayCount =
      sumOver(answers.active, cell, ranges.reference) + sumOver(answers.active, cell, ranges.recent)
    const variance = (dayCount / ((dayCount - 1) * (nA + nB))) * squares
    const weight = nB / common.answers.recent
    sampling += weight ** 2 * variance * (1 / (nA * meanX.reference ** 2) + 1 / (nB * meanX.recent ** 2))
    repeats += dayCount - 1
    addToDays(days, series, cell, ranges.reference, ratio, eA / nA)
    const prompt = prompts[answers.promptOfCell[cell] ?? 0]
    if (prompt === undefined) continue
    prompt.x += xA + xB
    prompt.weight += weight
    prompt.variance += weight * variance
    prompt.contribution += weight * (eB / (nB * meanX.recent) - eA / (nA * meanX.reference))
  }
  return { sampling, repeats, prompts, days }
}

const noDays = ({ from, to }: IndexRange): DayTotals => ({
  n: new Float64Array(to - from + 1),
  residuals: new Float64Array(to - from + 1),
})

// The two loops over days take most of the time of a test, so they neither take nor return objects that would be allocated.

/** Returns Σ(e_d − n_d·mean)² over the days of a cell. */
function squaresIn(
  { answers, sums }: Series,
  cell: number,
  range: IndexRange,
  ratio: number,
  mean: number,
): number {
  const [n, y, x] = [answers.n.daily, sums.y.daily, sums.x.daily]
  const start = cell * range.dayCount
  let squares = 0
  for (let at = start + range.from; at <= start + range.to; at++) {
    const distance = (y[at] ?? 0) - ratio * (x[at] ?? 0) - mean * (n[at] ?? 0)
    squares += distance * distance
  }
  return squares
}

/** Adds n_d and e_d − n_d·mean of a cell to each day. */
function addToDays(
  days: DayTotals,
  { answers, sums }: Series,
  cell: number,
  range: IndexRange,
  ratio: number,
  mean: number,
): void {
  const [n, y, x] = [answers.n.daily, sums.y.daily, sums.x.daily]
  const start = cell * range.dayCount + range.from
  for (let day = 0; day < days.n.length; day++) {
    const at = start + day
    const answersOfDay = n[at] ?? 0
    const residual = (y[at] ?? 0) - ratio * (x[at] ?? 0) - mean * answersOfDay
    days.n[day] = (days.n[day] ?? 0) + answersOfDay
    days.residuals[day] = (days.residuals[day] ?? 0) + residual
  }
}

function promptParts({ prompts }: Totals, delta: number): { prompts: number; promptCount: number } {
  const present = prompts.filter(({ x }) => x > 0)
  const size = present.length
  if (size < 2) return { prompts: 0, promptCount: size }
  let squares = 0
  for (const { contribution } of present) squares += (contribution - delta / size) ** 2
  return { prompts: (size / (size - 1)) * squares, promptCount: size }
}

function varianceOfDays({ n, residuals }: DayTotals): number {
  let squares = 0
  let dayCount = 0
  for (let day = 0; day < n.length; day++) {
    const answers = n[day] ?? 0
    if (answers === 0) continue
    squares += ((residuals[day] ?? 0) / answers) ** 2
    dayCount++
  }
  return dayCount < 2 ? 0 : squares / (dayCount - 1)
}

function daysWithAnswers(
  { answers }: Series,
  cells: readonly number[],
  { from, to, dayCount }: IndexRange,
): number {
  let count = 0
  for (let day = from; day <= to; day++) {
    if (cells.some((cell) => answers.active.daily[cell * dayCount + day])) count++
  }
  return count
}
