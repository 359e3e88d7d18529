/** Applies plain SQL files once each, in the order of their names. Processes that start concurrently take turns. */
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { distributeNewTables, isDistributed, requireCompleteDistribution } from './distribute.ts'

const ownFolder = new URL('../../migrations/', import.meta.url)
/** An arbitrary number, the same in every process of an installation. */
export const migrationLock = 7_340_112

const createMigrationsTable =
  'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())'

type MigrateOptions = {
  /** Runs before the migrations of a database that has data. */
  beforeUpgrade?: () => Promise<void>
  folder?: URL
}

/**
 * Returns the migrations that were applied by this call. Throws and rolls back when a file fails. Throws when a newer version
 * has migrated the database.
 */
export async function migrate(
  pool: pg.Pool,
  { beforeUpgrade, folder = ownFolder }: MigrateOptions = {},
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await requireCompleteDistribution(client)
    await client.query(createMigrationsTable)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = rows.map(({ name }) => name)
    await requireKnown(applied, folder)
    const pending = (await listMigrations(folder)).filter((name) => !applied.includes(name))
    if (applied.length > 0 && pending.length > 0) await beforeUpgrade?.()
    for (const name of pending) await apply(client, folder, name)
    return pending
  } finally {
    // Closing the connection releases the advisory lock; returning it to the pool would not.
    client.release(true)
  }
}

/**
 * Creates the tables of these migrations in an empty database, in the transaction of the caller. The table of migrations
 * stays empty.
 */
export async function createTables(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await client.query(createMigrationsTable)
  for (const name of names)
    for (const statement of await readStatements(ownFolder, name)) await client.query(statement)
}

/** Returns the migrations that this version does not include. */
export async function findUnknownMigrations(names: readonly string[], folder = ownFolder): Promise<string[]> {
  const known = await listMigrations(folder)
  return names.filter((name) => !known.includes(name))
}

const listMigrations = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

async function requireKnown(applied: readonly string[], folder: URL): Promise<void> {
  const [unknown] = await findUnknownMigrations(applied, folder)
  if (unknown === undefined) return
  throw new Error(
    `The database was migrated by a newer version of Ansight (${unknown}). Start that version, or restore a backup from before the upgrade: docs/upgrade.md.`,
  )
}

async function apply(client: pg.PoolClient, folder: URL, name: string): Promise<void> {
  const statements = await readStatements(folder, name)
  const spansServers = await isDistributed(client)
  try {
    await client.query('begin')
    for (const statement of statements) {
      await client.query(statement)
      if (spansServers) await distributeNewTables(client)
    }
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed and was rolled back.`, { cause })
  }
}

const readStatements = async (folder: URL, name: string): Promise<string[]> =>
  splitStatements(await readFile(new URL(name, folder), 'utf8'))

/**
 * Splits at semicolons that end a line. Citus sends a statement to the servers as it was received, so each is a query of
 * its own.
 */
const splitStatements = (sql: string): string[] =>
  sql
    .replaceAll(/^[ \t]*--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '')
