/** The sums of one range of days, in dense arrays: a cell is a segment and a prompt, in the order of both lists. */
import {
  type EntityTotals,
  entityCounters,
  promptCounters,
  type RollupRow,
  type RowKey,
  recordOf,
} from '../rollup-rows.ts'
import type { Segment } from './dimension-ids.ts'
import { Decoder } from './packed-rows.ts'
import { numberOf, promptOf } from './row-keys.ts'

export type ScopedPrompt = { number: number; id: string; branded: boolean; topic_id: string | null }

/** The segments and prompts of a scope. */
export class Dimensions {
  readonly segments: readonly Segment[]
  readonly prompts: readonly ScopedPrompt[]
  /** By number of the segment: its first cell. */
  readonly firstCells: ReadonlyMap<number, number>
  /** By number of the prompt: its offset among the cells of a segment, -1 when it is not in scope. */
  readonly offsets: Int32Array
  /** By index of the segment: the same number for segments that differ in their model only. */
  readonly questionGroups: readonly number[]

  constructor(segments: readonly Segment[], prompts: readonly ScopedPrompt[]) {
    this.segments = segments
    this.prompts = prompts
    this.firstCells = new Map(segments.map(({ number }, index) => [number, index * prompts.length]))
    this.offsets = new Int32Array(
      prompts.reduce((highest, { number }) => Math.max(highest, number), 0) + 1,
    ).fill(-1)
    for (const [offset, { number }] of prompts.entries()) this.offsets[number] = offset
    const groups = new Map<string, number>()
    this.questionGroups = segments.map(({ platform, region }) => {
      const name = `${platform} ${region}`
      const group = groups.get(name) ?? groups.size
      groups.set(name, group)
      return group
    })
  }

  get cells(): number {
    return this.segments.length * this.prompts.length
  }

  keyOf(cell: number): RowKey {
    const segment = Math.floor(cell / this.prompts.length)
    const offset = cell % this.prompts.length
    const { platform = '', model = '', region = '' } = this.segments[segment] ?? {}
    return {
      cell,
      question: (this.questionGroups[segment] ?? 0) * this.prompts.length + offset,
      prompt_id: this.prompts[offset]?.id ?? '',
      platform,
      model,
      region,
    }
  }
}

/** The columns of each counter. */
const promptColumns = recordOf(promptCounters, (_, index) => index)
const entityColumns = recordOf(entityCounters, (_, index) => index)
const promptWidth = promptCounters.length
const entityWidth = entityCounters.length

export class PeriodSums {
  readonly #dimensions: Dimensions
  readonly #prompts: Float64Array
  /** By number of the entity. */
  readonly #entities = new Map<number, Float64Array>()

  constructor(dimensions: Dimensions) {
    this.#dimensions = dimensions
    this.#prompts = new Float64Array(dimensions.cells * promptWidth)
  }

