import { expect, test } from 'vitest'
import type { Json } from '../support.ts'
import { createDatabase, createProxy, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, signUp } from './person.ts'
import { start } from './processes.ts'

const prompts = 40

/** Starts a service whose connections to the database a test can interrupt, and stops in the middle of a run. */
async function midRun() {
  const database = await createDatabase()
  const connection = { connectionString: database.DATABASE_URL }
  const proxy = await createProxy(database.DATABASE_URL)
  const engine = await startEngine(60)
  const service = await start({ ...database, DATABASE_URL: proxy.url, ...engine.env })
  const person = await signUp(service.url)
  const brand = await brandWith(person, prompts)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.received(15)
  return {
    proxy,
    engine,
    service,
    person,
    stored: async () => {
      const rows = await query(connection, 'select text from prompts join answers on prompt_id = prompts.id')
      return rows.map(({ text }): string => text)
    },
    terminate: (which: string) =>
      query(
        connection,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
      ),
    ended: async () => {
      await service.logged('job ended', { jobId, status: 'completed' })
      expect(await person.ok(`GET /api/tracking/job/${jobId}`)).toMatchObject({
        status: 'completed',
        progress: { completed: prompts, total: prompts },
        result: { answers: prompts, failed: 0, skipped: 0 },
      })
      const { results } = await person.ok(`GET /api/tracking/results?brandId=${brand.id}`)
      expect(results.map((each: Json) => each.prompt.text).sort()).toEqual(brand.texts.toSorted())
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0 })
    },
  }
}

const unavailable = { code: 'unavailable', error: expect.any(String), request_id: expect.any(String) }

test.concurrent('without its database the service answers 503, stays up, and resumes its run when the database is back', async () => {
  const { proxy, engine, service, person, stored, ended } = await midRun()
  const { token } = await person.ok('POST /api/api-keys', { name: 'test' })
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
  const storedBefore = await stored()
  const receivedBefore = engine.prompts.length
  proxy.restore()
  await ended()
  expect(engine.prompts.slice(receivedBefore).filter((prompt) => storedBefore.includes(prompt))).toEqual([])
  const queueErrors = service
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"queue error"'))
  expect(queueErrors.length).toBeLessThanOrEqual(2)
})

test.concurrent('the health check reports a database that does not answer, and no answer is lost when it resumes', async () => {
  const { proxy, engine, person, ended } = await midRun()
  proxy.freeze()
  const replies = await Promise.all([1, 2, 3].map(() => person.call('GET /api/health')))
  for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { status: 'degraded' } })
  proxy.restore()
  await ended()
  expect(engine.prompts).toHaveLength(prompts)
})

test.concurrent('terminated database connections lose no answer and need no restart', async () => {
  const { engine, terminate, stored, ended } = await midRun()
  await terminate(`pid in (select pid from pg_locks where locktype = 'advisory')`)
  await terminate('true')
  const storedBefore = await stored()
  const receivedBefore = engine.prompts.length
  await ended()
  expect(engine.prompts.slice(receivedBefore).filter((prompt) => storedBefore.includes(prompt))).toEqual([])
})
