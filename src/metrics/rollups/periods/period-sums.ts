/** The sums of one range of days, in dense arrays of rows: one per segment and prompt, in the order of both lists. */
import {
  type EntityCounter,
  type EntityProduct,
  type EntityRow,
  type EntityTotals,
  entityCounters,
  entityProducts,
  type PromptCounter,
  type PromptProduct,
  promptCounters,
  promptProducts,
  type RollupRow,
  recordOf,
  type ShareColumns,
  shareSums,
} from '../../rollup-rows.ts'
import type { Dimensions } from '../dimensions.ts'
import { addRows } from '../packing/packed-rows.ts'
import { numberOf, promptOf } from '../packing/row-keys.ts'
import { PeriodEntityRow } from './period-entity-row.ts'
import { PeriodRow } from './period-row.ts'

/** Which counters of entities are read: those per prompt and segment take longer than everything else. */
export type EntityDetail = 'none' | 'totals' | 'rows'

/** The columns of each counter. */
const promptColumns = recordOf(promptCounters, (_, index) => index)
const entityColumns = recordOf(entityCounters, (_, index) => index)
const isCounter = (name: PromptCounter | PromptProduct): name is PromptCounter => name in promptColumns
const productColumns = recordOf(promptProducts, (_, index) => index)
const promptWidth = promptCounters.length
const entityWidth = entityCounters.length
const entityProductColumns = recordOf(entityProducts, (_, index) => index)
const isProduct = (name: EntityCounter | EntityProduct): name is EntityProduct => name in entityProductColumns
const productWidth = promptProducts.length
const shareWidth = shareSums.length

export class PeriodSums {
  readonly #dimensions: Dimensions
  /** By row. */
  readonly #prompts: Float64Array
  /** By entity and row; empty without the rows of entities. */
  readonly #entities: Float64Array
  /** By entity. */
  readonly #entityTotals: Float64Array
  /** By row; empty as long as no row has several answers on a day. */
  #products = new Float64Array(0)
  /** By entity and row; also empty as long as no row has several answers on a day. */
  #entityProducts = new Float64Array(0)
  /** By row; empty without the rows of entities. */
  #shares = new Float64Array(0)
  /** The indexes of the rows with answers in ascending order, once all sums are added. */
  #answered: Int32Array | null = null

  constructor(dimensions: Dimensions, entities: EntityDetail) {
    this.#dimensions = dimensions
    const { rowCount } = dimensions
    this.#prompts = new Float64Array(rowCount * promptWidth)
    this.#entities = new Float64Array(entities === 'rows' ? dimensions.entities * rowCount * entityWidth : 0)
    this.#entityTotals = new Float64Array(entities === 'totals' ? dimensions.entities * entityWidth : 0)
  }

  /** Adds the counters per prompt of one segment. */
  addPrompts(packed: string, segment: number, sign: 1 | -1): void {
    this.#addByPrompt(packed, { segment, sign, width: promptWidth, sums: this.#prompts })
  }

  addProducts(packed: string, segment: number, sign: 1 | -1): void {
    if (packed === '') return
    this.#products = allocated(this.#products, this.#dimensions.rowCount * productWidth)
    this.#addByPrompt(packed, { segment, sign, width: productWidth, sums: this.#products })
  }

  addShares(packed: string, segment: number, sign: 1 | -1): void {
    this.#shares = allocated(this.#shares, this.#dimensions.rowCount * shareWidth)
    this.#addByPrompt(packed, { segment, sign, width: shareWidth, sums: this.#shares })
  }

  /** Adds the counters per prompt and entity of one segment. */
  addEntities(packed: string, segment: number, sign: 1 | -1): void {
    this.#addByEntity(packed, { segment, sign, width: entityWidth, sums: this.#entities })
  }

  addEntityProducts(packed: string, segment: number, sign: 1 | -1): void {
    if (packed === '') return
    const { rowCount, entities } = this.#dimensions
    const width = entityProducts.length
    this.#entityProducts = allocated(this.#entityProducts, entities * rowCount * width)
    this.#addByEntity(packed, { segment, sign, width, sums: this.#entityProducts })
  }

