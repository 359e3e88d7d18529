/** Share of voice: the brand's mentions divided by the mentions of the brand and all tracked competitors. */
import { message } from '../../languages/message.ts'
import type { Period } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { type RatioCluster, ratioInterval } from '../statistics/ratio-interval.ts'
import type { Drift } from '../statistics/stratified-interval.ts'
import type { WindowChange } from '../statistics/window-change.ts'
import { byPlatformAndModel, sumOfEntities } from '../totals.ts'
import { formatInterval, notComparable, shareIntervalPct, shareOfVoiceChange } from '../values.ts'

type Drifts = (platform?: string) => Drift | null

/** `competitors`: their entity numbers. `change`: since the previous window. Without any competitors, intervals and changes are null, because nothing is compared. */
export function shareOfVoice(
  window: Window,
  competitors: readonly number[],
  { change, getDrift }: { change: WindowChange; getDrift: Drifts },
) {
  const isDefined = competitors.length > 0
  const columns = window.number('share_of_voice')
  const theirs = mentionsByModel(window, competitors, 'counter')
  const theirCounts = mentionsByModel(window, competitors, 'counts')
  return {
    byModel: byPlatformAndModel(window).map(({ platform, model, rows }) => ({
      platform,
      model,
      brandMentions: rows.total('mentions'),
      competitorMentions: theirs.get(`${platform} ${model}`) ?? 0,
      counts: {
        brand: rows.count('mentions'),
        competitors: theirCounts.get(`${platform} ${model}`) ?? 0,
      },
      interval: isDefined ? shareIntervalPct(rows.number('share_of_voice'), getDrift(platform)) : null,
    })),
    interval: isDefined ? shareIntervalPct(columns, getDrift()) : null,
    otherPromptsInterval: isDefined ? otherPromptsInterval(window) : null,
    change: isDefined ? shareOfVoiceChange(change) : noCompetitors,
  }
}

/** Returns the mentions of these competitors by platform and model. */
function mentionsByModel(
  window: Window,
  competitors: readonly number[],
  as: 'counter' | 'counts',
): Map<string, number> {
  const mentions = sumOfEntities(window, competitors, 'mentions', as)
  const sums = new Map<string, number>()
  for (const [row, { platform, model }] of window.rows.entries()) {
    const key = `${platform} ${model}`
    sums.set(key, (sums.get(key) ?? 0) + (mentions[row] ?? 0))
  }
  return sums
}

/** The interval for other prompts like these, with the prompts as clusters. */
function otherPromptsInterval({ rows, ...of }: Period) {
  const { y, x } = of.number('share_of_voice')
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
    reason: message('metrics.shareOfVoice.shareOfVoiceRequiresAtLeast'),
  },
  smallest_detectable_change: null,
}
