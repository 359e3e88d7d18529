/** Generates src/db/schema.generated.ts from a migrated database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate, IdentifierNode, PostgresDialect } from 'kysely-codegen'
import type pg from 'pg'
import pino from 'pino'
import { type Db, openDatabase, openPool } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

export const tableTypesFile = 'src/db/schema.generated.ts'

/** Returns the content of the file for the tables of `db`, without the tables of pg-boss and the view for analysts. */
export function tableTypes(db: Db): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: '{pgboss.*,*answer_facts,*answer_details}',
    outFile: null,
    typeMapping: { int8: 'number', date: 'string' },
    overrides: { columns: { 'jobs.kind': new IdentifierNode('JobKind') } },
    customImports: { JobKind: '../../vocabulary/job-kinds.ts' },
  })
}

export async function areTableTypesCurrent(db: Db): Promise<boolean> {
  return (await tableTypes(db)) === (await readFile(new URL(`../${tableTypesFile}`, import.meta.url), 'utf8'))
}

/** Migrates the database at `url`, or a temporary embedded one, and returns the types of its tables. */
export async function tableTypesOfMigrations(url: string | null): Promise<string> {
  if (url !== null) return typesThrough({ connectionString: url })
  const dataDir = await mkdtemp(join(tmpdir(), 'ansight-types-'))
  const embedded = await startEmbedded({ dataDir, exclusive: true, log: pino({ level: 'silent' }) })
  try {
    return await typesThrough(embedded.connection)
  } finally {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function typesThrough(connection: pg.PoolConfig): Promise<string> {
  const pool = openPool(connection, 2)
  try {
    await migrate(pool)
    return await tableTypes(openDatabase(pool).db)
  } finally {
    await pool.end()
  }
}
