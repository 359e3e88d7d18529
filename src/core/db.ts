/** The connection to PostgreSQL: one pool per process, typed by the tables of a migrated database. */
import { type Kysely as Connection, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
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

export function openPool(connection: pg.PoolConfig, max: number): pg.Pool {
  return new pg.Pool({
    ...connection,
    max,
    application_name: 'ansight',
    connectionTimeoutMillis: 10_000,
    // A machine that went away without a word holds no lock for longer than half a minute.
    keepAlive: true,
    options:
      '-c timezone=UTC -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    types: {
      getTypeParser: (oid, format) =>
        (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
    },
  })
}

export const openDb = (pool: pg.Pool): Db => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
