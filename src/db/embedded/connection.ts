/** Connects to the embedded server and identifies it. */
import { realpathSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedError, getCode } from './errors.ts'

/** Connection options of `pg`. `host` is the folder of the Unix socket, if any. */
export type Connection = { host: string; port: number; user: string; database: string; password?: string }

/**
 * `ours`: it serves this cluster and has our database. `foreign`: it serves another cluster. `absent`: no server is
 * listening. `not_ready`: it is starting, recovering or stopping.
 */
export type ProbeResult = 'ours' | 'foreign' | 'absent' | 'not_ready'

export async function probe(connection: Connection, cluster: string): Promise<ProbeResult> {
  const client = newClient(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; hasDatabase: boolean }>(identityQuery, [
      connection.database,
    ])
    if (!isSameFolder(rows[0]?.folder, cluster)) return 'foreign'
    // An interrupted first start left the cluster without the database.
    if (!rows[0]?.hasDatabase) await client.query(`create database ${connection.database}`)
    return 'ours'
  } catch (error) {
    const result = classifyError(error)
    if (result) return result
    throw new EmbeddedError(`PostgreSQL on ${cluster} returns an error: ${String(error)}`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

/**
 * Waits until all other connections are closed. A pool reports its end while its connections are still closing, and a
 * server that stops at that point causes an unhandled error event.
 */
export async function waitUntilIdle(connection: Connection, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  const client = newClient(connection)
  try {
    await client.connect()
    while ((await hasOtherClients(client)) && performance.now() < deadline) await delay(2)
  } catch (error) {
    if (!classifyError(error)) throw error
  } finally {
    await client.end()
  }
}

async function hasOtherClients(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`)
  return rows.length > 0
}

/** Connects to the database that every server has, so that a foreign server does not reject the query. */
function newClient(connection: Connection): pg.Client {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 })
  // A server that stops reports the error twice; the rejected query is sufficient.
  client.on('error', () => undefined)
  return client
}

const identityQuery = `select current_setting('data_directory') as folder,
  exists (select from pg_database where datname = $1) as "hasDatabase"`

function isSameFolder(folder: string | undefined, cluster: string): boolean {
  try {
    return folder !== undefined && realpathSync(folder) === cluster
  } catch {
    // The folder does not exist here.
    return false
  }
}

/** Codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function classifyError(error: unknown): ProbeResult | undefined {
  const code = getCode(error)
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'absent'
  // Authentication failed: only another cluster rejects our user.
  if (code?.startsWith('28')) return 'foreign'
  // No code: the connection ended or timed out.
  const transientCodes = [undefined, 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02', '57P03']
  return transientCodes.includes(code) ? 'not_ready' : undefined
}
