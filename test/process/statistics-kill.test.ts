/** Two processes, of which one is killed while it stores the facts of a day at the end of a run. */
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase, query } from './databases.ts'
import { startEngine } from './engine.ts'
import { brandWith, endOfRun, type Person, signUp } from './person.ts'
import { start } from './processes.ts'

const prompts = 5

test('when a process is killed in the middle of a refresh, another one counts every answer once', async () => {
  const env = await createDatabase()
  const connection = { connectionString: env.DATABASE_URL }
  const engine = await startEngine()
  const [first, second] = [await start({ ...env, ...engine.env }), await start({ ...env, ...engine.env })]
  const person = await signUp(first.url)
  const other = person.at(second.url)
  const brand = await brandWith(person, prompts)
  const getSummary = (of: Person) => of.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  const startRun = () => person.ok('POST /api/tracking/check', { brandId: brand.id })
  const countAnswers = async () => {
    const text = "select count(*)::int as answers from answers where brand_id = $1 and status = 'answered'"
    const [row] = await query(connection, text, [brand.id])
    return row?.answers
  }
  await endOfRun(person, (await startRun()).jobId)
  expect(await getSummary(person)).toMatchObject({ result_count: prompts })
  expect(await getSummary(other)).toEqual(await getSummary(person))

  const unlock = await blockWritesOfDays(connection)
  const { jobId } = await startRun()
  await vi.waitUntil(async () => (await countAnswers()) === 2 * prompts, { timeout: 60_000 })
  await vi.waitUntil(() => isRefreshBlocked(connection), { timeout: 60_000 })
  await first.end('SIGKILL')
  expect(await getSummary(other)).toMatchObject({ result_count: prompts, refreshing: true })
  await unlock()

  await endOfRun(other, jobId)
  expect(await getSummary(other)).toMatchObject({ result_count: 2 * prompts, refreshing: false })
  expect(await countAnswers()).toBe(2 * prompts)
  await second.end('SIGTERM')
})

/** Lets others read the stored days, but not write them, until the returned function is called. */
async function blockWritesOfDays(connection: pg.ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client(connection)
  await client.connect()
  let isOpen = true
  const unlock = async () => {
    if (isOpen) await client.end()
    isOpen = false
  }
  onTestFinished(unlock)
  await client.query('begin')
  await client.query('lock table answer_days in share mode')
  return unlock
}

async function isRefreshBlocked(connection: pg.ClientConfig): Promise<boolean> {
  const waiting = await query(
    connection,
    "select pid from pg_locks where relation = 'answer_days'::regclass and not granted",
  )
  return waiting.length > 0
}
