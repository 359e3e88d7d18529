/**
 * Rollups: sums of a brand's answers, so that a metric reads a few rows instead of every answer.
 *
 * A transaction that changes answers marks their days as dirty (answers/dirty-days.ts). `refresh` recomputes the rollups
 * of dirty days. Every read refreshes first, so a metric is never stale or partial. Reads go through a window: one
 * snapshot of the database, over the answers of one scope (days and filters).
 *
 * Storage and packing are private to the folder rollups/; only this file imports from it.
 */
import { sql } from 'kysely'
import { previousScope, type Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../db/database.ts'
import { logPosition } from '../db/read-replica.ts'
import {
  type DailyVisits,
  type EntityCounter,
  type EntityProduct,
  type EntityRow,
  type EntityTotals,
  type Grain,
  type RollupRow,
  type ShareColumns,
  type SourceKind,
  type Sources,
  sourceKinds,
  type TimeBucket,
  type VisitCount,
} from './rollup-rows.ts'
import { lockChanges } from './rollups/invalidate-changes.ts'
import { numbersIn } from './rollups/number-set.ts'
import type { Dimensions, EntityDetail, PeriodSums, ScopedPrompt } from './rollups/period-sums.ts'
import { type BrandDays, dayNumber, readDays } from './rollups/read-days.ts'
import { isStale, readPeriods } from './rollups/read-periods.ts'
import { type CellFilter, readTimeBuckets } from './rollups/read-series.ts'
import { refreshDays } from './rollups/refresh-days.ts'
import { rowKey } from './rollups/row-keys.ts'
import { readSources } from './rollups/source-rollups.ts'
import { findMismatch, listVerifiableDays, type Mismatch } from './rollups/verify.ts'
import {
  findVisitMismatch,
  hasSimulatedVisits,
  readDailyVisits,
  readVisits,
  refreshVisits,
  type VisitMismatch,
} from './rollups/visit-rollups.ts'

export { type BrandDays, dayNumber, lockChanges, readDays }

/** The sums of the answers of one range of days. */
export type Period = {
  scope: Scope
  /** One row per prompt and segment (platform, model and region) with answers. */
  rows: readonly RollupRow[]
  /** The counters of another entity, by its number, for each of the `rows`. Requires a window with the rows of entities. */
  rowsOf(entity: number): readonly EntityRow[]
  /** One counter or product of another entity for each of the `rows`: faster than `rowsOf`. Requires the same window. */
  columnOf(entity: number, counter: EntityCounter | EntityProduct): Float64Array
  /** The mentions for the share of voice, for each of the `rows`. Requires the same window. */
  shares(): ShareColumns
  /** The total of each entity that an answer names or cites. Requires a window with totals or rows of entities. */
  entityTotals(): EntityTotals[]
}

/** The answers of a scope, read in one snapshot. It is the context of all other reads that must agree with the rollups. */
export type Window = Context &
  Period & {
    /** The range of equal length before this one; null when this one has no first day. */
    previous: Period | null
    /** The cells with answers both in the window and in the previous one; null without a previous window. */
    commonCells(): CellFilter | null
    /** Whether answers of the built-in simulator are counted. */
    hasSimulated: boolean
    /** The prompts in scope, also those without answers in the window. */
    prompts: readonly ScopedPrompt[]
    /** The same snapshot over another scope of the brand. */
    withScope(scope: Scope): Promise<Window>
    /** How often each source is cited, by default in the answers of the window. Fewer `kinds` are read faster. */
    sources(kinds?: readonly SourceKind[], scope?: Scope): Promise<Sources>
    /** Visits by platform, page or country, most visits first. Of the filters only the platforms apply. */
    visits(dimension: 'platform' | 'page' | 'country' | 'burst'): Promise<VisitCount[]>
    dailyVisits(): Promise<DailyVisits[]>
    hasSimulatedVisits(): Promise<boolean>
  }

/** Which counters of other entities than the brand the window has. Reading their rows takes longest. */
export type WindowOptions = { entities?: EntityDetail }

/**
 * Recomputes the rollups of the brand's dirty days and adds new visits. Concurrent calls for one brand run one after
 * another. Returns the recomputed days in ascending order.
 */
export async function refresh(ctx: Context, brandId: string): Promise<string[]> {
  await refreshVisits(ctx, brandId)
  return refreshDays(ctx, brandId)
}

/** Calls `read` with a window that includes all answers and visits committed before the call. */
export function readWindow<T>(
  ctx: Context,
  scope: Scope,
  read: (window: Window) => Promise<T>,
  options: WindowOptions = {},
): Promise<T> {
  return readFresh(ctx, scope.brand.id, async (snapshot) => {
    const window = await openWindow(snapshot, scope, options)
    return window && { value: await read(window) }
  })
}

/** Like `readWindow`, for a reader that needs no rollups. */
export function readSnapshot<T>(
  ctx: Context,
  brandId: string,
  read: (snapshot: Context) => Promise<T>,
): Promise<T> {
  return readFresh(ctx, brandId, async (snapshot) => {
    const { rows } = await sql<{ stale: boolean }>`select ${isStale(brandId)} as stale`.execute(
      snapshot.ctx.db,
    )
    return rows[0]?.stale && !snapshot.isRefreshed ? null : { value: await read(snapshot.ctx) }
  })
}

type Snapshot = { ctx: Context; isRefreshed: boolean }

type Read<T> = (snapshot: Snapshot) => Promise<{ value: T } | null>

/** Calls `read` with a snapshot that includes all answers committed before the call. */
async function readFresh<T>(ctx: Context, brandId: string, read: Read<T>): Promise<T> {
  const onReplica = await readOnReplica(ctx, brandId, read)
  return onReplica ? onReplica.value : readOnPrimary(ctx, brandId, read)
}

/** Calls `read` once more after a refresh if it returns null because the rollups are not up to date. */
async function readOnPrimary<T>(ctx: Context, brandId: string, read: Read<T>): Promise<T> {
  const fresh = await readInSnapshot(ctx, ctx.db, false, read)
  if (fresh) return fresh.value
  await refresh(ctx, brandId)
  const refreshed = await readInSnapshot(ctx, ctx.db, true, read)
  if (!refreshed) throw new Error('A read after a refresh must return a value')
  return refreshed.value
}

/** Refreshes on the primary. Returns null without a replica, or if it is unreachable or has not replayed the refresh yet. */
async function readOnReplica<T>(ctx: Context, brandId: string, read: Read<T>): Promise<{ value: T } | null> {
  const { replica } = ctx.database
  if (replica === null) return null
  let state = await readState(ctx, brandId)
  if (state.isStale) {
    await refresh(ctx, brandId)
    state = await readState(ctx, brandId)
  }
  if (!(await replica.hasReplayed(state.position))) return null
  try {
    return await readInSnapshot(ctx, replica.db, true, read)
  } catch (error) {
    if (replica.isFault(error)) return null
    throw error
  }
}

async function readState(ctx: Context, brandId: string): Promise<{ isStale: boolean; position: string }> {
  const { rows } = await sql<{ isStale: boolean; position: string }>`
    select ${isStale(brandId)} as "isStale", ${logPosition} as position`.execute(ctx.db)
  return rows[0] ?? { isStale: true, position: '' }
}

function readInSnapshot<T>(
  ctx: Context,
  db: Db,
  isRefreshed: boolean,
  read: Read<T>,
): Promise<{ value: T } | null> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => read({ ctx: { ...ctx, db: snapshot }, isRefreshed }))
}

