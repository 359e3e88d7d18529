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
import {
  type DailyVisits,
  type Grain,
  type SourceKind,
  type Sources,
  sourceKinds,
  type TimeBucket,
  type VisitCount,
} from './rollup-rows.ts'
import type { Dimensions, ScopedPrompt } from './rollups/dimensions.ts'
import { lockChanges } from './rollups/invalidate-changes.ts'
import { rowKey } from './rollups/packing/row-keys.ts'
import { type Period, PeriodReader } from './rollups/periods/period-reader.ts'
import type { EntityDetail, PeriodSums } from './rollups/periods/period-sums.ts'
import { isStale, readPeriods } from './rollups/periods/read-periods.ts'
import { readFresh, type Snapshot } from './rollups/read-fresh.ts'
import { refresh } from './rollups/refresh.ts'
import { type BrandDays, dayNumber, readDays } from './rollups/series/read-days.ts'
import { type PromptPoint, readPromptPoints } from './rollups/series/read-prompt-points.ts'
import { type CellFilter, readTimeBuckets } from './rollups/series/read-series.ts'
import { readSources } from './rollups/sources/read-sources.ts'
import { findMismatch, listVerifiableDays, type Mismatch } from './rollups/verify.ts'
import {
  findVisitMismatch,
  hasSimulatedVisits,
  readDailyVisits,
  readVisits,
  refreshVisits,
  type VisitMismatch,
} from './rollups/visit-rollups.ts'

export { type BrandDays, dayNumber, lockChanges, type Period, readDays, refresh }

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
    totalOf: (name) => current.totalOf(name),
    rowsOf: (entity) => current.rowsOf(entity),
    columnOf: (entity, counter) => current.columnOf(entity, counter),
    shares: () => current.shares(),
    entityTotals: () => current.entityTotals(),
    previous: previous && periods.previous && new PeriodReader(previous, periods.previous, entities),
    commonCells: () => periods.previous && commonCells(periods.dimensions, periods.current, periods.previous),
    hasSimulated: current.totalOf('simulated') > 0,
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

/**
 * Returns the days or weeks of the window that have answers, in ascending order. `isIncluded` limits them to some cells. A week at
 * an edge of the window contains only its days within the window.
 */
export const readSeries = (window: Window, grain: Grain, isIncluded?: CellFilter): Promise<TimeBucket[]> =>
  readTimeBuckets(window, window.scope, grain, isIncluded)

/** Returns the days or weeks of single prompts that have answers, by prompt and in ascending order. `days` are part of the window. */
export const readPromptTrends = (
  window: Window,
  request: { days: { from: string; to: string }; promptIds: readonly string[]; granularity: Grain },
): Promise<PromptPoint[]> =>
  readPromptPoints(
    window,
    { ...window.scope, ...request.days },
    new Set(request.promptIds),
    request.granularity,
  )

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
