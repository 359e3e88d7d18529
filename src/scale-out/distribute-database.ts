/** Distributes the database of an installation that is stopped. */
import type pg from 'pg'
import { openPool } from '../db/database.ts'
import { type DistributionPlan, distribute, planDistribution, requireCluster } from '../db/distribute.ts'
import { migrationLock } from '../db/migrate.ts'

type Options = { isDryRun: boolean; print: (line: string) => void }

/**
 * A call after a complete one does nothing, and a call after an interrupted one continues it. Throws when other processes
 * use the database, because foreign keys are missing until the distribution is complete.
 */
export async function distributeDatabase(connectionString: string, options: Options): Promise<void> {
  const pool = openPool({ connectionString }, 1)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await requireCluster(client)
    await requireUnused(client)
    await requireMigrated(client)
    await distributeTables(client, options)
  } finally {
    // Closing the connection releases the advisory lock; returning it to the pool would not.
    client.release(true)
    await pool.end()
  }
}

async function requireUnused(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'ansight' and pid <> pg_backend_pid()`)
  if (rowCount !== 0)
    throw new Error('Another process of Ansight uses this database. Stop the service and its commands first.')
}

async function requireMigrated(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query("select where to_regclass('migrations') is null")
  if (rowCount !== 0) throw new Error('The database is empty. Run `ansight migrate` first.')
}

async function distributeTables(client: pg.ClientBase, { isDryRun, print }: Options): Promise<void> {
  const plan = await planDistribution(client)
  if (plan.tables.length === 0 && plan.foreignKeys === 0) return print('The database is distributed.')
  for (const line of describePlan(plan)) print(line)
  if (isDryRun) return
  await distribute(client, print)
  print('The database is distributed.')
}

function* describePlan({ tables, foreignKeys }: DistributionPlan): Generator<string> {
  for (const { table, placement } of tables)
    yield `${table}: ${placement === 'brand' ? 'distributed by brand' : 'copied to every server'}`
  yield `${foreignKeys} foreign keys: removed first, created again at the end`
}
