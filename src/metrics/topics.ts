/** The topics of a brand, with what the answers to their prompts show. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { kept } from './kept.ts'
import { mounted } from './metric.ts'
import { Count, describe, meanScore, Score, Subject, subjectOf } from './numbers.ts'
import { readSettled, type Settled } from './settle.ts'
import { total } from './statistics/basket.ts'
import { readCells } from './sums/running.ts'
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
    const sums = await readByPrompt(at, scope)
    const { rows } = await sql<Row>`
      select
        topics.id, topics.name, count(prompts.id) filter (where prompts.deleted_at is null) as prompt_count,
        coalesce(sum(answered.answers), 0)::int8 as answers, coalesce(sum(answered.score_milli), 0)::int8 as score_milli
      from topics
      left join prompts on prompts.brand_id = topics.brand_id and prompts.topic_id = topics.id
      left join unnest(
        ${sums.map(({ prompt_id }) => prompt_id)}::uuid[], ${sums.map(({ answers }) => answers)}::int8[],
        ${sums.map(({ score_milli }) => score_milli)}::int8[]
      ) as answered (prompt_id, answers, score_milli) on answered.prompt_id = prompts.id
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

/** Which topic a prompt is in changes without its sums. */
function readByPrompt(at: Settled, scope: Scope) {
  return kept(at, scope, ['by prompt'], async () =>
    [...Map.groupBy(await readCells(at, scope), ({ prompt_id }) => prompt_id)].map(([prompt_id, of]) => ({
      prompt_id,
      answers: total(of, ({ answers }) => answers),
      score_milli: total(of, ({ score_milli }) => score_milli),
    })),
  )
}
