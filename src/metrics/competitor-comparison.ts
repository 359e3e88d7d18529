/** Compares the brand with its tracked competitors, and computes its share of voice per platform. */
import { z } from 'zod'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { listEntities } from '../brands/entities.ts'
import { stepByStep } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metrics.ts'
import {
  type EntityRow,
  type EntityTotals,
  entityCounters,
  type RollupRow,
  type RowKey,
  recordOf,
} from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { sumBy } from './statistics/basket.ts'
import { memoizeDraws, type RatioCluster, ratioInterval } from './statistics/bootstrap.ts'
import type { Interval } from './statistics/intervals.ts'
import { adjustForMultipleTests } from './statistics/paired-change.ts'
import type { ShareMoments } from './statistics/share-change.ts'
import { type Strata, strataOf } from './statistics/strata.ts'
import {
  byPlatformAndModel,
  countNamed,
  momentsOf,
  questionKey,
  rowsOfEntity,
  scoreChangeOf,
  totalsOf,
} from './totals.ts'
import {
  ChangeRecord,
  Count,
  describeMetric,
  formatInterval,
  IntervalRecord,
  MentionRate,
  Mentions,
  MetricHeader,
  meanScore,
  metricHeader,
  Pct,
  Platform,
  positionInterval,
  QValue,
  rateIntervalPct,
  ratioPct,
  Score,
  scoreInterval,
  shareOfVoiceChange,
  twoDecimals,
} from './values.ts'

const ComparedEntity = {
  avg_visibility_score: Score,
  ai_visibility_score: Pct.describe('Same as avg_visibility_score.'),
  mention_rate_pct: MentionRate,
  interval: IntervalRecord.describe('Of mention_rate_pct.'),
  score_interval: IntervalRecord.describe('Of avg_visibility_score.'),
  avg_position: z
    .number()
    .nullable()
    .describe('Mean order of first mention, over the answers that name the entity.'),
  position_interval: IntervalRecord.describe('Of avg_position.'),
  total_mentions: Mentions,
  total_citations: Count.describe("Citations of the entity's own domains."),
  appearance_count: Count.describe('Answers that name the entity.'),
}

const CompetitorComparison = z
  .object({
    ...MetricHeader,
    brand: MetricHeader.brand.extend({
      ...ComparedEntity,
      change: ChangeRecord.describe('Of avg_visibility_score, in points.'),
    }),
    result_count: Count.describe('Answers in the denominator.'),
    competitors: z.array(
      z.object({
        competitor_id: z.uuid(),
        name: z.string(),
        ...ComparedEntity,
        change: ChangeRecord.extend({ q_value: QValue }).describe(
          'Of avg_visibility_score, in points, adjusted for testing all competitors together.',
        ),
      }),
    ),
    share_of_voice: z.object({
      overall_sov_pct: Pct,
      interval: IntervalRecord.describe(
        'Of overall_sov_pct, for prompts like these; null with fewer than eight prompts.',
      ),
      change: ChangeRecord.describe('Of overall_sov_pct, in percentage points.'),
      smallest_detectable_change: z
        .number()
        .nullable()
        .describe(
          'The smallest change of overall_sov_pct, in percentage points, that is detected with 80 % probability between two such windows.',
        ),
      total_brand_mentions: Count,
      total_competitor_mentions: Count,
      by_platform: z.array(
        z.object({
          platform: Platform,
          model_used: z.string().nullable(),
          brand_mentions: Count,
          competitor_mentions: Count,
          sov_pct: Pct,
          interval: IntervalRecord.describe('Of sov_pct, computed like that of overall_sov_pct.'),
        }),
      ),
    }),
  })
  .meta({ id: 'CompetitorComparison' })

export const competitorComparison = defineMetric({
  summary: 'Compare a brand with its competitors',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'average_position', 'share_of_voice'],
    'The interval of the share of voice is a bootstrap over prompts.',
    'Mention rate: answers that name the entity / answers.',
  ),
  query: {},
  returns: CompetitorComparison,
  read,
})

type Sums = Pick<EntityTotals, 'named' | 'mentions' | 'own_citations' | 'rank_sum' | 'score_milli'> & {
  named_strata: Strata
  score_strata: Strata
  position: z.input<typeof IntervalRecord>
}

