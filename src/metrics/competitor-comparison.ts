/** The brand beside its tracked competitors, and the share of voice each platform gives it. */
import { z } from 'zod'
import { previousScope, type Scope } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { timeSlicedSteps } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metric.ts'
import { memoize } from './rollups/cache.ts'
import { entityCounters, recordOf } from './rollups/counters.ts'
import {
  type EntityRollupRow,
  type EntityTotals,
  type RollupRow,
  type RowKey,
  readEntityCells,
  readRollupRows,
} from './rollups/running-totals.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { sumBy } from './statistics/basket.ts'
import { type RatioCluster, ratioInterval } from './statistics/bootstrap.ts'
import { adjustForMultipleTests } from './statistics/paired-change.ts'
import type { ShareCell } from './statistics/share-change.ts'
import { type Strata, strataOf } from './statistics/strata.ts'
import {
  byPlatformAndModel,
  comparisonKey,
  countNamed,
  entityCells,
  moments,
  scoreChangeOf,
  totalsOf,
} from './totals.ts'
import {
  ChangeRecord,
  Count,
  describeMetric,
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
  shownInterval,
  twoDecimals,
} from './values.ts'

const Compared = {
  avg_visibility_score: Score,
  ai_visibility_score: Pct.describe('The same as avg_visibility_score.'),
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
      ...Compared,
      change: ChangeRecord.describe('Of avg_visibility_score, in points.'),
    }),
    result_count: Count.describe('Answers in the denominator.'),
    competitors: z.array(
      z.object({
        competitor_id: z.uuid(),
        name: z.string(),
        ...Compared,
        change: ChangeRecord.extend({ q_value: QValue }).describe(
          'Of avg_visibility_score, in points, judged together with all competitors.',
        ),
      }),
    ),
    share_of_voice: z.object({
      overall_sov_pct: Pct,
      interval: IntervalRecord.describe(
        'Of overall_sov_pct, for prompts like these; null with fewer than eight.',
      ),
      change: ChangeRecord.describe('Of overall_sov_pct, in points of percent.'),
      smallest_detectable_change: z
        .number()
        .nullable()
        .describe(
          'Of overall_sov_pct, in points of percent: a smaller change between two such windows is found less than four times in five.',
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
          interval: IntervalRecord.describe('Of sov_pct, made as that of overall_sov_pct.'),
        }),
      ),
    }),
  })
  .meta({ id: 'CompetitorComparison' })

export const competitorComparison = defineMetric({
  summary: 'Compare a brand with its competitors',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'average_position', 'share_of_voice'],
    'The interval of the share of voice draws prompts again and again.',
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

function read(ctx: Context, scope: Scope): Promise<z.input<typeof CompetitorComparison>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const competitors = await listEntities(at, 'competitors', scope.brand.id)
    const { all, change, rivals, byModel, share, shareChange } = await readComparison(at, scope, competitors)
    const rows = competitors.flatMap(({ id, name, number }) => {
      const found = rivals.find(({ entity }) => entity === number)
      return found ? [{ competitor_id: id, name, sums: found, change: found.change }] : []
    })
    const rivalMentions = sumBy(rows, ({ sums }) => sums.mentions)
    return {
      ...metricHeader(scope),
      brand: { id: scope.brand.id, name: scope.brand.name, ...compared(all, all.answers), change },
      result_count: all.answers,
      competitors: rows
        .toSorted((a, b) => b.sums.score_milli - a.sums.score_milli || (a.name < b.name ? -1 : 1))
        .map(({ sums, ...row }) => ({ ...row, ...compared(sums, all.answers) })),
      share_of_voice: {
        overall_sov_pct: ratioPct(all.mentions, all.mentions + rivalMentions),
        interval: shownInterval(share, 100),
        ...shareChange,
        total_brand_mentions: all.mentions,
        total_competitor_mentions: rivalMentions,
        by_platform: byModel.map(({ platform, model, mentions, theirs, share }) => ({
          platform: Platform.parse(platform),
          model_used: model || null,
          brand_mentions: mentions,
          competitor_mentions: theirs,
          sov_pct: ratioPct(mentions, mentions + theirs),
          interval: shownInterval(share, 100),
        })),
      },
    }
  })
}

/** What the sums alone say of the brand and of these competitors. */
export function readComparison(at: Snapshot, scope: Scope, competitors: { number: number }[]) {
  const numbers = competitors.map(({ number }) => number)
  return memoize(at, scope, ['comparison', numbers, previousScope(at, scope)?.from], () =>
    readSums(at, scope, numbers),
  )
}

