/** The topics of a brand, with what the answers to their prompts show. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { mounted } from './metric.ts'
import { Count, describe, meanScore, Score, Subject, subjectOf } from './numbers.ts'
import { readSettled } from './settle.ts'
import { findWindowEnds, promptsInWindow } from './sums/running.ts'
import type { Scope } from './window.ts'

const Topics = z
  .object({
    ...Subject,
    topics: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        prompt_count: Count.describe('Prompts of the topic that are not deleted.'),
        result_count: Count.describe('Answers in the denominator.'),
        avg_visibility_score: Score,
      }),
    ),
  })
  .meta({ id: 'Topics' })

export const topics = mounted({
  summary: 'List topics with their visibility',
  description: describe(['visibility_score'], 'A topic’s mean is over the answers to its prompts.'),
  query: {},
  returns: Topics,
  read,
})

type Row = { id: string; name: string; prompt_count: number; answers: number; score_milli: number }

function read(ctx: Context, scope: Scope): Promise<z.input<typeof Topics>> {
  return readSettled(ctx, scope.brand.id, async (at) => {
    const { rows } = await sql<Row>`
      with cells as (${promptsInWindow(scope, await findWindowEnds(at, scope))}),
      answered as (select prompt_id, sum(answers) as answers, sum(score_milli) as score_milli from cells group by prompt_id)
      select
        topics.id, topics.name, count(prompts.id) filter (where prompts.deleted_at is null) as prompt_count,
        coalesce(sum(answered.answers), 0)::int8 as answers, coalesce(sum(answered.score_milli), 0)::int8 as score_milli
      from topics
      left join prompts on prompts.brand_id = topics.brand_id and prompts.topic_id = topics.id
      left join answered on answered.prompt_id = prompts.id
      where topics.brand_id = ${scope.brand.id}
        and ${scope.topicIds === null ? sql`true` : sql`topics.id = any(${scope.topicIds}::uuid[])`}
      group by topics.id, topics.name
      order by topics.name`.execute(at.db)
    return {
      ...subjectOf(scope),
      topics: rows.map(({ answers, score_milli, ...topic }) => ({
        ...topic,
        result_count: answers,
        avg_visibility_score: meanScore(score_milli, answers),
      })),
    }
  })
}
