/** Share of voice: the brand's mentions divided by the mentions of the brand and all tracked competitors. */
import type { Comparison } from './comparison.ts'
import type { ShareSums } from './rollup-rows.ts'
import type { Period, Window } from './rollups.ts'
import { RowColumns } from './row-columns.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import { sumBy } from './sum-by.ts'
import { byPlatformAndModel } from './totals.ts'
import { notComparable, shareIntervalPct, shareOfVoiceChange } from './values.ts'

type Drifts = (platform?: string) => Drift | null

/** `competitors`: their entity numbers. Without any, intervals and changes are null, because nothing is compared. */
export function shareOfVoice(
  window: Window,
  competitors: readonly number[],
  { comparison, driftOf }: { comparison: Comparison | null; driftOf: Drifts },
) {
  const isDefined = competitors.length > 0
  const rows = window.rows
  const shares = window.shares()
  const mentions = competitorMentions(window, competitors)
  const columns = columnsOf(rows, shares)
  const previous = window.previous
  return {
    byModel: byPlatformAndModel(
      rows.map((row, index) => ({ row, platform: row.platform, model: row.model, index })),
    ).map(({ platform, model, rows: ofModel }) => ({
      platform,
      model,
      brandMentions: sumBy(ofModel, ({ row }) => row.mentions),
      competitorMentions: sumBy(ofModel, ({ index }) => mentions[index] ?? 0),
      interval: isDefined
        ? shareIntervalPct(
            columnsOf(
              ofModel.map(({ row }) => row),
              ofModel.map(({ index }) => shares[index] ?? noShares),
            ),
            driftOf(platform),
          )
        : null,
    })),
    interval: isDefined ? shareIntervalPct(columns, driftOf()) : null,
    change: !isDefined
      ? noCompetitors
      : comparison && previous
        ? shareOfVoiceChange(
            comparison.change(
              columnsOf(previous.rows, previous.shares()),
              columns,
              'mentions of tracked names',
            ),
          )
        : { change: notComparable, smallest_detectable_change: null },
  }
}

const noShares: ShareSums = {
  tracked: 0,
  own_own: 0,
  own_tracked: 0,
  tracked_tracked: 0,
  own_answers: 0,
  tracked_answers: 0,
}

const noCompetitors: ReturnType<typeof shareOfVoiceChange> = {
  change: {
    ...notComparable,
    reason: 'Share of voice requires at least one tracked competitor.',
  },
  smallest_detectable_change: null,
}

const columnsOf = (rows: Period['rows'], shares: readonly ShareSums[]) =>
  new RowColumns(rows).share(rows, shares)

/** Returns the mentions of all competitors for each row. */
function competitorMentions(period: Period, competitors: readonly number[]): Float64Array {
  const sums = new Float64Array(period.rows.length)
  for (const entity of competitors) {
    const mentions = period.columnOf(entity, 'mentions')
    for (let row = 0; row < mentions.length; row += 1) sums[row] = (sums[row] ?? 0) + (mentions[row] ?? 0)
  }
  return sums
}
