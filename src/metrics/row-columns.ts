/** The sums of rollup rows in columns, of each number that has an interval and a change. */
import type {
  EntityCounter,
  EntityProduct,
  EntityRow,
  PromptProduct,
  RollupRow,
  ShareColumns,
  TimeBucket,
} from './rollup-rows.ts'
import type { Period } from './rollups.ts'
import { type DayColumns, meanColumns } from './statistics/day-sums.ts'

/** Reads one counter or product of an entity for each row. */
type ReadColumn = (name: EntityCounter | EntityProduct) => Float64Array

/** The products that only rows of the brand have. */
type BrandProduct = Exclude<PromptProduct, EntityProduct>

/** The columns of the answers, which are the same for all entities. `hasProducts`: otherwise all products are zero. */
type AnswerColumns = Pick<DayColumns, 'days' | 'n' | 'nn'> & { hasProducts: boolean }

/** The numbers of one entity. Products are without those within single answers, which are added here. */
export class RowColumns {
  readonly #answers: AnswerColumns
  readonly #column: ReadColumn
  /** The rows if they are those of the brand. */
  readonly #brandRows: readonly RollupRow[] | null

  /** `column`: the counters of another entity, by default those of the rows. */
  constructor(rows: readonly EntityRow[], column?: ReadColumn, answers = answerColumns(rows)) {
    this.#column = column ?? ((name) => columnOf(rows, (row) => row[name]))
    this.#brandRows = column === undefined && rows.every(isOfBrand) ? rows : null
    this.#answers = answers
  }

  /** The numbers of another entity in the same answers. */
  ofEntity(column: ReadColumn): RowColumns {
    return new RowColumns([], column, this.#answers)
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
    const y = minus(ranks, x)
    const squares = minus(minus(rankSquares, ranks), y)
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
    const y = columnOf(rows, ({ cited }) => cited)
    return meanColumns(this.#answers, {
      y,
      yy: this.#plusOf(rows, y, 'cited_cited'),
      yn: this.#plusOf(rows, y, 'cited_answers'),
    })
  }

  /** Positive answers over those with a clear sentiment. `rows`: those of the brand. */
  positive(rows: readonly RollupRow[]): DayColumns {
    const y = columnOf(rows, ({ positive }) => positive)
    return {
      ...this.#answers,
      ...this.#clear(rows),
      y,
      yy: this.#plusOf(rows, y, 'positive_positive'),
      xy: this.#plusOf(rows, y, 'positive_clear'),
      yn: this.#plusOf(rows, y, 'positive_answers'),
    }
  }