/**
 * Returns null if a refresh is due. After a refresh, what was committed since is ignored: otherwise a read would never end
 * while answers arrive.
 */
async function openWindow(
  { ctx, isRefreshed }: Snapshot,
  scope: Scope,
  { entities = 'none' }: WindowOptions,
): Promise<Window | null> {
  const previous = previousScope(ctx, scope)
  const periods = await readPeriods(ctx, scope, { previous, entities })
  if (periods.isStale && !isRefreshed) return null
  const current = new PeriodReader(scope, periods.current, entities)
  return {
    ...ctx,
    scope,
    get rows() {
      return current.rows
    },
    rowsOf: (entity) => current.rowsOf(entity),
    columnOf: (entity, counter) => current.columnOf(entity, counter),
    shares: () => current.shares(),
    entityTotals: () => current.entityTotals(),
    previous: previous && periods.previous && new PeriodReader(previous, periods.previous, entities),
    commonCells: () => periods.previous && commonCells(periods.dimensions, periods.current, periods.previous),
    hasSimulated: periods.current.totalOf('simulated') > 0,
    prompts: periods.dimensions.prompts,
    withScope: async (other) => {
      const window = await openWindow({ ctx, isRefreshed: true }, other, { entities })
      if (!window) throw new Error('A window of a fresh snapshot can always be opened')
      return window
    },
    sources: (kinds = sourceKinds, other = scope) => readSources(ctx, other, kinds),
    visits: (dimension) => readVisits(ctx, scope, dimension),
    dailyVisits: () => readDailyVisits(ctx, scope),
    hasSimulatedVisits: () => hasSimulatedVisits(ctx, scope),
  }
}

function commonCells(dimensions: Dimensions, current: PeriodSums, previous: PeriodSums): CellFilter {
  const before = new Set(previous.rows().map(({ cell }) => cell))
  const common = current.rows().filter(({ cell }) => before.has(cell))
  const rows = new Set(
    common.map(({ index }) => {
      const { segment, prompt } = dimensions.numbersOf(index)
      return rowKey(prompt, segment)
    }),
  )
  return (segment, prompt) => rows.has(rowKey(prompt, segment))
}

/** Creates rows when they are first read: not every metric uses all of them. */
class PeriodReader implements Period {
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

/**
 * Returns the days or weeks of the window that have answers, in ascending order. `isIncluded` limits them to some cells. A week at
 * an edge of the window contains only its days within the window.
 */
export const readSeries = (window: Window, grain: Grain, isIncluded?: CellFilter): Promise<TimeBucket[]> =>
  readTimeBuckets(window, window.scope, grain, isIncluded)

/** Returns the numbers of the prompts with answers in a bucket. */
export const promptsOf = ({ prompt_set }: TimeBucket): number[] => numbersIn(prompt_set)

/** Returns the days that `verify` can check: all days with answers or rollups, without those that are dirty. */
export const listDays = (snapshot: Context, brandId: string): Promise<string[]> =>
  listVerifiableDays(snapshot, brandId)

/** Recounts the answers of these days in plain SQL. Returns the first counter that differs from the rollups, if any. */
export const verify = (
  snapshot: Context,
  brandId: string,
  days: readonly string[],
): Promise<Mismatch | undefined> => findMismatch(snapshot, brandId, days)

/** Recounts all visits of a brand. Returns the first count that differs from the rollups, if any. */
export async function verifyVisits(ctx: Context, brandId: string): Promise<VisitMismatch | undefined> {
  await refreshVisits(ctx, brandId)
  return findVisitMismatch(ctx, brandId)
}
