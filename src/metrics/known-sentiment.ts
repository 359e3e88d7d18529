/** Sentiment is known for some of the answers that mention the brand. With too few of them, its shares are not data. */
import { minSentimentCoveragePct } from '../../vocabulary/metrics.ts'
import { type Message, message } from '../languages/message.ts'
import { Pct } from './fields.ts'
import type { BrandDays } from './rollups.ts'
import { dayColumn } from './statistics/change-detection/daily-sums.ts'
import { undecided, type WindowChange, withoutTest } from './statistics/window-change.ts'
import { ratioPct } from './values.ts'

export const SentimentCoverage = Pct.describe(
  `Answers with a known sentiment / answers that mention the brand, in percent. Below ${minSentimentCoveragePct}%, shares of sentiment are null.`,
)

/** `clear`: answers with a known sentiment. */
type Counts = { named: number; clear: number }

export const coveragePct = ({ named, clear }: Counts): number | null => ratioPct(clear, named)

/** Returns whether the sentiment of enough answers is known to state shares. */
export const isSentimentKnown = ({ named, clear }: Counts): boolean =>
  named > 0 && 100 * clear >= minSentimentCoveragePct * named

export const positiveSharePct = (counts: Counts & { positive: number }): number | null =>
  isSentimentKnown(counts) ? ratioPct(counts.positive, counts.clear) : null

export const tooLittleKnown = (): WindowChange =>
  withoutTest(undecided('insufficient_data', tooLittleReason()))

const tooLittleReason = (): Message =>
  message('metrics.knownSentiment.tooLittleKnown', { share: minSentimentCoveragePct / 100 })

/**
 * Leaves out the sentiment of days on which too little of it is known: a change of method is not a change of the number.
 */
export function withKnownSentiment(days: BrandDays): BrandDays {
  const { answers, sums } = days
  const { dayCount } = answers
  const { y, x } = sums.positive_sentiment
  const totalOn = (daily: Float64Array, day: number) => {
    let total = 0
    for (let at = day; at < daily.length; at += dayCount) total += daily[at] ?? 0
    return total
  }
  const isKnown = Array.from({ length: dayCount }, (_, day) => {
    const named = totalOn(sums.mention_rate.y.daily, day)
    return 100 * totalOn(x.daily, day) >= minSentimentCoveragePct * named
  })
  if (isKnown.every((known) => known)) return days
  const known = (daily: Float64Array) =>
    dayColumn(
      daily.map((value, at) => (isKnown[at % dayCount] ? value : 0)),
      dayCount,
    )
  return { ...days, sums: { ...sums, positive_sentiment: { y: known(y.daily), x: known(x.daily) } } }
}
