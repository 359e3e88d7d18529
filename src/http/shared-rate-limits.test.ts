import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contextWith, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { rateLimiterFor, syncRateLimits } from './shared-rate-limits.ts'

const { base } = await testService()

/** Simulates a process on the shared database. */
function process(perMinute = 10, now: () => Date = base.now) {
  const ctx = contextWith(base, { now, config: { ...base.config, RATE_LIMIT_API_KEY: perMinute } })
  const { take } = rateLimiterFor(ctx, 'RATE_LIMIT_API_KEY')
  return {
    take,
    takes: (times: number, key: string) => repeat(times, () => take(key)),
    share: () => syncRateLimits(ctx),
  }
}

function repeat(times: number, run: () => unknown): void {
  for (let time = 0; time < times; time++) run()
}

const age = (seconds: number) =>
  sql`update rate_limit_counts set started_at = started_at - ${seconds} * interval '1 second'`.execute(
    base.db,
  )
const countRows = async () =>
  (await sql<{ rows: number }>`select count(*) as rows from rate_limit_counts`.execute(base.db)).rows[0]?.rows

test('requests of one process count for the others after both have synced', async () => {
  const [first, second] = [process(), process()]
  const key = newId()
  first.takes(6, key)
  await first.share()
  expect(second.take(key)).toMatchObject({ ok: true, remaining: 9 })
  await second.share()
  expect(second.take(key)).toMatchObject({ ok: true, remaining: 2 })
  await second.share()
  first.takes(1, key)
  await first.share()
  expect(first.take(key)).toMatchObject({ ok: true, remaining: 0 })
  await first.share()
  await second.share()
  expect(second.take(key)).toMatchObject({ ok: true, remaining: 1 })
  await second.share()
  expect(second.take(key).ok).toBe(false)
  expect(second.take(newId()).ok).toBe(true)
})

test('requests during a sync are counted once', async () => {
  const [first, second] = [process(), process()]
  const key = newId()
  first.takes(3, key)
  const sharing = first.share()
  first.takes(2, key)
  await sharing
  await first.share()
  second.takes(1, key)
  await second.share()
  expect(second.take(key).remaining).toBe(10 - 5 - 1 - 1)
})

test('all processes start the next window together, even when their clocks differ', async () => {
  const skewed = process(10, () => new Date(Date.now() + 3_600_000))
  const [first, second] = [process(), skewed]
  const key = newId()
  first.takes(10, key)
  await first.share()
  second.takes(1, key)
  await second.share()
  expect(second.take(key)).toMatchObject({ ok: false, resetSeconds: 60 })
  await age(61)
  await second.share()
  // The row's window has ended: the next one starts with the counts since.
  expect(second.take(key)).toMatchObject({ ok: true })
})

test('rarely used and unused keys cause no database queries', async () => {
  const quiet = process(100)
  const before = await countRows()
  quiet.takes(4, newId())
  await quiet.share()
  await quiet.share()
  expect(await countRows()).toBe(before)
  const key = newId()
  quiet.takes(5, key)
  await quiet.share()
  expect(await countRows()).toBe(Number(before) + 1)
})

test('the database stores no keys, and deletes counts within two minutes', async () => {
  const one = process()
  const key = 'ada@example.com'
  one.takes(1, key)
  await one.share()
  const { rows } = await sql`select rate_limit_counts::text as row from rate_limit_counts`.execute(base.db)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('ada@').toString('hex'))
  expect(JSON.stringify(rows)).not.toContain('ada@')
  await age(121)
  one.takes(1, newId())
  await one.share()
  expect(await countRows()).toBe(1)
})
