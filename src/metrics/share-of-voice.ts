/** Share of voice: the brand's mentions divided by the mentions of the brand and all tracked competitors. */
import { timeSlicedSteps } from '../core/yield-to-event-loop.ts'
import type { EntityRow, RollupRow, RowKey } from './rollup-rows.ts'
import { sumBy } from './statistics/basket.ts'
import { memoizeDraws, type RatioCluster, ratioInterval } from './statistics/bootstrap.ts'
import type { ShareMoments } from './statistics/share-change.ts'
import { byPlatformAndModel, questionKey } from './totals.ts'
import { shareOfVoiceChange } from './values.ts'

/** `competitorRows`: the entity rows of the tracked competitors. */
export type ComparedRows = { rows: RollupRow[]; competitorRows: EntityRow[] }

/** Returns intervals as shares (0 to 1). */
export async function shareOfVoice(current: ComparedRows, previous: ComparedRows | null) {
  const step = timeSlicedSteps()
  // The overall share and most platforms have the same number of prompts, and so the same draws.
  const draws = memoizeDraws()
  const intervalOf = (compared: ComparedRows) => ratioInterval(clustersOf(compared), { draws })
  const competitorsByModel = await step(() => byPlatformAndModel(current.competitorRows))
  const byModel = []
  for (const { platform, model, rows } of await step(() => byPlatformAndModel(current.rows))) {
    const competitorRows =
      competitorsByModel.find((each) => each.platform === platform && each.model === model)?.rows ?? []
    byModel.push({
      platform,
      model,
      brandMentions: sumBy(rows, ({ mentions }) => mentions),
      competitorMentions: sumBy(competitorRows, ({ mentions }) => mentions),
      interval: await step(() => intervalOf({ rows, competitorRows })),
    })
  }
  const before = previous && (await step(() => sharesByQuestion(previous)))
  return {
    byModel,
    interval: await step(() => intervalOf(current)),
    change: await step(() => shareOfVoiceChange(before, before ? sharesByQuestion(current) : [])),
  }
}

/** Returns one cluster per prompt, in ascending order of ids: the bootstrap's draws depend on the order. */
function clustersOf({ rows, competitorRows }: ComparedRows): RatioCluster[] {
  const brandMentions = mentionsBy(rows, ({ prompt_id }) => prompt_id)
  const competitorMentions = mentionsBy(competitorRows, ({ prompt_id }) => prompt_id)
  return [...brandMentions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([prompt, mentions]) => ({
      numerator: mentions,
      denominator: mentions + (competitorMentions.get(prompt) ?? 0),
    }))
}

/** Returns one item per question, in ascending order of keys: the permutation test depends on the order. */
function sharesByQuestion({ rows, competitorRows }: ComparedRows): ShareMoments[] {
  const competitorMentions = mentionsBy(competitorRows, ({ key }) => key)
  const byQuestion = new Map<string, ShareMoments>()
  for (const row of rows) {
    const key = questionKey(row)
    const known = byQuestion.get(key)
    const share = known ?? { key, prompt: row.prompt_id, n: 0, own: 0, all: 0 }
    if (!known) byQuestion.set(key, share)
    share.n += row.answers
    share.own += row.mentions
    share.all += row.mentions + (competitorMentions.get(row.key) ?? 0)
  }
  return [...byQuestion.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

function mentionsBy<R extends RowKey & { mentions: number }, K>(
  rows: readonly R[],
  keyOf: (row: R) => K,
): Map<K, number> {
  const mentions = new Map<K, number>()
  for (const row of rows) {
    const key = keyOf(row)
    mentions.set(key, (mentions.get(key) ?? 0) + row.mentions)
  }
  return mentions
}