  #addByPrompt(packed: string, { segment, ...target }: Target): void {
    const firstIndex = this.#dimensions.firstIndexes.get(segment) ?? 0
    const { offsets } = this.#dimensions
    const offsetOf = (prompt: number) => {
      const offset = offsets[prompt] ?? -1
      return offset < 0 ? -1 : (firstIndex + offset) * target.width
    }
    addRows(packed, { ...target, offsetOf })
  }

  #addByEntity(packed: string, { segment, ...target }: Target): void {
    const { offsets, rowCount, entities } = this.#dimensions
    const firstIndex = this.#dimensions.firstIndexes.get(segment) ?? 0
    const offsetOf = (key: number) => {
      const entity = numberOf(key)
      const offset = offsets[promptOf(key)] ?? -1
      return offset < 0 || entity >= entities ? -1 : (entity * rowCount + firstIndex + offset) * target.width
    }
    addRows(packed, { ...target, offsetOf })
  }

  addEntityTotals(packed: string, sign: 1 | -1): void {
    const offsetOf = (entity: number) => entity * entityWidth
    addRows(packed, { width: entityWidth, sums: this.#entityTotals, sign, offsetOf })
  }

  subtract(earlier: PeriodSums): this {
    subtract(this.#prompts, earlier.#prompts)
    subtract(this.#entities, earlier.#entities)
    subtract(this.#entityTotals, earlier.#entityTotals)
    this.#products = allocated(this.#products, earlier.#products.length)
    subtract(this.#products, earlier.#products)
    this.#entityProducts = allocated(this.#entityProducts, earlier.#entityProducts.length)
    subtract(this.#entityProducts, earlier.#entityProducts)
    this.#shares = allocated(this.#shares, earlier.#shares.length)
    subtract(this.#shares, earlier.#shares)
    return this
  }

  /** Returns a counter or product of the brand, added up over all rows. */
  totalOf(name: PromptCounter | PromptProduct): number {
    return isCounter(name)
      ? sumOfColumn(this.#prompts, promptColumns[name], promptWidth)
      : sumOfColumn(this.#products, productColumns[name], productWidth)
  }

  /** The rows with answers. */
  rows(): RollupRow[] {
    const [counters, products] = [this.#prompts, this.#products]
    return Array.from(
      this.#answeredRows(),
      (index) => new PeriodRow(this.#dimensions.keyOf(index), { counters, products }),
    )
  }

  /** The counters of an entity for each of the `rows`, all zero when no answer names or cites it. */
  rowsOf(entity: number, rows: readonly RollupRow[]): readonly EntityRow[] {
    if (entity === 0) return rows
    const firstIndex = entity * this.#dimensions.rowCount
    const sums = { counters: this.#entities, products: this.#entityProducts }
    return rows.map((row) => new PeriodEntityRow(row, sums, firstIndex + row.index))
  }

  /** The mentions for the share of voice, for each of `rows()`. */
  shares(): ShareColumns {
    return recordOf(shareSums, (_, column) => this.#column(this.#shares, column, shareWidth))
  }

  /** One counter or product of another entity for each of `rows()`. */
  columnOf(entity: number, name: EntityCounter | EntityProduct): Float64Array {
    const product = isProduct(name)
    const width = product ? entityProducts.length : entityWidth
    const sums = product ? this.#entityProducts : this.#entities
    const first = entity * this.#dimensions.rowCount * width
    return this.#column(sums, first + (product ? entityProductColumns[name] : entityColumns[name]), width)
  }

  /** Returns a value of each row with answers, at `offset` from the first value of the row. */
  #column(sums: Float64Array, offset: number, width: number): Float64Array {
    const indexes = this.#answeredRows()
    const column = new Float64Array(indexes.length)
    for (let row = 0; row < indexes.length; row += 1)
      column[row] = sums[offset + (indexes[row] ?? 0) * width] ?? 0
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
    const size = this.#dimensions.rowCount * entityWidth
    const sums =
      this.#entities.length > 0
        ? this.#entities.subarray(entity * size, (entity + 1) * size)
        : this.#entityTotals.subarray(entity * entityWidth, (entity + 1) * entityWidth)
    const totals = new Float64Array(entityWidth)
    for (let row = 0; row < sums.length; row += entityWidth)
      for (let column = 0; column < entityWidth; column += 1)
        totals[column] = (totals[column] ?? 0) + (sums[row + column] ?? 0)
    return recordOf(entityCounters, (_, column) => totals[column] ?? 0)
  }

  #answeredRows(): Int32Array {
    this.#answered ??= this.#findAnsweredRows()
    return this.#answered
  }

  #findAnsweredRows(): Int32Array {
    const { rowCount } = this.#dimensions
    const found = new Int32Array(rowCount)
    let count = 0
    for (let index = 0; index < rowCount; index += 1)
      if (this.#prompts[index * promptWidth + promptColumns.answers] !== 0) found[count++] = index
    return found.subarray(0, count)
  }
}

/** `sums`: an array of `rowCount × width` sums, or more when they are per entity. */
type Target = { segment: number; sign: 1 | -1; width: number; sums: Float64Array }

function sumOfColumn(sums: Float64Array, column: number, width: number): number {
  let total = 0
  for (let at = column; at < sums.length; at += width) total += sums[at] ?? 0
  return total
}

/** Returns `sums`, or zeros if it is shorter. */
const allocated = (sums: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> =>
  sums.length >= length ? sums : new Float64Array(length)

function subtract(sums: Float64Array, earlier: Float64Array): void {
  for (let at = 0; at < earlier.length; at += 1) sums[at] = (sums[at] ?? 0) - (earlier[at] ?? 0)
}
