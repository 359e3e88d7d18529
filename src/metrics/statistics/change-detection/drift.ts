import { sumBy } from '../../sum-by.ts'
import type { Drift } from '../stratified-interval.ts'
import { getFirstDay, indexRange, type Series } from './daily-sums.ts'
import { type DayRange, daysIn } from './windows.ts'

/** Drift of single prompts is assumed to be autoregressive, AR(1), with this correlation from day to day. */
export const dailyCorrelation = 0.9

/** Correlations between days at most this far apart measure the drift. */
const maxLag = 6

export const minPrompts = 5
export const minHistoryDays = 28
const maxHistoryDays = 56

/** The drift of a number in a single day. */
export type DailyDrift = Drift

/**
 * Returns what drift of single prompts adds to the variance of a number in `window`: its mean deviates from the long-run level,
 * because a prompt's days are correlated. Null if `dailyDrift` is unknown.
 */
export function computeDrift(series: Series, window: DayRange): Drift | null {
  const daily = dailyDrift(series, window.to)
  return daily && driftIn(daily, daysIn(window))
}

/** Returns the drift of a number in a mean over `days` consecutive days. */
export const driftIn = ({ variance, ratio }: DailyDrift, days: number): Drift => ({
  variance: inMean(days) * variance,
  ratio,
})

/** Estimates the drift from the 28 to 56 days until `lastDay`. Null with less history, or with fewer than five prompts. */
export function dailyDrift(series: Series, lastDay: number): DailyDrift | null {
  const firstDay = getFirstDay(series)
  if (firstDay === null) return null
  const history = { from: Math.max(lastDay - maxHistoryDays + 1, firstDay), to: lastDay }
  if (daysIn(history) < minHistoryDays) return null
  const { residuals, ratio } = promptResiduals(series, history)
  return residuals.length < minPrompts ? null : { variance: processVariance(residuals), ratio }
}

/**
 * Returns the variance of the drift of the mean over prompts, from each prompt's daily contribution to the number (NaN without
 * answers): the average covariance between days one to six apart, corrected for the centering of each prompt on its mean.
 */
export function processVariance(contributions: readonly Float64Array[]): number {
  const prompts = contributions.length
  const days = contributions[0]?.length ?? 0
  const centered = centerDays(contributions.map(centerPrompt))
  const covariance = (lag: number) => {
    let sum = 0
    for (const prompt of centered) {
      for (let day = 0; day + lag < days; day++) sum += (prompt[day] ?? 0) * (prompt[day + lag] ?? 0)
    }
    return sum / (days - lag)
  }
  const lags = Array.from({ length: maxLag }, (_, index) => index + 1)
  const average = lags.reduce((sum, lag) => sum + covariance(lag), 0) / maxLag
  const averageCorrelation = lags.reduce((sum, lag) => sum + dailyCorrelation ** lag, 0) / maxLag
  const unbiased = (average + covariance(0) / days) / (averageCorrelation - inMean(days))
  return Math.max(0, (prompts / (prompts - 1)) * unbiased)
}

/**
 * Returns the variance of the mean of `days` consecutive values of the process, relative to the variance of one value:
 * f(D) = ((1 + φ)/(1 − φ) − 2φ(1 − φ^D)/(D(1 − φ)²))/D, with φ = 0.9 (Box and Jenkins, Time Series Analysis, 1976, chapter 2).
 */
export function inMean(days: number): number {
  const rest = 1 - dailyCorrelation
  const edge = (2 * dailyCorrelation * (1 - dailyCorrelation ** days)) / (days * rest ** 2)
  return ((1 + dailyCorrelation) / rest - edge) / days
}

/**
 * Returns R and each prompt's Σω·e/(n·x̄) per day, with ω, x̄ and R over the history; NaN on days without answers. `prompts`: the
 * indexes of the prompts.
 */
export function promptResiduals({ answers, sums, members }: Series, history: DayRange) {
  const { from, to } = indexRange(answers, history)
  const columns = members.map((cell) => {
    const [start, end] = [cell * answers.dayCount + from, cell * answers.dayCount + to + 1]
    const prompt = answers.promptOfCell[cell] ?? 0
    return {
      prompt,
      n: answers.n.daily.subarray(start, end),
      y: sums.y.daily.subarray(start, end),
      x: sums.x.daily.subarray(start, end),
    }
  })
  const x = sumBy(columns, (cell) => sumUp(cell.x))
  const ratio = sumBy(columns, (cell) => sumUp(cell.y)) / x
  const prompts = [...Map.groupBy(columns, ({ prompt }) => prompt)].filter(([, cells]) =>
    cells.some((cell) => sumUp(cell.x) > 0),
  )
  const residuals = prompts.map(([, cells]) => {
    const days = new Float64Array(to - from + 1).fill(Number.NaN)
    for (const cell of cells) addResiduals(days, cell, { ratio, scale: sumUp(cell.n) / x })
    return days
  })
  return { prompts: prompts.map(([prompt]) => prompt), residuals, ratio }
}

/** Adds scale·e/n of the days with answers. ω / x̄ = (n_c/N) / (X/N) is the cell's answers divided by X. */
function addResiduals(
  days: Float64Array,
  { n, y, x }: { n: Float64Array; y: Float64Array; x: Float64Array },
  { ratio, scale }: { ratio: number; scale: number },
): void {
  for (const [day, answers] of n.entries()) {
    if (answers === 0) continue
    const residual = (scale * ((y[day] ?? 0) - ratio * (x[day] ?? 0))) / answers
    const sum = days[day] ?? Number.NaN
    days[day] = Number.isNaN(sum) ? residual : sum + residual
  }
}

function centerPrompt(values: Float64Array): Float64Array {
  const present = values.filter((value) => !Number.isNaN(value))
  const mean = sumUp(present) / present.length
  return values.map((value) => value - mean)
}

/** Subtracts each day's mean over the prompts, which removes what all prompts share, and sets missing days to zero. */
function centerDays(prompts: readonly Float64Array[]): Float64Array[] {
  const days = prompts[0]?.length ?? 0
  const means = Array.from({ length: days }, (_, day) => {
    const present = prompts.map((prompt) => prompt[day] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return present.reduce((sum, value) => sum + value, 0) / present.length
  })
  return prompts.map((prompt) =>
    prompt.map((value, day) => (Number.isNaN(value) ? 0 : value - (means[day] ?? 0))),
  )
}

function sumUp(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
