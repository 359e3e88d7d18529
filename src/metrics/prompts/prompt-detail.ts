/** One prompt: which brands its answers mention, over time and on each platform, and which sources they cite. */
import { z } from 'zod'
import { requirePrompts } from '../../answers/scope.ts'
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import { Uuid } from '../../core/ids.ts'
import { type Drifts, driftAt, readPromptDrifts } from '../drifts.ts'
import {
  AveragePosition,
  BucketDate,
  CitingResults,
  CompetitorId,
  CompetitorName,
  Count,
  MentionRate,
  Pct,
  Platform,
  PromptId,
  ResultCount,
  Score,
  SourceCategory,
  SourceDomain,
  Usage,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPeriodChanges } from '../period-changes.ts'
import { describeGroups, describePrompts } from '../period-groups.ts'
import { RowChange } from '../period-state.ts'
import type { EntityRows } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { answersPerDay, groupRows, isSearchable, rowsWhere, selectRows } from '../row-groups.ts'
import { pastDays } from '../statistics/change-detection/usual-change.ts'
import { sumBy } from '../sum-by.ts'
import {
  describeMetric,
  MentionRateInterval,
  MetricHeader,
  meanPosition,
  meanScore,
  metricHeader,
  pooledRateIntervalPct,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreInterval,
  twoDecimals,
  UsageInterval,
} from '../values.ts'
import { computeStandings, Leader, listTracked, type Standing, type Tracked } from './leaders.ts'
import { averagedDays, type PromptDay, readPromptDays, readPromptSources } from './prompt-answers.ts'
import { averageWeeks } from './prompt-weeks.ts'

const EntityName = {
  competitor_id: CompetitorId.nullable().describe('Id of the competitor; null for the brand.'),
  name: CompetitorName.describe('Name of the brand or competitor.'),
}

const DayState = z
  .enum(['first', 'mentioned', 'not_mentioned', 'no_answer'])
  .describe(
    '`first`: an answer mentions the brand before every competitor. `mentioned`: an answer mentions it. `no_answer`: every query failed, was refused or was answered with nothing.',
  )

const PromptDetail = z
  .object({
    ...MetricHeader,
    prompt_id: PromptId,
    result_count: ResultCount,
    change: RowChange.describe(
      'Change of the score of the brand. The usual change is the same as in the list of all prompts.',
    ),
    ranking: z
      .array(
        z.object({
          ...EntityName,
          avg_visibility_score: Score,
          score_interval: ScoreInterval,
          mention_rate_pct: MentionRate,
          interval: MentionRateInterval,
          results_mentioning: Count.describe('Answers that mention the entity.'),
          first_count: Count.describe('Answers that mention the entity before all others.'),
          avg_position: AveragePosition,
        }),
      )
      .describe('The brand and its tracked competitors, highest visibility score first.'),
    by_platform: z.array(
      z.object({
        platform: Platform,
        result_count: ResultCount,
        mention_rate_pct: MentionRate,
        interval: MentionRateInterval,
        change: RowChange.describe('Change of `mention_rate_pct`, in percentage points.'),
        avg_position: AveragePosition,
        leader: Leader,
        days: z.array(z.object({ date: BucketDate, state: DayState })).describe('Days with a query.'),
      }),
    ),
    buckets: z
      .array(
        z.object({
          date: BucketDate,
          result_count: Count.describe('Answers of the seven days that end with this day.'),
          mention_rate_pct: MentionRate,
          avg_visibility_score: Score,
          interval: MentionRateInterval,
          competitors: z.array(
            z.object({
              competitor_id: CompetitorId,
              mention_rate_pct: MentionRate,
              avg_visibility_score: Score,
            }),
          ),
        }),
      )
      .describe(
        'Each day from the first to the last query, as an average over seven days that can include days before the window.',
      ),
    sources: z
      .array(
        z.object({
          domain: SourceDomain,
          category: SourceCategory,
          results_citing: CitingResults,
          usage_pct: Usage,
          usage_interval: UsageInterval,
          results_mentioning: Count.describe('Answers that cite the source and mention the brand.'),
          brand_mentioned_pct: Pct.describe(
            'Answers that cite the source and mention the brand / answers that cite the source, in percent.',
          ),
        }),
      )
      .describe('The twenty most cited domains.'),
  })
  .meta({ id: 'PromptDetail' })

const query = { prompt_id: Uuid.describe('Id of the prompt.') }
type Query = z.output<z.ZodObject<typeof query>>

export const promptDetail = defineMetric({
  summary: 'Get the details of a prompt',
  description: describeMetric(
    ['visibility_score', 'mention_rate', 'average_position'],
    'Ranks the brand among its competitors in the answers to one prompt.',
  ),
  query,
  numbers: ['score', 'mention_rate'],
  entities: 'rows',
  entityNumbers: ['score', 'mention_rate'],
  previous: { numbers: ['score', 'mention_rate'] },
  pastDays,
  returns: PromptDetail,
  read,
})

