/** The sums of rollup rows in columns, of each number that has an interval and a change. */
import type {
  EntityCounter,
  EntityProduct,
  EntityRow,
  PromptProduct,
  RollupRow,
  ShareSums,
} from './rollup-rows.ts'
import { type DayColumns, meanColumns } from './statistics/day-sums.ts'

/** Reads one counter or product of an entity for each row. */
type ReadColumn = (name: EntityCounter | EntityProduct) => Float64Array

/** The products that only rows of the brand have. */
type BrandProduct = Exclude<PromptProduct, EntityProduct>

/** The numbers of one entity. Products are without those within single answers, which are added here. */
export class RowColumns {
  readonly #answers: Pick<DayColumns, 'days' | 'n' | 'nn'>
  readonly #column: ReadColumn
  /** The rows if they are those of the brand. */
  readonly #brandRows: readonly RollupRow[] | null
  /** Otherwise all products are zero. */
  readonly #hasProducts: boolean

  /** `column`: the counters of another entity, by default those of the rows. */
  constructor(rows: readonly EntityRow[], column?: ReadColumn) {
    this.#column = column ?? ((name) => Float64Array.from(rows, (row) => row[name]))
    this.#brandRows = column === undefined && rows.every(isOfBrand) ? rows : null
    this.#hasProducts = rows.some(({ repeats }) => repeats > 0)
    const n = Float64Array.from(rows, ({ answers }) => answers)
    this.#answers = this.#hasProducts
      ? {
          days: Float64Array.from(rows, ({ answers, repeats }) => answers - repeats),
          n,
          nn: Float64Array.from(rows, ({ answers, answers_answers }) => answers + answers_answers),
        }
      : { days: n, n, nn: n }
  }

  /** The visibility score, in thousandths of a point. */
  score(): DayColumns {
    const y = this.#column('score_milli')
    const squares = this.#column('score_milli_squared')
    return meanColumns(this.#answers, {
      y,
      yy: this.#plusProduct(squares, 'score_score', { of: y, factors: 2 }),
      yn: this.#plusProduct(y, 'score_answers', { of: y, factors: 1 }),
    })
  }

  named(): DayColumns {
    const y = this.#column('named')
    return meanColumns(this.#answers, {
      y,
      yy: this.#plusNamed(y, 'named_named'),
      yn: this.#plusNamed(y, 'named_answers'),
    })
  }

  /** The number of names before the entity's (its position minus one), over the answers that name it. */
  namesBefore(): DayColumns {
    const x = this.#column('named')
    const ranks = this.#column('rank_sum')
    const rankSquares = this.#column('rank_squares')
    const y = combine(ranks, x, (rank, named) => rank - named)
    const squares = combine(rankSquares, combine(ranks, y, sum), (square, ofRanks) => square - ofRanks)
    return {
      ...this.#answers,
      y,
      x,
      yy: this.#plusProduct(squares, 'before_before', { of: y, factors: 2 }),
      xx: this.#plusNamed(x, 'named_named'),
      xy: this.#plusProduct(y, 'before_named', { of: y, factors: 1, with: 'named_named' }),
      yn: this.#plusProduct(y, 'before_answers', { of: y, factors: 1 }),
      xn: this.#plusNamed(x, 'named_answers'),
    }
  }

  /** `rows`: those of the brand. */
  cited(rows: readonly RollupRow[]): DayColumns {
    const y = Float64Array.from(rows, ({ cited }) => cited)
    return meanColumns(this.#answers, {
      y,
      yy: this.#plusOf(rows, y, 'cited_cited'),
      yn: this.#plusOf(rows, y, 'cited_answers'),
    })
  }

  /** Positive answers over those with a clear sentiment. `rows`: those of the brand. */
  positive(rows: readonly RollupRow[]): DayColumns {
    const y = Float64Array.from(rows, ({ positive }) => positive)
    const x = Float64Array.from(rows, ({ positive, neutral, negative }) => positive + neutral + negative)
    return {
      ...this.#answers,
      y,
      x,
      yy: this.#plusOf(rows, y, 'positive_positive'),
      xx: this.#plusOf(rows, x, 'clear_clear'),
      xy: this.#plusOf(rows, y, 'positive_clear'),
      yn: this.#plusOf(rows, y, 'positive_answers'),
      xn: this.#plusOf(rows, x, 'clear_answers'),
    }
  }

  /** The share of voice. `rows`: those of the brand; `shares`: the mentions of each. */
  share(rows: readonly RollupRow[], shares: readonly ShareSums[]): DayColumns {
    const y = Float64Array.from(rows, ({ mentions }) => mentions)
    const x = Float64Array.from(shares, ({ tracked }) => tracked)
    const column = (name: keyof ShareSums) => Float64Array.from(shares, (each) => each[name])
    return {
      ...this.#answers,
      y,
      x,
      yy: column('own_own'),
      xx: column('tracked_tracked'),
      xy: column('own_tracked'),
      yn: combine(y, column('own_answers'), sum),
      xn: combine(x, column('tracked_answers'), sum),
    }
  }

  #plusNamed(single: Float64Array, product: EntityProduct): Float64Array {
    return this.#hasProducts ? combine(single, this.#column(product), sum) : single
  }

  /**
   * Adds a product of a value that only answers with the entity have. That of an entity other than the brand is not stored: as far
   * as the answers of a day resemble each other in more than whether they name the entity, it is too small. `factors`: how often
   * the value is a factor; `of`: its sums.
   */
  #plusProduct(
    single: Float64Array,
    product: BrandProduct,
    { of, factors, with: named }: { of: Float64Array; factors: 1 | 2; with?: EntityProduct },
  ): Float64Array {
    if (!this.#hasProducts) return single
    if (this.#brandRows !== null) return this.#plusOf(this.#brandRows, single, product)
    const mean = combine(of, this.#column('named'), (value, count) => (count === 0 ? 0 : value / count))
    const products = this.#column(named ?? (factors === 2 ? 'named_named' : 'named_answers'))
    const estimated = combine(products, mean, (pairs, value) => pairs * value ** factors)
    return combine(single, estimated, sum)
  }

  #plusOf(rows: readonly RollupRow[], single: Float64Array, product: PromptProduct): Float64Array {
    if (!this.#hasProducts) return single
    return combine(
      single,
      Float64Array.from(rows, (row) => row[product]),
      sum,
    )
  }
}

const isOfBrand = (row: EntityRow): row is RollupRow => 'score_score' in row

const sum = (a: number, b: number) => a + b

function combine(a: Float64Array, b: Float64Array, value: (a: number, b: number) => number): Float64Array {
  const combined = new Float64Array(a.length)
  for (let row = 0; row < a.length; row += 1) combined[row] = value(a[row] ?? 0, b[row] ?? 0)
  return combined
}
