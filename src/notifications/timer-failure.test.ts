import { expect, onTestFinished, test } from 'vitest'
import { contextWith, createClientFor, createTestApp, type Json, testService } from '../../test/support.ts'
import type { AppContext } from '../core/context.ts'
import { checkInstall } from '../doctor/doctor.ts'
import { jobQueue } from '../jobs/queue.ts'
import { startWorkers } from '../jobs/start-workers.ts'
import { backgroundWork } from '../jobs.ts'
import { prometheus } from '../monitoring/monitoring.ts'

const service = await testService()
const owner = await service.signUp()
const other = await service.signUp()

/** Each context checks again. */
async function getHealth() {
  const app = await createTestApp(contextWith(service.base, {}))
  onTestFinished(() => app.close())
  const { status, body }: Json = await createClientFor(app, { email: '', password: '' }).call(
    'GET /api/health',
  )
  return { status, health: body.status, tasks: body.checks.scheduled_tasks }
}

const getFailingTasks = async (client: typeof owner): Promise<Json[]> =>
  (await client.ok('GET /api/failing-tasks')).items

const getTitles = async (client: typeof owner): Promise<string[]> => {
  const { items } = await client.ok('GET /api/notifications?kind=system')
  return items.map(({ message }: Json) => message.title)
}

/** Starts a timer with the name of the backup, which runs when the test says so. */
async function startTimer(base: AppContext, work: () => Promise<void>) {
  const timers = { backup: { cron: '0 0 1 1 *', work } }
  const stop = await startWorkers(base, { ...backgroundWork, timers, startup: {} })
  onTestFinished(() => stop(1_000))
  return {
    run: () => base.use(jobQueue).send(base.db, 'backup', {}),
    failures: async () => {
      const rows = await base.db.selectFrom('failing_timers').selectAll().execute()
      return rows.map((row) => row.failures)
    },
  }
}

test('a failing backup is in the health check, metrics, the doctor, the dashboard and the inbox of the operator until one succeeds', async () => {
  let failure: Error | null = new Error('S3 returned 403 – AccessDenied')
  const work = async () => {
    if (failure !== null) throw failure
  }
  const { run, failures } = await startTimer(service.base, work)
  expect(await getHealth()).toEqual({ status: 200, health: 'ok', tasks: 'ok' })
  await run()
  await expect.poll(() => getTitles(owner)).toEqual(['The scheduled task “backup” failed'])
  await run()
  await expect.poll(failures).toEqual([2])
  expect(await getHealth()).toEqual({ status: 200, health: 'degraded', tasks: 'failed' })
  expect(await service.base.use(prometheus).registry.metrics()).toContain(
    'ansight_scheduled_task_failures{task="backup"} 2',
  )
  expect(await getFailingTasks(owner)).toEqual([
    {
      name: 'backup',
      failing_since: expect.any(String),
      failures: 2,
      message: expect.stringMatching(
        /^The scheduled task “backup” has failed since .*: S3 returned 403 – AccessDenied$/,
      ),
    },
  ])
  expect(await getFailingTasks(other)).toEqual([])
  const checks = await checkInstall(service.base, { online: false, allDays: false })
  expect(checks).toContainEqual(
    expect.objectContaining({
      id: 'tasks.scheduled.backup',
      verdict: 'warn',
      message: expect.stringContaining('S3 returned 403 – AccessDenied'),
    }),
  )
  failure = null
  await run()
  await expect.poll(failures).toEqual([])
  expect(await getHealth()).toEqual({ status: 200, health: 'ok', tasks: 'ok' })
  expect(await getFailingTasks(owner)).toEqual([])
  expect(await getTitles(owner)).toHaveLength(1)
  failure = new Error('again')
  await run()
  await expect.poll(async () => (await getTitles(owner)).length).toBe(2)
  expect(await getTitles(other)).toEqual([])
})

test('a task that lost its connection is recorded while the database is available, and the operator is notified if it happens again', async () => {
  const own = await testService()
  const operator = await own.signUp()
  const { run, failures } = await startTimer(own.base, () =>
    Promise.reject(new Error('The connection to the database was lost.', { cause: { code: 'ECONNRESET' } })),
  )
  await run()
  await expect.poll(failures).toEqual([1])
  expect(await getFailingTasks(operator)).toMatchObject([{ name: 'backup', failures: 1 }])
  await run()
  await expect.poll(() => getTitles(operator)).toEqual(['The scheduled task “backup” failed'])
  expect(await failures()).toEqual([2])
})
