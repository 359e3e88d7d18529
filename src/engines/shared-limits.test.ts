import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { contextWith, testService } from '../../test/support.ts'
import { engines } from './engines.ts'
import { engineFor } from './registry.ts'
import { syncEngineLimits } from './shared-limits.ts'

const { base } = await testService()
const never = new AbortController().signal

/** A process on the shared database that has `waiting` queries to one engine. */
async function process(waiting: number) {
  const app = contextWith(base, { config: { ...base.config, OPENAI_API_KEY: 'key', TRACKING_PER_ENGINE: 8 } })
  const engine = engineFor(app.config, 'chatgpt')
  if (engine === null) throw new Error('ChatGPT is not configured')
  const { limiter } = app.use(engines).limitsFor(engine, 'chatgpt')
  const releases: (() => void)[] = []
  for (let n = 0; n < waiting; n += 1)
    void limiter.acquire(never).then((permit) => {
      if (permit.outcome === 'acquired') releases.push(() => permit.release({ outcome: 'answered' }))
    })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const releaseAll = async () => {
    for (const release of releases.splice(0)) release()
    await settle()
  }
  onTestFinished(async () => {
    while (releases.length > 0) await releaseAll()
  })
  await settle()
  return {
    sync: () => syncEngineLimits(app),
    releaseAll,
    inFlight: () => releases.length,
  }
}

const age = (seconds: number) =>
  sql`update engine_limit_users set seen_at = seen_at - ${seconds} * interval '1 second'`.execute(base.db)

test('processes that query an engine divide its limit until one has ended', async () => {
  const [first, second, idle] = await Promise.all([process(40), process(40), process(0)])
  await idle.sync()
  await first.sync()
  expect(first.inFlight()).toBe(8)
  await second.sync()
  await first.sync()
  for (const each of [first, second]) await each.releaseAll()
  expect([first.inFlight(), second.inFlight()]).toEqual([4, 4])
  // The second process no longer reports its queries.
  await age(6)
  await first.sync()
  await first.releaseAll()
  expect(first.inFlight()).toBe(8)
})

test('what a process recorded is deleted after a minute', async () => {
  const first = await process(1)
  await first.sync()
  await age(61)
  const second = await process(1)
  await second.sync()
  const { rows } = await sql`select from engine_limit_users`.execute(base.db)
  expect(rows).toHaveLength(1)
})
