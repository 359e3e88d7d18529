/** Stores the days of an import. A day that is imported again replaces itself, so that it has the numbers of one response. */
import { sql } from 'kysely'
import { type Context, transaction } from '../core/context.ts'
import type { ConnectionRow, ImportedDay, SearchRow, SessionRow, Turn, TurnOutcome } from './source.ts'
import type { VendorResult } from './vendor-api.ts'

/** Days per turn, so that a long first import does not delay the connections of others. */
const daysPerTurn = 60
/** Days that the source still changes are imported again after this time. */
const freshMs = 5 * 3_600_000

/** Imports the days that are missing or may have changed. `days`: the days for which the source has data, newest first. */
export async function importDays(
  { ctx, connection, deadline, stopping }: Turn,
  days: readonly string[],
  fetchDay: (day: string) => Promise<VendorResult<ImportedDay>>,
): Promise<TurnOutcome> {
  const due = await listDueDays(ctx, connection, days)
  for (const day of due.slice(0, daysPerTurn)) {
    if (stopping?.aborted || ctx.now() > deadline) return { outcome: 'imported', hasMore: true }
    const fetched = await fetchDay(day)
    if (fetched.outcome !== 'answered') return fetched
    if (!(await saveDay(ctx, connection, fetched.body))) return { outcome: 'imported', hasMore: false }
  }
  return { outcome: 'imported', hasMore: due.length > daysPerTurn }
}

async function listDueDays(
  { db, now }: Context,
  { id, brand_id }: ConnectionRow,
  days: readonly string[],
): Promise<string[]> {
  const known = await db
    .selectFrom('connection_days')
    .select([sql<string>`day::text`.as('day'), 'is_final', 'fetched_at'])
    .where('brand_id', '=', brand_id)
    .where('connection_id', '=', id)
    .execute()
  const isFresh = (row: (typeof known)[number]) =>
    row.is_final || row.fetched_at.getTime() > now().getTime() - freshMs
  const done = new Set(known.filter(isFresh).map(({ day }) => day))
  return days.filter((day) => !done.has(day))
}

/** Returns false when the connection was deleted or its property changed in the meantime; then nothing is stored. */
export function saveDay(ctx: Context, connection: ConnectionRow, imported: ImportedDay): Promise<boolean> {
  const { id, brand_id } = connection
  return transaction(ctx, async (tx) => {
    if (!(await isUnchanged(tx, connection))) return false
    for (const table of ['search_days', 'session_days'] as const)
      await tx.db
        .deleteFrom(table)
        .where('brand_id', '=', brand_id)
        .where('connection_id', '=', id)
        .where('day', '=', imported.day)
        .execute()
    await insertSearchRows(tx, connection, imported.day, imported.search)
    await insertSessionRows(tx, connection, imported.day, imported.sessions)
    await saveState(tx, connection, imported)
    return true
  })
}

/** Adds rows of a source that returns what it keeps: rows that it does not return any more remain. */
export function mergeRows(
  ctx: Context,
  connection: ConnectionRow,
  days: readonly ImportedDay[],
): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    if (!(await isUnchanged(tx, connection))) return false
    for (const each of days) {
      await insertSearchRows(tx, connection, each.day, each.search)
      // The rows of a week are not a day that was measured.
      if (each.search.some(({ days }) => days === 1)) await saveState(tx, connection, each)
    }
    return true
  })
}

