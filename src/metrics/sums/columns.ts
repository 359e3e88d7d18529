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

export const entitySums = ['named', 'cited', 'mentions', 'own_citations', 'rank_sum', 'score_milli'] as const
export type EntitySum = (typeof entitySums)[number]

export const list = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

export const summed = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))

const packedNames = ['entities', ...entitySums.map((name) => `entity_${name}`)]
export const packedColumns = list(packedNames)

/** Aggregates that pack rows of (entity, and each of its sums). */
export const packed = sql.join(
  ['entity', ...entitySums].map(
    (name, index) =>
      sql`array_agg(${sql.ref(name)} order by entity) as ${sql.ref(packedNames[index] ?? name)}`,
  ),
)

/** The rows again: for a list of what is selected, since there it is many times faster than a join with `unnest`. */
export const unpacked = (sums: readonly string[] = entitySums): RawBuilder<unknown> =>
  sql.join(
    ['entities', ...sums.map((name) => `entity_${name}`)].map(
      (name, index) =>
        sql`unnest(${sql.ref(name)}) as ${sql.ref(index === 0 ? 'entity' : (sums[index - 1] ?? name))}`,
    ),
  )
