/** What rollups return: sums per prompt and segment, per entity, per time bucket and per cited source. */
import type { Scope } from '../answers/scope.ts'
import type { AnswerCounter, Counter, EntityCounter, EntityNumber, NumberName } from './numbers.ts'
import type { DayColumns } from './statistics/day-sums.ts'
import type { Strata } from './statistics/strata.ts'

/** A prompt in one segment (platform, model and region). `cell` identifies its prompt, platform and region, also in the previous window. */
export type Row = { cell: number; prompt_id: string; platform: string; model: string; region: string }

/** Rows with answers, and the sums of an entity in each of them. */
export type RowSums<C extends Counter, N extends NumberName> = {
  readonly rows: readonly Row[]
  /** One value per row, in which answers count with their weights: for shares and means. */
  counter(name: C): Float64Array
  /** The sum of a counter over all rows. */
  total(name: C): number
  /** The counter of each row, and over all rows, without weights: what is shown as a count. */
  counts(name: C): Float64Array
  count(name: C): number
  /** Of each row: its answers without and with weights, the days with answers, and the sum over days of the squares of their weighted answers. */
  answers(): Pick<DayColumns, 'answers' | 'n' | 'days' | 'nn'>
  /** The sums of a number in each row, for its interval and change. Requires a window that was opened with the number. */
  number(name: N): DayColumns
}

export type EntityRows = RowSums<EntityCounter | AnswerCounter, EntityNumber>
export type BrandRows = RowSums<Counter, NumberName>

/** `entity` is the entity's number; 0 is the brand. `counts`: without weights. */
export type EntityTotals = { entity: number; counts: Record<EntityCounter, number> } & Record<
  EntityCounter,
  number
>

/** The answers of one range of days. The rows belong to the brand. */
export type Period = BrandRows & {
  scope: Scope
  /** The sums of another entity in the same rows. Requires a window with the rows of entities. */
  of(entity: number): EntityRows
  /** The totals of each entity that an answer names or cites, in ascending order of numbers. Requires a window with entities. */
  entityTotals(): EntityTotals[]
}

/** A week is an ISO week. */
export type Grain = 'day' | 'week'
export const daysOfGrain: Record<Grain, number> = { day: 1, week: 7 }

/** The numbers whose intervals a trend shows. */
export const trendNumbers = ['score', 'mention_rate', 'citation_rate'] as const
export type TrendNumber = (typeof trendNumbers)[number]

export type TimeBucket = {
  /** The day, or the Monday of the week. */
  start: string
  total(name: Counter): number
  /** Without weights. */
  count(name: Counter): number
  /** The sum of a counter of several entities, by their numbers. */
  computeTotal(name: EntityCounter, entities: readonly number[]): number
  strata: Record<TrendNumber, Strata>
  /** See `answersPerDay` in row-groups.ts. */
  answersPerDay: number
  /** The numbers of the prompts with answers, in ascending order. */
  prompts: readonly number[]
  /** `platform model` of each model that answered. Adjacent buckets with the same models share a list. */
  models: readonly string[]
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
  /** The same with the weights of the answers, for shares. */
  weighted(number: number): { citations: number; answers: number; answersNamingBrand: number }
}
/** `answers`: requires the counts of categories, the other two the counts of URLs. `domains`: cited domains in the category. */
export type CategoryCounts = {
  category: string
  citations: number
  answers: number
  weighted: { citations: number; answers: number }
  domains: number
}
export type Sources = Record<SourceKind, SourceCounts> & {
  /** Every category that the brand's answers have ever cited. */
  categories: CategoryCounts[]
}

export type VisitCount = { name: string; visits: number }
export type DailyVisits = { date: string; platform: string; visits: number }
