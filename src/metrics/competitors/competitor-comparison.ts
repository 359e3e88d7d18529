/** Compares the brand with its tracked competitors. */
import { z } from 'zod'
import type { TestedNumber } from '../../../vocabulary/tested-numbers.ts'
import { type Drifts, driftAt } from '../drifts.ts'
import { readChanges, withEstablished } from '../established-changes.ts'
import {
  AveragePosition,
  CitationRate,
  CompetitorId,
  CompetitorName,
  Count,
  MentionRate,
  Mentions,
  ModelUsed,
  OwnCitations,
  Pct,
  Platform,
  ResultCount,
  SameScore,
  Score,
  ShareOfVoice,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { type AnswerCounter, entityCounterNames, toRecord } from '../numbers.ts'
import { readPeriodChanges } from '../period-changes.ts'
import { PeriodChange, RowChange } from '../period-state.ts'
import type { EntityTotals } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { readSeriesChanges } from '../series-changes.ts'
import { pastDays } from '../statistics/change-detection/usual-change.ts'
import type { DayColumns } from '../statistics/day-sums.ts'
import { type Unit, type WindowChange, withoutTest } from '../statistics/window-change.ts'
import { sumBy } from '../sum-by.ts'
import { countNamed } from '../totals.ts'
import {
  type Difference,
  describeMetric,
  IntervalRecord,
  MentionRateInterval,
  MetricHeader,
  meanPosition,
  meanScore,
  metricHeader,
  notComparable,
  positionInterval,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreDifference,
  scoreInterval,
  twoDecimals,
} from '../values.ts'
import type { ScoreComparison } from './comparison.ts'
import { shareOfVoice } from './share-of-voice.ts'

const ComparedEntity = z
  .object({
    avg_visibility_score: Score,
    ai_visibility_score: SameScore,
    mention_rate_pct: MentionRate,
    citation_rate_pct: CitationRate,
    share_of_voice_pct: ShareOfVoice,
    interval: MentionRateInterval,
    score_interval: ScoreInterval,
    avg_position: AveragePosition,
    position_interval: IntervalRecord.describe('Confidence interval of `avg_position`.'),
    total_mentions: Mentions,
    total_citations: OwnCitations,
    appearance_count: Count.describe('Answers that mention the entity.'),
  })
  .meta({ id: 'ComparedEntity' })

const CompetitorComparison = z
  .object({
    ...MetricHeader,
    brand: z.intersection(MetricHeader.brand.extend({ change: PeriodChange }), ComparedEntity),
    result_count: ResultCount,
    competitors: z.array(
      z.intersection(
        z.object({
          competitor_id: CompetitorId,
          name: CompetitorName,
          change: PeriodChange,
          gap_change: RowChange.describe(
            'Change of the score of the brand minus the score of the competitor, in points.',
          ),
        }),
        ComparedEntity,
      ),
    ),
    share_of_voice: z.object({
      overall_sov_pct: Pct.describe(
        'Mentions of the brand / mentions of the brand and its tracked competitors, in percent; null without tracked competitors.',
      ),
      interval: IntervalRecord.describe(
        'Confidence interval of `overall_sov_pct`, for these prompts; null without tracked competitors or mentions.',
      ),
      other_prompts_interval: IntervalRecord.describe(
        'Confidence interval of `overall_sov_pct` for other prompts like these: wider than `interval`, because it includes the differences between prompts. Null with fewer than eight prompts.',
      ),
      change: PeriodChange,
      smallest_detectable_change: z
        .number()
        .nullable()
        .describe(
          'Smallest change of `overall_sov_pct`, in percentage points, that is detected with 80% probability between two such windows.',
        ),
      total_brand_mentions: Count.describe('Mentions of the brand.'),
      total_competitor_mentions: Count.describe('Mentions of all tracked competitors.'),
      by_platform: z.array(
        z.object({
          platform: Platform,
          model_used: ModelUsed,
          brand_mentions: Count.describe('Mentions of the brand in these answers.'),
          competitor_mentions: Count.describe('Mentions of all tracked competitors in these answers.'),
          sov_pct: Pct.describe('Share of voice in these answers, in percent.'),
          interval: IntervalRecord.describe('Confidence interval of `sov_pct`.'),
        }),
      ),
    }),
  })
  .meta({ id: 'CompetitorComparison' })

export const competitorComparison = defineMetric({
  summary: 'Compare a brand with its competitors',
  whenToUse:
    'Answers "who is ahead?" with the same metrics for the brand and each tracked competitor on the same answers, and the share of voice.',
  description: describeMetric(['visibility_score', 'mention_rate', 'average_position', 'share_of_voice']),
  query: {},
  numbers: ['score', 'mention_rate', 'avg_position', 'share_of_voice'],
  entities: 'rows',
  entityNumbers: ['score', 'mention_rate', 'avg_position'],
  previous: { numbers: ['score', 'share_of_voice'], entities: 'rows', entityNumbers: ['score'] },
  pastDays,
  returns: CompetitorComparison,
  read,
})

type Sums = Pick<
  EntityTotals,
  'counts' | 'named' | 'cited' | 'mentions' | 'own_citations' | 'names_before' | 'score_millipoints'
> & {
  mention_interval: Interval
  score_interval: Interval
  position: Interval
}

type Interval = z.input<typeof IntervalRecord>

async function read(window: Window): Promise<z.input<typeof CompetitorComparison>> {
  const { brand } = window.scope
  const listed = window.competitors
  const { getEstablished, getDrift } = await readChanges(window)
  const periods = await readPeriodChanges(window)
  const series = await readSeriesChanges(window)
  const showScoreChange = (number: TestedNumber, change: WindowChange, entity = 0) => {
    const difference = scoreDifference(change)
    return {
      ...withEstablished(difference, getEstablished(number, entity)),
      ...periods.describe(number, difference, change, entity),
    }
  }
  const { answers, searchable, all, change, competitors, share, shareChange } = compareEntities(
    window,
    listed,
    {
      comparison: periods.comparison,
      getDrift,
    },
  )
  const rows = listed.flatMap(({ id, name, entity_no: number }) => {
    const sums = competitors.find(({ entity }) => entity === number)
    return sums
      ? [
          {
            competitor_id: id,
            name,
            sums,
            change: showScoreChange('competitor_score', sums.change, number),
            gap_change: series.describeGap(
              subtract(scoreDifference(change), scoreDifference(sums.change)),
              number,
            ),
          },
        ]
      : []
  })
  const competitorMentions = sumBy(rows, ({ sums }) => sums.mentions)
  const allMentions = all.mentions + competitorMentions
  const sovPct = (own: number, theirs: number) => (listed.length === 0 ? null : ratioPct(own, own + theirs))
  const show = (sums: Sums) =>
    showEntity(sums, { answers, searchable }, sovPct(sums.mentions, allMentions - sums.mentions))
  return {
    ...metricHeader(window.scope),
    brand: {
      id: brand.id,
      name: brand.name,
      ...show(all),
      change: showScoreChange('score', change),
    },
    result_count: window.count('answers'),
    competitors: rows
      .toSorted((a, b) => b.sums.score_millipoints - a.sums.score_millipoints || (a.name < b.name ? -1 : 1))
      .map(({ sums, ...row }) => ({ ...row, ...show(sums) })),
    share_of_voice: {
      overall_sov_pct: sovPct(all.mentions, competitorMentions),
      interval: share.interval,
      other_prompts_interval: share.otherPromptsInterval,
      smallest_detectable_change: share.change.smallest_detectable_change,
      change: {
        ...(listed.length === 0
          ? { ...share.change.change, established: null }
          : withEstablished(share.change.change, getEstablished('share_of_voice'))),
        ...periods.describe('share_of_voice', share.change.change, shareChange),
      },
      total_brand_mentions: all.counts.mentions,
      total_competitor_mentions: sumBy(rows, ({ sums }) => sums.counts.mentions),
      by_platform: share.byModel.map(
        ({ platform, model, brandMentions, competitorMentions, counts, interval }) => ({
          platform: Platform.parse(platform),
          model_used: model || null,
          brand_mentions: counts.brand,
          competitor_mentions: counts.competitors,
          sov_pct: sovPct(brandMentions, competitorMentions),
          interval,
        }),
      ),
    },
  }
}

/** Both compare the same answers. */
function subtract(own: Difference, theirs: Difference) {
  const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : twoDecimals(a - b))
  return {
    previous: minus(own.previous, theirs.previous),
    current: minus(own.current, theirs.current),
    delta: minus(own.delta, theirs.delta),
    state: theirs.state,
  }
}

