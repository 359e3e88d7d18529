/** Counts the sentiments of answers toward the brand and one competitor. */
import { sql } from 'kysely'
import { answersInScope } from '../../answers/scope.ts'
import { sentimentCode } from '../../answers/sentiment-labels.ts'
import type { Window } from '../rollups.ts'

/** Weights of the answers that mention an entity. `clear`: those with a known sentiment; `clear_count`: without weights. */
export type SentimentCounts = { named: number; clear: number; positive: number; clear_count: number }

/** By the number of the entity. `competitor`: its number. */
export async function countSentiments(
  { db, scope }: Window,
  competitor: number,
): Promise<Map<number, SentimentCounts>> {
  const { rows } = await sql<SentimentCounts & { entity: number }>`
    select
      entity, sum(weight)::int as named,
      coalesce(sum(weight) filter (where sentiment <> ${sentimentCode('unknown')}), 0)::int as clear,
      coalesce(sum(weight) filter (where sentiment = ${sentimentCode('positive')}), 0)::int as positive,
      (count(*) filter (where sentiment <> ${sentimentCode('unknown')}))::int as clear_count
    from answers cross join lateral unnest(entities, mention_counts, sentiments) as fact (entity, mentions, sentiment)
    where ${answersInScope(scope)} and entity in (0, ${competitor}) and mentions > 0
    group by entity`.execute(db)
  return new Map(rows.map(({ entity, ...counts }) => [entity, counts]))
}