  /**
   * Neutral or negative answers over those with a clear sentiment. Products of `y` are not stored: those of answers of a day that
   * all have the same sentiment are an upper limit of the variance.
   */
  otherSentiment(rows: readonly RollupRow[], name: 'neutral' | 'negative'): DayColumns {
    const y = columnOf(rows, (row) => row[name])
    const clear = this.#clear(rows)
    const squares = scaled(y, clear.xx, clear.x)
    return { ...this.#answers, ...clear, y, yy: squares, xy: squares, yn: scaled(y, clear.xn, clear.x) }
  }

  #clear(rows: readonly RollupRow[]): Pick<DayColumns, 'x' | 'xx' | 'xn'> {
    const x = columnOf(rows, ({ positive, neutral, negative }) => positive + neutral + negative)
    return { x, xx: this.#plusOf(rows, x, 'clear_clear'), xn: this.#plusOf(rows, x, 'clear_answers') }
  }

  /** The share of voice. `rows`: those of the brand; `shares`: the mentions of each. */
  share(rows: readonly RollupRow[], shares: ShareColumns): DayColumns {
    const y = columnOf(rows, ({ mentions }) => mentions)
    const x = shares.tracked
    return {
      ...this.#answers,
      y,
      x,
      yy: shares.own_own,
      xx: shares.tracked_tracked,
      xy: shares.own_tracked,
      yn: plus(y, shares.own_answers),
      xn: plus(x, shares.tracked_answers),
    }
  }

  #plusNamed(single: Float64Array, product: EntityProduct): Float64Array {
    return this.#answers.hasProducts ? plus(single, this.#column(product)) : single
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
    if (!this.#answers.hasProducts) return single
    if (this.#brandRows !== null) return this.#plusOf(this.#brandRows, single, product)
    const counts = this.#column('named')
    const products = this.#column(named ?? (factors === 2 ? 'named_named' : 'named_answers'))
    const sums = new Float64Array(single)
    for (let row = 0; row < sums.length; row += 1) {
      const count = counts[row] ?? 0
      if (count === 0) continue
      const mean = (of[row] ?? 0) / count
      sums[row] = (sums[row] ?? 0) + (products[row] ?? 0) * (factors === 2 ? mean * mean : mean)
    }
    return sums
  }

  #plusOf(rows: readonly RollupRow[], single: Float64Array, product: PromptProduct): Float64Array {
    if (!this.#answers.hasProducts) return single
    return plus(
      single,
      columnOf(rows, (row) => row[product]),
    )
  }
}

/**
 * Returns how many answers the day of an answer has on average, in its row: 1 with one answer per prompt, platform and day.
 * The counters are totals. If answers of a day are equal, n answers are n / answersPerDay samples (Kish, Survey Sampling, 1965, section 8.2).
 */
export const answersPerDay = ({
  answers,
  answers_answers,
}: Pick<EntityRow, 'answers' | 'answers_answers'>): number =>
  answers === 0 ? 1 : 1 + answers_answers / answers

/** Returns the answers of a period, for the intervals of rates that are known only in total (values.ts). */
export function pooledAnswers(period: Pick<Period, 'totalOf'>): { n: number; perDay: number } {
  const answers = period.totalOf('answers')
  return {
    n: answers,
    perDay: answersPerDay({ answers, answers_answers: period.totalOf('answers_answers') }),
  }
}

/** Like `answersPerDay`, for a day or week of a trend. */
export const answersPerDayIn = ({ score_strata: { n, nn } }: Pick<TimeBucket, 'score_strata'>): number =>
  n === 0 ? 1 : nn / n

function answerColumns(rows: readonly EntityRow[]): AnswerColumns {
  const n = columnOf(rows, ({ answers }) => answers)
  if (!rows.some(({ repeats }) => repeats > 0)) return { days: n, n, nn: n, hasProducts: false }
  return {
    days: columnOf(rows, ({ answers, repeats }) => answers - repeats),
    n,
    nn: columnOf(rows, ({ answers, answers_answers }) => answers + answers_answers),
    hasProducts: true,
  }
}

const isOfBrand = (row: EntityRow): row is RollupRow => 'score_score' in row

// Loops instead of `Float64Array.from` and callbacks, because a window has thousands of rows and dozens of columns.

function columnOf<R>(rows: readonly R[], value: (row: R) => number): Float64Array {
  const column = new Float64Array(rows.length)
  for (let row = 0; row < column.length; row += 1) {
    const of = rows[row]
    if (of !== undefined) column[row] = value(of)
  }
  return column
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  const sums = new Float64Array(a.length)
  for (let row = 0; row < sums.length; row += 1) sums[row] = (a[row] ?? 0) + (b[row] ?? 0)
  return sums
}

/** Returns y·product/x, and 0 where x is. */
function scaled(y: Float64Array, product: Float64Array, x: Float64Array): Float64Array {
  const sums = new Float64Array(y.length)
  for (let row = 0; row < sums.length; row += 1) {
    const of = x[row] ?? 0
    if (of > 0) sums[row] = ((y[row] ?? 0) * (product[row] ?? 0)) / of
  }
  return sums
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
  const differences = new Float64Array(a.length)
  for (let row = 0; row < differences.length; row += 1) differences[row] = (a[row] ?? 0) - (b[row] ?? 0)
  return differences
}
