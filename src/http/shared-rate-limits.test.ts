import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contextWith, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { rateLimiterFor, syncRateLimits } from './shared-rate-limits.ts'

const { base } = await testService()

/** A process of its own on the same database. */
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

test('what one process has counted is used up for the others too, once they have exchanged', async () => {
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

test('what is counted while the database answers is counted once', async () => {
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

test('all processes begin the next minute together, whatever their own clocks say', async () => {
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
  // The minute of the row is over: it begins again with what was counted here since.
  expect(second.take(key)).toMatchObject({ ok: true })
})

test('a key that is little used, and one that nobody uses, ask nothing of the database', async () => {
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

test('the database learns no key, and forgets a count within two minutes', async () => {
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
