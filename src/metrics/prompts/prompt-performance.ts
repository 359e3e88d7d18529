/** The visibility of each prompt of a brand, and whether it has changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import { isByPrompt, promptsInScope, requirePrompts } from '../../answers/scope.ts'
import { PromptIds } from '../../answers/scope-parameters.ts'
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import { listEntities } from '../../brands/entities.ts'
import { pageQuery } from '../../core/paging.ts'
import { driftAt, readPromptDrifts } from '../drifts.ts'
import {
  Branded,
  CompetitorScore,
  Count,
  MentionRate,
  Mentions,
  NextCursor,
  OwnCitations,
  Platform,
  PromptCategory,
  PromptId,
  PromptText,
  ResultCount,
  Score,
  TopicName,
} from '../fields.ts'
import { defineMetric } from '../metrics.ts'
import { readPeriodChanges } from '../period-changes.ts'
import { describePrompts } from '../period-groups.ts'
import { RowChange } from '../period-state.ts'
import { order, paginateRanked } from '../ranked-paging.ts'
import type { BrandRows } from '../rollup-rows.ts'
import type { Window } from '../rollups.ts'
import { groupRows, selectRows } from '../row-groups.ts'
import { pastDays } from '../statistics/change-detection/usual-change.ts'
import { sumOfEntities } from '../totals.ts'
import {
  describeMetric,
  MentionRateInterval,
  MetricHeader,
  meanScore,
  metricHeader,
  rateIntervalPct,
  ratioPct,
  ScoreInterval,
  scoreInterval,
} from '../values.ts'

export const promptFields = {
  prompt_id: PromptId,
  prompt_text: PromptText,
  topic_name: TopicName,
  category: PromptCategory,
  branded: Branded,
  status: z
    .enum(['active', 'inactive', 'deleted', 'replaced'])
    .describe('`replaced`: an edit created the prompt `replaced_by` in place of this one.'),
  replaced_by: PromptId.nullable().describe('The prompt that replaced this one.'),
  result_count: ResultCount,
  avg_visibility_score: Score,
  mention_rate_pct: MentionRate,
  interval: MentionRateInterval,
  score_interval: ScoreInterval,
  total_mentions: Mentions,
  total_citations: OwnCitations,
  avg_competitor_score: CompetitorScore,
  best_platform: Platform.nullable().describe(
    'Platform with the highest `avg_visibility_score`; null without answers.',
  ),
  worst_platform: Platform.nullable().describe(
    'Platform with the lowest `avg_visibility_score`; null without answers.',
  ),
  volume: Count.nullable().describe('Monthly search volume; null without a volume source.'),
  change: RowChange.describe('Change of `avg_visibility_score`.'),
}

const PromptPerformance = z
  .object({ ...MetricHeader, prompts: z.array(z.object(promptFields)), next_cursor: NextCursor })
  .meta({ id: 'PromptPerformance' })

export const promptSorting = {
  sort_by: z
    .enum(['visibility', 'mentions', 'citations', 'volume', 'change'])
    .default('visibility')
    .describe('`change`: by the change of the score. `volume`: by monthly search volume.'),
  order,
}

const query = { ...pageQuery, prompt_id: PromptIds, ...promptSorting }

type Query = z.output<z.ZodObject<typeof query>>

export const promptPerformance = defineMetric({
  summary: 'List prompts with their visibility',
  whenToUse:
    'Answers "which prompts do well or badly, and which changed?" Use sort_by=change to find what moved. For the settings of prompts use list_prompts.',
  description: describeMetric(
    ['visibility_score', 'mention_rate'],
    'The values of a prompt are averages over its own answers.',
    '`change` compares with the previous window of the same length. `period_state` says whether the difference is larger than usual.',
    'A prompt without answers in the window has null values. Deleted prompts are listed only if they have answers.',
  ),
  query,
  numbers: ['score', 'mention_rate'],
  entities: 'rows',
  previous: { numbers: ['score'] },
  pastDays,
  returns: PromptPerformance,
  read,
})

type Row = z.input<typeof PromptPerformance>['prompts'][number]

async function read(window: Window, query: Query): Promise<z.input<typeof PromptPerformance>> {
  await requirePrompts(window, window.scope, query.prompt_id)
  const { prompt_id: ids } = query
  const rows = (await readPrompts(window)).filter(({ prompt_id }) => ids?.includes(prompt_id) ?? true)
  const { items, next_cursor } = rankPrompts(rows, query)
  return { ...metricHeader(window.scope), prompts: await withIntervals(window, items), next_cursor }
}

/** A prompt with its values, except for the intervals. */
export type MeasuredPrompt = Performance & ListedPrompt & Pick<Row, 'change'>

/** Returns all prompts of the scope. */
export async function readPrompts(window: Window): Promise<MeasuredPrompt[]> {
  const { scope } = window
  const competitors = (await listEntities(window, 'competitors', scope.brand.id)).map(
    ({ entity_no }) => entity_no,
  )
  const byPrompt = new Map(
    computePerformances(window, competitors).map((performance) => [performance.prompt_id, performance]),
  )
  const prompts = await listPrompts(window, [...byPrompt.keys()])
  const getChange = describePrompts(window, window.previous, await readPeriodChanges(window))
  return prompts.map((prompt) => ({
    ...prompt,
    ...(byPrompt.get(prompt.prompt_id) ?? noAnswers(window)),
    change: getChange(prompt.prompt_id),
  }))
}

