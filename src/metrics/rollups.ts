/**
 * Rollups: per-day counters of a brand's answers, so that a metric reads a few rows instead of every answer.
 *
 * A transaction that changes answers marks their days as dirty (answers/dirty-days.ts). `refresh` recomputes the rollups
 * of dirty days. Every read refreshes first, so a metric is never stale or partial. Reads go through a window: one
 * snapshot of the database, over the answers of one scope (days and filters).
 *
 * Storage, packing and caching are private to the folder rollups/; only this file imports from it.
 */
import { previousScope, type Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import type {
  DailyVisits,
  EntityRow,
  EntityTotals,
  Grain,
  RollupRow,
  Sources,
  TimeBucket,
  VisitCount,
} from './rollup-rows.ts'
import { memoize } from './rollups/cache.ts'
import { refreshDays } from './rollups/refresh-days.ts'
import { readEntityRows, readEntityTotals, readRollupRows } from './rollups/running-totals.ts'
import { readSnapshot, type Snapshot } from './rollups/snapshot.ts'
import { readSources } from './rollups/source-rollups.ts'
import { readTimeBuckets } from './rollups/time-buckets.ts'
import { findMismatch, listVerifiableDays, type Mismatch } from './rollups/verify.ts'
import {
  findVisitMismatch,
  readDailyVisits,
  readVisits,
  refreshVisits,
  type VisitMismatch,
} from './rollups/visit-rollups.ts'

/** The answers of a scope, read in one snapshot. It is the context of all other reads that must agree with the rollups. */
export type Window = Context & {
  scope: Scope
  /** The same snapshot over another scope of the brand. */
  withScope(scope: Scope): Window
  /** The window of equal length before this one; null when this one has no first day. */
  previous(): Window | null
  /** One row per prompt and segment (platform, model and region) with answers. */
  rows(): Promise<RollupRow[]>
  /** One row per prompt, segment and entity that an answer names or cites. `entities` limits the result to these numbers. */
  entityRows(entities?: readonly number[]): Promise<EntityRow[]>
  /** The sum of the entity rows, per entity. */
  entityTotals(): Promise<EntityTotals[]>
  /** How often each domain, URL and category is cited. */
  sources(): Promise<Sources>
  /** Visits by platform, page or country, most visits first. Of the filters only the platforms apply. */
  visits(dimension: 'platform' | 'page' | 'country'): Promise<VisitCount[]>
  dailyVisits(): Promise<DailyVisits[]>
  /**
   * Returns the value of an earlier call with the same scope and key, unless the rollups or the prompts in scope have
   * changed. The value may depend on rollups and on the key only, and must not be modified.
   */
  memoize<T>(key: readonly unknown[], compute: () => Promise<T>): Promise<T>
}

/**
 * Recomputes the rollups of the brand's dirty days and adds new visits. Concurrent calls for one brand run one after
 * another. Returns the recomputed days in ascending order.
 */
export async function refresh(ctx: Context, brandId: string): Promise<string[]> {
  await refreshVisits(ctx, brandId)
  return refreshDays(ctx, brandId)
}

/** Calls `read` with a window that includes all answers and visits committed before the call. */
export async function readWindow<T>(
  ctx: Context,
  scope: Scope,
  read: (window: Window) => Promise<T>,
): Promise<T> {
  const brandId = scope.brand.id
  const fresh = await readSnapshot(ctx, brandId, async (snapshot) =>
    snapshot.isDirty ? null : { value: await read(openWindow(snapshot, scope)) },
  )
  if (fresh) return fresh.value
  await refresh(ctx, brandId)
  // Ignores what was committed after the refresh: otherwise a read would never end while answers arrive.
  return readSnapshot(ctx, brandId, (snapshot) => read(openWindow(snapshot, scope)))
}

function openWindow(snapshot: Snapshot, scope: Scope): Window {
  const { ctx } = snapshot
  const withScope = (other: Scope) => openWindow(snapshot, other)
  return {
    ...ctx,
    scope,
    withScope,
    previous: () => {
      const previous = previousScope(ctx, scope)
      return previous && withScope(previous)
    },
    rows: () => readRollupRows(ctx, scope),
    entityRows: (entities) => readEntityRows(ctx, scope, { entities }),
    entityTotals: () => readEntityTotals(ctx, scope),
    sources: () => readSources(ctx, scope),
    visits: (dimension) => readVisits(ctx, scope, dimension),
    dailyVisits: () => readDailyVisits(ctx, scope),
    memoize: (key, compute) => memoize(snapshot, scope, key, compute),
  }
}

/**
 * Returns the days or weeks of the window that have answers, in ascending order. A week at an edge of the window contains
 * only its days within the window. `entities`: the numbers of the entities that `entity_score_milli` sums over.
 */
export const readSeries = (
  window: Window,
  grain: Grain,
  entities: readonly number[],
): Promise<TimeBucket[]> => readTimeBuckets(window, window.scope, grain, entities)

/** Returns the days that `verify` can check: all days with answers or rollups, without those that are dirty. */
export const listDays = (window: Window): Promise<string[]> =>
  listVerifiableDays(window, window.scope.brand.id)

/** Recounts the answers of these days in plain SQL. Returns the first counter that differs from the rollups, if any. */
export const verify = (window: Window, days: readonly string[]): Promise<Mismatch | undefined> =>
  findMismatch(window, window.scope.brand, days)

/** Recounts all visits of a brand. Returns the first count that differs from the rollups, if any. */
export async function verifyVisits(ctx: Context, brandId: string): Promise<VisitMismatch | undefined> {
  await refreshVisits(ctx, brandId)
  return findVisitMismatch(ctx, brandId)
}
