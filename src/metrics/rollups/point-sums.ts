/** A point of a series: the counters of a day or week. */
import { maxScoreMilli } from '../../answers/visibility-score.ts'
import { recordOf } from '../rollup-rows.ts'
import { addCell, addTo, noStrata, type Strata } from '../statistics/strata.ts'
import { NumberSet } from './number-set.ts'
import { RowSums } from './packed-rows.ts'
import { bucketCounters, eachPromptRow } from './prompt-rollups.ts'
import { numberOf, promptOf, rowKey } from './row-keys.ts'

const counts = ['answers', 'named', 'mentions', 'own_citations', 'score_milli'] as const
type Counts = Record<(typeof counts)[number], number>

/** In the form in which it is stored. `scores`: pairs of an entity's number and its score. */
export type Point = Counts & {
  start: string
  strata: Strata
  segments: number[]
  prompts: string
  scores: [entity: number, score: number][]
}

/** Reads the column `points` of the table `series`. */
export const parsePoints = (points: string): Point[] => JSON.parse(points)

const columnOf = (name: (typeof bucketCounters)[number]) => bucketCounters.indexOf(name)
const answersColumn = columnOf('answers')
const scoreColumn = columnOf('score_milli')
const squaresColumn = columnOf('score_milli_squared')

/** Adds up a point. */
export class PointSums {
  /** In the order of `bucketCounters`. */
  readonly #sums = new Float64Array(bucketCounters.length)
  readonly strata = noStrata()
  readonly segments = new Set<number>()
  readonly prompts = new NumberSet()
  /** Indexed by the entity's number. */
  readonly entityScores: number[] = []

  get counts(): Counts {
    return recordOf(counts, (name) => this.#sums[columnOf(name)] ?? 0)
  }

  /** Adds all answers to a prompt from a segment: must be called once per prompt and segment. */
  addPromptRow(segment: number, prompt: number, values: Float64Array): void {
    const sums = this.#sums
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] ?? 0) + (values[column] ?? 0)
    const n = values[answersColumn] ?? 0
    const sum = values[scoreColumn] ?? 0
    addCell(this.strata, { n, sum, sumSquares: values[squaresColumn] ?? 0 }, maxScoreMilli)
    this.prompts.add(prompt)
    this.segments.add(segment)
  }

  addScore(entity: number, score: number): void {
    this.entityScores[entity] = (this.entityScores[entity] ?? 0) + score
  }

  /** Adds a stored point, which must not share segments with those added before. */
  addPoint({ strata, segments, prompts, scores, ...point }: Point): void {
    for (const name of counts) this.#sums[columnOf(name)] = (this.#sums[columnOf(name)] ?? 0) + point[name]
    addTo(this.strata, strata)
    for (const segment of segments) this.segments.add(segment)
    this.prompts.addAll(prompts)
    for (const [entity, score] of scores) this.addScore(entity, score)
  }

  toPoint(start: string): Point {
    return {
      start,
      ...this.counts,
      strata: this.strata,
      segments: [...this.segments].sort((a, b) => a - b),
      prompts: this.prompts.toString(),
      scores: [...this.entityScores.entries()].filter(([, score]) => score > 0),
    }
  }
}

/** Adds packed per-prompt rollups to points. `sumsOf` returns the sums of a segment, or undefined to skip the segment. */
export function addDays(days: readonly string[], sumsOf: (segment: number) => PointSums | undefined): void {
  const score = (segment: number, _: number, entity: number, score: number) =>
    sumsOf(segment)?.addScore(entity, score)
  const [only, ...more] = days
  if (only !== undefined && more.length === 0) {
    eachPromptRow(only, {
      row: (segment, prompt, sums) => sumsOf(segment)?.addPromptRow(segment, prompt, sums),
      score,
    })
    return
  }
  const rows = new RowSums(bucketCounters.length)
  for (const packed of days)
    eachPromptRow(packed, { row: (segment, prompt, sums) => rows.add(rowKey(prompt, segment), sums), score })
  rows.each((key, sums) => sumsOf(numberOf(key))?.addPromptRow(numberOf(key), promptOf(key), sums))
}
