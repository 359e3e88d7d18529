/** The stored results of change detection: every significant test, and the state of each series. */
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { dayAt, dayMs } from '../../core/days.ts'
import { dayNumber } from '../rollups.ts'
import type { DailyDrift } from '../statistics/change-detection/drift.ts'
import { type SeriesChange, type SeriesState, statusOn } from '../statistics/change-detection/replay.ts'
import { nameOfSeries, type SeriesKey } from './series-keys.ts'

export const dayFromNumber = (number: number): string => dayAt(number * dayMs)

/** A significant test of a series on a day, and the change that it established or updated. */
export type LogEntry = { key: SeriesKey; day: number; change: SeriesChange; levelStart: number }

/** A series with its state after the evaluated days. */
export type KeyedState = SeriesState & {
  key: SeriesKey
  levelStart: number
  drift: DailyDrift | null
  /** The variance of the drift of the brand's score minus the competitor's; null for other series. */
  gapDrift: number | null
}

/** The rows of both tables, with the names of their columns. */
export type LogRow = Omit<SeriesKey, 'number' | 'group'> & {
  metric: SeriesKey['number']
  group_key: string
  day: string
  established: string
  direction: SeriesChange['direction']
  reference_start: string
  since: string
  mean_before: number
  mean_after: number
  p: number
  q: number
  level_start: string
}
export type StateRow = Omit<SeriesKey, 'number' | 'group'> & {
  metric: SeriesKey['number']
  status: SeriesState['status']
  established: string | null
  level_start: string
  drift_variance: number | null
  drift_ratio: number | null
  gap_drift_variance: number | null
}

/** Returns the log in the order of days. */
export async function readChangeLog({ db }: Context, brandId: string): Promise<LogEntry[]> {
  const { rows } = await sql<LogRow>`
    select
      metric, platform, entity, group_key, day, established, direction, reference_start, since, mean_before, mean_after, p, q,
      level_start
    from change_log where brand_id = ${brandId} order by day, metric, platform, entity, group_key`.execute(db)
  return rows.map(toEntry)
}

export async function readStateRows({ db }: Context, brandId: string): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select
      metric, platform, entity, status, established, level_start, drift_variance, drift_ratio, gap_drift_variance
    from change_states
    where brand_id = ${brandId}`.execute(db)
  return rows
}

function toEntry({ metric, platform, entity, group_key: group, ...row }: LogRow): LogEntry {
  const [since, established] = [dayNumber(row.since), dayNumber(row.established)]
  const reference = { from: dayNumber(row.reference_start), to: since - 1 }
  return {
    key: { number: metric, platform, entity, group },
    day: dayNumber(row.day),
    levelStart: dayNumber(row.level_start),
    change: {
      direction: row.direction,
      established,
      since,
      windows: { reference, recent: { from: since, to: established } },
      before: row.mean_before,
      after: row.mean_after,
      p: row.p,
      q: row.q,
    },
  }
}

/** With the properties in the order of the columns, as in `toStateRow`, so that rows can be compared as JSON. */
export const toLogRow = ({ key, day, levelStart, change }: LogEntry): LogRow => ({
  metric: key.number,
  platform: key.platform,
  entity: key.entity,
  group_key: key.group,
  day: dayFromNumber(day),
  established: dayFromNumber(change.established),
  direction: change.direction,
  reference_start: dayFromNumber(change.windows.reference.from),
  since: dayFromNumber(change.since),
  mean_before: change.before,
  mean_after: change.after,
  p: change.p,
  q: change.q,
  level_start: dayFromNumber(levelStart),
})

export const toStateRow = ({ key, status, change, levelStart, drift, gapDrift }: KeyedState): StateRow => ({
  metric: key.number,
  platform: key.platform,
  entity: key.entity,
  status,
  established: change && dayFromNumber(change.established),
  level_start: dayFromNumber(levelStart),
  drift_variance: drift?.variance ?? null,
  drift_ratio: drift?.ratio ?? null,
  gap_drift_variance: gapDrift,
})

/** Replaces the log from a day on. */
export async function replaceLogFrom(
  { db }: Context,
  brandId: string,
  day: number,
  entries: readonly LogEntry[],
): Promise<void> {
  await sql`delete from change_log where brand_id = ${brandId} and day >= ${dayFromNumber(day)}::date`.execute(
    db,
  )
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({ brand_id: brandId, ...toLogRow(entry) }))
  await db.insertInto('change_log').values(rows).execute()
}

export async function replaceStates(
  { db }: Context,
  brandId: string,
  states: readonly KeyedState[],
): Promise<void> {
  await db.deleteFrom('change_states').where('brand_id', '=', brandId).execute()
  if (states.length === 0) return
  const rows = states.map((state) => ({ brand_id: brandId, ...toStateRow(state) }))
  await db.insertInto('change_states').values(rows).execute()
}

/** Returns the state of a series after a day from its log. `firstDay`: the first day with answers. */
export function stateAfter(
  day: number,
  last: LogEntry | undefined,
  firstDay: number,
): SeriesState & { levelStart: number } {
  const change = last?.change ?? null
  return { status: statusOn(change, day), change, levelStart: last?.levelStart ?? firstDay }
}

/** Returns the last entry of each series, by the name of the series. */
export const lastEntries = (log: readonly LogEntry[]): Map<string, LogEntry> =>
  new Map(log.map((entry) => [nameOfSeries(entry.key), entry]))
