/**
 * Sums over the days of a stratum in intervals, and of a cell in comparisons (metrics.ts). The answers of one day resemble each
 * other, so a day is a cluster of answers (Cochran, Sampling Techniques, 1977, chapter 9).
 *
 * A number is Σy / Σx. For a rate, y is the number of answers that have it and x the number of answers n; for a score, y is the
 * sum of the scores. For a value that only some answers have, such as a position, x is the number of these answers. For the share
 * of voice, y and x are the mentions of the brand and of all tracked names. Two letters are a sum over days of a product of two
 * sums of a day: `yn` is Σ_d y_d·n_d.
 *
 * All of them are weighted: an answer of weight w counts as w answers of its day, which remain one cluster. `answers` counts the
 * answers without weights.
 */
const sumNames = ['days', 'answers', 'n', 'y', 'x', 'nn', 'yy', 'xx', 'xy', 'yn', 'xn'] as const

type SumName = (typeof sumNames)[number]

/** The sums of one stratum, all integers. `days`: days with answers. */
export type DaySums = Record<SumName, number>

/** The sums of many strata. Columns that are always equal may be one array. */
export type DayColumns = Readonly<Record<SumName, Float64Array>>

export const toColumns = (strata: readonly DaySums[]): DayColumns =>
  recordOfSums((name) => getColumn(strata, name))

function getColumn<K extends SumName>(strata: readonly Record<K, number>[], name: K): Float64Array {
  const column = new Float64Array(strata.length)
  for (const [index, sums] of strata.entries()) column[index] = sums[name]
  return column
}

/** The sums of a stratum on a day. */
export type StratumDay = { n: number; y: number; x?: number; answers?: number }

export function addUpDays(days: readonly StratumDay[]): DaySums {
  const sums = noDaySums()
  for (const day of days) addDay(sums, day)
  return sums
}

/** Adds a day to `sums` in place. `x` and `answers` are by default `n`. */
export function addDay(sums: DaySums, { n, y, x = n, answers = n }: StratumDay): void {
  sums.days += 1
  sums.answers += answers
  sums.n += n
  sums.y += y
  sums.x += x
  sums.nn += n * n
  sums.yy += y * y
  sums.xx += x * x
  sums.xy += x * y
  sums.yn += y * n
  sums.xn += x * n
}

/** The sums of a stratum of a value that every answer has, so that x is n. */
export type MeanSums = Pick<DaySums, 'days' | 'answers' | 'n' | 'y' | 'nn' | 'yy' | 'yn'>

export const sumsOfMean = (sums: MeanSums): DaySums => ({
  ...sums,
  x: sums.n,
  xx: sums.nn,
  xy: sums.yn,
  xn: sums.nn,
})

/** The columns of values that every answer has. */
export function columnsOfMeans(strata: readonly MeanSums[]): DayColumns {
  const column = (name: keyof MeanSums) => getColumn(strata, name)
  const [n, nn, yn] = [column('n'), column('nn'), column('yn')]
  return {
    days: column('days'),
    answers: column('answers'),
    n,
    y: column('y'),
    x: n,
    nn,
    yy: column('yy'),
    xx: nn,
    xy: yn,
    yn,
    xn: nn,
  }
}

/** The sums of `n` answers of which `y` have something, as if each was the only one of its day. */
export const singleAnswers = (n: number, y: number): MeanSums => ({
  days: n,
  answers: n,
  n,
  y,
  nn: n,
  yy: y,
  yn: y,
})

/** Adds up strata by group. `groups`: the index of the group of each stratum. */
export function addUp(columns: DayColumns, groups: Int32Array, groupCount: number): DayColumns {
  if (groupCount === groups.length) return columns
  return mapColumns(columns, (column) => {
    const sums = new Float64Array(groupCount)
    for (let stratum = 0; stratum < groups.length; stratum += 1) {
      const group = groups[stratum] ?? 0
      sums[group] = (sums[group] ?? 0) + (column[stratum] ?? 0)
    }
    return sums
  })
}

/** Calls `map` once per array, because several columns can be one array. */
export function mapColumns<K extends string>(
  columns: Readonly<Record<K, Float64Array>>,
  map: (column: Float64Array) => Float64Array,
): Record<K, Float64Array> {
  const known = new Map<Float64Array, Float64Array>()
  const mapped: Partial<Record<K, Float64Array>> = {}
  for (const name in columns) {
    const column = known.get(columns[name]) ?? map(columns[name])
    known.set(columns[name], column)
    mapped[name] = column
  }
  return mapped as Record<K, Float64Array>
}

/** Returns Σ_d(e_d − n_d·ē)² of a stratum, with the residuals e = y − ratio·x of a ratio and their mean per answer ē. */
export function squaresWithin(sums: DaySums, ratio: number): number {
  const { n, y, x, nn, yy, xx, xy, yn, xn } = sums
  const mean = (y - ratio * x) / n
  const squares = yy - 2 * ratio * xy + ratio ** 2 * xx
  return squares - 2 * mean * (yn - ratio * xn) + mean ** 2 * nn
}

/** Copies the sums of one stratum into `target`: allocating an object for every stratum takes longer than the statistics. */
export function readSums(columns: DayColumns, stratum: number, target: DaySums): void {
  target.days = columns.days[stratum] ?? 0
  target.answers = columns.answers[stratum] ?? 0
  target.n = columns.n[stratum] ?? 0
  target.y = columns.y[stratum] ?? 0
  target.x = columns.x[stratum] ?? 0
  target.nn = columns.nn[stratum] ?? 0
  target.yy = columns.yy[stratum] ?? 0
  target.xx = columns.xx[stratum] ?? 0
  target.xy = columns.xy[stratum] ?? 0
  target.yn = columns.yn[stratum] ?? 0
  target.xn = columns.xn[stratum] ?? 0
}

export const noDaySums = (): DaySums => ({
  days: 0,
  answers: 0,
  n: 0,
  y: 0,
  x: 0,
  nn: 0,
  yy: 0,
  xx: 0,
  xy: 0,
  yn: 0,
  xn: 0,
})

function recordOfSums(column: (name: SumName) => Float64Array): DayColumns {
  return {
    days: column('days'),
    answers: column('answers'),
    n: column('n'),
    y: column('y'),
    x: column('x'),
    nn: column('nn'),
    yy: column('yy'),
    xx: column('xx'),
    xy: column('xy'),
    yn: column('yn'),
    xn: column('xn'),
  }
}
