import { expect, test } from 'vitest'
import { isSoak } from '../soak.ts'
import { createDatabase, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, endOfRun, signUp } from './person.ts'
import { run, start, startHere } from './processes.ts'

// One installation for all of it, because starting a process takes a second.
test('worker processes share the runs that a web process requests', async () => {
  const database = await createDatabase()
  const engine = await startEngine(20)
  // One data folder, so that both read the same secret.
  const env = { ...database, ...engine.env }
  const web = await startHere({ ...env, ROLE: 'web' })
  const person = await signUp(web.url)
  const brand = await brandWith(person, 30)
  const requestRun = async (): Promise<string> =>
    (await person.ok('POST /api/tracking/check', { brandId: brand.id })).jobId
  const requestedEarly = await requestRun()
  const first = run(['start'], { ...env, ROLE: 'worker' })
  const second = await startHere({ ...env, ROLE: 'worker' })
  await first.printed(/Ansight is running as a worker/)

  // Two workers send each query once, whether the run was requested before or after they started.
  expect(await endOfRun(person, requestedEarly)).toMatchObject({ status: 'completed' })
  expect(engine.prompts.toSorted()).toEqual(brand.texts.toSorted())
  expect(await endOfRun(person, await requestRun())).toMatchObject({ status: 'completed' })
  expect(engine.prompts.toSorted()).toEqual([...brand.texts, ...brand.texts].toSorted())

  // Cancelling at the web process aborts the requests of the worker.
  engine.hang()
  const cancelled = await requestRun()
  await engine.received(2 * brand.texts.length + 4)
  expect(await person.ok(`DELETE /api/tracking/job/${cancelled}`)).toMatchObject({ status: 'cancelling' })
  await engine.abandoned(4)
  expect(await endOfRun(person, cancelled)).toMatchObject({ status: 'cancelled' })
  engine.resume()

  // When one worker is killed, the other resumes its run and repeats no stored query.
  await second.stop()
  const sentBefore = engine.prompts.length
  const resumed = await requestRun()
  await engine.received(sentBefore + 8)
  engine.hang()
  await startHere({ ...env, ROLE: 'worker' })
  await first.end('SIGKILL')
  engine.resume()
  const receivedBefore = engine.prompts.length
  const rows = await query(
    { connectionString: env.DATABASE_URL },
    'select text from prompts join answers on prompt_id = prompts.id where job_id = $1',
    [resumed],
  )
  const stored = rows.map(({ text }) => text)
  expect(await endOfRun(person, resumed)).toMatchObject({ status: 'completed' })
  expect(engine.prompts.slice(receivedBefore).filter((text) => stored.includes(text))).toEqual([])
})

// src/http/shared-rate-limits.test.ts is its short counterpart.
test.runIf(isSoak)('two web processes share the rate limit of an API key', async () => {
  const database = await createDatabase()
  const env = { ...database, ROLE: 'web', RATE_LIMIT_API_KEY: '4' }
  const [first, second] = await Promise.all([start(env), start(env)])
  const { token } = await (await signUp(first.url)).ok('POST /api/api-keys', { name: 'reports' })
  const isAccepted = async ({ url }: { url: string }) =>
    (await fetch(`${url}/api/v1/brands`, { headers: { authorization: `Bearer ${token}` } })).status === 200
  const isShared = async (used: number) => {
    const text = 'select used from rate_limit_counts where used = $1'
    const counted = () => query({ connectionString: database.DATABASE_URL }, text, [used])
    await expect.poll(counted).toHaveLength(1)
  }
  for (let time = 0; time < 3; time++) expect(await isAccepted(first)).toBe(true)
  await isShared(3)
  expect(await isAccepted(second)).toBe(true)
  await isShared(4)
  // Accepted or rejected, depending on whether the process has read the shared count of 4 yet; it has by the next sync.
  await isAccepted(second)
  await isShared(5)
  expect(await isAccepted(second)).toBe(false)
})
