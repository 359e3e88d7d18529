/**
 * Rollups: the facts of a brand's answers, one row per day, so that a metric adds up days instead of reading every answer.
 *
 * A transaction that changes answers marks their days as dirty (answers/dirty-days.ts). `refresh` writes the rows of dirty days;
 * what changes answers calls it at its end, and a timer (refresh-due.ts) after crashes and during runs. Reads write nothing: they
 * go through a window, which is one snapshot of the database over the answers of one scope (days and filters), and say whether days
 * are dirty. A process keeps decoded days in memory (rollups/days/day-cache.ts) by their version, which it reads in the snapshot,
 * so no message has to invalidate them.
 *
 * Storage is private to the folder rollups/; only this file imports from it.
 */
import { previousScope, type Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { dayBefore, daysAfter, earlier } from '../core/days.ts'
import { numberNames } from './numbers.ts'
import {
  type DailyVisits,
  type Grain,
  type Period,
  type SourceKind,
  type Sources,
  sourceKinds,
  type TimeBucket,
  type VisitCount,
} from './rollup-rows.ts'
import { type BrandDays, type CitedSources, dayNumber, readDays } from './rollups/brand-days.ts'
import { type CellDays, readCellDays } from './rollups/cell-days.ts'
import { eachDay } from './rollups/days/read-days.ts'
import { type Competitor, indexRows, readScopeRows, type ScopedPrompt } from './rollups/dimensions.ts'
import { lockChanges } from './rollups/invalidate-changes.ts'
import { getPeriod } from './rollups/period.ts'
import { type PromptPoint, readPromptPoints } from './rollups/prompt-points.ts'
import { readInSnapshot } from './rollups/read-in-snapshot.ts'
import { readSources } from './rollups/read-sources.ts'
import { refresh } from './rollups/refresh-days.ts'
import { addDay, type Detail, getLayout, noSums, type Sums } from './rollups/sums.ts'
import { type RowFilter, readTimeBuckets, type Smoothing } from './rollups/time-buckets.ts'
import { findMismatch, listVerifiableDays, type Mismatch } from './rollups/verify.ts'
import {
  findVisitMismatch,
  hasSimulatedVisits,
  readDailyVisits,
  readVisits,
  type VisitMismatch,
  visitCounts,
} from './rollups/visit-rollups.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'

export {
  type BrandDays,
  type CellDays,
  type CitedSources,
  type Competitor,
  dayNumber,
  lockChanges,
  readDays,
  readInSnapshot,
  refresh,
  visitCounts,
}

/** The answers of a scope, read in one snapshot. It is the context of all other reads that must agree with the rollups. */
export type Window = Context &
  Period & {
    /** The range of equal length before this one; null when this one has no first day. Requires a window that was opened with it. */
    previous: Period | null
    /** Whether answers of the built-in simulator are counted. */
    hasSimulated: boolean
    freshness: Freshness
    /** The prompts in scope, also those without answers in the window. */
    prompts: readonly ScopedPrompt[]
    competitors: readonly Competitor[]
    /** The same snapshot over another scope of the brand. */
    withScope(scope: Scope, options?: WindowOptions): Promise<Window>
    /**
     * Returns the days or weeks of the window that have answers, in ascending order. `common`: only cells with answers both in the
     * window and in the previous one. A week at an edge of the window, and the first points with `trailingDays`, contain only days
     * within the window.
     */
    trend(grain: Grain, options?: Smoothing & { common?: boolean }): Promise<TimeBucket[]>
    /** Reads the days of cells: of the window, of the previous one, and the `pastDays` that the window was opened with. */
    readCellDays(request: { cells: ReadonlySet<number>; past: Pick<Scope, 'from' | 'to'> }): Promise<CellDays>
    /** How often each source is cited, by default in the answers of the window. Fewer `kinds` are counted faster. */
    sources(kinds?: readonly SourceKind[], scope?: Scope): Promise<Sources>
    /** Visits by platform, page or country, most visits first. Of the filters only the platforms apply. */
    visits(dimension: 'platform' | 'page' | 'country' | 'burst'): Promise<VisitCount[]>
    dailyVisits(): Promise<DailyVisits[]>
    hasSimulatedVisits(): Promise<boolean>
  }

/** The last refresh of the brand's rollups, null without one, and whether answers of the window have changed since. */
export type Freshness = { as_of: string | null; refreshing: boolean }

/**
 * What is added up besides counters. `numbers`: the numbers of the brand of which a metric needs intervals or changes. `entities`: the
 * totals of other entities, or their rows, then with `entityNumbers`.
 */
type Requested = Partial<Omit<Detail, 'counters'>>

/**
 * `previous`: what a metric reads of the previous window, which has no counters besides the ones of its numbers and answers.
 * `pastDays`: how many days before the window `readCellDays` includes.
 */
export type WindowOptions = Requested & { previous?: Requested | undefined; pastDays?: number | undefined }

/** For a reader that computes several metrics from one window. */
export const everyNumber: WindowOptions = {
  numbers: numberNames,
  entities: 'rows',
  entityNumbers: ['score', 'mention_rate', 'avg_position'],
  previous: { numbers: numberNames, entities: 'rows', entityNumbers: ['score'] },
  pastDays,
}

/** Calls `read` with a window over the last refresh. */
export const readWindow = <T>(
  ctx: Context,
  scope: Scope,
  read: (window: Window) => Promise<T>,
  options: WindowOptions = {},
): Promise<T> => readInSnapshot(ctx, async (snapshot) => read(await openWindow(snapshot, scope, options)))

async function openWindow(ctx: Context, scope: Scope, options: WindowOptions): Promise<Window> {
  const { previous: compared } = options
  const previous = previousScope(ctx, scope)
  const rows = await readScopeRows(ctx, scope, previous && addPastDays(previous, scope, options.pastDays))
  const index = indexRows(rows)
  const daysIn = (range: Scope) => ({ ...rows, days: rows.days.filter(({ day }) => contains(range, day)) })
  const addUp = async (range: Scope, requested: Partial<Detail>) => {
    const sums = noSums(index.size, getLayout({ ...noDetail, ...requested }))
    await eachDay(ctx, daysIn(range), (day) => addDay(sums, day, index.toRows(day)))
    return sums
  }
  const sums = await addUp(scope, options)
  const before = compared && previous ? await addUp(previous, { ...compared, counters: 'of numbers' }) : null
  const period = getPeriod(scope, sums, index)
  const periodBefore = previous && before && getPeriod(previous, before, index)
  return {
    ...ctx,
    ...period,
    get previous() {
      if (!compared) throw new Error('The window was opened without the previous one')
      return periodBefore
    },
    hasSimulated: period.total('simulated') > 0,
    freshness: { as_of: rows.refreshedAt?.toISOString() ?? null, refreshing: rows.isStale },
    prompts: rows.prompts,
    competitors: rows.competitors,
    withScope: (other, others = options) => openWindow(ctx, other, others),
    trend: async (grain, { common = false, trailingDays } = {}) => {
      const request = { index, grain, trailingDays }
      if (!common || !previous) return readTimeBuckets(ctx, daysIn(scope), request)
      const isIncluded = inBoth(sums, before ?? (await addUp(previous, {})), index.getCell)
      return readTimeBuckets(ctx, daysIn(scope), { ...request, isIncluded })
    },
    readCellDays: (request) => readCellDays(ctx, rows, { index, ...request }),
    sources: async (kinds = sourceKinds, other = scope) =>
      readSources(ctx, other === scope ? daysIn(scope) : await readScopeRows(ctx, other), kinds),
    visits: (dimension) => readVisits(ctx, scope, dimension),
    dailyVisits: () => readDailyVisits(ctx, scope),
    hasSimulatedVisits: () => hasSimulatedVisits(ctx, scope),
  }
}

const noDetail: Detail = { counters: 'all', numbers: [], entities: 'none', entityNumbers: [] }

/** Returns the range of the previous window, extended to the days before the window. */
const addPastDays = ({ from, to }: Scope, { from: start }: Scope, count = 0) =>
  from === null || start === null || count === 0
    ? { from, to }
    : { from: earlier(from, daysAfter(start, -count)), to: dayBefore(start) }

const contains = ({ from, to }: Scope, day: string): boolean =>
  (from === null || day >= from) && (to === null || day <= to)

/** Returns whether the cell of a row has answers in both windows. */
function inBoth(now: Sums, before: Sums, getCell: (row: number) => number): RowFilter {
  const answered = (sums: Sums) =>
    new Set(Array.from(sums.days.keys()).flatMap((row) => (sums.days[row] === 0 ? [] : [getCell(row)])))
  const [cells, cellsBefore] = [answered(now), answered(before)]
  return (row) => cells.has(getCell(row)) && cellsBefore.has(getCell(row))
}

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

/** Recounts the visits that the rollups include. Returns the first count that differs, if any. */
export const verifyVisits = (ctx: Context, brandId: string): Promise<VisitMismatch | undefined> =>
  findVisitMismatch(ctx, brandId)
