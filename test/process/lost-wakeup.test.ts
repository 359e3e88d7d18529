import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createAppContext } from '../../src/core/context.ts'
import { openDatabase, openDedicatedConnection, openPool } from '../../src/db/database.ts'
import { jobQueue, openQueue } from '../../src/jobs/queue.ts'
import { queueNames, startWorkers } from '../../src/jobs/start-workers.ts'
import { backgroundWork } from '../../src/jobs.ts'
import { testService } from '../support.ts'

const service = await testService()

async function requestRuns(count: number) {
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

test('a waiting job whose queue entry was lost is queued again', async () => {
  const { statuses } = await requestRuns(1)
  await sql`delete from pgboss.job where name = 'run'`.execute(service.base.db)
  const stop = await startWorkers(service.base, backgroundWork)
  await expect.poll(statuses).toEqual(['completed'])
  await stop(1_000)
})

test('jobs of all kinds at once complete on the smallest connection pool', async () => {
  const { statuses } = await requestRuns(8)
  await sql`
    insert into jobs (brand_id, id, kind, input, started_by, created_at)
    select brand_id, gen_random_uuid(), 'reanalyze', '{}', '{}', now() from jobs
    where status = 'waiting' and kind = 'run'`.execute(service.base.db)
  const connection = { ...inject('server'), database: await databaseName() }
  const pool = openPool(connection, 6)
  const dedicated = openDedicatedConnection(connection)
  const { app, resources } = createAppContext({ ...service.base, database: openDatabase(pool) })
  resources.provide(
    jobQueue,
    await openQueue({ pool, dedicated }, service.base.log, queueNames(backgroundWork)),
  )
  const stop = await startWorkers(app, backgroundWork)
  await expect.poll(async () => [...new Set(await statuses())]).toEqual(['completed'])
  const unfinished = sql`select from jobs where status <> 'completed'`
  await expect.poll(async () => (await unfinished.execute(service.base.db)).rows).toEqual([])
  await stop(1_000)
  await dedicated.end()
  await pool.end()
})

async function databaseName(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.base.db)
  return rows[0]?.name ?? ''
}
