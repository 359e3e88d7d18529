/**
 * Points of a trend: the sums of the answers of a day or week. All sums are integers, so that points of groups of prompts and
 * of segments add up exactly.
 */
import { maxScoreMilli } from '../../../answers/visibility-score.ts'
import { type BucketEntityCounter, bucketEntityCounters } from '../../rollup-rows.ts'
import { noSums } from '../../statistics/day-sums.ts'
import { addStratum, noStrata, type Strata } from '../../statistics/strata.ts'
import { NumberSet } from '../packing/number-set.ts'
import { type Decoder, type Encoder, RowSums } from '../packing/packed-rows.ts'
import { numberOf, promptOf, rowKey } from '../packing/row-keys.ts'
import { bucketCounters, eachPromptRow } from './prompt-rollups.ts'

/** The counters with an interval: means over all answers. `max`: the largest value of one answer. */
const averaged = [
  { counter: 'score_milli', max: maxScoreMilli },
  { counter: 'named', max: 1 },
  { counter: 'cited', max: 1 },
] as const
type Averaged = (typeof averaged)[number]['counter']

const columnOf = (name: (typeof bucketCounters)[number]) => bucketCounters.indexOf(name)
const answersColumn = columnOf('answers')
const averagedColumns = averaged.map(({ counter }) => columnOf(counter))

/** After the counters, a row of days has the number of days, n², and the products y² and y·n of each averaged counter. */
const [daysColumn, squaresColumn] = [bucketCounters.length, bucketCounters.length + 1]
const firstProduct = bucketCounters.length + 2
const dayRowWidth = firstProduct + 2 * averaged.length

/**
 * After the counters, a point has the sums of strata that are equal for all averaged counters, and then those of each. Squares are
 * fractions of the largest possible square, in units of 2⁻³⁰.
 */
const shared = ['days', 'nn', 'count', 'single', 'single_n'] as const
const separate = ['yy', 'xy', 'within', 'spread', 'rise_n', 'rise', 'fall_n', 'fall'] as const
const isSquare = (name: (typeof separate)[number]) => name === 'within' || name === 'spread'
const firstShared = bucketCounters.length
const firstSeparate = firstShared + shared.length
const width = firstSeparate + averaged.length * separate.length
const squareUnit = (max: number) => max ** 2 / 2 ** 30

export class PointSums {
  readonly #sums = new Float64Array(width)
  readonly prompts = new NumberSet()
  readonly segments = new NumberSet()
  /** By the entity's number, in the order of `bucketEntityCounters`. */
  readonly entities = new Map<number, Float64Array>()

  counter(name: (typeof bucketCounters)[number]): number {
    return this.#sums[columnOf(name)] ?? 0
  }

  /** Adds up a counter of several entities. */
  entitySum(name: BucketEntityCounter, entities: readonly number[]): number {
    const column = bucketEntityCounters.indexOf(name)
    let sum = 0
    for (const entity of entities) sum += this.entities.get(entity)?.[column] ?? 0
    return sum
  }

  strata(counter: Averaged): Strata {
    const index = averaged.findIndex((each) => each.counter === counter)
    const common = (name: (typeof shared)[number]) => this.#sums[firstShared + shared.indexOf(name)] ?? 0
    const first = firstSeparate + index * separate.length
    const own = (name: (typeof separate)[number]) => this.#sums[first + separate.indexOf(name)] ?? 0
    const unit = squareUnit(averaged[index]?.max ?? 1)
    const n = this.#sums[answersColumn] ?? 0
    const nn = common('nn')
    // A literal: a trend has thousands of these, and adding properties one by one takes several times as long.
    return {
      days: common('days'),
      n,
      y: this.counter(counter),
      x: n,
      nn,
      yy: own('yy'),
      xx: nn,
      xy: own('xy'),
      count: common('count'),
      single: common('single'),
      single_n: common('single_n'),
      within: own('within') * unit,
      spread: own('spread') * unit,
      rise_n: own('rise_n'),
      rise: own('rise'),
      fall_n: own('fall_n'),
      fall: own('fall'),
    }
  }

