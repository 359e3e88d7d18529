/** Computes and formats the values of metrics: percentages and scores with two decimals, null without a denominator. */
import { z } from 'zod'
import type { Scope } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { localizedText } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { denominatorRule, type MetricName, metricTerms } from './metric-terms.ts'
import { type DayColumns, type DaySums, singleAnswers, sumsOfMean } from './statistics/day-sums.ts'
import { type Interval, intervalMethods } from './statistics/intervals.ts'
import { addStratum, noStrata, type Strata } from './statistics/strata.ts'
import { type Drift, intervalOfStrata, stratifiedInterval } from './statistics/stratified-interval.ts'
import type { TestedChange, WindowChange } from './statistics/window-change.ts'

export const IntervalRecord = z
  .object({
    low: z.number().describe('Lower limit.'),
    high: z.number().describe('Upper limit.'),
    level: z.number().describe('Confidence level: 0.95 is 95%.'),
    method: z
      .enum(intervalMethods)
      .describe(
        '`wilson`: a rate of one prompt. `stratified_wilson`: from the variance between the days of each prompt. `pooled_wilson`: too few days for that, so that differences between prompts count too. `cluster_jackknife` and `clusters_without_spread`: over runs (overlaps) or prompts (`other_prompts_interval`).',
      ),
  })
  .nullable()
  .meta({
    id: 'Interval',
    description: 'Confidence interval in the unit of its value. Null without enough answers.',
  })

export const ChangeRecord = z
  .object({
    previous: z
      .number()
      .nullable()
      .describe(
        'Value of the previous window over the prompts, platforms and regions that have answers in both windows, weighted as in this window.',
      ),
    current: z
      .number()
      .nullable()
      .describe('Value of this window over the same prompts, platforms and regions.'),
    delta: z.number().nullable().describe('`current` minus `previous`.'),
    state: z
      .enum(['up', 'down', 'no_significant_change', 'insufficient_data', 'not_comparable'])
      .describe('`up` or `down` if the change is significant, otherwise why it is not.'),
    p_value: z.number().nullable().describe('p-value of `delta` alone; null without a test.'),
    reason: localizedText().describe('The test, or why the windows cannot be compared.'),
  })
  .meta({ id: 'Change', description: 'Change since the previous window.' })

/** The interval of `pct` that `pooledRateIntervalPct` returns. */
export const PooledInterval = IntervalRecord.describe(
  'Confidence interval of `pct`. Answers to a prompt on a platform on one day count as one sample, and differences between prompts as chance.',
)

export const ScoreInterval = IntervalRecord.describe('Confidence interval of `avg_visibility_score`.')
export const MentionRateInterval = IntervalRecord.describe('Confidence interval of `mention_rate_pct`.')
export const UsageInterval = IntervalRecord.describe('Confidence interval of `usage_pct`.')

export const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** The first fields of every metric: the brand and the days. */
export const MetricHeader = {
  brand: z
    .object({
      id: z.uuid().describe('Id of the brand.'),
      name: z.string().describe('Name of the brand.'),
    })
    .meta({ id: 'MetricBrand' }),
  window: z
    .object({
      date_from: z.iso.date().nullable().describe('First day; null: since the first answer.'),
      date_to: z.iso.date().nullable().describe('Last day, inclusive; null: until the last answer.'),
    })
    .meta({ id: 'MetricWindow' }),
}

export const metricHeader = ({ brand, from, to }: Scope) => ({
  brand: { id: brand.id, name: brand.name },
  window: { date_from: from, date_to: to },
})

/** Builds the description of a metric: the definitions of its numbers, further sentences, and which answers count. */
export const describeMetric = (labels: MetricName[], ...more: string[]): string =>
  [
    ...labels.map((label) => `${metricTerms[label].label}: ${metricTerms[label].definition}`),
    ...more,
    denominatorRule,
  ].join(' ')

export const ratioPct = (part: number, whole: number): number | null =>
  whole === 0 ? null : twoDecimals((100 * part) / whole)

/** Of answers that name the entity. */
export const meanPosition = ({ named, names_before }: { named: number; names_before: number }): number =>
  (names_before + named) / named

export const meanScore = (scoreMilli: number, answers: number): number | null =>
  answers === 0 ? null : twoDecimals(scoreMilli / 1000 / answers)

/** `strata`: in columns, or already added up. */
export const rateIntervalPct = (strata: DayColumns | Strata, drift: Drift | null = null) =>
  formatInterval(computeInterval(strata, { max: 1, isRate: true, drift }), 100)
export const scoreInterval = (strata: DayColumns | Strata, drift: Drift | null = null) =>
  formatInterval(computeInterval(strata, { max: maxScoreMilli, drift }), 1 / 1000)

/** The interval of a share of mentions: unlike a rate, an answer can count several times. */
export const shareIntervalPct = (strata: DayColumns, drift: Drift | null = null) =>
  formatInterval(stratifiedInterval(strata, { max: 1, drift }), 100)

