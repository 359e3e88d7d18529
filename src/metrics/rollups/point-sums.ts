/** A point of a series: the counters of a day or week. */
import { bucketEntityCounters, recordOf } from '../rollup-rows.ts'
import { NumberSet } from './number-set.ts'
import { RowSums } from './packed-rows.ts'
import { dayRowWidth, PointStrata, toDayRow } from './point-strata.ts'
import { bucketCounters, eachPromptRow } from './prompt-rollups.ts'
import { numberOf, promptOf, rowKey } from './row-keys.ts'

/** The counters of the brand in a point. */
export const pointCounters = [
  'answers',
  'named',
  'cited',
  'mentions',
  'own_citations',
  'rank_sum',
  'score_milli',
  'positive',
  'neutral',
  'negative',
] as const
type Counts = Record<(typeof pointCounters)[number], number>

/**
 * In the form in which it is stored. `strata`: in the form of `PointStrata`. `entities`: the number of each entity, then its counters in the order of
 * `bucketEntityCounters`.
 */
export type Point = Counts & {
  start: string
  strata: number[]
  segments: number[]
  prompts: string
  entities: number[][]
}

/** Reads the column `points` of the table `series`. */
export const parsePoints = (points: string): Point[] => JSON.parse(points)

const columnOf = (name: (typeof bucketCounters)[number]) => bucketCounters.indexOf(name)

/** Adds up a point. */
export class PointSums {
  /** In the order of `bucketCounters`. */
  readonly sums = new Float64Array(bucketCounters.length)
  readonly strata = new PointStrata()
  readonly segments = new Set<number>()
  readonly prompts = new NumberSet()
  /** By the entity's number, in the order of `bucketEntityCounters`. */
  readonly entities = new Map<number, Float64Array>()

  get counts(): Counts {
    return recordOf(pointCounters, (name) => this.sums[columnOf(name)] ?? 0)
  }

  /** Adds all answers to a prompt from a segment (point-strata.ts): must be called once per prompt and segment. */
  addPromptRow(segment: number, prompt: number, values: Float64Array): void {
    const sums = this.sums
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[column] ?? 0)
    this.strata.addRow(values)
    this.prompts.add(prompt)
    this.segments.add(segment)
  }

  /** Adds the counters that `values` contains from `offset` on. */
  addEntity(entity: number, values: ArrayLike<number>, offset = 0): void {
    let sums = this.entities.get(entity)
    if (!sums) {
      sums = new Float64Array(bucketEntityCounters.length)
      this.entities.set(entity, sums)
    }
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[offset + column] ?? 0)
  }

  /** Adds a stored point, which must not share segments with those added before. */
  addPoint({ strata, segments, prompts, entities, ...point }: Point): void {
    for (const name of pointCounters)
      this.sums[columnOf(name)] = (this.sums[columnOf(name)] ?? 0) + point[name]
    this.strata.addStored(strata)
    for (const segment of segments) this.segments.add(segment)
    this.prompts.addAll(prompts)
    for (const counters of entities) this.addEntity(counters[0] ?? 0, counters, 1)
  }

  /** Subtracts the counters of other prompts. The sets of prompts and segments stay as they are. */
  subtract({ sums, strata, entities }: Pick<PointSums, 'sums' | 'strata' | 'entities'>): void {
    subtractFrom(this.sums, sums)
    this.strata.subtract(strata)
    for (const [entity, counters] of entities) {
      const left = this.entities.get(entity)
      if (!left) continue
      subtractFrom(left, counters)
      if (left.every((counter) => counter === 0)) this.entities.delete(entity)
    }
  }

  toPoint(start: string): Point {
    return {
      start,
      ...this.counts,
      strata: this.strata.toStored(),
      segments: [...this.segments].sort((a, b) => a - b),
      prompts: this.prompts.toString(),
      entities: [...this.entities].map(([entity, sums]) => [entity, ...sums]),
    }
  }
}

function subtractFrom(sums: Float64Array, others: Float64Array): void {
  for (let column = 0; column < sums.length; column += 1)
    sums[column] = (sums[column] ?? 0) - (others[column] ?? 0)
}

/**
 * Adds packed per-prompt rollups to points. `sumsOf` returns the sums of the answers to a prompt from a segment, or undefined to
 * skip them.
 */
export function addDays(
  days: readonly string[],
  sumsOf: (segment: number, prompt: number) => PointSums | undefined,
): void {
  const entity = (segment: number, prompt: number, entity: number, sums: Float64Array) =>
    sumsOf(segment, prompt)?.addEntity(entity, sums)
  const row = new Float64Array(dayRowWidth)
  const [only, ...more] = days
  if (only !== undefined && more.length === 0) {
    eachPromptRow(only, {
      row: (segment, prompt, sums) =>
        sumsOf(segment, prompt)?.addPromptRow(segment, prompt, toDayRow(sums, row)),
      entity,
    })
    return
  }
  const rows = new RowSums(dayRowWidth)
  for (const packed of days)
    eachPromptRow(packed, {
      row: (segment, prompt, sums) => rows.add(rowKey(prompt, segment), toDayRow(sums, row)),
      entity,
    })
  rows.each((key, sums) =>
    sumsOf(numberOf(key), promptOf(key))?.addPromptRow(numberOf(key), promptOf(key), sums),
  )
}
