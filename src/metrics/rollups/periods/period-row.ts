import { promptCounters, promptProducts, type RollupRow, type RowKey, recordOf } from '../../rollup-rows.ts'

const columns = recordOf(promptCounters, (_, index) => index)
const width = promptCounters.length
const productColumns = recordOf(promptProducts, (_, index) => index)
const productWidth = promptProducts.length

/** By index of the row. `products` is empty as long as no row has several answers on a day. */
type Sums = { counters: Float64Array; products: Float64Array }

/** Reads each counter on demand: a window of years has thousands of these rows, and a metric uses few counters. */
export class PeriodRow implements RollupRow {
  readonly index: number
  readonly cell: number
  readonly prompt_id: string
  readonly platform: string
  readonly model: string
  readonly region: string
  readonly #sums: Sums

  constructor({ index, cell, prompt_id, platform, model, region }: RowKey, sums: Sums) {
    this.index = index
    this.cell = cell
    this.prompt_id = prompt_id
    this.platform = platform
    this.model = model
    this.region = region
    this.#sums = sums
  }

  get answers(): number {
    return this.#counter(columns.answers)
  }

  get named(): number {
    return this.#counter(columns.named)
  }

  get cited(): number {
    return this.#counter(columns.cited)
  }

  get mentions(): number {
    return this.#counter(columns.mentions)
  }

  get own_citations(): number {
    return this.#counter(columns.own_citations)
  }

  get rank_sum(): number {
    return this.#counter(columns.rank_sum)
  }

  get rank_squares(): number {
    return this.#counter(columns.rank_squares)
  }

  get score_milli(): number {
    return this.#counter(columns.score_milli)
  }

  get score_milli_squared(): number {
    return this.#counter(columns.score_milli_squared)
  }

  get positive(): number {
    return this.#counter(columns.positive)
  }

  get neutral(): number {
    return this.#counter(columns.neutral)
  }

  get negative(): number {
    return this.#counter(columns.negative)
  }

  get citations(): number {
    return this.#counter(columns.citations)
  }

  get with_citations(): number {
    return this.#counter(columns.with_citations)
  }

  get simulated(): number {
    return this.#counter(columns.simulated)
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

  #counter(column: number): number {
    return this.#sums.counters[this.index * width + column] ?? 0
  }

  #product(column: number): number {
    return this.#sums.products[this.index * productWidth + column] ?? 0
  }
}
