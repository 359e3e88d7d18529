/** What is summed up of a prompt's answers, and of each entity in them; the latter lies packed in arrays beside the former. */
import { type RawBuilder, sql } from 'kysely'

export const promptSums = [
  'answers',
  'named',
  'cited',
  'mentions',
  'own_citations',
  'rank_sum',
  'score_milli',
  'score_milli_squared',
  'positive',
  'neutral',
  'negative',
  'citations',
  'with_citations',
]

export const entitySums = ['named', 'cited', 'mentions', 'own_citations', 'rank_sum', 'score_milli']

export const list = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

const packedNames = ['entities', ...entitySums.map((name) => `entity_${name}`)]
export const packedColumns = list(packedNames)

/** Aggregates that pack rows of (entity, and each of its sums). */
export const packed = sql.join(
  ['entity', ...entitySums].map(
    (name, index) =>
      sql`array_agg(${sql.ref(name)} order by entity) as ${sql.ref(packedNames[index] ?? name)}`,
  ),
)

/** The rows again, as `fact`. */
export const unpacked = (table: 'daily_answers' | 'running_sums'): RawBuilder<unknown> => sql`
  unnest(${sql.join(packedNames.map((name) => sql.ref(`${table}.${name}`)))}) as fact (entity, ${list(entitySums)})`