/** Returns one page of the prompts in the requested order. */
export const rankPrompts = <T extends MeasuredPrompt>(
  rows: readonly T[],
  query: Pick<Query, 'sort_by' | 'order' | 'limit' | 'cursor'>,
): { items: T[]; next_cursor: string | null } =>
  paginateRanked<T>(rows, { value: sortValues[query.sort_by], id: (row) => row.prompt_id }, query)

/** Computes the intervals, which take longer than the rest of a row: for the rows of a page only. */
export async function withIntervals<T extends MeasuredPrompt>(window: Window, page: readonly T[]) {
  const getDrift = await readPromptDrifts(window)
  return page.map(({ rows, ...row }) => {
    const mean = (sum: number) => sum / rows.total('answers')
    const [named, score] = [rows.total('named'), rows.total('score_millipoints')]
    return {
      ...row,
      interval: rateIntervalPct(rows.number('mention_rate'), driftAt(getDrift('mention_rate'), mean(named))),
      score_interval: scoreInterval(
        rows.number('score'),
        driftAt(getDrift('score'), mean(score), maxScoreMilli),
      ),
    }
  })
}

type Performance = Omit<Row, keyof ListedPrompt | Intervals | 'change'> & IntervalData

/** What the intervals of a prompt are computed from. */
type IntervalData = { rows: BrandRows }
type Intervals = 'interval' | 'score_interval'

const sortValues: Record<Query['sort_by'], (row: MeasuredPrompt) => number | null> = {
  visibility: (row) => row.avg_visibility_score,
  mentions: (row) => row.total_mentions,
  citations: (row) => row.total_citations,
  volume: (row) => row.volume,
  change: (row) => row.change.delta,
}

/** A prompt without answers. */
const noAnswers = (window: Window): Performance => ({
  result_count: 0,
  avg_visibility_score: null,
  mention_rate_pct: null,
  total_mentions: 0,
  total_citations: 0,
  avg_competitor_score: null,
  best_platform: null,
  worst_platform: null,
  rows: selectRows(window, []),
})

/** Returns one item per prompt with answers. `competitors`: their entity numbers. */
function computePerformances(window: Window, competitors: number[]) {
  const byPrompt = groupRows(window, ({ prompt_id }) => prompt_id)
  const competitorScores = sumCompetitorScores(window, competitors)
  return [...byPrompt].map(([prompt_id, rows]) => {
    const answers = rows.total('answers')
    return {
      prompt_id,
      result_count: rows.count('answers'),
      avg_visibility_score: meanScore(rows.total('score_millipoints'), answers),
      mention_rate_pct: ratioPct(rows.total('named'), answers),
      total_mentions: rows.count('mentions'),
      total_citations: rows.count('own_citations'),
      avg_competitor_score: meanScore(competitorScores.get(prompt_id) ?? 0, answers * competitors.length),
      ...bestAndWorstPlatform(rows),
      rows,
    }
  })
}

/** By prompt, in thousandths of a point. */
function sumCompetitorScores(window: Window, competitors: readonly number[]): Map<string, number> {
  const scores = sumOfEntities(window, competitors, 'score_millipoints')
  const sums = new Map<string, number>()
  for (const [row, { prompt_id }] of window.rows.entries())
    sums.set(prompt_id, (sums.get(prompt_id) ?? 0) + (scores[row] ?? 0))
  return sums
}

type ListedPrompt = Pick<
  Row,
  'prompt_id' | 'prompt_text' | 'topic_name' | 'category' | 'branded' | 'status' | 'replaced_by' | 'volume'
>

/** Lists the prompts in scope; deleted ones only if they are among the `answered`. */
async function listPrompts({ db, scope }: Window, answered: string[]): Promise<ListedPrompt[]> {
  const { rows } = await sql<ListedPrompt>`
    select
      prompts.id as prompt_id, prompts.text as prompt_text, topics.name as topic_name, prompts.category, prompts.branded,
      case
        when prompts.replaced_by is not null then 'replaced'
        when prompts.deleted_at is not null then 'deleted'
        when prompts.is_active then 'active'
        else 'inactive'
      end as status,
      prompts.replaced_by,
      prompt_volumes.total_volume as volume
    from prompts
    left join topics on topics.brand_id = prompts.brand_id and topics.id = prompts.topic_id
    left join prompt_volumes on prompt_volumes.brand_id = prompts.brand_id and prompt_volumes.prompt_id = prompts.id
    where prompts.brand_id = ${scope.brand.id} and (prompts.deleted_at is null or prompts.id = any(${answered}::uuid[]))
      and ${isByPrompt(scope) ? sql`prompts.id in (${promptsInScope(scope)})` : sql`true`}`.execute(db)
  return rows
}

function bestAndWorstPlatform(rows: BrandRows): Pick<Row, 'best_platform' | 'worst_platform'> {
  const platforms = [...groupRows(rows, ({ platform }) => platform)].map(([platform, group]) => ({
    platform: Platform.parse(platform),
    score: group.total('score_millipoints') / group.total('answers'),
  }))
  const descending = platforms.toSorted((a, b) => b.score - a.score)
  return {
    best_platform: descending[0]?.platform ?? null,
    worst_platform: descending.at(-1)?.platform ?? null,
  }
}
