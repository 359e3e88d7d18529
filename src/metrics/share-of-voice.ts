/** Share of voice: the brand's mentions divided by the mentions of the brand and all tracked competitors. */
import type { RollupRow } from './rollup-rows.ts'
import type { Period, Window } from './rollups.ts'
import { sumBy } from './statistics/basket.ts'
import { type RatioCluster, ratioInterval } from './statistics/ratio-interval.ts'
import type { ShareMoments } from './statistics/share-change.ts'
import { byPlatformAndModel } from './totals.ts'
import { shareOfVoiceChange } from './values.ts'

/** The mentions of the brand and of all competitors in the answers of a rollup row. */
type ShareRow = Pick<RollupRow, 'question' | 'prompt_id' | 'platform' | 'model' | 'answers' | 'mentions'> & {
  competitorMentions: number
}

/**
 * `competitors`: their entity numbers. Returns intervals as shares (0 to 1). Without competitors they are null, because
 * nothing is compared.
 */
export function shareOfVoice(window: Window, competitors: readonly number[]) {
  const rows = shareRows(window, competitors)
  const before = window.previous && sharesByQuestion(shareRows(window.previous, competitors))
  const isDefined = competitors.length > 0
  return {
    byModel: byPlatformAndModel(rows).map(({ platform, model, rows: ofModel }) => ({
      platform,
      model,
      brandMentions: sumBy(ofModel, ({ mentions }) => mentions),
      competitorMentions: sumBy(ofModel, ({ competitorMentions }) => competitorMentions),
      interval: isDefined ? intervalOf(ofModel) : null,
    })),
    interval: isDefined ? intervalOf(rows) : null,
    change: isDefined ? shareOfVoiceChange(before, before ? sharesByQuestion(rows) : []) : noCompetitors,
  }
}

const noCompetitors: ReturnType<typeof shareOfVoiceChange> = {
  change: {
    previous: null,
    current: null,
    delta: null,
    state: 'not_comparable',
    p_value: null,
    reason: 'Share of voice requires at least one tracked competitor.',
  },
  smallest_detectable_change: null,
}

function shareRows(period: Period, competitors: readonly number[]): ShareRow[] {
  const competitorMentions = new Float64Array(period.rows.length)
  for (const entity of competitors) {
    const mentions = period.columnOf(entity, 'mentions')
    for (let row = 0; row < mentions.length; row += 1)
      competitorMentions[row] = (competitorMentions[row] ?? 0) + (mentions[row] ?? 0)
  }
  return period.rows.map(({ question, prompt_id, platform, model, answers, mentions }, index) => ({
    question,
    prompt_id,
    platform,
    model,
    answers,
    mentions,
    competitorMentions: competitorMentions[index] ?? 0,
  }))
}

/** Each prompt is a cluster. */
function intervalOf(rows: readonly ShareRow[]) {
  const clusters = new Map<string, RatioCluster>()
  for (const { prompt_id, mentions, competitorMentions } of rows) {
    const known = clusters.get(prompt_id)
    const cluster = known ?? { numerator: 0, denominator: 0 }
    if (!known) clusters.set(prompt_id, cluster)
    cluster.numerator += mentions
    cluster.denominator += mentions + competitorMentions
  }
  return ratioInterval([...clusters.values()])
}

function sharesByQuestion(rows: readonly ShareRow[]): ShareMoments[] {
  const byQuestion = new Map<number, ShareMoments>()
  for (const row of rows) {
    const { question: key, prompt_id: prompt } = row
    const known = byQuestion.get(key)
    const share = known ?? { key, prompt, n: 0, own: 0, all: 0 }
    if (!known) byQuestion.set(key, share)
    share.n += row.answers
    share.own += row.mentions
    share.all += row.mentions + row.competitorMentions
  }
  return [...byQuestion.values()]
}