async function read(window: Window): Promise<z.input<typeof CompetitorComparison>> {
  const { brand } = window.scope
  const listed = await listEntities(window, 'competitors', brand.id)
  const { all, change, competitors, share } = await readComparison(window, listed)
  const rows = listed.flatMap(({ id, name, number }) => {
    const sums = competitors.find(({ entity }) => entity === number)
    return sums ? [{ competitor_id: id, name, sums, change: sums.change }] : []
  })
  const competitorMentions = sumBy(rows, ({ sums }) => sums.mentions)
  return {
    ...metricHeader(window.scope),
    brand: { id: brand.id, name: brand.name, ...showEntity(all, all.answers), change },
    result_count: all.answers,
    competitors: rows
      .toSorted((a, b) => b.sums.score_milli - a.sums.score_milli || (a.name < b.name ? -1 : 1))
      .map(({ sums, ...row }) => ({ ...row, ...showEntity(sums, all.answers) })),
    share_of_voice: {
      overall_sov_pct: ratioPct(all.mentions, all.mentions + competitorMentions),
      interval: formatInterval(share.interval, 100),
      ...share.change,
      total_brand_mentions: all.mentions,
      total_competitor_mentions: competitorMentions,
      by_platform: share.byModel.map(({ platform, model, brandMentions, competitorMentions, interval }) => ({
        platform: Platform.parse(platform),
        model_used: model || null,
        brand_mentions: brandMentions,
        competitor_mentions: competitorMentions,
        sov_pct: ratioPct(brandMentions, brandMentions + competitorMentions),
        interval: formatInterval(interval, 100),
      })),
    },
  }
}

function showEntity(sums: Sums, answers: number) {
  const score = meanScore(sums.score_milli, answers)
  return {
    avg_visibility_score: score,
    ai_visibility_score: score,
    mention_rate_pct: ratioPct(sums.named, answers),
    interval: rateIntervalPct(sums.named_strata),
    score_interval: scoreInterval(sums.score_strata),
    avg_position: sums.named === 0 ? null : twoDecimals(sums.rank_sum / sums.named),
    position_interval: sums.position,
    total_mentions: sums.mentions,
    total_citations: sums.own_citations,
    appearance_count: sums.named,
  }
}

/** Computes everything that depends on rollups only, for the brand and these competitors. */
export function readComparison(window: Window, competitors: { number: number }[]) {
  const numbers = competitors.map(({ number }) => number)
  return window.memoize(['comparison', numbers], () => compare(window, numbers))
}

/** `competitorRows`: the entity rows of the tracked competitors. */
type Compared = { rows: RollupRow[]; competitorRows: EntityRow[] }

async function compare(window: Window, competitors: number[]) {
  const current = await readCompared(window, competitors)
  const previousWindow = window.previous()
  const previous = previousWindow && (await readCompared(previousWindow, competitors))
  const step = stepByStep()
  const named = await step(() => countNamed(current.competitorRows, competitors))
  return {
    all: {
      ...(await totalsOf(current.rows)).all,
      position: await step(() => positionInterval(current.rows.map(momentsOf.namesBefore), named)),
    },
    change: await step(() => scoreChangeOf(previous?.rows ?? null, current.rows)),
    competitors: await sumCompetitors(competitors, { current, previous, named }),
    share: await shareOfVoice(current, previous),
  }
}

const readCompared = async (window: Window, competitors: number[]): Promise<Compared> => ({
  rows: await window.rows(),
  competitorRows: await window.entityRows(competitors),
})

/** `named`: how many of the competitors the answers name. */
async function sumCompetitors(
  competitors: number[],
  { current, previous, named }: { current: Compared; previous: Compared | null; named: number },
) {
  const step = stepByStep()
  const sums = []
  for (const entity of competitors) {
    const rows = await step(() => rowsOfEntity(entity, current.rows, current.competitorRows))
    const before =
      previous && (await step(() => rowsOfEntity(entity, previous.rows, previous.competitorRows)))
    sums.push({
      entity,
      ...(await step(() => recordOf(entityCounters, (name) => sumBy(rows, (row) => row[name])))),
      named_strata: await step(() => strataOf(rows.map(momentsOf.named), 1)),
      score_strata: await step(() => strataOf(rows.map(momentsOf.score), maxScoreMilli)),
      position: await step(() => positionInterval(rows.map(momentsOf.namesBefore), named)),
      change: await step(() => scoreChangeOf(before, rows)),
    })
  }
  const changes = adjustForMultipleTests(sums.map(({ change }) => change))
  return sums.map((each, index) => ({ ...each, change: changes[index] ?? { ...each.change, q_value: null } }))
}

/** The brand's mentions divided by the mentions of the brand and all tracked competitors. */
async function shareOfVoice(current: Compared, previous: Compared | null) {
  const step = stepByStep()
  // The overall share and most platforms have the same number of prompts, and so the same draws.
  const draws = memoizeDraws()
  const intervalOf = (compared: Compared) => ratioInterval(clustersOf(compared), { draws })
  const competitorsByModel = await step(() => byPlatformAndModel(current.competitorRows))
  const byModel: (Pick<RowKey, 'platform' | 'model'> & {
    brandMentions: number
    competitorMentions: number
    interval: Interval | null
  })[] = []
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
function clustersOf({ rows, competitorRows }: Compared): RatioCluster[] {
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
function sharesByQuestion({ rows, competitorRows }: Compared): ShareMoments[] {
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
