import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Json } from '../support.ts'
import { createDatabase, createProxy, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { startHere } from './processes.ts'

const prompts = 30
const database = await createDatabase()
const connection = { connectionString: database.DATABASE_URL }
/** A test interrupts the connections of the service to the database. */
const proxy = await createProxy(database.DATABASE_URL)
const engine = await startEngine(60)
const service = await startHere({ ...database, DATABASE_URL: proxy.url, ...engine.env })
afterAll(service.stop)
const person = await signUp(service.url)
const { token } = await person.ok('POST /api/api-keys', { name: 'test' })

let brand: { id: string; texts: string[] }
let jobId: string

/** Every test begins in the middle of a run. */
beforeEach(async () => {
  engine.prompts.length = 0
  brand = await brandWith(person, prompts)
  jobId = (await person.ok('POST /api/tracking/check', { brandId: brand.id })).jobId
  await engine.received(12)
})

async function stored(): Promise<string[]> {
  const rows = await query(
    connection,
    'select text from prompts join answers on prompt_id = prompts.id where job_id = $1',
    [jobId],
  )
  return rows.map(({ text }) => text)
}

/** Checks that the run completes with one answer to each prompt. */
async function expectCompleted(): Promise<void> {
  expect(await endOfRun(person, jobId)).toMatchObject({
    status: 'completed',
    progress: { completed: prompts, total: prompts },
    result: { answers: prompts, failed: 0, skipped: 0 },
  })
  const { results } = await person.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  expect(results.map((each: Json) => each.prompt.text).sort()).toEqual(brand.texts.toSorted())
}

const unavailable = { code: 'unavailable', error: expect.any(String), request_id: expect.any(String) }

test('without its database the service answers 503, stays up, and resumes its run when the database is back', async () => {
  const logged = vi.spyOn(service.app.log, 'error')
  const queueErrors = () => logged.mock.calls.filter(([, message]) => String(message) === 'queue error')
  proxy.cut()
  const health = await person.call('GET /api/health')
  expect(health).toMatchObject({ status: 503, body: { status: 'degraded', checks: { database: 'failed' } } })
  for (const address of ['GET /api/brands', 'GET /api/v1/whoami', 'GET /api/status']) {
    const reply = await person.call(address, undefined, { authorization: `Bearer ${token}` })
    expect(reply, address).toMatchObject({ status: 503, body: unavailable })
  }
  const signIn = { email: 'ada@example.com', password: 'correct horse battery' }
  expect(await person.call('POST /api/auth/sign-in/email', signIn)).toMatchObject({
    status: 503,
    body: unavailable,
  })
  await expect.poll(queueErrors).not.toEqual([])
  const storedBefore = await stored()
  const receivedBefore = engine.prompts.length
  proxy.restore()
  await expectCompleted()
  expect(engine.prompts.slice(receivedBefore).filter((prompt) => storedBefore.includes(prompt))).toEqual([])
  expect(queueErrors().length).toBeLessThanOrEqual(2)
})

test('the health check reports a database that does not answer, and no answer is lost when it resumes', async () => {
  proxy.freeze()
  const replies = await Promise.all([1, 2, 3].map(() => person.call('GET /api/health')))
  for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { status: 'degraded' } })
  proxy.restore()
  await expectCompleted()
  expect(engine.prompts).toHaveLength(prompts)
})

test('terminated database connections lose no answer and need no restart', async () => {
  for (const which of [`pid in (select pid from pg_locks where locktype = 'advisory')`, 'true'])
    await query(
      connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
    )
  const storedBefore = await stored()
  const receivedBefore = engine.prompts.length
  await expectCompleted()
  expect(engine.prompts.slice(receivedBefore).filter((prompt) => storedBefore.includes(prompt))).toEqual([])
})