async function read(window: Window, query: Query): Promise<z.input<typeof PromptDetail>> {
  const { scope, previous } = window
  await requirePrompts(window, scope, [query.prompt_id])
  const entities = listTracked(window)
  const getDrift = await readPromptDrifts(window)
  const averaged = await readPromptDays(window, scope, query.prompt_id)
  const days = averaged.filter(({ day }) => scope.from === null || day >= scope.from)
  const rowsByEntity = new Map(entities.map((entity) => [entity, toRows(window, entity, query.prompt_id)]))
  const rows = rowsWhere(window, ({ prompt_id }) => prompt_id === query.prompt_id)
  const standings = computeStandings(window, entities, ({ prompt_id, platform }) =>
    prompt_id === query.prompt_id ? platform : null,
  )
  const periods = await readPeriodChanges(window)
  const getPlatformChange = describeGroups(window, periods, {
    previous,
    getKeys: ({ prompt_id, platform }) => (prompt_id === query.prompt_id ? [platform] : []),
    number: 'mention_rate',
  })
  const searchable = rowsWhere(rows, isSearchable)
  const cited = { n: searchable.total('answers'), perDay: answersPerDay(searchable) }
  return {
    ...metricHeader(scope),
    prompt_id: query.prompt_id,
    result_count: rows.count('answers'),
    change: describePrompts(window, previous, periods)(query.prompt_id),
    ranking: [...rowsByEntity]
      .map(([entity, rows]) => rank(entity, rows, { days, getDrift }))
      .sort((a, b) => (b.avg_visibility_score ?? 0) - (a.avg_visibility_score ?? 0)),
    by_platform: byPlatform(standings, rows, { days, getDrift }).map((row) => ({
      ...row,
      change: getPlatformChange(row.platform),
    })),
    buckets: averageWeeks(averaged, entities, {
      from: scope.from,
      drift: getDrift('mention_rate', { days: averagedDays }),
    }),
    sources: (await readPromptSources(window, query.prompt_id)).map((source) => ({
      domain: source.domain,
      category: SourceCategory.parse(source.category),
      results_citing: source.answers,
      usage_pct: ratioPct(Math.min(source.weighted, cited.n), cited.n),
      usage_interval: pooledRateIntervalPct(Math.min(source.weighted, cited.n), cited),
      results_mentioning: source.naming,
      brand_mentioned_pct: ratioPct(source.weighted_naming, source.weighted),
    })),
  }
}

const toRows = (window: Window, { number }: Tracked, promptId: string): EntityRows =>
  rowsWhere(number === 0 ? window : window.of(number), ({ prompt_id }) => prompt_id === promptId)

type Read = { days: readonly PromptDay[]; getDrift: Drifts }

function rank(entity: Tracked, rows: EntityRows, { days, getDrift }: Read) {
  const [answers, named, scoreMilli] = [
    rows.total('answers'),
    rows.total('named'),
    rows.total('score_millipoints'),
  ]
  return {
    competitor_id: entity.competitor_id,
    name: entity.name,
    avg_visibility_score: meanScore(scoreMilli, answers),
    score_interval: scoreInterval(
      rows.number('score'),
      driftAt(
        entity.number === 0 ? getDrift('score') : getDrift('competitor_score', { entity: entity.number }),
        scoreMilli / answers,
        maxScoreMilli,
      ),
    ),
    mention_rate_pct: ratioPct(named, answers),
    interval: rateIntervalPct(
      rows.number('mention_rate'),
      driftAt(getDrift('mention_rate'), named / answers),
    ),
    results_mentioning: rows.count('named'),
    first_count: sumBy(days, ({ entities }) => entities.get(entity.number)?.first ?? 0),
    avg_position: getPosition(rows),
  }
}

function getPosition(rows: EntityRows): number | null {
  const counts = { named: rows.total('named'), names_before: rows.total('names_before') }
  return counts.named === 0 ? null : twoDecimals(meanPosition(counts))
}

/** Highest mention rate first. */
function byPlatform(standings: ReadonlyMap<string, Standing>, brand: EntityRows, { days, getDrift }: Read) {
  const own = groupRows(brand, ({ platform }) => platform)
  const platforms = [...new Set([...own.keys(), ...days.map(({ platform }) => platform)])]
  return platforms
    .map((platform) => {
      const rows = own.get(platform) ?? selectRows(brand, [])
      const [answers, named] = [rows.total('answers'), rows.total('named')]
      return {
        platform: Platform.parse(platform),
        result_count: rows.count('answers'),
        mention_rate_pct: ratioPct(named, answers),
        interval: rateIntervalPct(
          rows.number('mention_rate'),
          driftAt(getDrift('mention_rate', { platform }), named / answers),
        ),
        avg_position: getPosition(rows),
        leader: standings.get(platform)?.leader ?? null,
        days: days
          .filter((day) => day.platform === platform)
          .map((day) => ({ date: day.day, state: getState(day) })),
      }
    })
    .sort((a, b) => (b.mention_rate_pct ?? -1) - (a.mention_rate_pct ?? -1))
}

function getState({ answers, entities }: PromptDay): z.input<typeof DayState> {
  const own = entities.get(0)
  if (answers === 0) return 'no_answer'
  if (!own || own.named === 0) return 'not_mentioned'
  return own.first > 0 ? 'first' : 'mentioned'
}