  /** One row per cell with answers. */
  rows(): RollupRow[] {
    const sums = this.#prompts
    return this.#answeredCells().map((cell) => {
      const at = cell * promptWidth
      return {
        ...this.#dimensions.keyOf(cell),
        answers: sums[at + promptColumns.answers] ?? 0,
        named: sums[at + promptColumns.named] ?? 0,
        cited: sums[at + promptColumns.cited] ?? 0,
        mentions: sums[at + promptColumns.mentions] ?? 0,
        own_citations: sums[at + promptColumns.own_citations] ?? 0,
        rank_sum: sums[at + promptColumns.rank_sum] ?? 0,
        rank_squares: sums[at + promptColumns.rank_squares] ?? 0,
        score_milli: sums[at + promptColumns.score_milli] ?? 0,
        score_milli_squared: sums[at + promptColumns.score_milli_squared] ?? 0,
        positive: sums[at + promptColumns.positive] ?? 0,
        neutral: sums[at + promptColumns.neutral] ?? 0,
        negative: sums[at + promptColumns.negative] ?? 0,
        citations: sums[at + promptColumns.citations] ?? 0,
        with_citations: sums[at + promptColumns.with_citations] ?? 0,
        simulated: sums[at + promptColumns.simulated] ?? 0,
      }
    })
  }

  /** The `rows` with the counters of another entity, all zero when no answer names or cites it. */
  withCountersOf(entity: number, rows: readonly RollupRow[]): RollupRow[] {
    const sums = this.#entities.get(entity) ?? new Float64Array()
    return rows.map((row) => {
      const at = row.cell * entityWidth
      // Object literals, because a window has tens of thousands of rows and several entities.
      return {
        cell: row.cell,
        question: row.question,
        prompt_id: row.prompt_id,
        platform: row.platform,
        model: row.model,
        region: row.region,
        answers: row.answers,
        named: sums[at + entityColumns.named] ?? 0,
        cited: sums[at + entityColumns.cited] ?? 0,
        mentions: sums[at + entityColumns.mentions] ?? 0,
        own_citations: sums[at + entityColumns.own_citations] ?? 0,
        rank_sum: sums[at + entityColumns.rank_sum] ?? 0,
        rank_squares: sums[at + entityColumns.rank_squares] ?? 0,
        score_milli: sums[at + entityColumns.score_milli] ?? 0,
        score_milli_squared: sums[at + entityColumns.score_milli_squared] ?? 0,
        positive: 0,
        neutral: 0,
        negative: 0,
        citations: row.citations,
        with_citations: row.with_citations,
        simulated: row.simulated,
      }
    })
  }

  /** The totals of each entity that an answer names or cites, in ascending order of numbers. */
  entityTotals(): EntityTotals[] {
    return [...this.#entities]
      .sort(([a], [b]) => a - b)
      .map(([entity, sums]) => {
        const totals = new Float64Array(entityWidth)
        for (let at = 0; at < sums.length; at += 1)
          totals[at % entityWidth] = (totals[at % entityWidth] ?? 0) + (sums[at] ?? 0)
        return { entity, ...recordOf(entityCounters, (_, column) => totals[column] ?? 0) }
      })
      .filter(({ named, cited }) => named > 0 || cited > 0)
  }

  /** Where the counters of prompts, or of an entity, are added to. */
  get promptSums(): Float64Array {
    return this.#prompts
  }

  entitySums(entity: number): Float64Array {
    const known = this.#entities.get(entity)
    if (known) return known
    const sums = new Float64Array(this.#dimensions.cells * entityWidth)
    this.#entities.set(entity, sums)
    return sums
  }

  #answeredCells(): number[] {
    const cells: number[] = []
    for (let cell = 0; cell < this.#dimensions.cells; cell += 1)
      if (this.#prompts[cell * promptWidth + promptColumns.answers] !== 0) cells.push(cell)
    return cells
  }
}

/** Adds a packed row to `sums`, multiplied by `sign`. */
type Target = { sums: PeriodSums; sign: 1 | -1 }

/** Adds the counters per prompt of one segment. */
export function addPrompts(
  packed: string,
  segment: number,
  dimensions: Dimensions,
  targets: readonly Target[],
): void {
  const numbers = new Decoder(packed)
  const firstCell = dimensions.firstCells.get(segment) ?? 0
  const arrays = targets.map(({ sums, sign }) => ({ sums: sums.promptSums, sign }))
  let prompt = 0
  while (!numbers.isAtEnd) {
    prompt += numbers.take()
    addRow(numbers, promptWidth, cellAt(firstCell, dimensions, prompt), arrays)
  }
}

/** Adds the counters per prompt and entity of one segment. */
export function addEntities(
  packed: string,
  segment: number,
  dimensions: Dimensions,
  targets: readonly Target[],
): void {
  const numbers = new Decoder(packed)
  const firstCell = dimensions.firstCells.get(segment) ?? 0
  const arraysByEntity = new Map<number, Arrays>()
  let key = 0
  while (!numbers.isAtEnd) {
    key += numbers.take()
    const entity = numberOf(key)
    let arrays = arraysByEntity.get(entity)
    if (!arrays) {
      arrays = targets.map(({ sums, sign }) => ({ sums: sums.entitySums(entity), sign }))
      arraysByEntity.set(entity, arrays)
    }
    addRow(numbers, entityWidth, cellAt(firstCell, dimensions, promptOf(key)), arrays)
  }
}

type Arrays = readonly { sums: Float64Array; sign: 1 | -1 }[]

/** Negative for a prompt that is not in scope. */
function cellAt(firstCell: number, { offsets }: Dimensions, prompt: number): number {
  const offset = offsets[prompt] ?? -1
  return offset < 0 ? -1 : firstCell + offset
}

function addRow(numbers: Decoder, width: number, cell: number, arrays: Arrays): void {
  const from = cell * width
  for (let column = 0; column < width; column += 1) {
    const value = numbers.take()
    if (value === 0 || cell < 0) continue
    for (const { sums, sign } of arrays) sums[from + column] = (sums[from + column] ?? 0) + sign * value
  }
}
