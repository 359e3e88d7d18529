import { expect, onTestFinished, test } from 'vitest'
import { clientOf, contextWith, createTestApp, type Json, testService } from '../../test/support.ts'
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
  const { status, body }: Json = await clientOf(app, { email: '', password: '' }).call('GET /api/health')
  return { status, health: body.status, tasks: body.checks.scheduled_tasks }
}

const failingTasksOf = async (client: typeof owner): Promise<Json[]> =>
  (await client.ok('GET /api/failing-tasks')).items

const titlesOf = async (client: typeof owner): Promise<string[]> => {
  const { items } = await client.ok('GET /api/notifications?kind=system')
  return items.map(({ message }: Json) => message.title)
}

test('a failing backup is in the health check, metrics, the doctor, the dashboard and the inbox of the operator until one succeeds', async () => {
  let failure: Error | null = new Error('S3 returned 403 – AccessDenied')
  const work = async () => {
    if (failure !== null) throw failure
  }
  const stop = await startWorkers(service.base, {
    ...backgroundWork,
    timers: { backup: { cron: '0 0 1 1 *', work } },
    startup: {},
  })
  onTestFinished(() => stop(1_000))
  const run = () => service.base.use(jobQueue).send(service.base.db, 'backup', {})
  const failures = async () => {
    const rows = await service.base.db.selectFrom('failing_timers').selectAll().execute()
    return rows.map((row) => row.failures)
  }
  expect(await getHealth()).toEqual({ status: 200, health: 'ok', tasks: 'ok' })
  await run()
  await expect.poll(() => titlesOf(owner)).toEqual(['The scheduled task “backup” failed'])
  await run()
  await expect.poll(failures).toEqual([2])
  expect(await getHealth()).toEqual({ status: 200, health: 'degraded', tasks: 'failed' })
  expect(await service.base.use(prometheus).registry.metrics()).toContain(
    'ansight_scheduled_task_failures{task="backup"} 2',
  )
  expect(await failingTasksOf(owner)).toEqual([
    {
      name: 'backup',
      failing_since: expect.any(String),
      failures: 2,
      message: expect.stringMatching(
        /^The scheduled task “backup” has failed since .*: S3 returned 403 – AccessDenied$/,
      ),
    },
  ])
  expect(await failingTasksOf(other)).toEqual([])
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
  expect(await failingTasksOf(owner)).toEqual([])
  expect(await titlesOf(owner)).toHaveLength(1)
  failure = new Error('again')
  await run()
  await expect.poll(async () => (await titlesOf(owner)).length).toBe(2)
  expect(await titlesOf(other)).toEqual([])
})
