/** Parts of rows, such as the rows of one platform, with the same sums. */
import { platformsWithoutSearch } from '../../vocabulary/platforms.ts'
import type { Counter, NumberName } from './numbers.ts'
import type { Period, Row, RowSums } from './rollup-rows.ts'
import { mapColumns } from './statistics/day-sums.ts'

/** Groups rows by a value, in the order of their first rows. */
export const groupRows = <K, C extends Counter, N extends NumberName>(
  of: RowSums<C, N>,
  getKey: (row: Row) => K,
): Map<K, RowSums<C, N>> => groupRowsByAll(of, (row) => [getKey(row)])

/** Like `groupRows`, when a row can be in any number of groups. */
export function groupRowsByAll<K, C extends Counter, N extends NumberName>(
  of: RowSums<C, N>,
  getKeys: (row: Row) => readonly K[],
): Map<K, RowSums<C, N>> {
  const indexes = new Map<K, number[]>()
  for (const [index, row] of of.rows.entries())
    for (const value of getKeys(row)) {
      const known = indexes.get(value)
      if (known) known.push(index)
      else indexes.set(value, [index])
    }
  return new Map([...indexes].map(([value, group]) => [value, selectRows(of, group)]))
}

export const rowsWhere = <C extends Counter, N extends NumberName>(
  of: RowSums<C, N>,
  isSelected: (row: Row) => boolean,
): RowSums<C, N> =>
  selectRows(
    of,
    of.rows.flatMap((row, index) => (isSelected(row) ? [index] : [])),
  )

export function selectRows<C extends Counter, N extends NumberName>(
  of: RowSums<C, N>,
  indexes: readonly number[],
): RowSums<C, N> {
  const pick = (column: Float64Array) => {
    const picked = new Float64Array(indexes.length)
    for (let index = 0; index < picked.length; index += 1) picked[index] = column[indexes[index] ?? 0] ?? 0
    return picked
  }
  const addUp = (column: Float64Array) => {
    let total = 0
    for (const index of indexes) total += column[index] ?? 0
    return total
  }
  return {
    rows: indexes.flatMap((index) => of.rows[index] ?? []),
    counter: (name) => pick(of.counter(name)),
    total: (name) => addUp(of.counter(name)),
    counts: (name) => pick(of.counts(name)),
    count: (name) => addUp(of.counts(name)),
    answers: () => mapColumns(of.answers(), pick),
    number: (name) => mapColumns(of.number(name), pick),
  }
}

/**
 * Returns how many answers the day of an answer has on average, in its row: 1 with one answer per prompt, platform and day. If
 * answers of a day are equal, n answers are n / answersPerDay samples (Kish, Survey Sampling, 1965, section 8.2).
 */
export function answersPerDay(rows: Pick<RowSums<Counter, NumberName>, 'answers'>): number {
  const { n, nn } = rows.answers()
  const answers = sumUp(n)
  return answers === 0 ? 1 : sumUp(nn) / answers
}

export const isSearchable = ({ platform }: Pick<Row, 'platform'>): boolean =>
  !platformsWithoutSearch.some((each) => each === platform)

/**
 * Returns the answers that can cite sources, for the intervals of rates that are known only in total (values.ts). `n`: with weights;
 * `answers`: without.
 */
export function pooledAnswers(period: Period): { answers: number; n: number; perDay: number } {
  const searchable = rowsWhere(period, isSearchable)
  return {
    answers: searchable.count('answers'),
    n: searchable.total('answers'),
    perDay: answersPerDay(searchable),
  }
}

function sumUp(column: Float64Array): number {
  let sum = 0
  for (const value of column) sum += value
  return sum
}
