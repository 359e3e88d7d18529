/** How our own server is reached, and the question that tells it from any other. */
import { realpathSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, EmbeddedError } from './errors.ts'

/** As the pool of `pg` takes it. `host` is a folder where the server listens on a Unix socket. */
export type Connection = { host: string; port: number; user: string; database: string; password?: string }

/**
 * `ours`: it answers, works on this cluster and has our database. `foreign`: it works on another cluster.
 * `absent`: nobody listens. `later`: it takes no connection now, as it starts, recovers or stops.
 */
export type Answer = 'ours' | 'foreign' | 'absent' | 'later'

export async function probe(connection: Connection, cluster: string): Promise<Answer> {
  const client = newClient(connection)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; made: boolean }>(question, [connection.database])
    if (!isSameFolder(rows[0]?.folder, cluster)) return 'foreign'
    // A first start that was interrupted here left the cluster without it.
    if (!rows[0]?.made) await client.query(`create database ${connection.database}`)
    return 'ours'
  } catch (error) {
    const answer = answerOf(error)
    if (answer) return answer
    throw new EmbeddedError(`PostgreSQL on ${cluster} answers with an error: ${String(error)}`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

/**
 * Waits until nobody else is connected. A pool calls itself ended while its connections are still closing, and
 * a server that stops in that moment ends them with an error that nobody listens for any more.
 */
export async function waitUntilIdle(connection: Connection, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  const client = newClient(connection)
  try {
    await client.connect()
    while ((await isUsed(client)) && performance.now() < deadline) await delay(2)
  } catch (error) {
    if (!answerOf(error)) throw error
  } finally {
    await client.end()
  }
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`)
  return rows.length > 0
}

/** Of the database every server has, so that a foreign one is asked nothing it could refuse. */
function newClient(connection: Connection): pg.Client {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 })
  // A server that ends in the middle says so twice; the rejected question is enough.
  client.on('error', () => undefined)
  return client
}

const question = `select current_setting('data_directory') as folder,
  exists (select from pg_database where datname = $1) as made`

function isSameFolder(folder: string | undefined, cluster: string): boolean {
  try {
    return folder !== undefined && realpathSync(folder) === cluster
  } catch {
    // A folder that we do not have.
    return false
  }
}

/** Codes: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function answerOf(error: unknown): Answer | undefined {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'absent'
  // Rejected for who we are: only another cluster does not know us.
  if (code?.startsWith('28')) return 'foreign'
  // No code: the connection ended or timed out.
  const passing = [undefined, 'ECONNRESET', 'EPIPE', '53300', '57P01', '57P02', '57P03']
  return passing.includes(code) ? 'later' : undefined
}
