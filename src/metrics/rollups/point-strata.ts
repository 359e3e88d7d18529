/** The strata of a point of a series, of the numbers whose intervals a trend shows. */
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import { noSums } from '../statistics/day-sums.ts'
import { addStratum, addTo, noStrata, type Strata, subtractStrata } from '../statistics/strata.ts'
import { bucketCounters } from './prompt-rollups.ts'

/** The counters with strata: means over all answers. `max`: the largest value of one answer. */
const counted = [
  { counter: 'score_milli', max: maxScoreMilli },
  { counter: 'named', max: 1 },
  { counter: 'cited', max: 1 },
] as const
export type CountedStrata = Record<(typeof counted)[number]['counter'], Strata>

const answersColumn = bucketCounters.indexOf('answers')
const countedColumns = counted.map(({ counter }) => bucketCounters.indexOf(counter))

/** After the counters, a row has the number of days, n², and the products y² and y·n of each counted number. */
const [daysColumn, squaresColumn] = [bucketCounters.length, bucketCounters.length + 1]
const firstProduct = bucketCounters.length + 2
export const dayRowWidth = firstProduct + 2 * counted.length

/** Copies the counters of one day into `row` and adds their products. */
export function toDayRow(counters: Float64Array, row: Float64Array): Float64Array {
  row.set(counters)
  const n = counters[answersColumn] ?? 0
  row[daysColumn] = 1
  row[squaresColumn] = n * n
  for (const [index, column] of countedColumns.entries()) {
    const y = counters[column] ?? 0
    row[firstProduct + 2 * index] = y * y
    row[firstProduct + 2 * index + 1] = y * n
  }
  return row
}

/** Sums that are equal for all counted numbers, and those of each. */
const shared = ['days', 'n', 'nn', 'count', 'single', 'single_n'] as const
const separate = ['y', 'yy', 'xy', 'within', 'spread', 'rise_n', 'rise', 'fall_n', 'fall'] as const

export class PointStrata {
  readonly #strata = counted.map(noStrata)
  readonly #sums = noSums()

  /** Adds all answers to a prompt from a segment: a sum of rows as `toDayRow` returns them. */
  addRow(row: Float64Array): void {
    const sums = this.#sums
    sums.days = row[daysColumn] ?? 0
    sums.n = sums.x = row[answersColumn] ?? 0
    sums.nn = sums.xx = sums.xn = row[squaresColumn] ?? 0
    for (const [index, { max }] of counted.entries()) {
      sums.y = row[countedColumns[index] ?? 0] ?? 0
      sums.yy = row[firstProduct + 2 * index] ?? 0
      sums.xy = sums.yn = row[firstProduct + 2 * index + 1] ?? 0
      const strata = this.#strata[index]
      if (strata) addStratum(strata, sums, { max })
    }
  }

  addStored(values: readonly number[]): void {
    for (const [index, strata] of this.#strata.entries()) {
      const part = noStrata()
      for (const [column, name] of shared.entries()) part[name] = values[column] ?? 0
      const first = shared.length + index * separate.length
      for (const [column, name] of separate.entries()) part[name] = values[first + column] ?? 0
      addTo(strata, { ...part, x: part.n, xx: part.nn })
    }
  }

  subtract(other: PointStrata): void {
    for (const [index, { max }] of counted.entries()) {
      const [strata, part] = [this.#strata[index], other.#strata[index]]
      if (strata && part) subtractStrata(strata, part, max)
    }
  }

  toStored(): number[] {
    return [
      ...shared.map((name) => this.#strata[0]?.[name] ?? 0),
      ...this.#strata.flatMap((strata) => separate.map((name) => strata[name])),
    ]
  }

  get byCounter(): CountedStrata {
    const [score_milli = noStrata(), named = noStrata(), cited = noStrata()] = this.#strata
    return { score_milli, named, cited }
  }
}
