/**
 * Faults of a Citus cluster under a running service, with `npm run test:citus-faults`: every query is answered exactly once,
 * metrics match the answers, and requests get an answer during the fault.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startVanishingServer } from '../../src/db/vanishing-server.fixture.ts'
import { dataFolder } from '../process/databases.ts'
import { startEngine } from '../process/engine.ts'
import { type Person, signUp } from '../process/person.ts'
import { type Env, type Process, type Running, run, start } from '../process/processes.ts'
import { type Cluster, startCluster } from './cluster.ts'

const { CITUS_BIN: bin } = process.env
if (!bin) throw new Error('Set CITUS_BIN to the folder of PostgreSQL binaries that have Citus.')

/** Enough that each worker has some. */
const brandCount = 12
const promptsPerBrand = 25

let cluster: Cluster
let env: Env
let web: Running
let workers: Process[] = []
let person: Person
const brands: string[] = []
let engine: Awaited<ReturnType<typeof startEngine>>

beforeAll(async () => {
  cluster = await startCluster(bin)
  engine = await startEngine(100)
  env = { DATABASE_URL: cluster.url, DATA_DIR: await dataFolder(), ...engine.env, RATE_LIMIT_SESSION: '0' }
  for (const command of ['migrate', 'distribute'])
    expect(await run([command], env).ended).toMatchObject({ code: 0 })
  web = await start({ ...env, ROLE: 'web' })
  workers = [1, 2].map(() => run(['start'], { ...env, ROLE: 'worker' }))
  for (const worker of workers) await worker.printed(/running as a worker/)
  person = await signUp(web.url)
  for (let number = 1; number <= brandCount; number += 1) {
    const { id } = await person.ok('POST /api/brands', {
      name: `Acme ${number}`,
      domain: `acme${number}.com`,
    })
    const texts = Array.from({ length: promptsPerBrand }, (_, index) => `Brand ${number}, question ${index}?`)
    await person.ok(`POST /api/prompts/import?brand_id=${id}`, texts.join('\n'))
    brands.push(id)
  }
})

afterAll(async () => {
  for (const each of [web, ...workers]) await each.end('SIGTERM')
})

/** Starts a run of every brand and returns when the engine has received this many queries. */
async function startRuns(received: number): Promise<string[]> {
  const sentBefore = engine.prompts.length
  const jobs: string[] = []
  for (const brandId of brands) jobs.push((await person.ok('POST /api/tracking/check', { brandId })).jobId)
  await engine.received(sentBefore + received)
  return jobs
}

const getSummary = (brandId: string) => person.call(`GET /api/metrics/visibility-summary?brand_id=${brandId}`)
const health = () => person.call('GET /api/health')
/** The task that refreshes metrics every minute can fail while a server is down. */
const withWorkers = (status: 'ok' | 'failed') =>
  expect.objectContaining({
    status: 200,
    body: expect.objectContaining({
      status: status === 'ok' ? 'ok' : 'degraded',
      checks: {
        database: 'ok',
        queue: 'ok',
        storage: 'ok',
        database_workers: status,
        scheduled_tasks: status === 'ok' ? 'ok' : expect.any(String),
      },
    }),
  })
const unavailable = {
  status: 503,
  body: { code: 'unavailable', error: expect.any(String), request_id: expect.any(String) },
}

