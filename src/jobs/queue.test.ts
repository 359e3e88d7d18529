import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { jobQueue } from './queue.ts'

const { base } = await testService()
const kind = 'delete-callbacks'
/** With polls alone, these tasks would take several times the time limit of a test. */
const count = 150

test('a task starts when it is sent, and when the one before it ends, without waiting for the next poll', async () => {
  const queue = base.use(jobQueue)
  const started: string[] = []
  let startedOne = Promise.withResolvers<void>()
  await queue.work(kind, { concurrency: 1 }, async ({ name = '' }) => {
    started.push(name)
    startedOne.resolve()
  })
  for (let n = 0; n < count; n += 1) {
    startedOne = Promise.withResolvers()
    await queue.send(base.db, kind, { name: `sent ${n}` })
    await startedOne.promise
  }
  await queue.sendAll(
    base.db,
    kind,
    Array.from({ length: count }, (_, n) => ({
      data: { name: `waiting ${n}` },
      afterSeconds: 0,
      priority: 0,
      group: 'one',
    })),
  )
  await expect.poll(() => started.length).toBe(2 * count)
})
