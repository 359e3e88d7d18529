/** Counts the sentiments of answers toward the brand and one competitor. */
import { sql } from 'kysely'
import { answersInScope } from '../../answers/scope.ts'
import { sentimentCode } from '../../answers/sentiment-labels.ts'
import type { Window } from '../rollups.ts'

/** Of the answers that mention an entity. `clear`: those with a known sentiment. */
export type SentimentCounts = { named: number; clear: number; positive: number }

/** By the number of the entity. `competitor`: its number. */
export async function countSentiments(
  { db, scope }: Window,
  competitor: number,
): Promise<Map<number, SentimentCounts>> {
  const { rows } = await sql<SentimentCounts & { entity: number }>`
    select
      entity, count(*)::int as named,
      (count(*) filter (where sentiment <> ${sentimentCode('unknown')}))::int as clear,
      (count(*) filter (where sentiment = ${sentimentCode('positive')}))::int as positive
    from answers cross join lateral unnest(entities, mention_counts, sentiments) as fact (entity, mentions, sentiment)
    where ${answersInScope(scope)} and entity in (0, ${competitor}) and mentions > 0
    group by entity`.execute(db)
  return new Map(rows.map(({ entity, ...counts }) => [entity, counts]))
}
