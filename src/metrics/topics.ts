/** The topics of a brand, with what the answers to their prompts show. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Scope } from '../answers/scope.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { defineMetric } from './metric.ts'
import { memoize } from './rollups/cache.ts'
import { readRollupRows } from './rollups/running-totals.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { addStrata, strataOf } from './statistics/strata.ts'
import { moments } from './totals.ts'
import {
  Count,
  describeMetric,
  IntervalRecord,
  MetricHeader,
  meanScore,
  metricHeader,
  Score,
  scoreInterval,
} from './values.ts'

const Topics = z
  .object({
    ...MetricHeader,
    topics: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        prompt_count: Count.describe('Prompts of the topic that are not deleted.'),
        result_count: Count.describe('Answers in the denominator.'),
        avg_visibility_score: Score,
        score_interval: IntervalRecord.describe('Of avg_visibility_score.'),
      }),
    ),
  })
  .meta({ id: 'Topics' })

export const topics = defineMetric({
  summary: 'List topics with their visibility',
  description: describeMetric(['visibility_score'], 'A topic’s mean is over the answers to its prompts.'),
  query: {},
  returns: Topics,
  read,
})

type Row = { id: string; name: string; prompt_count: number; prompt_ids: string[] }

function read(ctx: Context, scope: Scope): Promise<z.input<typeof Topics>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const byPrompt = await readByPrompt(at, scope)
    const { rows } = await sql<Row>`
      select
        topics.id, topics.name, count(prompts.id) filter (where prompts.deleted_at is null) as prompt_count,
        coalesce(array_agg(prompts.id) filter (where prompts.id is not null), '{}') as prompt_ids
      from topics
      left join prompts on prompts.brand_id = topics.brand_id and prompts.topic_id = topics.id
      where topics.brand_id = ${scope.brand.id}
        and ${scope.topicIds === null ? sql`true` : sql`topics.id = any(${scope.topicIds}::uuid[])`}
      group by topics.id, topics.name
      order by topics.name`.execute(at.db)
    return {
      ...metricHeader(scope),
      topics: rows.map(({ prompt_ids, ...topic }) => {
        const strata = addStrata(prompt_ids.flatMap((id) => byPrompt.get(id) ?? []))
        return {
          ...topic,
          result_count: strata.n,
          avg_visibility_score: meanScore(strata.sum, strata.n),
          score_interval: scoreInterval(strata),
        }
      }),
    }
  })
}

/** Which topic a prompt is in changes without its sums. */
function readByPrompt(at: Snapshot, scope: Scope) {
  return memoize(at, scope, ['by prompt'], async () => {
    const byPrompt = Map.groupBy(await readRollupRows(at, scope), ({ prompt_id }) => prompt_id)
    return new Map(
      [...byPrompt].map(([id, cells]) => [id, strataOf(cells.map(moments.score), maxScoreMilli)]),
    )
  })
}
