/**
 * The numbers of a brand, as functions of an answer. A counter is an integer that is added up over answers; a number is the sum
 * of one counter divided by the sum of another. Everything else follows from these two lists: what rollups add up, intervals,
 * comparisons and change detection.
 */
import { getKeys } from '../../vocabulary/typed-keys.ts'
import { maxScoreMilli } from '../answers/visibility-score.ts'

/** What an answer says about an entity. `rank`: its position in the order of first mention, 0 if the answer does not name it. */
export type Fact = { mentions: number; rank: number; ownCitations: number; scoreMilli: number }

/**
 * An answer, with what it says about the brand. `tracked`: mentions of the brand and its competitors. `searchable`: 1 if its
 * platform searches the web.
 */
export type AnswerFacts = Fact & {
  sentiment: number
  citations: number
  searchable: number
  simulated: number
  tracked: number
}

/** The counters of every entity. */
export const entityCounters = {
  named: ({ mentions }) => Number(mentions > 0),
  cited: ({ ownCitations }) => Number(ownCitations > 0),
  mentions: ({ mentions }) => mentions,
  own_citations: ({ ownCitations }) => ownCitations,
  /** Names before the name of the entity, in the answers that name it. */
  names_before: ({ mentions, rank }) => (mentions > 0 ? rank - 1 : 0),
  /** In thousandths of a point. */
  score_millipoints: ({ scoreMilli }) => scoreMilli,
} as const satisfies Record<string, (fact: Fact) => number>
export type EntityCounter = keyof typeof entityCounters

/** The counters of the brand. */
export const counters = {
  ...entityCounters,
  answers: () => 1,
  /** Answers of platforms that search the web. */
  searchable: ({ searchable }) => searchable,
  tracked: ({ tracked }) => tracked,
  positive: ({ sentiment }) => Number(sentiment === 1),
  neutral: ({ sentiment }) => Number(sentiment === 2),
  negative: ({ sentiment }) => Number(sentiment === 3),
  /** Answers with a known sentiment. */
  clear: ({ sentiment }) => Number(sentiment > 0),
  citations: ({ citations }) => citations,
  with_citations: ({ citations }) => Number(citations > 0),
  simulated: ({ simulated }) => simulated,
} as const satisfies Record<string, (answer: AnswerFacts) => number>
export type Counter = keyof typeof counters

/** Counters that do not depend on the entity. Of the answers of a row, which have one platform, all or none are searchable. */
export type AnswerCounter = 'answers' | 'searchable'

/** `max`: the largest value of a number that all answers have. */
type Definition = { of: Counter; per: Counter; max?: number }

export const numbers = {
  score: { of: 'score_millipoints', per: 'answers', max: maxScoreMilli },
  mention_rate: { of: 'named', per: 'answers', max: 1 },
  citation_rate: { of: 'cited', per: 'searchable', max: 1 },
  avg_position: { of: 'names_before', per: 'named' },
  positive_sentiment: { of: 'positive', per: 'clear' },
  neutral_sentiment: { of: 'neutral', per: 'clear' },
  negative_sentiment: { of: 'negative', per: 'clear' },
  share_of_voice: { of: 'mentions', per: 'tracked' },
} as const satisfies Record<string, Definition>
export type NumberName = keyof typeof numbers

/** The numbers whose counters every entity has. */
export type EntityNumber = {
  [N in NumberName]: (typeof numbers)[N]['of' | 'per'] extends EntityCounter | AnswerCounter ? N : never
}[NumberName]

export const entityCounterNames = getKeys(entityCounters)
export const counterNames = getKeys(counters)
export const numberNames = getKeys(numbers)

/** Returns a record with a value for each of the names. */
export function toRecord<K extends string, V>(
  names: readonly K[],
  value: (name: K, index: number) => V,
): Record<K, V> {
  const record: Partial<Record<K, V>> = {}
  for (const [index, name] of names.entries()) record[name] = value(name, index)
  return record as Record<K, V>
}
