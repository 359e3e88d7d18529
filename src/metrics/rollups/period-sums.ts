/** The sums of one range of days, in dense arrays: a cell is a segment and a prompt, in the order of both lists. */
import {
  type EntityCounter,
  type EntityRow,
  type EntityTotals,
  entityCounters,
  type PromptCounter,
  promptCounters,
  type RollupRow,
  type RowKey,
  recordOf,
} from '../rollup-rows.ts'
import type { Segment } from './dimension-ids.ts'
import { addRows } from './packed-rows.ts'
import { numberOf, promptOf } from './row-keys.ts'

/** Which counters of entities are read: those per prompt and segment take longer than everything else. */
export type EntityDetail = 'none' | 'totals' | 'rows'

export type ScopedPrompt = { number: number; id: string; branded: boolean; topic_id: string | null }

/** The segments and prompts of a scope. */
export class Dimensions {
  readonly segments: readonly Segment[]
  readonly prompts: readonly ScopedPrompt[]
  /** All numbers of entities are below. */
  readonly entities: number
  /** By number of the segment: its first cell. */
  readonly firstCells: ReadonlyMap<number, number>
  /** By number of the prompt: its offset among the cells of a segment, -1 when it is not in scope. */
  readonly offsets: Int32Array
  /** By index of the segment: the same number for segments that differ in their model only. */
  readonly questionGroups: readonly number[]

