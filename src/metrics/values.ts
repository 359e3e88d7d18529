/** How the numbers of a metric are made from sums and shown: percentages and scores with two decimals, null without data. */
import { z } from 'zod'
import { denominatorRule, metricLabels } from '../../vocabulary/metrics.ts'
import { platforms } from '../../vocabulary/platforms.ts'
import type { Scope } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { basketInterval, type Moments } from './statistics/basket.ts'
import type { Interval } from './statistics/intervals.ts'
import { type Change, type KeyedMoments, pairedChange } from './statistics/paired-change.ts'
import { type ShareCell, shareChange } from './statistics/share-change.ts'
import { type Strata, strataInterval } from './statistics/strata.ts'
import { type SubsetMoments, subsetMeanInterval } from './statistics/subset-mean.ts'

export const Platform = z.enum(platforms)

export const Pct = z.number().min(0).max(100).nullable()

export const Score = Pct.describe('Sum of the scores of the answers / answers.')
export const MentionRate = Pct.describe('Answers that name it / answers, in percent.')
export const CitationRate = Pct.describe('Answers that cite a domain of it / answers, in percent.')
export const Mentions = z.number().int().min(0).describe('Times the answers name it.')
export const OwnCitations = z.number().int().min(0).describe('Citations of its own domains.')

export const IntervalRecord = z
  .object({ low: z.number(), high: z.number(), level: z.number(), method: z.string() })
  .nullable()
  .meta({ id: 'Interval' })

export const ChangeRecord = z
  .object({
    previous: z.number().nullable(),
    delta: z.number().nullable(),
    state: z.enum(['up', 'down', 'no_significant_change', 'insufficient_data', 'not_comparable']),
    p_value: z.number().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'Change' })

export const QValue = z
  .number()
  .nullable()
  .describe('Share of chance finds among all changes of the list as sure as this one.')

export const twoDecimals = (value: number) => Math.round(value * 100) / 100

/** What every metric says first: whom it is about, and which days. */
export const MetricHeader = {
  brand: z.object({ id: z.uuid(), name: z.string() }),
  window: z.object({
    date_from: z.iso.date().nullable().describe('Null: from the first answer on.'),
    date_to: z.iso.date().nullable().describe('Inclusive. Null: up to the last answer.'),
  }),
}

export const metricHeader = ({ brand, from, to }: Scope) => ({
  brand: { id: brand.id, name: brand.name },
  window: { date_from: from, date_to: to },
})

/** The text of a metric: what its numbers mean, what is divided by what, and which answers count. */
export const describeMetric = (labels: (keyof typeof metricLabels)[], ...more: string[]): string =>
  [
    ...labels.map((label) => `${metricLabels[label].label}: ${metricLabels[label].definition}`),
    ...more,
    denominatorRule,
  ].join(' ')

export const Count = z.number().int().min(0)

export const ratioPct = (part: number, whole: number): number | null =>
  whole === 0 ? null : twoDecimals((100 * part) / whole)
export const meanScore = (scoreMilli: number, answers: number): number | null =>
  answers === 0 ? null : twoDecimals(scoreMilli / 1000 / answers)

/** A rate of 0/1 values as cells: its squares sum to its sum. */
export const rateMoments = (n: number, hits: number): Moments => ({ n, sum: hits, sumSquares: hits })

export const cellsIntervalPct = (cells: Moments[]) => shownInterval(basketInterval(cells, { max: 1 }), 100)
export const cellsScoreInterval = (cells: Moments[]) =>
  shownInterval(basketInterval(cells, { max: maxScoreMilli }), 1 / 1000)
export const rateIntervalPct = (strata: Strata) => shownInterval(strataInterval(strata, 1), 100)
export const scoreInterval = (strata: Strata) =>
  shownInterval(strataInterval(strata, maxScoreMilli), 1 / 1000)

/** Of a rate whose answers are known by their number alone: all questions as one, which is never too narrow. */
export function pooledRateIntervalPct(n: number, hits: number) {
  const interval = basketInterval([rateMoments(n, hits)], { max: 1 })
  return shownInterval(interval && { ...interval, method: 'pooled_wilson' }, 100)
}

/** Of a rate among those answers of which it is known. */
export const partIntervalPct = (cells: readonly SubsetMoments[]) =>
  shownInterval(subsetMeanInterval(cells, { max: 1 }), 100)

/**
 * Of the mean of places, told as how many names stand before the brand in the answers that name it; `rivals` is how many
 * are named there. Null where nobody is.
 */
export function positionInterval(cells: readonly SubsetMoments[], rivals: number) {
  const max = mostBefore(cells, rivals)
  const interval = max === 0 ? null : subsetMeanInterval(cells, { max })
  return shownInterval(interval && { ...interval, low: interval.low + 1, high: interval.high + 1 }, 1)
}

/** A name that is tracked no more may still have its place until its answers are read again. */
const mostBefore = (cells: readonly { n: number; sum: number }[], rivals: number): number =>
  cells.reduce((most, { n, sum }) => (n === 0 ? most : Math.max(most, Math.ceil(sum / n))), rivals)

export function shownInterval(interval: Interval | null, factor: number): z.input<typeof IntervalRecord> {
  return (
    interval && {
      ...interval,
      low: twoDecimals(interval.low * factor),
      high: twoDecimals(interval.high * factor),
    }
  )
}

/** How scores of answers, summed in thousandths by what is compared, moved since the window before. */
export const scoreChange = (before: KeyedMoments[], now: KeyedMoments[]): Change =>
  inUnits(pairedChange(before, now, { max: maxScoreMilli }), 1 / 1000)

/** The same of a rate, whose cells are 0/1 values; in points of percent. */
export const rateChange = (before: KeyedMoments[], now: KeyedMoments[]): Change =>
  inUnits(pairedChange(before, now, { max: 1 }), 100)

/** The same of the mean of places, in places: down is nearer to the first. */
export function positionChange(before: KeyedMoments[], now: KeyedMoments[], rivals: number): Change {
  const max = Math.max(1, mostBefore([...before, ...now], rivals))
  const { previous, ...change } = inUnits(pairedChange(before, now, { max }), 1)
  return { previous: previous === null ? null : twoDecimals(previous + 1), ...change }
}

/** The same of a share of mentions, in points of percent, with the smallest change that such windows would mostly show. */
export function shareOfVoiceChange(before: ShareCell[] | null, now: ShareCell[]) {
  const { detectable, ...change } =
    before === null ? { ...notComparable, detectable: null } : shareChange(before, now)
  return {
    change: inUnits(change, 100),
    smallest_detectable_change: detectable === null ? null : twoDecimals(detectable * 100),
  }
}

/** What stands for a change where there is no window before. */
export const notComparable: Change = {
  previous: null,
  delta: null,
  state: 'not_comparable',
  p_value: null,
  reason: 'Without date_from there is no window before to compare with.',
}

function inUnits(change: Change, factor: number): Change {
  const shown = (value: number | null) => (value === null ? null : twoDecimals(value * factor))
  return { ...change, previous: shown(change.previous), delta: shown(change.delta) }
}
