/**
 * Compares the sampled citation rate of platforms with an observed number, such as visits, week by week. The model is quasi-Poisson:
 * the expected number of a week is proportional to the citation rate, with the variance φ times the mean (McCullagh and Nelder,
 * Generalized Linear Models, 1989, section 6.2). Its error is measured on weeks that it has not seen.
 */
import { tQuantile } from './distributions.ts'

/** `cited` of `answers`: sampled answers that cite the brand's pages. `rate`: the citation rate, with the weights of the answers. */
export type CalibrationWeek = { answers: number; cited: number; rate: number; observed: number }

export type Calibration = {
  /** The expected number in a week in which every answer cites the brand. */
  atFullRate: number
  /** 95% interval. */
  low: number
  high: number
  /** Mean absolute error of each week after the first ones, predicted from the weeks before, as a share of the mean. */
  error: number
  /** The same error for the mean of the weeks before, without citations. */
  errorOfMean: number
}

export const requirementNames = ['weeks', 'observed', 'cited'] as const
type Requirement = (typeof requirementNames)[number]
const requirements: Record<Requirement, number> = { weeks: 8, observed: 100, cited: 30 }
type Missing = { what: Requirement; have: number; need: number }

/** A week with fewer answers says too little about the citation rate. */
export const minAnswersOfWeek = 20
/** Before the first week that is predicted. */
const firstWeeks = 4
const confidence = 0.975

export function calibrate(weeks: readonly CalibrationWeek[]): Calibration | { missing: Missing[] } {
  const have = {
    weeks: weeks.length,
    observed: sumOf(weeks, getObserved),
    cited: sumOf(weeks, ({ cited }) => cited),
  }
  const missing = requirementNames
    .filter((what) => have[what] < requirements[what])
    .map((what) => ({ what, have: have[what], need: requirements[what] }))
  if (missing.length > 0) return { missing }
  const rate = fitRate(weeks)
  const df = weeks.length - 1
  const dispersion = sumOf(weeks, (week) => {
    const expected = rate * getRate(week)
    // The expected number of a week without citations is 0; one half keeps its part finite.
    return (week.observed - expected) ** 2 / Math.max(expected, 0.5)
  })
  const logError = tQuantile(confidence, df) * Math.sqrt(Math.max(1, dispersion / df) / have.observed)
  const tested = weeks
    .slice(firstWeeks)
    .map((week, index) => ({ week, before: weeks.slice(0, firstWeeks + index) }))
  const mean = sumOf(tested, ({ week }) => week.observed) / tested.length
  const errorOf = (predict: (before: readonly CalibrationWeek[], week: CalibrationWeek) => number) =>
    sumOf(tested, ({ week, before }) => Math.abs(week.observed - predict(before, week))) /
    tested.length /
    mean
  return {
    atFullRate: rate,
    low: rate * Math.exp(-logError),
    high: rate * Math.exp(logError),
    error: errorOf((before, week) => fitRate(before) * getRate(week)),
    errorOfMean: errorOf((before) => sumOf(before, getObserved) / before.length),
  }
}

const getObserved = ({ observed }: CalibrationWeek) => observed
const getRate = ({ rate }: CalibrationWeek) => rate

/** The maximum of the likelihood: observed numbers per sum of citation rates. */
function fitRate(weeks: readonly CalibrationWeek[]): number {
  const rates = sumOf(weeks, getRate)
  return rates === 0 ? 0 : sumOf(weeks, getObserved) / rates
}

const sumOf = <T>(list: readonly T[], value: (each: T) => number): number =>
  list.reduce((sum, each) => sum + value(each), 0)
