import { expect, test } from 'vitest'
import { contextWith, testService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'
import { startPreloading } from './preload-days.ts'
import { dayCache } from './rollups/days/day-cache.ts'

const service = await testService({}, { now: () => new Date('2026-03-31T18:00:00Z') })

test('the days of brands whose organization was used are loaded, until the process stops', async () => {
  const { prompts, write } = await createTestBrand(service)
  for (const day of ['2026-03-30', '2026-02-10']) await write({ prompt: prompts.plain, day, text: 'Zorvex.' })
  const started = contextWith(service.base, {})
  const stop = startPreloading(started)
  await expect.poll(() => started.use(dayCache).usedBytes()).toBeGreaterThan(0)
  await stop()
  const stopped = contextWith(service.base, {})
  await startPreloading(stopped)()
  expect(stopped.use(dayCache).usedBytes()).toBe(0)
})
