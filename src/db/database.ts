/** Connections to PostgreSQL: the pool of a process, and one apart from it; typed by the tables of a migrated database. */
import { type Kysely as Connection, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { DB } from './schema.generated.ts'

export type Db = Connection<DB>

const { builtins } = pg.types
const parsers: Record<number, (text: string) => unknown> = {
  // Sums and hashes stay within 53 bits; a value beyond would be a silent wrong number, so it is refused.
  [builtins.INT8]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value))
      throw new RangeError(`${text} is beyond the whole numbers of JavaScript`)
    return value
  },
  [builtins.DATE]: (text) => text,
}

/** Connections that break are logged, and are nobody's crash. */
export function openPool(connection: pg.PoolConfig, max: number, log?: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    application_name: 'ansight',
    connectionTimeoutMillis: 10_000,
    // A machine that went away without a word holds no lock for longer than a quarter of a minute.
    keepAlive: true,
    options:
      '-c timezone=UTC -c jit=off -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3',
    types: {
      getTypeParser: (oid, format) =>
        (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
    },
  })
  // A broken connection fails the query it was asked, if any; without a listener it would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ err: error }, 'database connection lost'))
  })
  // Of idle connections, which the line above has logged already.
  pool.on('error', () => undefined)
  return pool
}

/** How long the connection apart may owe an answer before it is given up, and the next question opens another. */
const silentMs = 5_000

/** One connection, opened by the first question and never let go: asked again, it answers without a wait for a free one. */
export function openDedicatedConnection(connection: pg.PoolConfig, log?: Logger): pg.Pool {
  return openPool({ ...connection, idleTimeoutMillis: 0, query_timeout: silentMs }, 1, log)
}

/** The connections of a process. */
export type Database = {
  db: Db
  /** Runs a statement on the dedicated connection, independent of what occupies the pool. */
  queryDedicated(query: string): Promise<void>
  /** Takes a connection out of the pool. */
  acquireConnection(): Promise<DedicatedConnection>
  poolStats(): { used: number; idle: number; waiting: number }
}

/** `dedicated` is a pool of one connection; without it, health checks share the pool. */
export function openDatabase(pool: pg.Pool, dedicated = pool): Database {
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    queryDedicated: async (query) => {
      await dedicated.query(query)
    },
    acquireConnection: () => acquireConnection(pool),
    poolStats: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

/** A connection for oneself. `lost` is aborted the moment it breaks, whether it is being asked something or not. */
export type DedicatedConnection = {
  ask<T>(text: string, values: unknown[]): Promise<T[]>
  lost: AbortSignal
  /** Gives it back; one that is not `sound` is closed instead. */
  release(sound: boolean): void
}

async function acquireConnection(pool: pg.Pool): Promise<DedicatedConnection> {
  const client = await pool.connect()
  const lost = new AbortController()
  const lose = () => lost.abort(new Error('The database connection was lost'))
  client.once('error', lose)
  client.once('end', lose)
  return {
    ask: async (text, values) => (await client.query(text, values)).rows,
    lost: lost.signal,
    release: (sound) => {
      client.off('error', lose)
      client.off('end', lose)
      client.release(!sound)
    },
  }
}
