/**
 * Connections to PostgreSQL: the pool of the process, and a dedicated connection for health checks. Typed by the tables
 * of a migrated database.
 */
import { Socket } from 'node:net'
import { type Kysely as Connection, Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { discardFailedSessions } from './discard-failed-sessions.ts'
import type { ReadReplica } from './read-replica.ts'
import type { DB } from './schema.generated.ts'
import { unreachableWorkers } from './unreachable-workers.ts'

export type Db = Connection<DB>

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  // Sums and hashes fit 53 bits; a larger value would lose precision silently.
  [builtins.INT8]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the safe integers of JavaScript`)
    return value
  },
  [builtins.DATE]: (text) => text,
}

/** Of every connection: a server that vanished from the network without closing it is noticed. */
export const networkTimeouts = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
} as const

/**
 * Opens a pool. Broken connections are logged and never crash the process. `statementTimeoutMs`: of a statement; by default
 * there is none.
 */
export function openPool(
  connection: pg.PoolConfig,
  max: number,
  log?: Logger,
  statementTimeoutMs = 0,
): pg.Pool {
  const pool = new pg.Pool({
    ...networkTimeouts,
    ...connection,
    max,
    application_name: 'ansight',
    options: [
      ...['timezone=UTC', 'jit=off', `statement_timeout=${statementTimeoutMs}`],
      // The locks of an unreachable client are released within 15 seconds.
      ...['tcp_keepalives_idle=5', 'tcp_keepalives_interval=3', 'tcp_keepalives_count=3'],
      // Allows a transaction to use reference tables after it has changed or analyzed a distributed table.
      'citus.multi_shard_modify_mode=sequential',
      'citus.node_connection_timeout=5000',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
    types: {
      getTypeParser: (oid, format) =>
        (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
    },
  })
  // A broken connection fails its current query. Without a listener it would also end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ err: error }, 'database connection lost'))
    if (statementTimeoutMs > 0) closeUnanswered(client, statementTimeoutMs + answerDelayMs)
  })
  // Errors of idle connections, which the listener above has logged already.
  pool.on('error', () => undefined)
  return pool
}

/** Until the error of a statement timeout arrives. */
const answerDelayMs = 5_000

/**
 * Closes a connection whose server has not answered a statement, nor canceled it. TCP would notice unacknowledged data only
 * after a quarter of an hour, and nothing if a proxy acknowledges it.
 */
function closeUnanswered(client: pg.PoolClient, timeoutMs: number): void {
  const { stream } = client.connection
  if (!(stream instanceof Socket)) return
  stream.setTimeout(timeoutMs, () => {
    const isIdle = Reflect.get(client, 'readyForQuery') === true
    if (!isIdle)
      stream.destroy(Object.assign(new Error('The database did not answer'), { code: 'ETIMEDOUT' }))
  })
}

/** A query timeout, after which the next query opens a new connection. */
const queryTimeoutMs = 5_000

/** Opens a dedicated connection lazily and keeps it open, so queries on it never wait for the pool. */
export function openDedicatedConnection(connection: pg.PoolConfig, log?: Logger): pg.Pool {
  return openPool({ ...connection, idleTimeoutMillis: 0, query_timeout: queryTimeoutMs }, 1, log)
}

/** The connections of a process. */
export type Database = {
  db: Db
  /** Runs a statement on the dedicated connection, independent of what occupies the pool. */
  queryDedicated(query: string): Promise<void>
  /** Lists the workers of a distributed database that cannot be reached, also on the dedicated connection. */
  listUnreachableWorkers(): Promise<string[]>
  /** Takes a connection out of the pool. */
  acquireConnection(): Promise<DedicatedConnection>
  poolStats(): { used: number; idle: number; waiting: number }
  /** Null without DATABASE_READ_URL. */
  replica: ReadReplica | null
}

export type SlowQueryLog = { log: Logger; thresholdMs: number }

type DatabaseOptions = {
  /** A pool of one connection; without it, health checks share the pool. */
  dedicated?: pg.Pool
  slowQueries?: SlowQueryLog
  replica?: ReadReplica | null
}

/** Returns the database of a process. */
export function openDatabase(
  pool: pg.Pool,
  { dedicated = pool, slowQueries, replica = null }: DatabaseOptions = {},
): Database {
  const log = slowQueries && slowQueries.thresholdMs > 0 ? logSlowQueries(slowQueries) : undefined
  return {
    db: new Kysely<DB>({
      dialect: new PostgresDialect({ pool: discardFailedSessions(pool) }),
      ...(log && { log }),
    }),
    queryDedicated: async (query) => {
      await dedicated.query(query)
    },
    listUnreachableWorkers: unreachableWorkers(dedicated),
    acquireConnection: () => acquireConnection(pool),
    poolStats: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    replica,
  }
}

/** Logs the SQL with its placeholders; the parameters may be prompts and answers. */
function logSlowQueries({ log, thresholdMs }: SlowQueryLog): (event: LogEvent) => void {
  return ({ query, queryDurationMillis }) => {
    if (queryDurationMillis < thresholdMs) return
    const sql = query.sql.replaceAll(/\s+/g, ' ').trim().slice(0, maxLoggedSql)
    log.warn({ sql, ms: Math.round(queryDurationMillis) }, 'slow query')
  }
}

const maxLoggedSql = 2_000

/** A connection with one user. `lost` is aborted when it breaks, even while idle. */
export type DedicatedConnection = {
  query<T>(text: string, values: unknown[]): Promise<T[]>
  lost: AbortSignal
  /** Returns the connection to the pool, or closes it if it is not `sound`. */
  release(sound: boolean): void
}

async function acquireConnection(pool: pg.Pool): Promise<DedicatedConnection> {
  const client = await pool.connect()
  const lost = new AbortController()
  const onLost = () => lost.abort(new Error('The database connection was lost'))
  client.once('error', onLost)
  client.once('end', onLost)
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    lost: lost.signal,
    release: (sound) => {
      client.off('error', onLost)
      client.off('end', onLost)
      client.release(!sound)
    },
  }
}
