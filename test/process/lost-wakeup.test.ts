import { sql } from 'kysely'
import { inject, test } from 'vitest'
import { createAppContext } from '../../src/core/context.ts'
import { openDatabase, openPool } from '../../src/db/database.ts'
import { jobQueue, openQueue } from '../../src/jobs/queue.ts'
import { queueNames, startWorkers } from '../../src/jobs/start-workers.ts'
import { backgroundWork } from '../../src/jobs.ts'
import { testService } from '../support.ts'

const service = await testService()

/** Looks until it is so; the test's own time limit ends it otherwise. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

async function waitingRuns(count: number) {
  const owner = await service.signUp()
  const jobs: string[] = []
  for (let n = 0; n < count; n += 1) {
    const brand = await owner.ok('POST /api/brands', { name: `Acme ${n}`, domain: `acme${n}.com` })
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What are the best running shoes?' })
    const { jobId } = await owner.ok('POST /api/tracking/check', {
      brandId: brand.id,
      platforms: ['chatgpt'],
    })
    jobs.push(jobId)
  }
  const statuses = async () =>
    (await Promise.all(jobs.map((id) => owner.ok(`GET /api/tracking/job/${id}`)))).map(({ status }) => status)
  return { jobs, statuses }
}

test('a waiting job whose wake-up was lost is woken again', async () => {
  const { statuses } = await waitingRuns(1)
  await sql`delete from pgboss.job where name = 'track'`.execute(service.base.db)
  const stop = await startWorkers(service.base, backgroundWork)
  await until(async () => (await statuses())[0] === 'completed')
  await stop(1_000)
})

test('jobs of every kind together leave the smallest pool a connection to work with', async () => {
  const { statuses } = await waitingRuns(8)
  await sql`
    insert into jobs (brand_id, id, kind, input, started_by, created_at)
    select brand_id, gen_random_uuid(), 'reanalyse', '{}', '{}', now() from jobs
    where status = 'waiting' and kind = 'track'`.execute(service.base.db)
  const pool = openPool({ ...inject('server'), database: await databaseName() }, 6)
  const { app, resources } = createAppContext({ ...service.base, database: openDatabase(pool) })
  resources.provide(jobQueue, await openQueue(pool, service.base.log, queueNames(backgroundWork)))
  const stop = await startWorkers(app, backgroundWork)
  await until(async () => (await statuses()).every((status) => status === 'completed'))
  const left = () =>
    sql<{ n: number }>`select count(*)::int as n from jobs where status <> 'completed'`.execute(
      service.base.db,
    )
  await until(async () => (await left()).rows[0]?.n === 0)
  await stop(1_000)
  await pool.end()
})

async function databaseName(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.base.db)
  return rows[0]?.name ?? ''
}