  /** Adds all answers to a prompt from a segment, a stratum: must be called once per prompt and segment. */
  addStratum(segment: number, prompt: number, row: Float64Array): void {
    const sums = this.#sums
    for (let column = 0; column < bucketCounters.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (row[column] ?? 0)
    for (const [index, { max }] of averaged.entries()) this.#addStratumOf(index, max, row)
    this.prompts.add(prompt)
    this.segments.add(segment)
  }

  #addStratumOf(index: number, max: number, row: Float64Array): void {
    const day = noSums()
    day.days = row[daysColumn] ?? 0
    day.n = day.x = row[answersColumn] ?? 0
    day.nn = day.xx = day.xn = row[squaresColumn] ?? 0
    day.y = row[averagedColumns[index] ?? 0] ?? 0
    day.yy = row[firstProduct + 2 * index] ?? 0
    day.xy = day.yn = row[firstProduct + 2 * index + 1] ?? 0
    const stratum = noStrata()
    addStratum(stratum, day, { max })
    const add = (column: number, value: number) => {
      this.#sums[column] = (this.#sums[column] ?? 0) + value
    }
    if (index === 0) for (const [offset, name] of shared.entries()) add(firstShared + offset, stratum[name])
    let column = firstSeparate + index * separate.length
    for (const name of separate)
      add(column++, isSquare(name) ? Math.round(stratum[name] / squareUnit(max)) : stratum[name])
  }

  addEntity(entity: number, values: Float64Array): void {
    addInto(this.#sumsOf(entity), values)
  }

  /** Adds a point of other prompts or segments. */
  add(other: PointSums): void {
    addInto(this.#sums, other.#sums)
    this.prompts.addAll(other.prompts)
    this.segments.addAll(other.segments)
    for (const [entity, values] of other.entities) this.addEntity(entity, values)
  }

  put(target: Encoder): void {
    for (const sum of this.#sums) target.put(sum)
    this.prompts.put(target)
    this.segments.put(target)
    target.put(this.entities.size)
    for (const [entity, values] of [...this.entities].sort(([a], [b]) => a - b)) {
      target.put(entity)
      for (const value of values) target.put(value)
    }
  }

  /** Adds a point that `put` has written, of other prompts or segments. */
  addFrom(packed: Decoder): void {
    addNext(this.#sums, packed)
    this.prompts.addFrom(packed)
    this.segments.addFrom(packed)
    for (let left = packed.take(); left > 0; left -= 1) addNext(this.#sumsOf(packed.take()), packed)
  }

  #sumsOf(entity: number): Float64Array {
    const known = this.entities.get(entity)
    if (known) return known
    const sums = new Float64Array(bucketEntityCounters.length)
    this.entities.set(entity, sums)
    return sums
  }
}

function addInto(sums: Float64Array, values: Float64Array): void {
  for (let column = 0; column < sums.length; column += 1)
    sums[column] = (sums[column] ?? 0) + (values[column] ?? 0)
}

function addNext(sums: Float64Array, packed: Decoder): void {
  for (let column = 0; column < sums.length; column += 1) sums[column] = (sums[column] ?? 0) + packed.take()
}

/**
 * Adds packed per-prompt rollups to points. `sumsOf` returns the sums of the answers to a prompt from a segment, or undefined to
 * skip them.
 */
export function addDays(
  days: readonly string[],
  sumsOf: (segment: number, prompt: number) => PointSums | undefined,
): void {
  const rows = new RowSums(dayRowWidth)
  const row = new Float64Array(dayRowWidth)
  for (const packed of days)
    eachPromptRow(packed, {
      row: (segment, prompt, sums) => rows.add(rowKey(prompt, segment), toDayRow(sums, row)),
      entity: (segment, prompt, entity, sums) => sumsOf(segment, prompt)?.addEntity(entity, sums),
    })
  rows.each((key, sums) =>
    sumsOf(numberOf(key), promptOf(key))?.addStratum(numberOf(key), promptOf(key), sums),
  )
}

/** Copies the counters of one day into `row` and adds their products. */
function toDayRow(counters: Float64Array, row: Float64Array): Float64Array {
  row.set(counters)
  const n = counters[answersColumn] ?? 0
  row[daysColumn] = 1
  row[squaresColumn] = n * n
  for (const [index, column] of averagedColumns.entries()) {
    const y = counters[column] ?? 0
    row[firstProduct + 2 * index] = y * y
    row[firstProduct + 2 * index + 1] = y * n
  }
  return row
}