function compared(sums: Sums, answers: number) {
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

/** `rivals`: the numbers of the tracked competitors. */
async function readSums(at: Snapshot, scope: Scope, rivals: number[]) {
  const cells = await readRollupRows(at, scope)
  const theirs = await readEntityCells(at, scope, { entities: rivals })
  const earlier = previousScope(at, scope)
  const before = earlier && {
    cells: await readRollupRows(at, earlier),
    theirs: await readEntityCells(at, earlier, { entities: rivals }),
  }
  const step = timeSlicedSteps()
  const named = await step(() => countNamed(theirs, rivals))
  const position = (of: readonly RollupRow[]) => positionInterval(of.map(moments.namesBefore), named)
  const ofRivals = []
  for (const entity of rivals) {
    const own = await step(() => entityCells(entity, cells, theirs))
    const past = before && (await step(() => entityCells(entity, before.cells, before.theirs)))
    ofRivals.push({
      entity,
      ...(await step(() => recordOf(entityCounters, (name) => sumBy(own, (cell) => cell[name])))),
      named_strata: await step(() => strataOf(own.map(moments.named), 1)),
      score_strata: await step(() => strataOf(own.map(moments.score), maxScoreMilli)),
      position: await step(() => position(own)),
      change: await step(() => scoreChangeOf(past, own)),
    })
  }
  const theirsByModel = await step(() => byPlatformAndModel(theirs))
  const byModel = []
  for (const { platform, model, cells: own } of await step(() => byPlatformAndModel(cells))) {
    const others = theirsByModel.find((each) => each.platform === platform && each.model === model)
    byModel.push({
      platform,
      model,
      mentions: mentionsIn(own),
      theirs: mentionsIn(others?.cells ?? []),
      share: await step(() => ratioInterval(clustersOf(own, others?.cells ?? []))),
    })
  }
  const shares = {
    before: before && (await step(() => shareCells(before.cells, before.theirs))),
    now: before ? await step(() => shareCells(cells, theirs)) : [],
  }
  const changes = adjustForMultipleTests(ofRivals.map(({ change }) => change))
  return {
    all: {
      ...(await totalsOf(cells)).all,
      position: await step(() => position(cells)),
    },
    change: await step(() => scoreChangeOf(before?.cells ?? null, cells)),
    rivals: ofRivals.map((each, index) => ({
      ...each,
      change: changes[index] ?? { ...each.change, q_value: null },
    })),
    byModel,
    share: await step(() => ratioInterval(clustersOf(cells, theirs))),
    shareChange: await step(() => shareOfVoiceChange(shares.before, shares.now)),
  }
}

const mentionsIn = (cells: readonly { mentions: number }[]) => sumBy(cells, ({ mentions }) => mentions)

/** The brand's mentions over those of all, for each prompt. */
function clustersOf(cells: readonly RollupRow[], theirs: readonly EntityRollupRow[]): RatioCluster[] {
  const own = mentionsBy(cells, ({ prompt_id }) => prompt_id)
  const others = mentionsBy(theirs, ({ prompt_id }) => prompt_id)
  // In one order always: which prompts are drawn depends on it.
  return [...own]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([prompt, mentions]) => ({
      numerator: mentions,
      denominator: mentions + (others.get(prompt) ?? 0),
    }))
}

/** The same for each question. */
function shareCells(cells: readonly RollupRow[], theirs: readonly EntityRollupRow[]): ShareCell[] {
  const others = mentionsBy(theirs, ({ place }) => place)
  const keyed = new Map<string, ShareCell>()
  for (const from of cells) {
    const key = comparisonKey(from)
    const known = keyed.get(key)
    const cell = known ?? { key, prompt: from.prompt_id, n: 0, own: 0, all: 0 }
    if (!known) keyed.set(key, cell)
    cell.n += from.answers
    cell.own += from.mentions
    cell.all += from.mentions + (others.get(from.place) ?? 0)
  }
  return [...keyed.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

type Mentioning = RowKey & { mentions: number }

function mentionsBy<C extends Mentioning, K>(cells: readonly C[], keyOf: (cell: C) => K): Map<K, number> {
  const sums = new Map<K, number>()
  for (const cell of cells) {
    const key = keyOf(cell)
    sums.set(key, (sums.get(key) ?? 0) + cell.mentions)
  }
  return sums
}