  constructor(segments: readonly Segment[], prompts: readonly ScopedPrompt[], entities: number) {
    this.segments = segments
    this.prompts = prompts
    this.entities = entities
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
  /** By cell. */
  readonly #prompts: Float64Array
  /** By entity and cell; empty without the rows of entities. */
  readonly #entities: Float64Array
  /** By entity. */
  readonly #entityTotals: Float64Array
  /** Cells with answers in ascending order, once all sums are added. */
  #answered: Int32Array | null = null

  constructor(dimensions: Dimensions, entities: EntityDetail) {
    this.#dimensions = dimensions
    const { cells } = dimensions
    this.#prompts = new Float64Array(cells * promptWidth)
    this.#entities = new Float64Array(entities === 'rows' ? dimensions.entities * cells * entityWidth : 0)
    this.#entityTotals = new Float64Array(entities === 'totals' ? dimensions.entities * entityWidth : 0)
  }

  /** Adds the counters per prompt of one segment. */
  addPrompts(packed: string, segment: number, sign: 1 | -1): void {
    const firstCell = this.#dimensions.firstCells.get(segment) ?? 0
    const { offsets } = this.#dimensions
    const offsetOf = (prompt: number) => {
      const offset = offsets[prompt] ?? -1
      return offset < 0 ? -1 : (firstCell + offset) * promptWidth
    }
    addRows(packed, { width: promptWidth, sums: this.#prompts, sign, offsetOf })
  }

  /** Adds the counters per prompt and entity of one segment. */
  addEntities(packed: string, segment: number, sign: 1 | -1): void {
    const { offsets, cells, entities } = this.#dimensions
    const firstCell = this.#dimensions.firstCells.get(segment) ?? 0
    const offsetOf = (key: number) => {
      const entity = numberOf(key)
      const offset = offsets[promptOf(key)] ?? -1
      return offset < 0 || entity >= entities ? -1 : (entity * cells + firstCell + offset) * entityWidth
    }
    addRows(packed, { width: entityWidth, sums: this.#entities, sign, offsetOf })
  }

  addEntityTotals(packed: string, sign: 1 | -1): void {
    const offsetOf = (entity: number) => entity * entityWidth
    addRows(packed, { width: entityWidth, sums: this.#entityTotals, sign, offsetOf })
  }

  subtract(earlier: PeriodSums): this {
    subtract(this.#prompts, earlier.#prompts)
    subtract(this.#entities, earlier.#entities)
    subtract(this.#entityTotals, earlier.#entityTotals)
    return this
  }

  totalOf(counter: PromptCounter): number {
    let total = 0
    for (let at = promptColumns[counter]; at < this.#prompts.length; at += promptWidth)
      total += this.#prompts[at] ?? 0
    return total
  }

  /** One row per cell with answers. */
  rows(): RollupRow[] {
    const sums = this.#prompts
    return Array.from(this.#answeredCells(), (cell) => {
      const at = cell * promptWidth
      const { question, prompt_id, platform, model, region } = this.#dimensions.keyOf(cell)
      // Object literals, because a window has tens of thousands of rows and several entities.
      return {
        cell,
        question,
        prompt_id,
        platform,
        model,
        region,
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

  /** The counters of another entity for each of the `rows`, all zero when no answer names or cites it. */
  rowsOf(entity: number, rows: readonly RollupRow[]): EntityRow[] {
    const sums = this.#entities
    const firstCell = entity * this.#dimensions.cells
    return rows.map((row) => new EntityCell(row, sums, (firstCell + row.cell) * entityWidth))
  }

  /** One counter of another entity for each of `rows()`. */
  columnOf(entity: number, counter: EntityCounter): Float64Array {
    const first = entity * this.#dimensions.cells * entityWidth + entityColumns[counter]
    const cells = this.#answeredCells()
    const column = new Float64Array(cells.length)
    for (let row = 0; row < cells.length; row += 1)
      column[row] = this.#entities[first + (cells[row] ?? 0) * entityWidth] ?? 0
    return column
  }

  /** The totals of each entity that an answer names or cites, in ascending order of numbers. */
  entityTotals(): EntityTotals[] {
    return Array.from({ length: this.#dimensions.entities }, (_, entity) => ({
      entity,
      ...this.#totalsOf(entity),
    })).filter(({ named, cited }) => named > 0 || cited > 0)
  }

  #totalsOf(entity: number): Record<EntityCounter, number> {
    const size = this.#dimensions.cells * entityWidth
    const sums =
      this.#entities.length > 0
        ? this.#entities.subarray(entity * size, (entity + 1) * size)
        : this.#entityTotals.subarray(entity * entityWidth, (entity + 1) * entityWidth)
    const totals = new Float64Array(entityWidth)
    for (let at = 0; at < sums.length; at += 1)
      totals[at % entityWidth] = (totals[at % entityWidth] ?? 0) + (sums[at] ?? 0)
    return recordOf(entityCounters, (_, column) => totals[column] ?? 0)
  }

  #answeredCells(): Int32Array {
    this.#answered ??= Int32Array.from({ length: this.#dimensions.cells }, (_, cell) => cell).filter(
      (cell) => this.#prompts[cell * promptWidth + promptColumns.answers] !== 0,
    )
    return this.#answered
  }
}

/** Reads each counter on demand: a window has tens of thousands of these rows, and a metric uses few counters. */
class EntityCell implements EntityRow {
  readonly #row: RollupRow
  readonly #sums: Float64Array
  readonly #at: number

  constructor(row: RollupRow, sums: Float64Array, at: number) {
    this.#row = row
    this.#sums = sums
    this.#at = at
  }

  get question(): number {
    return this.#row.question
  }

  get prompt_id(): string {
    return this.#row.prompt_id
  }

  get platform(): string {
    return this.#row.platform
  }

  get answers(): number {
    return this.#row.answers
  }

  get named(): number {
    return this.#sums[this.#at + entityColumns.named] ?? 0
  }

  get cited(): number {
    return this.#sums[this.#at + entityColumns.cited] ?? 0
  }

  get mentions(): number {
    return this.#sums[this.#at + entityColumns.mentions] ?? 0
  }

  get own_citations(): number {
    return this.#sums[this.#at + entityColumns.own_citations] ?? 0
  }

  get rank_sum(): number {
    return this.#sums[this.#at + entityColumns.rank_sum] ?? 0
  }

  get rank_squares(): number {
    return this.#sums[this.#at + entityColumns.rank_squares] ?? 0
  }

  get score_milli(): number {
    return this.#sums[this.#at + entityColumns.score_milli] ?? 0
  }

  get score_milli_squared(): number {
    return this.#sums[this.#at + entityColumns.score_milli_squared] ?? 0
  }
}

function subtract(sums: Float64Array, earlier: Float64Array): void {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) - (earlier[at] ?? 0)
}