/** Locks the connection until the transaction ends, so that a deletion finds every row. */
async function isUnchanged(tx: Context, { id, property }: ConnectionRow): Promise<boolean> {
  const found = await tx.db
    .selectFrom('data_connections')
    .select('id')
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', id)
    .where('property', '=', property)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

function saveState({ db, now }: Context, { id, brand_id }: ConnectionRow, imported: ImportedDay) {
  const state = {
    fetched_at: now(),
    is_final: imported.isFinal,
    is_truncated: imported.isTruncated,
    is_thresholded: imported.isThresholded,
    samples_read: imported.samples?.read ?? null,
    sampling_space: imported.samples?.space ?? null,
  }
  return db
    .insertInto('connection_days')
    .values({ brand_id, connection_id: id, day: imported.day, ...state })
    .onConflict((conflict) => conflict.columns(['brand_id', 'connection_id', 'day']).doUpdateSet(state))
    .execute()
}

async function insertSearchRows(
  { db }: Context,
  { id, brand_id }: ConnectionRow,
  day: string,
  rows: readonly SearchRow[],
): Promise<void> {
  const merged = mergeByKey(
    rows.map((row) => ({ ...row, page: clip(row.page, 1500), query: clip(row.query, 900) })),
    ({ page, query }) => JSON.stringify([page, query]),
    addSearchRows,
  )
  if (merged.length === 0) return
  const column = <T>(get: (row: SearchRow) => T) => merged.map(get)
  await sql`
    insert into search_days (brand_id, connection_id, day, page, query, days, clicks, impressions, position)
    select ${brand_id}, ${id}, ${day}, * from unnest(
      ${column(({ page }) => page)}::text[], ${column(({ query }) => query)}::text[],
      ${column(({ days }) => days)}::smallint[], ${column(({ clicks }) => clicks)}::int[],
      ${column(({ impressions }) => impressions)}::int[],
      ${column(({ position }) => position)}::double precision[])
    on conflict (brand_id, connection_id, day, page, query) do update set
      clicks = excluded.clicks, impressions = excluded.impressions, position = excluded.position`.execute(db)
}

/** The average position is weighted by impressions. */
function addSearchRows(a: SearchRow, b: SearchRow): SearchRow {
  const impressions = a.impressions + b.impressions
  const position =
    a.position === null || b.position === null || impressions === 0
      ? null
      : (a.position * a.impressions + b.position * b.impressions) / impressions
  return { ...a, clicks: a.clicks + b.clicks, impressions, position }
}

async function insertSessionRows(
  { db }: Context,
  { id, brand_id }: ConnectionRow,
  day: string,
  rows: readonly SessionRow[],
): Promise<void> {
  const merged = mergeByKey(
    rows.map((row) => ({
      ...row,
      page: clip(row.page, 1500),
      source: clip(row.source, 300),
      medium: clip(row.medium, 200),
      channel: clip(row.channel, 200),
    })),
    ({ page, source, medium, channel }) => JSON.stringify([page, source, medium, channel]),
    (a, b) => ({
      ...a,
      sessions: a.sessions + b.sessions,
      engagedSessions: a.engagedSessions + b.engagedSessions,
      keyEvents: a.keyEvents + b.keyEvents,
    }),
  )
  if (merged.length === 0) return
  const column = <T>(get: (row: SessionRow) => T) => merged.map(get)
  await sql`
    insert into session_days (
      brand_id, connection_id, day, page, source, medium, channel, platform, sessions, engaged_sessions, key_events)
    select ${brand_id}, ${id}, ${day}, * from unnest(
      ${column(({ page }) => page)}::text[], ${column(({ source }) => source)}::text[],
      ${column(({ medium }) => medium)}::text[], ${column(({ channel }) => channel)}::text[],
      ${column(({ platform }) => platform)}::text[], ${column(({ sessions }) => sessions)}::int[],
      ${column(({ engagedSessions }) => engagedSessions)}::int[],
      ${column(({ keyEvents }) => keyEvents)}::double precision[])`.execute(db)
}

function mergeByKey<T>(rows: readonly T[], getKey: (row: T) => string, add: (a: T, b: T) => T): T[] {
  const merged = new Map<string, T>()
  for (const row of rows) {
    const key = getKey(row)
    const earlier = merged.get(key)
    merged.set(key, earlier === undefined ? row : add(earlier, row))
  }
  return [...merged.values()]
}

/** An entry of an index has at most 2,704 bytes, and PostgreSQL cannot store U+0000. */
function clip(text: string, maxBytes: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  const bytes = Buffer.from(clean)
  if (bytes.length <= maxBytes) return clean
  return bytes
    .subarray(0, maxBytes)
    .toString()
    .replace(/(?<!\uFFFD)\uFFFD+$/, '')
}
