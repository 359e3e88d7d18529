import { promptCounters, promptProducts, type RollupRow, type RowKey, recordOf } from '../rollup-rows.ts'

const columns = recordOf(promptCounters, (_, index) => index)
const width = promptCounters.length
const productColumns = recordOf(promptProducts, (_, index) => index)
const productWidth = promptProducts.length

/** By index of the row. `products` is empty as long as no row has several answers on a day. */
type Sums = { counters: Float64Array; products: Float64Array }

/** Counters are fields, because every metric reads many of them; products are read on demand. */
export class PeriodRow implements RollupRow {
  readonly index: number
  readonly cell: number
  readonly prompt_id: string
  readonly platform: string
  readonly model: string
  readonly region: string
  readonly answers: number
  readonly named: number
  readonly cited: number
  readonly mentions: number
  readonly own_citations: number
  readonly rank_sum: number
  readonly rank_squares: number
  readonly score_milli: number
  readonly score_milli_squared: number
  readonly positive: number
  readonly neutral: number
  readonly negative: number
  readonly citations: number
  readonly with_citations: number
  readonly simulated: number
  readonly #products: Float64Array

  constructor({ index, cell, prompt_id, platform, model, region }: RowKey, { counters, products }: Sums) {
    const at = index * width
    this.index = index
    this.cell = cell
    this.prompt_id = prompt_id
    this.platform = platform
    this.model = model
    this.region = region
    this.answers = counters[at + columns.answers] ?? 0
    this.named = counters[at + columns.named] ?? 0
    this.cited = counters[at + columns.cited] ?? 0
    this.mentions = counters[at + columns.mentions] ?? 0
    this.own_citations = counters[at + columns.own_citations] ?? 0
    this.rank_sum = counters[at + columns.rank_sum] ?? 0
    this.rank_squares = counters[at + columns.rank_squares] ?? 0
    this.score_milli = counters[at + columns.score_milli] ?? 0
    this.score_milli_squared = counters[at + columns.score_milli_squared] ?? 0
    this.positive = counters[at + columns.positive] ?? 0
    this.neutral = counters[at + columns.neutral] ?? 0
    this.negative = counters[at + columns.negative] ?? 0
    this.citations = counters[at + columns.citations] ?? 0
    this.with_citations = counters[at + columns.with_citations] ?? 0
    this.simulated = counters[at + columns.simulated] ?? 0
    this.#products = products
  }

  get repeats(): number {
    return this.#product(productColumns.repeats)
  }

  get answers_answers(): number {
    return this.#product(productColumns.answers_answers)
  }

  get score_score(): number {
    return this.#product(productColumns.score_score)
  }

  get score_answers(): number {
    return this.#product(productColumns.score_answers)
  }

  get named_named(): number {
    return this.#product(productColumns.named_named)
  }

  get named_answers(): number {
    return this.#product(productColumns.named_answers)
  }

  get before_before(): number {
    return this.#product(productColumns.before_before)
  }

  get before_named(): number {
    return this.#product(productColumns.before_named)
  }

  get before_answers(): number {
    return this.#product(productColumns.before_answers)
  }

  get cited_cited(): number {
    return this.#product(productColumns.cited_cited)
  }

  get cited_answers(): number {
    return this.#product(productColumns.cited_answers)
  }

  get positive_positive(): number {
    return this.#product(productColumns.positive_positive)
  }

  get positive_clear(): number {
    return this.#product(productColumns.positive_clear)
  }

  get positive_answers(): number {
    return this.#product(productColumns.positive_answers)
  }

  get clear_clear(): number {
    return this.#product(productColumns.clear_clear)
  }

  get clear_answers(): number {
    return this.#product(productColumns.clear_answers)
  }

  #product(column: number): number {
    return this.#products[this.index * productWidth + column] ?? 0
  }
}
