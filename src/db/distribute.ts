/**
 * Distributes the tables of a database over the servers of a Citus cluster, as distribution.ts defines. Every step is
 * atomic and is skipped when it is done, so an interrupted distribution continues where it stopped.
 */
import type pg from 'pg'
import { type Placement, placements } from './distribution.ts'

export type PendingTable = { table: string; placement: Exclude<Placement, 'local'> }
export type DistributionPlan = {
  /** The tables that are not distributed yet. */
  tables: PendingTable[]
  /** How many foreign keys are removed before the first table, and created again after the last. */
  foreignKeys: number
}
type ForeignKey = { table: string; name: string; definition: string }
type Report = (step: string) => void

/** Throws when the database is not on the coordinator of a Citus cluster that can store tables. */
export async function requireCluster(client: pg.ClientBase): Promise<void> {
  if (!(await hasCitus(client)))
    throw new Error('This database does not have the extension citus. Create it first: docs/scale-out.md.')
  const { rows } = await client.query<{ isCoordinator: boolean; isRegistered: boolean; storing: number }>(`
    select
      (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      exists (select from pg_dist_node where groupid = 0) as "isRegistered",
      (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as storing`)
  const [cluster] = rows
  if (!cluster?.isCoordinator)
    throw new Error('DATABASE_URL is a worker of the Citus cluster. Set it to the coordinator.')
  if (!cluster.isRegistered)
    throw new Error('The Citus coordinator is not registered. Register it with citus_set_coordinator_host.')
  if (cluster.storing === 0)
    throw new Error('No server of the Citus cluster stores shards. Add a worker with citus_add_node.')
}

/** Returns what is not distributed yet. */
export async function planDistribution(client: pg.ClientBase): Promise<DistributionPlan> {
  const tables = await listPendingTables(client)
  if (await isInterrupted(client))
    return { tables, foreignKeys: await count(client, 'select from removed_foreign_keys') }
  return { tables, foreignKeys: tables.length === 0 ? 0 : await count(client, foreignKeys) }
}

/**
 * Distributes every table that is not distributed yet. `report` receives each step before it starts.
 *
 * Citus distributes no table to which a local table refers. Therefore the foreign keys are stored and removed before the
 * first table and created again after the last.
 */
export async function distribute(client: pg.ClientBase, report: Report): Promise<void> {
  const pending = await listPendingTables(client)
  if (!(await isInterrupted(client))) {
    if (pending.length === 0) return
    await storeForeignKeys(client)
  }
  if (pending.length > 0) {
    report('Removing foreign keys')
    await removeForeignKeys(client)
  }
  for (const each of pending) {
    report(`Distributing ${each.table}`)
    await distributeTable(client, each)
  }
  await deleteLocalCopies(client, report)
  for (const key of await listRemovedForeignKeys(client)) {
    report(`Creating foreign key ${key.name}`)
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
  }
  await client.query('drop table removed_foreign_keys')
}

/** Returns whether this is a distributed database. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  return (await hasCitus(client)) && (await listDistributedTables(client)).length > 0
}

/** Distributes the tables that a migration has created in a distributed database, in the transaction of the migration. */
export async function distributeNewTables(client: pg.ClientBase): Promise<void> {
  for (const each of await listPendingTables(client)) await distributeTable(client, each)
}

/** Throws when a distribution was interrupted: until it is complete, foreign keys are missing. */
export async function requireCompleteDistribution(client: pg.ClientBase): Promise<void> {
  if (await isInterrupted(client))
    throw new Error('The distribution of this database was interrupted. Run `ansight distribute` again.')
}

async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  return (await count(client, "select from pg_extension where extname = 'citus'")) === 1
}

/** The table of removed foreign keys exists while a distribution is in progress. */
async function isInterrupted(client: pg.ClientBase): Promise<boolean> {
  return (await count(client, "select where to_regclass('removed_foreign_keys') is not null")) === 1
}

const storedOnWorkers: readonly PendingTable[] = Object.entries<Placement>(placements).flatMap(
  ([table, placement]) => (placement === 'local' ? [] : [{ table, placement }]),
)

async function listPendingTables(client: pg.ClientBase): Promise<PendingTable[]> {
  const { rows } = await client.query<{ table: string }>(
    'select name as "table" from unnest($1::text[]) name where to_regclass(name) is not null',
    [storedOnWorkers.map(({ table }) => table)],
  )
  const present = rows.map(({ table }) => table)
  const done = await listDistributedTables(client)
  return storedOnWorkers.filter(({ table }) => present.includes(table) && !done.includes(table))
}

/** Citus also lists local tables with a foreign key to a reference table. They are not distributed. */
async function listDistributedTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select logicalrelid::text as "table" from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  )
  return rows.map(({ table }) => table)
}

/** Of our own tables: on the coordinator, the copies of reference tables have the same keys. */
const foreignKeys = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and conrelid = any(array[${Object.keys(placements).map((table) => `to_regclass('${table}')`)}])`

async function storeForeignKeys(client: pg.ClientBase): Promise<void> {
  await client.query(`create table removed_foreign_keys as ${foreignKeys}`)
}

async function removeForeignKeys(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<ForeignKey>(foreignKeys)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
}

async function listRemovedForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select removed.* from removed_foreign_keys removed
    left join (${foreignKeys}) present using ("table", name)
    where present.name is null order by 1, 2`)
  return rows
}

async function distributeTable(client: pg.ClientBase, { table, placement }: PendingTable): Promise<void> {
  if (placement === 'reference') {
    await client.query('select create_reference_table($1)', [table])
    return
  }
  const done = await listDistributedTables(client)
  const sibling = storedOnWorkers.find((each) => each.placement === 'brand' && done.includes(each.table))
  await client.query("select create_distributed_table($1, 'brand_id', colocate_with => $2)", [
    table,
    sibling?.table ?? 'none',
  ])
}

/**
 * Citus copies the rows to the shards and keeps the originals, which no query sees, in the table on the coordinator.
 * Deleting them cascades along foreign keys, so it is done only while there are none.
 */
async function deleteLocalCopies(client: pg.ClientBase, report: Report): Promise<void> {
  if ((await count(client, foreignKeys)) > 0) return
  report('Deleting the local copies of distributed rows')
  for (const table of await listDistributedTables(client))
    await client.query('select truncate_local_data_after_distributing_table($1)', [table])
}

async function count(client: pg.ClientBase, query: string): Promise<number> {
  return (await client.query(query)).rowCount ?? 0
}
