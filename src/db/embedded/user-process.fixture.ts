/**
 * A process that uses the embedded database, for tests. Takes its options as JSON and answers each line of input with
 * lines of JSON: `query <sql>`, `write` (commits one row after another and reports each acknowledged commit), `stop`. With
 * `rounds` it starts, queries and stops that many times instead.
 */
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const options = { ...JSON.parse(process.argv[2] ?? '{}'), log: quiet }
const tell = (answer: unknown) => process.stdout.write(`${JSON.stringify(answer)}\n`)

try {
  if (options.rounds) tell({ rounds: await rounds(options.rounds) })
  else await serve()
} catch (error) {
  tell({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}

async function serve(): Promise<void> {
  const database = await startEmbedded(options)
  const pool = new pg.Pool(database.connection)
  // A killed server ends idle connections; the tests check the queries that follow.
  pool.on('error', () => undefined)
  const drain = async () => {
    const { rows } = await pool.query('select 1 as answered')
    await leave(database, pool)
    tell({ drained: rows[0]?.answered })
  }
  process.once('SIGINT', () => void drain().catch((error: unknown) => tell({ error: String(error) })))
  tell({ attached: database.attached, connection: database.connection })
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, ...words] = line.split(' ')
    if (command === 'query') tell({ rows: (await pool.query(words.join(' '))).rows })
    if (command === 'write') void write(pool)
    if (command === 'stop') {
      await leave(database, pool)
      tell({ stopped: true })
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

/** Commits until a query fails, as when the server is killed. */
async function write(pool: pg.Pool): Promise<void> {
  try {
    for (;;) {
      const { rows } = await pool.query('insert into written default values returning id')
      tell({ written: rows[0].id })
    }
  } catch {
    tell({ failed: true })
  }
}