function showEntity(
  sums: Sums,
  { answers, searchable }: Record<AnswerCounter, number>,
  sharePct: number | null,
) {
  const score = meanScore(sums.score_millipoints, answers)
  return {
    avg_visibility_score: score,
    ai_visibility_score: score,
    mention_rate_pct: ratioPct(sums.named, answers),
    citation_rate_pct: ratioPct(sums.cited, searchable),
    share_of_voice_pct: sharePct,
    interval: sums.mention_interval,
    score_interval: sums.score_interval,
    avg_position: sums.named === 0 ? null : twoDecimals(meanPosition(sums)),
    position_interval: sums.position,
    total_mentions: sums.counts.mentions,
    total_citations: sums.counts.own_citations,
    appearance_count: sums.counts.named,
  }
}

/** The totals of an entity that no answer names or cites. */
function noTotals(entity: number): EntityTotals {
  const counts = toRecord(entityCounterNames, () => 0)
  return { entity, counts, ...counts }
}

/** Compares the brand and these competitors. */
function compareEntities(
  window: Window,
  listed: readonly { entity_no: number }[],
  { comparison, getDrift }: { comparison: ScoreComparison | null; getDrift: Drifts },
) {
  const { previous } = window
  const competitors = listed.map(({ entity_no }) => entity_no)
  const totals = new Map(window.entityTotals().map((each) => [each.entity, each]))
  const getTotals = (entity: number) => totals.get(entity) ?? noTotals(entity)
  const named = countNamed([...totals.values()], competitors)
  const compare = (before: DayColumns | undefined, now: DayColumns, unit?: Unit) =>
    comparison && before ? comparison.change(before, now, unit) : withoutTest(notComparable)
  const answers = window.total('answers')
  const sums = competitors.map((entity) => {
    const ofEntity = window.of(entity)
    const score = ofEntity.number('score')
    const total = getTotals(entity)
    return {
      ...total,
      mention_interval: rateIntervalPct(
        ofEntity.number('mention_rate'),
        driftAt(getDrift('mention_rate'), total.named / answers),
      ),
      score_interval: scoreInterval(score, getDrift('competitor_score', { entity })),
      position: positionInterval(ofEntity.number('avg_position'), named),
      change: compare(previous?.of(entity).number('score'), score),
    }
  })
  const score = window.number('score')
  const shareChange = compare(previous?.number('share_of_voice'), window.number('share_of_voice'), 'mentions')
  return {
    answers,
    searchable: window.total('searchable'),
    all: {
      ...getTotals(0),
      mention_interval: rateIntervalPct(window.number('mention_rate'), getDrift('mention_rate')),
      score_interval: scoreInterval(score, getDrift('score')),
      position: positionInterval(window.number('avg_position'), named, getDrift('avg_position')),
    },
    change: compare(previous?.number('score'), score),
    competitors: sums,
    share: shareOfVoice(window, competitors, {
      change: shareChange,
      getDrift: (platform) => getDrift('share_of_voice', platform === undefined ? {} : { platform }),
    }),
    shareChange,
  }
}
