import type { Scope } from '../../../answers/scope.ts'
import type {
  EntityCounter,
  EntityProduct,
  EntityRow,
  EntityTotals,
  PromptCounter,
  PromptProduct,
  RollupRow,
  ShareColumns,
} from '../../rollup-rows.ts'
import type { EntityDetail, PeriodSums } from './period-sums.ts'

/** The sums of the answers of one range of days. */
export type Period = {
  scope: Scope
  /** One row per prompt and segment (platform, model and region) with answers. */
  rows: readonly RollupRow[]
  /** A counter or product of the brand, added up over all `rows`. */
  totalOf(name: PromptCounter | PromptProduct): number
  /** The counters of another entity, by its number, for each of the `rows`. Requires a window with the rows of entities. */
  rowsOf(entity: number): readonly EntityRow[]
  /** One counter or product of another entity for each of the `rows`: faster than `rowsOf`. Requires the same window. */
  columnOf(entity: number, counter: EntityCounter | EntityProduct): Float64Array
  /** The mentions for the share of voice, for each of the `rows`. Requires the same window. */
  shares(): ShareColumns
  /** The total of each entity that an answer names or cites. Requires a window with totals or rows of entities. */
  entityTotals(): EntityTotals[]
}

/** Creates rows when they are first read: not every metric uses all of them. */
export class PeriodReader implements Period {
  readonly scope: Scope
  readonly #sums: PeriodSums
  readonly #entities: EntityDetail
  readonly #rowsByEntity = new Map<number, readonly EntityRow[]>()
  #rows: readonly RollupRow[] | null = null

  constructor(scope: Scope, sums: PeriodSums, entities: EntityDetail) {
    this.scope = scope
    this.#sums = sums
    this.#entities = entities
  }

  get rows(): readonly RollupRow[] {
    this.#rows ??= this.#sums.rows()
    return this.#rows
  }

  totalOf(name: PromptCounter | PromptProduct): number {
    return this.#sums.totalOf(name)
  }

  rowsOf(entity: number): readonly EntityRow[] {
    this.#requireRows()
    const rows = this.#rowsByEntity.get(entity) ?? this.#sums.rowsOf(entity, this.rows)
    this.#rowsByEntity.set(entity, rows)
    return rows
  }

  columnOf(entity: number, counter: EntityCounter | EntityProduct): Float64Array {
    this.#requireRows()
    return this.#sums.columnOf(entity, counter)
  }

  shares(): ShareColumns {
    this.#requireRows()
    return this.#sums.shares()
  }

  #requireRows(): void {
    if (this.#entities !== 'rows') throw new Error('The window was opened without rows of entities')
  }

  entityTotals(): EntityTotals[] {
    if (this.#entities === 'none') throw new Error('The window was opened without entities')
    return this.#sums.entityTotals()
  }
}
