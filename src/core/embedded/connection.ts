/** How our own server is reached, and the question that tells it from any other. */
import { realpathSync } from 'node:fs'
import pg from 'pg'
import { codeOf, EmbeddedError } from './error.ts'

/** As the pool of `pg` takes it. `host` is a folder where the server listens on a Unix socket. */
export type Connection = { host: string; port: number; user: string; database: string; password?: string }

/**
 * `ours`: it answers, works on this cluster and has our database. `absent`: nobody listens.
 * `later`: a server listens but takes no connection now, as it starts, recovers or stops.
 */
export async function probe(connection: Connection, cluster: string): Promise<'ours' | 'absent' | 'later'> {
  try {
    await ask(connection, async (client) =>
      refuseForeign((await client.query('show data_directory')).rows, cluster),
    )
    return 'ours'
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'absent'
    if (code === '3D000') {
      await makeDatabase(connection)
      return 'ours'
    }
    if (error instanceof EmbeddedError) throw error
    return 'later'
  }
}

async function ask(connection: Connection, question: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    application_name: 'ansight start',
  })
  // A server that dies in the middle of the question says so twice; the rejected question is enough.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await question(client)
  } finally {
    await client.end()
  }
}

function refuseForeign(rows: { data_directory: string }[], cluster: string): void {
  const answered = rows[0]?.data_directory ?? ''
  if (realpathSync(answered) !== cluster) {
    throw new EmbeddedError(
      `The PostgreSQL server that answers for ${cluster} works on ${answered}; stop it and start again`,
    )
  }
}

async function makeDatabase(connection: Connection): Promise<void> {
  await ask({ ...connection, database: 'postgres' }, (client) =>
    client.query(`create database ${connection.database}`),
  )
}
