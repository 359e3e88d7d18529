import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { openDb, openPool, takeConnection } from './db.ts'

const pool = openPool(inject('server'), 1)
afterAll(() => pool.end())

test('a connection that breaks while it is asked nothing tells at once, and does not come back', async () => {
  const connection = await takeConnection(openDb(pool))
  const lost = new Promise((resolve) => connection.lost.addEventListener('abort', resolve))
  const [first] = await connection.ask<{ pid: number }>('select pg_backend_pid() as pid', [])
  await endBackend(first?.pid)
  await lost
  connection.release(false)
  const next = await takeConnection(openDb(pool))
  const [second] = await next.ask<{ pid: number }>('select pg_backend_pid() as pid', [])
  expect(second?.pid).not.toBe(first?.pid)
  expect(next.lost.aborted).toBe(false)
  next.release(true)
})

async function endBackend(pid: number | undefined): Promise<void> {
  const other = new pg.Client(inject('server'))
  await other.connect()
  await other.query('select pg_terminate_backend($1)', [pid])
  await other.end()
}