/** Waits for the runs and checks that each query has one stored answer, and that the metrics count exactly these. */
async function expectComplete(jobs: string[]) {
  const unfinished = () =>
    cluster.query("select id from jobs where id = any($1::uuid[]) and status in ('waiting', 'active')", [
      jobs,
    ])
  await expect.poll(unfinished).toEqual([])
  const outcomes = await cluster.query(
    `select status, failed_reason, result ->> 'answers' as answers, result ->> 'failed' as failed, result ->> 'skipped' as skipped
    from jobs where id = any($1::uuid[])`,
    [jobs],
  )
  const answers = `${promptsPerBrand}`
  const complete = { status: 'completed', failed_reason: null, answers, failed: '0', skipped: '0' }
  expect(outcomes, getErrors(workers, 'job failed unexpectedly')).toEqual(jobs.map(() => complete))
  const stored = await cluster.query(
    `select count(*)::int as answers, count(distinct prompt_id)::int as prompts
    from answers where job_id = any($1::uuid[]) group by job_id`,
    [jobs],
  )
  expect(stored).toEqual(jobs.map(() => ({ answers: promptsPerBrand, prompts: promptsPerBrand })))
  const { stdout } = await run(['doctor', '--all-days', '--json'], env).ended
  const checks: { id: string; verdict: string }[] = JSON.parse(stdout).checks
  expect(checks.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  expect(checks.map(({ id }) => id)).toContain('rollups.verify')
  await expect.poll(health).toEqual(withWorkers('ok'))
}

/** The log lines that explain a failed assertion. */
const getErrors = (processes: Process[], message: string) =>
  processes
    .flatMap((each) => each.stderr().split('\n'))
    .filter((line) => line.includes(message))
    .join('\n')

/** Requests metrics of all brands in turn until it is stopped. Returns the statuses. */
function readContinuously(): () => Promise<Set<number>> {
  const statuses = new Set<number>()
  let isStopped = false
  const readAll = async () => {
    while (!isStopped) for (const brand of brands) statuses.add((await getSummary(brand)).status)
  }
  const reading = readAll()
  return async () => {
    isStopped = true
    await reading
    return statuses
  }
}

async function brandsOnPort(port: number): Promise<string[]> {
  const rows = await cluster.query<{ id: string }>(
    `select id from unnest($1::uuid[]) id join citus_shards on shardid = get_shard_id_for_distribution_column('answers', id)
    where nodeport = $2`,
    [brands, port],
  )
  return rows.map(({ id }) => id)
}

test.each([1, 2, 3])(
  'a worker that is killed in the middle of runs and returns loses no answer, and brands of the other worker stay available (round %i)',
  async (round) => {
    const jobs = await startRuns(round * 20)
    const victim = cluster.workers[round % 2]
    if (!victim) throw new Error('The cluster has no such worker.')
    const affected = await brandsOnPort(victim.connection.port)
    expect(affected.length % brandCount).not.toBe(0)
    await victim.end('SIGKILL')
    for (const brand of brands)
      expect(await getSummary(brand), getErrors([web], 'database unavailable')).toMatchObject(
        affected.includes(brand) ? unavailable : { status: 200 },
      )
    expect(await person.call('GET /api/brands')).toMatchObject({ status: 200 })
    await expect.poll(health).toEqual(withWorkers('failed'))
    const { stdout } = await run(['doctor'], env).ended
    expect(stdout).toContain(`cannot be reached: 127.0.0.1:${victim.connection.port}.`)
    await victim.start()
    await expectComplete(jobs)
  },
)

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a coordinator that ends with %s in the middle of runs and returns loses no answer',
  async (signal) => {
    const jobs = await startRuns(40)
    await cluster.coordinator.end(signal)
    for (const brand of brands) expect(await getSummary(brand)).toMatchObject(unavailable)
    expect(await health()).toMatchObject({
      status: 503,
      body: { status: 'degraded', checks: { database: 'failed' } },
    })
    await cluster.coordinator.start()
    await expectComplete(jobs)
  },
)

test('while a worker has vanished from the network, reads of its brands end with 503, and the others stay available', async () => {
  const [worker] = cluster.workers
  if (!worker) throw new Error('The cluster has no worker.')
  const { port } = worker.connection
  const server = await startVanishingServer(worker.connection)
  const move = (from: number, to: number) =>
    cluster.query(
      "select citus_update_node(nodeid, '127.0.0.1', $2, force => true) from pg_dist_node where nodeport = $1",
      [from, to],
    )
  await move(port, server.connection.port)
  const limited = await start({ ...env, ROLE: 'web', DATABASE_STATEMENT_TIMEOUT_SECONDS: '5' })
  onTestFinished(async () => {
    server.comeBack()
    await move(server.connection.port, port)
    await limited.end('SIGTERM')
  })
  const visitor = person.at(limited.url)
  const summary = (brand: string) => visitor.call(`GET /api/metrics/visibility-summary?brand_id=${brand}`)
  const affected = await brandsOnPort(server.connection.port)
  expect(affected.length % brandCount).not.toBe(0)
  for (const brand of brands) expect(await summary(brand)).toMatchObject({ status: 200 })
  // The connections of the coordinator to the worker stay open.
  server.vanish()
  for (const brand of brands)
    expect(await summary(brand), getErrors([limited], 'database unavailable')).toMatchObject(
      affected.includes(brand) ? unavailable : { status: 200 },
    )
  server.comeBack()
  for (const brand of affected)
    await expect.poll(async () => (await summary(brand)).status, { timeout: 60_000 }).toBe(200)
})

test('runs and reads continue while a worker is added and shards move to it', async () => {
  const jobs = await startRuns(20)
  const stopReading = readContinuously()
  await cluster.addWorker()
  await cluster.query('select citus_rebalance_start()')
  await cluster.query('select citus_rebalance_wait()')
  expect(await stopReading()).toEqual(new Set([200]))
  await expectComplete(jobs)
  const ports = await cluster.query(
    "select distinct nodeport from citus_shards where table_name = 'answers'::regclass",
  )
  expect(ports).toHaveLength(3)
  await expectComplete(await startRuns(20))
})
