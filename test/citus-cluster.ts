/** The Citus cluster of `npm run test:citus`: the cluster at DATABASE_URL, or one that the program CITUS_CLUSTER starts and stops. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { distribute } from '../src/db/distribute.ts'

export type ServerConnection = {
  connectionString?: string
  host?: string
  port?: number
  user?: string
  password?: string
}

const run = promisify(execFile)

export async function findCluster() {
  const { DATABASE_URL: given, CITUS_CLUSTER: program } = process.env
  const url = given ?? (program && (await startCluster(program)))
  if (!url) throw new Error('Set DATABASE_URL to the coordinator of a Citus cluster, or CITUS_CLUSTER.')
  const server = getServer(url)
  const workers = await listWorkers(url, server)
  const stop = async () => {
    if (!given && program) await run(program, ['stop'])
  }
  return { server, workers, stop }
}

/** The program prints `DATABASE_URL=` and the URL of the coordinator. */
async function startCluster(program: string): Promise<string> {
  const { stdout } = await run(program, ['start'])
  const url = /^DATABASE_URL=(.+)$/m.exec(stdout)?.[1]
  if (!url) throw new Error(`${program} start did not print DATABASE_URL.`)
  return url
}

export function getServer(url: string): ServerConnection {
  const { host, port, user, password } = new pg.Client({ connectionString: url })
  return { host, port, ...(user && { user }), ...(password && { password }) }
}

async function listWorkers(url: string, server: ServerConnection): Promise<ServerConnection[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by groupid',
    )
    return rows.map((worker) => ({ ...server, ...worker }))
  } finally {
    await client.end()
  }
}

/** Runs the statements on every server. */
export async function onServers(
  servers: readonly ServerConnection[],
  database: string,
  ...statements: string[]
): Promise<void> {
  for (const statement of statements) await queryServers(servers, database, statement)
}

/** Runs a query on every server and returns the rows of all. */
export async function queryServers(
  servers: readonly ServerConnection[],
  database: string,
  query: string,
): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const server of servers) {
    const client = new pg.Client({ ...server, database })
    await client.connect()
    try {
      rows.push(...(await client.query(query)).rows)
    } finally {
      await client.end()
    }
  }
  return rows
}

/** Creates an empty database whose tables can be distributed. */
export async function createClusterDatabase(
  name: string,
  server: ServerConnection,
  workers: readonly ServerConnection[],
): Promise<void> {
  await onServers([server, ...workers], 'postgres', `create database ${name}`)
  await onServers([server, ...workers], name, 'create extension citus')
  const client = new pg.Client({ ...server, database: name })
  await client.connect()
  try {
    await client.query('select citus_set_coordinator_host($1, $2)', [server.host, server.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
    // Fewer shards than in an installation, so that copies of the database are small.
    await client.query(`alter database ${name} set citus.shard_count = 4`)
  } finally {
    await client.end()
  }
}

/** Distributes the template. Copies of it on every server are a cluster too: the metadata does not name the database. */
export async function distributeTemplate(
  template: string,
  server: ServerConnection,
  workers: readonly ServerConnection[],
): Promise<void> {
  const client = new pg.Client({ ...server, database: template })
  await client.connect()
  await distribute(client, () => undefined).finally(() => client.end())
  // The maintenance processes of Citus would otherwise keep the template in use.
  await onServers(
    [server, ...workers],
    'postgres',
    `alter database ${template} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
  )
}
