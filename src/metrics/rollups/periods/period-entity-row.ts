import {
  type EntityRow,
  entityCounters,
  entityProducts,
  type RollupRow,
  recordOf,
} from '../../rollup-rows.ts'

const width = entityCounters.length
const productWidth = entityProducts.length
const counterColumns = recordOf(entityCounters, (_, index) => index)
const productColumns = recordOf(entityProducts, (_, index) => index)

/** By entity and index of the row. */
type Sums = { counters: Float64Array; products: Float64Array }

/** Reads each counter on demand: a window has tens of thousands of these rows, and a metric uses few counters. */
export class PeriodEntityRow implements EntityRow {
  readonly #row: RollupRow
  readonly #sums: Sums
  readonly #index: number

  /** `index`: of the row among those of all entities. */
  constructor(row: RollupRow, sums: Sums, index: number) {
    this.#row = row
    this.#sums = sums
    this.#index = index
  }

  get cell(): number {
    return this.#row.cell
  }

  get prompt_id(): string {
    return this.#row.prompt_id
  }

  get platform(): string {
    return this.#row.platform
  }

  get answers(): number {
    return this.#row.answers
  }

  get repeats(): number {
    return this.#row.repeats
  }

  get answers_answers(): number {
    return this.#row.answers_answers
  }

  get named(): number {
    return this.#counter(counterColumns.named)
  }

  get cited(): number {
    return this.#counter(counterColumns.cited)
  }

  get mentions(): number {
    return this.#counter(counterColumns.mentions)
  }

  get own_citations(): number {
    return this.#counter(counterColumns.own_citations)
  }

  get rank_sum(): number {
    return this.#counter(counterColumns.rank_sum)
  }

  get rank_squares(): number {
    return this.#counter(counterColumns.rank_squares)
  }

  get score_milli(): number {
    return this.#counter(counterColumns.score_milli)
  }

  get score_milli_squared(): number {
    return this.#counter(counterColumns.score_milli_squared)
  }

  get named_named(): number {
    return this.#product(productColumns.named_named)
  }

  get named_answers(): number {
    return this.#product(productColumns.named_answers)
  }

  #counter(column: number): number {
    return this.#sums.counters[this.#index * width + column] ?? 0
  }

  #product(column: number): number {
    return this.#sums.products[this.#index * productWidth + column] ?? 0
  }
}
