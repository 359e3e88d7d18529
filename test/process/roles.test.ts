import { expect, test, vi } from 'vitest'
import {
  brandWith,
  countingEngine,
  createDatabase,
  type Env,
  type Process,
  query,
  run,
  signUp,
  start,
} from './processes.ts'

/** One install as two kinds of processes; both read one folder, as they would share one SECRET_KEY. */
async function install(latencyMs: number) {
  const database = await createDatabase()
  const engine = await countingEngine(latencyMs)
  const env = { ...database, ...engine.env }
  const web = await start({ ...env, ROLE: 'web' })
  return { engine, env, web, person: await signUp(web.url) }
}

async function startWorker(env: Env): Promise<Process> {
  const worker = run(['start'], { ...env, ROLE: 'worker' })
  await worker.said(/Ansight is running as a worker/)
  return worker
}

test.concurrent('a run asked for at the web is worked on by the worker, and cancelled there at once', async () => {
  const { engine, env, web, person } = await install(0)
  const brand = await brandWith(person, 4)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  const worker = await startWorker(env)
  await worker.logged('job ended', { jobId, status: 'completed' })
  expect(engine.asked.toSorted()).toEqual(brand.texts.toSorted())

  engine.hang()
  const next = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.hasBeenAsked(8)
  expect(await person.ok(`DELETE /api/tracking/job/${next.jobId}`)).toMatchObject({ status: 'cancelling' })
  await engine.isAbandoned(4)
  await worker.logged('job ended', { jobId: next.jobId, status: 'cancelled' })
  expect(await person.ok(`GET /api/tracking/job/${next.jobId}`)).toMatchObject({ status: 'cancelled' })
  expect(await worker.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(await web.end('SIGTERM')).toMatchObject({ code: 0 })
})

test.concurrent('two workers share the work, and when one is killed the other goes on within 20 s', async () => {
  const { engine, env, web, person } = await install(0)
  const brand = await brandWith(person, 30)
  const first = await startWorker(env)
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await engine.hasBeenAsked(8)
  engine.hang()
  const second = await startWorker(env)
  await first.end('SIGKILL')
  engine.goOn()
  const killedAt = performance.now()
  const askedBefore = engine.asked.length
  const rows = await query(
    { connectionString: env.DATABASE_URL },
    'select text from prompts join answers on prompt_id = prompts.id',
  )
  const stored = rows.map(({ text }) => text)
  await engine.hasBeenAsked(askedBefore + 1)
  expect(performance.now() - killedAt).toBeLessThan(20_000)
  await second.logged('job ended', { jobId, status: 'completed' })
  expect(engine.asked.slice(askedBefore).filter((text) => stored.includes(text))).toEqual([])
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(await web.end('SIGTERM')).toMatchObject({ code: 0 })
})

test.concurrent('two workers on one run ask each question once', async () => {
  const { engine, env, person } = await install(20)
  const brand = await brandWith(person, 40)
  const workers = await Promise.all([startWorker(env), startWorker(env)])
  const { jobId } = await person.ok('POST /api/tracking/check', { brandId: brand.id })
  await Promise.race(workers.map((worker) => worker.logged('job ended', { jobId, status: 'completed' })))
  expect(engine.asked.toSorted()).toEqual(brand.texts.toSorted())
})

test.concurrent('two web processes let a key through about as often as one', async () => {
  const database = await createDatabase()
  const env = { ...database, ROLE: 'web', RATE_LIMIT_API_KEY: '4' }
  const [first, second] = await Promise.all([start(env), start(env)])
  const { token } = await (await signUp(first.url)).ok('POST /api/api-keys', { name: 'reports' })
  const isTaken = async ({ url }: { url: string }) =>
    (await fetch(`${url}/api/v1/brands`, { headers: { authorization: `Bearer ${token}` } })).status === 200
  const told = async (used: number) => {
    const text = 'select used from rate_limit_counts where used = $1'
    await vi.waitFor(async () => {
      const rows = await query({ connectionString: database.DATABASE_URL }, text, [used])
      expect(rows.length).toBeGreaterThan(0)
    }, 10_000)
  }
  for (let time = 0; time < 3; time++) expect(await isTaken(first)).toBe(true)
  await told(3)
  expect(await isTaken(second)).toBe(true)
  await told(4)
  // Of this one nobody can say whether it came before the process heard of the four; by the next exchange it has.
  await isTaken(second)
  await told(5)
  expect(await isTaken(second)).toBe(false)
})
