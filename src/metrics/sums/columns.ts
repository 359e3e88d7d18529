/** What is summed up of a prompt's answers, and of each entity in them; in this order they stand in packed rows. */

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
] as const
export type PromptSum = (typeof promptSums)[number]

export const entitySums = ['named', 'cited', 'mentions', 'own_citations', 'rank_sum', 'score_milli'] as const
export type EntitySum = (typeof entitySums)[number]

/** Rows of entities have the prompt and the entity, a smallint, as their key. */
const entitiesPerPrompt = 2 ** 15

export const entityKey = (prompt: number, entity: number): number => prompt * entitiesPerPrompt + entity
export const promptOf = (key: number): number => Math.floor(key / entitiesPerPrompt)
export const entityOf = (key: number): number => key % entitiesPerPrompt

/** A value for each of the names, which are all that the record has. */
export function recordOf<K extends string, V>(
  names: readonly K[],
  value: (name: K, index: number) => V,
): Record<K, V> {
  const record: Partial<Record<K, V>> = {}
  for (const [index, name] of names.entries()) record[name] = value(name, index)
  return record as Record<K, V>
}
