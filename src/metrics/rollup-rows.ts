/** The rows that rollups return: counters per prompt and segment, per entity, per time bucket and per cited source. */
import type { Strata } from './statistics/strata.ts'

/** Counters of one entity, in the order of a packed row. */
export const entityCounters = [
  /** Answers that name the entity. */
  'named',
  /** Answers that cite a domain of the entity. */
  'cited',
  'mentions',
  /** Citations of the entity's own domains. */
  'own_citations',
  /** Sum of the positions in the order of first mention, over the answers that name the entity. */
  'rank_sum',
  'rank_squares',
  /** Sum of the visibility scores, in thousandths of a point. */
  'score_milli',
  'score_milli_squared',
] as const
export type EntityCounter = (typeof entityCounters)[number]

/**
 * Sums over days of the products of two sums of one day, minus the products within single answers: Σ_d(u_d·v_d) − Σ(u·v). They
 * are zero while a row has one answer a day, and make days clusters of answers (statistics/day-sums.ts). Of entities other
 * than the brand only these are stored, because each further product takes as much space as those of all prompts.
 */
export const entityProducts = ['named_named', 'named_answers'] as const
export type EntityProduct = (typeof entityProducts)[number]

/**
 * Products of one prompt; those of the entity are those of the brand. `before` is the number of names before the brand's,
 * `answers` the number of answers, `clear` that of answers with a clear sentiment.
 */
export const promptProducts = [
  /** Answers beyond the first of a day: the answers minus this are the days with answers. */
  'repeats',
  'answers_answers',
  ...entityProducts,
  'score_score',
  'score_answers',
  'before_before',
  'before_named',
  'before_answers',
  'cited_cited',
  'cited_answers',
  'positive_positive',
  'positive_clear',
  'positive_answers',
  'clear_clear',
  'clear_answers',
] as const
export type PromptProduct = (typeof promptProducts)[number]

/**
 * The mentions of one prompt for the share of voice: of the brand (own) and of the brand and its competitors (tracked). The
 * products are of whole days; those with the number of answers are without the products within single answers.
 */
export const shareSums = [
  'tracked',
  'own_own',
  'own_tracked',
  'tracked_tracked',
  'own_answers',
  'tracked_answers',
] as const
export type ShareColumns = Record<(typeof shareSums)[number], Float64Array>

/** Counters of one prompt, in the order of a packed row; the entity counters are those of the brand. */
export const promptCounters = [
  'answers',
  ...entityCounters,
  /** Answers by how they portray the brand. */
  'positive',
  'neutral',
  'negative',
  'citations',
  /** Answers with at least one citation. */
  'with_citations',
  /** Answers of the built-in simulator. */
  'simulated',
] as const
export type PromptCounter = (typeof promptCounters)[number]

/**
 * A prompt in one segment. `index` is unique within a window, `cell` identifies the cell (metrics.ts). Both are the same in the
 * previous window.
 */
export type RowKey = {
  index: number
  cell: number
  prompt_id: string
  platform: string
  model: string
  region: string
}
export type RollupRow = RowKey & Record<PromptCounter | PromptProduct, number>
/** The counters of another entity in the answers of a rollup row. */
export type EntityRow = Pick<
  RollupRow,
  | 'cell'
  | 'prompt_id'
  | 'platform'
  | 'answers'
  | 'repeats'
  | 'answers_answers'
  | EntityCounter
  | EntityProduct
>
/** `entity` is the entity's number; 0 is the brand. */
export type EntityTotals = { entity: number } & Record<EntityCounter, number>

/** The counters of competitors and products in a time bucket. */
export const bucketEntityCounters = [
  'named',
  'cited',
  'mentions',
  'rank_sum',
  'score_milli',
] as const satisfies EntityCounter[]
export type BucketEntityCounter = (typeof bucketEntityCounters)[number]

/** A week is an ISO week. */
export type Grain = 'day' | 'week'
export const daysOfGrain: Record<Grain, number> = { day: 1, week: 7 }

/** The numbers of the prompts with answers. */
export type PromptSet = { readonly size: number; toArray(): number[]; equals(other: PromptSet): boolean }

export type TimeBucket = {
  /** The day, or the Monday of the week. */
  start: string
  answers: number
  named: number
  cited: number
  mentions: number
  own_citations: number
  rank_sum: number
  score_milli: number
  positive: number
  neutral: number
  negative: number
  score_strata: Strata
  named_strata: Strata
  cited_strata: Strata
  prompts: PromptSet
  /** `platform model` of each model that answered. */
  models: string[]
  /** Returns the sum of a counter of entities, by their numbers. */
  entitySum(counter: BucketEntityCounter, entities: readonly number[]): number
}

/** `url`: a URL in a category, since a URL's category can change. */
export const sourceKinds = ['domain', 'domain_category', 'url', 'category'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Counts of all sources of one kind, by the source's number in the table `sources`. */
export type SourceCounts = {
  /** The numbers of all sources with a citation, in ascending order. */
  numbers(): Uint32Array
  citations(number: number): number
  /** Answers that cite the source. */
  answers(number: number): number
  /** Answers that cite the source and name the brand. */
  answersNamingBrand(number: number): number
}
/** `domains`: cited domains in the category. */
export type CategoryCounts = { category: string; citations: number; answers: number; domains: number }
export type Sources = Record<SourceKind, SourceCounts> & {
  /** Every category that the brand's answers have ever cited. */
  categories: CategoryCounts[]
}

export type VisitCount = { name: string; visits: number }
export type DailyVisits = { date: string; platform: string; visits: number }

/** Returns a record with a value for each of the names. */
export function recordOf<K extends string, V>(
  names: readonly K[],
  value: (name: K, index: number) => V,
): Record<K, V> {
  const record: Partial<Record<K, V>> = {}
  for (const [index, name] of names.entries()) record[name] = value(name, index)
  return record as Record<K, V>
}
