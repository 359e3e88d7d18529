/**
 * A process that uses the embedded database, for tests. Takes its options as JSON, reads commands line by line and
 * replies with a line of JSON: `query <sql>`, `write` (inserts rows until it fails and reports each commit), `stop`.
 * With `rounds` it repeatedly starts, queries and stops instead.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const options = { ...JSON.parse(process.argv[2] ?? '{}'), log: quiet }
const send = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`)

try {
  if (options.rounds) send({ rounds: await rounds(options.rounds) })
  else await serve()
} catch (error) {
  send({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}

async function serve(): Promise<void> {
  const database = await startEmbedded(options)
  const pool = new pg.Pool(database.connection)
  // A killed server ends idle connections; the test checks subsequent queries.
  pool.on('error', () => undefined)
  const drain = async () => {
    const { rows } = await pool.query('select 1 as answered')
    await leave(database, pool)
    send({ drained: rows[0]?.answered })
  }
  process.once('SIGINT', () => void drain().catch((error: unknown) => send({ error: String(error) })))
  send({ attached: database.attached, connection: database.connection })
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.split(' ')
    if (command === 'query') send({ rows: (await pool.query(words.join(' '))).rows })
    if (command === 'write') void write(pool)
    if (command === 'stop') {
      await leave(database, pool)
      send({ stopped: true })
      return process.exit()
    }
  }
}

async function leave(database: Awaited<ReturnType<typeof startEmbedded>>, pool: pg.Pool): Promise<void> {
  await pool.end()
  await database.stop()
}

async function rounds(count: number): Promise<number> {
  for (let round = 0; round < count; round++) {
    const database = await startEmbedded(options)
    const pool = new pg.Pool(database.connection)
    await pool.query('insert into rounds values ($1, $2)', [process.pid, round])
    await leave(database, pool)
  }
  return count
}

/** Inserts until a query fails, for example because the server was killed. */
async function write(pool: pg.Pool): Promise<void> {
  try {
    for (;;) {
      const { rows } = await pool.query('insert into written default values returning id')
      send({ written: rows[0].id })
    }
  } catch {
    send({ failed: true })
  }
}
