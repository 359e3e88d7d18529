/** What is summed up of each entity in a prompt's answers, and of the prompt; in this order they stand in packed rows. */

export const entityCounters = [
  'named',
  'cited',
  'mentions',
  'own_citations',
  'rank_sum',
  'rank_squares',
  'score_milli',
  'score_milli_squared',
] as const
export type EntitySum = (typeof entityCounters)[number]

export const promptCounters = [
  'answers',
  ...entityCounters,
  'positive',
  'neutral',
  'negative',
  'citations',
  'with_citations',
] as const
export type PromptSum = (typeof promptCounters)[number]

/** Rows of what there is of each prompt have as their key the prompt and the number, a smallint, of an entity or segment. */
const numbersPerPrompt = 2 ** 15

export const keyIn = (prompt: number, number: number): number => prompt * numbersPerPrompt + number
export const promptOf = (key: number): number => Math.floor(key / numbersPerPrompt)
export const numberOf = (key: number): number => key % numbersPerPrompt

/** A value for each of the names, which are all that the record has. */
export function recordOf<K extends string, V>(
  names: readonly K[],
  value: (name: K, index: number) => V,
): Record<K, V> {
  const record: Partial<Record<K, V>> = {}
  for (const [index, name] of names.entries()) record[name] = value(name, index)
  return record as Record<K, V>
}