const computeInterval = (strata: DayColumns | Strata, options: Parameters<typeof stratifiedInterval>[1]) =>
  'count' in strata ? intervalOfStrata(strata, options) : stratifiedInterval(strata, options)

/**
 * The interval of a rate that is known only in total: `hits` of `n` answers, of which `perDay` (see `answersPerDay`) are one
 * sample. At most too wide, because answers of a day count as equal, and differences between prompts as chance.
 */
export function pooledRateIntervalPct(
  hits: number,
  { n, perDay, drift = null }: { n: number; perDay: number; drift?: Drift | null },
) {
  const samples = noStrata()
  if (n > 0) addStratum(samples, sumsOfMean(singleAnswers(n / perDay, hits / perDay)), { max: 1 })
  const interval = intervalOfStrata(samples, { max: 1, isRate: true, drift })
  return formatInterval(interval && { ...interval, method: 'pooled_wilson' }, 100)
}

/** Sums over answers of a ratio y / x, with their weights. `n`: the answers themselves. */
type AnswerSums = Pick<DaySums, 'n' | 'y' | 'x' | 'yy' | 'xx' | 'xy'>

/**
 * The interval of a ratio whose sums over answers are known only in total, such as a share of searches, of which an answer has several. As in
 * `pooledRateIntervalPct`, `perDay` answers are one sample. `max`: the largest ratio of an answer.
 */
export function pooledRatioInterval(
  sums: AnswerSums,
  { perDay, max, factor }: { perDay: number; max: number; factor: number },
) {
  const samples = noStrata()
  const [n, y, x] = [sums.n / perDay, sums.y / perDay, sums.x / perDay]
  const [yy, xx, xy] = [sums.yy / perDay, sums.xx / perDay, sums.xy / perDay]
  if (n > 0)
    addStratum(
      samples,
      { days: n, answers: n, n, y, x, nn: n, yy, xx, xy, yn: y, xn: x },
      { max, ratio: y / x },
    )
  const interval = intervalOfStrata(samples, { max })
  return formatInterval(interval && { ...interval, method: 'pooled_wilson' }, factor)
}

/**
 * The interval of the average position, from the numbers of names before the brand's. `competitors`: how many competitors the
 * answers name; without any, the position is always 1 and the interval is null.
 */
export function positionInterval(columns: DayColumns, competitors: number, drift: Drift | null = null) {
  const max = maxNamesBefore(columns, competitors)
  const interval = max === 0 ? null : stratifiedInterval(columns, { max, drift })
  return formatInterval(interval && { ...interval, low: interval.low + 1, high: interval.high + 1 }, 1)
}

/** Until answers are reanalyzed, positions still count names that are no longer tracked, so the mean can exceed `competitors`. */
function maxNamesBefore({ x, y }: DayColumns, competitors: number): number {
  let max = competitors
  for (let row = 0; row < x.length; row += 1) {
    const n = x[row] ?? 0
    if (n > 0) max = Math.max(max, Math.ceil((y[row] ?? 0) / n))
  }
  return max
}

export function formatInterval(interval: Interval | null, factor: number): z.input<typeof IntervalRecord> {
  return (
    interval && {
      ...interval,
      low: twoDecimals(interval.low * factor),
      high: twoDecimals(interval.high * factor),
    }
  )
}

/** A change in the unit that is shown. `current`: the value of this window over the common cells. */
export type Difference = TestedChange & { current: number | null }

/** Returns the change of a mean score, in points. */
export const scoreDifference = (change: WindowChange): Difference => inUnits(change, 1 / 1000)

/** Returns the change of a rate, in percentage points. */
export const rateDifference = (change: TestedChange): Difference => inUnits(change, 100)

/** Returns the change of the average position; down is closer to the first position. */
export function positionDifference(change: WindowChange): Difference {
  const { previous, current, ...difference } = inUnits(change, 1)
  const toPosition = (value: number | null) => (value === null ? null : twoDecimals(value + 1))
  return { ...difference, previous: toPosition(previous), current: toPosition(current) }
}

/** Returns the change of a share of mentions, in percentage points, and the smallest change that such windows can detect. */
export const shareOfVoiceChange = (change: WindowChange) => ({
  change: inUnits(change, 100),
  smallest_detectable_change: change.detectable === null ? null : twoDecimals(change.detectable * 100),
})

/** The change of a window without a first day. */
export const notComparable: Difference = {
  previous: null,
  current: null,
  delta: null,
  state: 'not_comparable',
  p_value: null,
  reason: message('metrics.values.withoutDateFromThereIsNo'),
}

/** `previous` and `delta` add up to `current` after rounding. */
function inUnits({ previous, delta, state, p_value, reason }: TestedChange, factor: number): Difference {
  const test = { state, p_value, reason }
  if (previous === null || delta === null) return { ...test, previous: null, current: null, delta: null }
  const [before, now] = [twoDecimals(previous * factor), twoDecimals((previous + delta) * factor)]
  return { ...test, previous: before, current: now, delta: twoDecimals(now - before) }
}
