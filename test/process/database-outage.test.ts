import { expect, test } from 'vitest'
import type { Json } from '../support.ts'
import { brandWith, countingEngine, createDatabase, createProxy, query, signUp, start } from './processes.ts'

const prompts = 40

/** A service in the middle of a run, on a database that can be taken away. */
async function midRun() {
  const database = await createDatabase()
  const connection = { connectionString: database.DATABASE_URL }
  const way = await createProxy(database.DATABASE_URL)
  const engine = await countingEngine(60)
  const service = await start({ ...database, DATABASE_URL: way.url, ...engine.env })
  const person = await signUp(service.url)
  const brand = await brandWith(person, prompts)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.hasBeenAsked(15)
  return {
    way,
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

const gone = { code: 'unavailable', error: expect.any(String), request_id: expect.any(String) }

test.concurrent('without its database the service says so, lives, and takes its run up again', async () => {
  const { way, engine, service, person, stored, ended } = await midRun()
  const { token } = await person.ok('POST /api/api-keys', { name: 'test' })
  way.cut()
  const health = await person.call('GET /api/health')
  expect(health).toMatchObject({ status: 503, body: { status: 'degraded', checks: { database: 'failed' } } })
  for (const address of ['GET /api/brands', 'GET /api/v1/whoami', 'GET /api/status']) {
    const reply = await person.call(address, undefined, { authorization: `Bearer ${token}` })
    expect(reply, address).toMatchObject({ status: 503, body: gone })
  }
  const signIn = { email: 'ada@example.com', password: 'correct horse battery' }
  expect(await person.call('POST /api/auth/sign-in/email', signIn)).toMatchObject({ status: 503, body: gone })
  const kept = await stored()
  const askedBefore = engine.asked.length
  way.mend()
  await ended()
  expect(engine.asked.slice(askedBefore).filter((prompt) => kept.includes(prompt))).toEqual([])
  const complaints = service
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"queue error"'))
  expect(complaints.length).toBeLessThanOrEqual(2)
})

test.concurrent('a database that hangs is noticed within two seconds, and nothing is lost when it goes on', async () => {
  const { way, engine, person, ended } = await midRun()
  way.freeze()
  const queriedAt = performance.now()
  const replies = await Promise.all([1, 2, 3].map(() => person.call('GET /api/health')))
  expect(performance.now() - queriedAt).toBeLessThan(2_500)
  for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { status: 'degraded' } })
  way.mend()
  await ended()
  expect(engine.asked).toHaveLength(prompts)
})

test.concurrent('connections that are ended one by one or all at once cost no answer and no restart', async () => {
  const { engine, terminate, stored, ended } = await midRun()
  await terminate(`pid in (select pid from pg_locks where locktype = 'advisory')`)
  await terminate('true')
  const kept = await stored()
  const askedBefore = engine.asked.length
  await ended()
  expect(engine.asked.slice(askedBefore).filter((prompt) => kept.includes(prompt))).toEqual([])
})
