/** Share of voice: the brand's mentions divided by the mentions of the brand and all tracked competitors. */
import { message } from '../../languages/message.ts'
import type { Period, Window } from '../rollups.ts'
import { RowColumns } from '../row-columns.ts'
import { type DayColumns, groupStrata } from '../statistics/day-sums.ts'
import { type RatioCluster, ratioInterval } from '../statistics/ratio-interval.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import { sumBy } from '../sum-by.ts'
import { byPlatformAndModel, sumOfEntities } from '../totals.ts'
import { formatInterval, notComparable, shareIntervalPct, shareOfVoiceChange } from '../values.ts'
import type { Comparison } from './comparison.ts'

type Drifts = (platform?: string) => Drift | null

/** `competitors`: their entity numbers. Without any, intervals and changes are null, because nothing is compared. */
export function shareOfVoice(
  window: Window,
  competitors: readonly number[],
  { comparison, driftOf }: { comparison: Comparison | null; driftOf: Drifts },
) {
  const isDefined = competitors.length > 0
  const mentions = sumOfEntities(window, competitors, 'mentions')
  const columns = columnsOf(window)
  const { previous } = window
  const models = byPlatformAndModel(
    window.rows.map(({ platform, model, mentions }, index) => ({ platform, model, mentions, index })),
  )
  const columnsOfModels = groupStrata(
    columns,
    models.map(({ rows }) => rows.map(({ index }) => index)),
  )
  return {
    byModel: models.map(({ platform, model, rows }, index) => {
      const columnsOfModel = columnsOfModels[index]
      return {
        platform,
        model,
        brandMentions: sumBy(rows, (row) => row.mentions),
        competitorMentions: sumBy(rows, (row) => mentions[row.index] ?? 0),
        interval: isDefined && columnsOfModel ? shareIntervalPct(columnsOfModel, driftOf(platform)) : null,
      }
    }),
    interval: isDefined ? shareIntervalPct(columns, driftOf()) : null,
    otherPromptsInterval: isDefined ? otherPromptsInterval(window, columns) : null,
    change: !isDefined
      ? noCompetitors
      : comparison && previous
        ? shareOfVoiceChange(comparison.change(columnsOf(previous), columns, 'mentions'))
        : { change: notComparable, smallest_detectable_change: null },
  }
}

/** The interval for other prompts like these, with the prompts as clusters. */
function otherPromptsInterval({ rows }: Period, { y, x }: DayColumns) {
  const prompts = new Map<string, RatioCluster>()
  for (const [row, { prompt_id }] of rows.entries()) {
    const sums = prompts.get(prompt_id) ?? { numerator: 0, denominator: 0 }
    sums.numerator += y[row] ?? 0
    sums.denominator += x[row] ?? 0
    prompts.set(prompt_id, sums)
  }
  return formatInterval(ratioInterval([...prompts.values()]), 100)
}

const noCompetitors: ReturnType<typeof shareOfVoiceChange> = {
  change: {
    ...notComparable,
    reason: message('Share of voice requires at least one tracked competitor.'),
  },
  smallest_detectable_change: null,
}

const columnsOf = (period: Period) => new RowColumns(period.rows).share(period.rows, period.shares())
