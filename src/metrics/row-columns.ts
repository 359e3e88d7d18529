/** The sums of rollup rows in columns, of each number that has an interval and a change. */
import type { EntityCounter, EntityProduct, EntityRow, RollupRow } from './rollup-rows.ts'
import type { Period } from './rollups.ts'
import { type DayColumns, meanColumns } from './statistics/day-sums.ts'

type EntitySum = EntityCounter | EntityProduct

/** Reads one counter of an entity for each row. */
type ReadColumn = (name: EntitySum) => Float64Array

/** The numbers of one entity. Products are without those within single answers, which are added here. */
export class RowColumns {
  readonly #answers: Pick<DayColumns, 'days' | 'n' | 'nn'>
  readonly #column: ReadColumn

  /** `column`: by default the counters of the entity to which the rows belong. */
  constructor(
    rows: readonly EntityRow[],
    column: ReadColumn = (name) => Float64Array.from(rows, (row) => row[name]),
  ) {
    this.#column = column
    this.#answers = {
      days: Float64Array.from(rows, ({ answers, repeats }) => answers - repeats),
      n: Float64Array.from(rows, ({ answers }) => answers),
      nn: Float64Array.from(rows, ({ answers, answers_answers }) => answers + answers_answers),
    }
  }

  /** The visibility score, in thousandths of a point. */
  score(): DayColumns {
    const y = this.#column('score_milli')
    const yy = plus(this.#column('score_milli_squared'), this.#column('score_score'))
    return meanColumns(this.#answers, { y, yy, yn: plus(y, this.#column('score_answers')) })
  }

  named(): DayColumns {
    const y = this.#column('named')
    const yy = plus(y, this.#column('named_named'))
    return meanColumns(this.#answers, { y, yy, yn: plus(y, this.#column('named_answers')) })
  }

  /** The number of names before the entity's (its position minus one), over the answers that name it. */
  namesBefore(): DayColumns {
    const [x, ranks, rankSquares] = [
      this.#column('named'),
      this.#column('rank_sum'),
      this.#column('rank_squares'),
    ]
    const y = combine(ranks, x, (rank, named) => rank - named)
    const squares = combine(
      rankSquares,
      combine(ranks, x, (rank, named) => 2 * rank - named),
      minus,
    )
    return {
      ...this.#answers,
      y,
      x,
      yy: plus(squares, this.#column('before_before')),
      xx: plus(x, this.#column('named_named')),
      xy: plus(y, this.#column('before_named')),
      yn: plus(y, this.#column('before_answers')),
      xn: plus(x, this.#column('named_answers')),
    }
  }

  /** `rows`: those of the brand. */
  cited(rows: readonly RollupRow[]): DayColumns {
    const y = Float64Array.from(rows, ({ cited }) => cited)
    const yy = Float64Array.from(rows, ({ cited, cited_cited }) => cited + cited_cited)
    const yn = Float64Array.from(rows, ({ cited, cited_answers }) => cited + cited_answers)
    return meanColumns(this.#answers, { y, yy, yn })
  }

  /** Positive answers over those with a clear sentiment. `rows`: those of the brand. */
  positive(rows: readonly RollupRow[]): DayColumns {
    const y = Float64Array.from(rows, ({ positive }) => positive)
    const x = Float64Array.from(rows, ({ positive, neutral, negative }) => positive + neutral + negative)
    const product = (name: 'positive_positive' | 'positive_clear' | 'positive_answers') =>
      combine(
        y,
        Float64Array.from(rows, (row) => row[name]),
        sum,
      )
    const ofClear = (name: 'clear_clear' | 'clear_answers') =>
      combine(
        x,
        Float64Array.from(rows, (row) => row[name]),
        sum,
      )
    return {
      ...this.#answers,
      y,
      x,
      yy: product('positive_positive'),
      xx: ofClear('clear_clear'),
      xy: product('positive_clear'),
      yn: product('positive_answers'),
      xn: ofClear('clear_answers'),
    }
  }

  /** The share of voice. `rows`: those of the brand; `shares`: the mentions of each. */
  share(rows: readonly RollupRow[], shares: ReturnType<Period['shares']>): DayColumns {
    const y = Float64Array.from(rows, ({ mentions }) => mentions)
    const x = Float64Array.from(shares, ({ tracked }) => tracked)
    return {
      ...this.#answers,
      y,
      x,
      yy: Float64Array.from(shares, ({ own_own }) => own_own),
      xx: Float64Array.from(shares, ({ tracked_tracked }) => tracked_tracked),
      xy: Float64Array.from(shares, ({ own_tracked }) => own_tracked),
      yn: plus(
        y,
        Float64Array.from(shares, ({ own_answers }) => own_answers),
      ),
      xn: plus(
        x,
        Float64Array.from(shares, ({ tracked_answers }) => tracked_answers),
      ),
    }
  }
}

const sum = (a: number, b: number) => a + b
const minus = (a: number, b: number) => a - b
const plus = (a: Float64Array, b: Float64Array) => combine(a, b, sum)

function combine(a: Float64Array, b: Float64Array, value: (a: number, b: number) => number): Float64Array {
  const combined = new Float64Array(a.length)
  for (let row = 0; row < a.length; row += 1) combined[row] = value(a[row] ?? 0, b[row] ?? 0)
  return combined
}
