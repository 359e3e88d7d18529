/**
 * A streaming replica of the database (DATABASE_READ_URL) that serves reads of metrics. A replica that has not replayed the
 * write-ahead log of the primary is not used.
 */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './connection-errors.ts'
import type { DB } from './schema.generated.ts'

export type ReadReplica = {
  db: Kysely<DB>
  /** Returns why the server is not a replica of the primary; null if it is one, or if it is unreachable. */
  findMisconfiguration(): Promise<string | null>
  /** Returns whether a snapshot taken from now on includes everything committed before the call. False while the replica is unreachable. */
  isUpToDate(): Promise<boolean>
  /** Returns whether an error is a fault of the replica, so that the primary can answer instead. Logs it. */
  isFault(error: unknown): boolean
}

/**
 * SQL of the position that includes every commit visible to the statement. Unless commits are asynchronous, a commit becomes
 * visible after its log is flushed; what is written but not flushed are other changes, such as hint bits.
 */
const logPosition = `
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text
    as position`

export function openReadReplica(primary: Pool, pool: Pool, log: Logger): ReadReplica {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  let isVerified = false
  const isFault = (error: unknown) => {
    if (!isDatabaseUnavailable(error) && !isRecoveryConflict(error)) return false
    log.warn({ err: error }, 'read replica unavailable')
    return true
  }
  const verify = async () => {
    const reason = await compareServers(primary, pool)
    isVerified = reason === null
    return reason
  }
  const isUpToDate = async () => {
    if (!isVerified && (await verify()) !== null) return false
    const {
      rows: [log],
    } = await primary.query(logPosition)
    const { rows } = await sql<{ replayed: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${log.position}::pg_lsn as replayed`.execute(
      db,
    )
    return rows[0]?.replayed === true
  }
  const unlessFault = async <T>(fallback: T, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (isFault(error)) return fallback
      throw error
    }
  }
  return {
    db,
    isFault,
    findMisconfiguration: () => unlessFault(null, verify),
    isUpToDate: () => unlessFault(false, isUpToDate),
  }
}

/** Returns why `pool` is not a replica of `primary`, or null. */
async function compareServers(primary: Pool, pool: Pool): Promise<string | null> {
  const identify = `select system_identifier::text as id, pg_is_in_recovery() as "isReplica" from pg_control_system()`
  const [original, copy] = await Promise.all([primary, pool].map((each) => each.query(identify)))
  if (copy?.rows[0].isReplica !== true) return 'the server is not a replica'
  return copy.rows[0].id === original?.rows[0].id ? null : 'the server is a replica of another database'
}

/** The primary removed rows that a query on the replica still needed (PostgreSQL: hot standby conflicts). */
const isRecoveryConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
