import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase, openDedicatedConnection, openPool } from './database.ts'

const pool = openPool(inject('server'), 1)
afterAll(() => pool.end())

test('a connection that breaks while it is asked nothing tells at once, and does not come back', async () => {
  const connection = await openDatabase(pool).acquireConnection()
  const lost = new Promise((resolve) => connection.lost.addEventListener('abort', resolve))
  const [first] = await connection.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  await endBackend(first?.pid)
  await lost
  connection.release(false)
  const next = await openDatabase(pool).acquireConnection()
  const [second] = await next.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  expect(second?.pid).not.toBe(first?.pid)
  expect(next.lost.aborted).toBe(false)
  next.release(true)
})

test('what is asked apart waits for no connection of the pool, and is asked on another once its own is lost', async () => {
  const apart = openDedicatedConnection(inject('server'))
  const db = openDatabase(pool, apart)
  const all = await db.acquireConnection()
  await db.queryDedicated('select 1')
  const lost = new Promise((resolve) => apart.once('remove', resolve))
  const { rows } = await apart.query('select pg_backend_pid() as pid')
  await endBackend(rows[0]?.pid)
  await lost
  await db.queryDedicated('select 1')
  await expect(db.queryDedicated('select 1 from nowhere')).rejects.toThrow('nowhere')
  all.release(true)
  await apart.end()
})

async function endBackend(pid: number | undefined): Promise<void> {
  const other = new pg.Client(inject('server'))
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [pid])
  await other.end()
}
