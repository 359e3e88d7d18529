import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDedicatedConnection, openPool } from './database.ts'
import { listen } from './listen.ts'

const pool = openPool(inject('server'), 1)
const dedicated = openDedicatedConnection(inject('server'))
const channel = `Listen ${process.pid}`
const notify = (payload: string) => pool.query('select pg_notify($1, $2)', [channel, payload])

afterAll(async () => {
  await dedicated.end()
  await pool.end()
})

test('notifications arrive, also on a connection that replaces a broken one, until listening stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await dedicated.query('select 1')
  const received: string[] = []
  const stop = await listen(dedicated, channel, {
    onNotification: (payload) => received.push(payload),
    onConnected: () => received.push('connected'),
  })
  await notify('first')
  await expect.poll(() => received).toEqual(['connected', 'first'])

  const lost = new Promise((resolve) => dedicated.once('remove', resolve))
  const { rows } = await dedicated.query('select pg_backend_pid() as pid')
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await lost
  vi.advanceTimersToNextTimer()
  await expect.poll(() => received).toEqual(['connected', 'first', 'connected'])
  await notify('second')
  await expect.poll(() => received.at(-1)).toBe('second')

  stop()
  await notify('third')
  await dedicated.query('select 1')
  expect(received.at(-1)).toBe('second')
})
