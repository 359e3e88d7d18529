import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from './connection-errors.ts'
import { openDatabase, openDedicatedConnection, openPool } from './database.ts'
import { startVanishingServer } from './vanishing-server.fixture.ts'

const pool = openPool(inject('server'), 1)
afterAll(() => pool.end())

test('an idle connection that breaks aborts `lost` immediately and is not returned to the pool', async () => {
  const connection = await openDatabase(pool).acquireConnection()
  const lost = new Promise((resolve) => connection.lost.addEventListener('abort', resolve))
  const [first] = await connection.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  await terminateBackend(first?.pid)
  await lost
  connection.release(false)
  const next = await openDatabase(pool).acquireConnection()
  const [second] = await next.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  expect(second?.pid).not.toBe(first?.pid)
  expect(next.lost.aborted).toBe(false)
  next.release(true)
})

test('the dedicated connection does not wait for the pool and is replaced when it breaks', async () => {
  const dedicated = openDedicatedConnection(inject('server'))
  const db = openDatabase(pool, { dedicated })
  const all = await db.acquireConnection()
  await db.queryDedicated('select 1')
  const lost = new Promise((resolve) => dedicated.once('remove', resolve))
  const { rows } = await dedicated.query('select pg_backend_pid() as pid')
  await terminateBackend(rows[0]?.pid)
  await lost
  await db.queryDedicated('select 1')
  await expect(db.queryDedicated('select 1 from nowhere')).rejects.toThrow('nowhere')
  all.release(true)
  await dedicated.end()
})

test('a query that takes the threshold or longer is logged with its SQL and without its parameters; with a threshold of 0, none is', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const withThreshold = (thresholdMs: number) => openDatabase(pool, { slowQueries: { log, thresholdMs } }).db
  const query = sql`select pg_sleep(0.1),
    ${'a prompt'}::text`
  await query.execute(withThreshold(60_000))
  await query.execute(withThreshold(0))
  expect(lines).toEqual([])
  await query.execute(withThreshold(50))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'slow query',
    sql: 'select pg_sleep(0.1), $1::text',
  })
  expect(lines[0]).not.toContain('a prompt')
})

test('a statement to a server that vanished from the network fails as unavailable, and the next one uses a new connection', async () => {
  const server = await startVanishingServer(inject('server'))
  // The answer to a statement timeout has another five seconds.
  const limited = openPool(server.connection, 1, undefined, 100)
  onTestFinished(() => limited.end())
  const { db } = openDatabase(limited)
  const read = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const first = await read()
  server.vanish()
  const error = await read().catch((cause: unknown) => cause)
  expect(isDatabaseUnavailable(error)).toBe(true)
  server.comeBack()
  const next = await read()
  expect(next.rows[0]?.pid).not.toBe(first.rows[0]?.pid)
})

test('a connection to a server that accepts it and never answers fails as unavailable', async () => {
  const server = await startVanishingServer(inject('server'))
  server.vanish()
  const silent = openPool({ ...server.connection, connectionTimeoutMillis: 2_000 }, 1)
  onTestFinished(() => silent.end())
  const error = await silent.query('select 1').catch((cause: unknown) => cause)
  expect(isDatabaseUnavailable(error)).toBe(true)
  server.comeBack()
  await silent.query('select 1')
})

test('a statement that exceeds the timeout is canceled and fails as unavailable, and the connection stays usable', async () => {
  const limited = openPool(inject('server'), 1, undefined, 100)
  onTestFinished(() => limited.end())
  const error = await limited.query('select pg_sleep(60)').catch((cause: unknown) => cause)
  expect(isDatabaseUnavailable(error)).toBe(true)
  await limited.query('select 1')
})

test('a transaction that waits for this process is not ended by the timeout of statements', async () => {
  const limited = openPool(inject('server'), 1, undefined, 100)
  onTestFinished(() => limited.end())
  const client = await limited.connect()
  const { stream } = client.connection
  await client.query('begin')
  // What the socket emits when nothing was sent or received for the time.
  stream.emit('timeout')
  await client.query('commit')
  client.release()
})

async function terminateBackend(pid: number | undefined): Promise<void> {
  const other = new pg.Client(inject('server'))
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [pid])
  await other.end()
}
