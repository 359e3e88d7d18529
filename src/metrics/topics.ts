/** The topics of a brand with the visibility in the answers to their prompts. */
import { sql } from 'kysely'
import { z } from 'zod'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import { driftOfPrompts, readDrifts } from './drifts.ts'
import { Count, Platform, ResultCount, Score } from './fields.ts'
import { defineMetric } from './metrics.ts'
import { RowChange, readPeriodChanges } from './period-changes.ts'
import { describeGroups } from './period-groups.ts'
import type { BrandRows } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { groupRows, rowsWhere } from './row-groups.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'
import { computeStrata } from './statistics/strata.ts'
import type { Drift } from './statistics/stratified-interval.ts'
import {
  describeMetric,
  MetricHeader,
  meanScore,
  metricHeader,
  ScoreInterval,
  scoreInterval,
} from './values.ts'

const ScoreFields = { result_count: ResultCount, avg_visibility_score: Score, score_interval: ScoreInterval }

const Change = RowChange.describe('Change of `avg_visibility_score`.')

const Topics = z
  .object({
    ...MetricHeader,
    topics: z.array(
      z.object({
        id: z.uuid().describe('Id of the topic.'),
        name: z.string().describe('Name of the topic.'),
        prompt_count: Count.describe('Prompts of the topic, excluding deleted ones.'),
        ...ScoreFields,
        change: Change,
      }),
    ),
    platforms: z
      .array(z.object({ platform: Platform, ...ScoreFields, change: Change }))
      .describe('Each platform, over all of its models and topics.'),
    topic_platforms: z
      .array(
        z.object({
          topic_id: z.uuid().describe('Id of the topic.'),
          platform: Platform,
          ...ScoreFields,
        }),
      )
      .describe('Each topic on each platform that answered its prompts.'),
  })
  .meta({ id: 'Topics' })

export const topics = defineMetric({
  summary: 'List topics with their visibility',
  whenToUse:
    'Answers "in which topics is the brand strong or weak?" Returns the ids that the parameter topic_id of other tools takes. For single prompts use get_prompt_performance.',
  description: describeMetric(
    ['visibility_score'],
    'The score of a topic is the average over the answers to its prompts.',
  ),
  query: {},
  numbers: ['score'],
  previous: { numbers: ['score'] },
  pastDays,
  returns: Topics,
  read,
})

type Row = { id: string; name: string; prompt_count: number; prompt_ids: string[] }

async function read(window: Window): Promise<z.input<typeof Topics>> {
  const { scope, db, previous } = window
  const byPlatform = groupRows(window, ({ platform }) => platform)
  const getDrift = await readDrifts(window)
  const show = (rows: BrandRows, platform?: string) => {
    const all = platform === undefined ? window : byPlatform.get(platform)
    const drift = getDrift('score', platform === undefined ? {} : { platform })
    return showScore(
      rows,
      driftOfPrompts(drift, { some: countPrompts(rows), all: all ? countPrompts(all) : 0 }),
    )
  }
  const { rows } = await sql<Row>`
    select
      topics.id, topics.name, count(prompts.id) filter (where prompts.deleted_at is null) as prompt_count,
      coalesce(array_agg(prompts.id) filter (where prompts.id is not null), '{}') as prompt_ids
    from topics
    left join prompts on prompts.brand_id = topics.brand_id and prompts.topic_id = topics.id
    where topics.brand_id = ${scope.brand.id}
      and ${scope.topicIds === null ? sql`true` : sql`topics.id = any(${scope.topicIds}::uuid[])`}
    group by topics.id, topics.name
    order by topics.name`.execute(db)
  const byTopic = rows.map(({ prompt_ids, ...topic }) => {
    const prompts = new Set(prompt_ids)
    return { ...topic, rows: rowsWhere(window, ({ prompt_id }) => prompts.has(prompt_id)) }
  })
  const topicOf = new Map(rows.flatMap(({ id, prompt_ids }) => prompt_ids.map((prompt) => [prompt, id])))
  const periods = await readPeriodChanges(window)
  const getTopicChange = describeGroups(window, periods, {
    previous,
    getKey: ({ prompt_id }) => topicOf.get(prompt_id) ?? null,
  })
  const getPlatformChange = describeGroups(window, periods, {
    previous,
    getKey: ({ platform }) => platform,
  })
  return {
    ...metricHeader(scope),
    topics: byTopic.map(({ rows, ...topic }) => ({
      ...topic,
      ...show(rows),
      change: getTopicChange(topic.id),
    })),
    platforms: showPlatforms(window, show).map((row) => ({
      ...row,
      change: getPlatformChange(row.platform),
    })),
    topic_platforms: byTopic.flatMap(({ id, rows }) =>
      showPlatforms(rows, show).map((each) => ({ topic_id: id, ...each })),
    ),
  }
}

const countPrompts = ({ rows }: BrandRows) => new Set(rows.map(({ prompt_id }) => prompt_id)).size

function showScore(rows: BrandRows, drift: Drift | null) {
  const strata = computeStrata(rows.number('score'), maxScoreMilli)
  return {
    result_count: strata.answers,
    avg_visibility_score: meanScore(strata.y, strata.n),
    score_interval: scoreInterval(strata, drift),
  }
}

/** Shows each platform, in ascending order of the names. */
const showPlatforms = (
  rows: BrandRows,
  show: (rows: BrandRows, platform: string) => ReturnType<typeof showScore>,
) =>
  [...groupRows(rows, ({ platform }) => platform)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([platform, ofPlatform]) => ({ platform: Platform.parse(platform), ...show(ofPlatform, platform) }))
