/** Checks whether the database is suitable. */
import { sql } from 'kysely'
import type { AppContext } from '../core/context.ts'
import { findUnknownMigrations } from '../db/migrate.ts'
import { type DoctorCheck, fail, getMessage, ok, warn } from './check.ts'

const minVersion = 15

export async function checkDatabase(base: AppContext): Promise<DoctorCheck[]> {
  return [
    await checkVersion(base),
    await checkMigrations(base),
    await checkWrites(base),
    await checkClock(base),
    ...(await checkReplica(base)),
  ]
}

async function checkVersion({ db }: AppContext): Promise<DoctorCheck> {
  const id = 'database.version'
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
    db,
  )
  const { version = '', number = 0 } = rows[0] ?? {}
  if (number >= minVersion * 10_000) return ok(id, `PostgreSQL ${version}.`)
  return fail(
    id,
    `PostgreSQL ${version} is too old.`,
    `Upgrade to PostgreSQL ${minVersion} or newer, or unset DATABASE_URL to use the embedded one.`,
  )
}

/** Checks for unknown migrations. Opening the database has applied missing ones already. */
async function checkMigrations({ db }: AppContext): Promise<DoctorCheck> {
  const id = 'database.migrations'
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  const unknown = await findUnknownMigrations(rows.map(({ name }) => name))
  if (unknown.length === 0) return ok(id, `All ${rows.length} migrations are applied.`)
  return warn(
    id,
    `The database has migrations that this version does not include: ${unknown.join(', ')}.`,
    'Run the version that applied them; an older version may write data that the newer one does not expect.',
  )
}

const maxSkewMs = 10_000

/** Sessions, schedules and signatures of scrapers depend on the time of this machine. */
async function checkClock({ db, now }: AppContext): Promise<DoctorCheck> {
  const id = 'clock'
  const before = now().getTime()
  const { rows } = await sql<{ now: Date; newest: Date | null }>`
    select clock_timestamp() as now, (select max(created_at) from audit_log) as newest`.execute(db)
  const { now: databaseTime, newest } = rows[0] ?? {}
  const skewMs = (databaseTime?.getTime() ?? before) - (before + now().getTime()) / 2
  const action = 'Synchronize the clocks of both machines, for example with chrony or systemd-timesyncd.'
  if (Math.abs(skewMs) > maxSkewMs)
    return warn(id, `The clock differs from the database's clock by ${Math.round(skewMs / 1000)} s.`, action)
  if (newest && newest.getTime() > before + maxSkewMs)
    return warn(
      id,
      `The newest event is in the future (${newest.toISOString()}): the clock was set back.`,
      action,
    )
  return ok(id, 'The clock agrees with the database.')
}

/** Returns no checks while all workers of a distributed database can be reached, or if it is not distributed. */
export async function checkWorkers({ database }: AppContext): Promise<DoctorCheck[]> {
  const workers = await database.listUnreachableWorkers()
  if (workers.length === 0) return []
  return [
    fail(
      'database.workers',
      `Workers of the distributed database cannot be reached: ${workers.join(', ')}. Other checks are skipped.`,
      'Start these servers, or check the network between them and the coordinator.',
    ),
  ]
}

async function checkReplica({ database: { replica } }: AppContext): Promise<DoctorCheck[]> {
  const id = 'database.replica'
  if (replica === null) return []
  if (await replica.isUpToDate()) return [ok(id, 'The read replica is up to date.')]
  return [
    warn(
      id,
      'The read replica is unreachable or behind, so the primary answers metrics.',
      'If this persists, check the server of DATABASE_READ_URL and its replication.',
    ),
  ]
}

/** Writes a row and rolls back. */
async function checkWrites({ db }: AppContext): Promise<DoctorCheck> {
  const id = 'database.writes'
  const tx = await db.startTransaction().execute()
  try {
    await sql`insert into migrations (name) values ('written by ansight doctor and rolled back')`.execute(tx)
    return ok(id, 'Rows can be written.')
  } catch (error) {
    return fail(
      id,
      `Rows cannot be written: ${getMessage(error)}.`,
      'Check for a full disk, a read-only replica in DATABASE_URL, or missing privileges of its user.',
    )
  } finally {
    await tx.rollback().execute()
  }
}
