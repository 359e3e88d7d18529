import { expect, test } from 'vitest'
import { contextWith, testService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'
import { startPreloading } from './preload-days.ts'
import { dayCache } from './rollups/days/day-cache.ts'
import { refresh } from './rollups.ts'

const service = await testService({}, { now: () => new Date('2026-03-31T18:00:00Z') })

test('the days that metrics of 28 days read are loaded for brands whose organization was used, until the process stops', async () => {
  const { brand, ctx, prompts, write } = await createTestBrand(service)
  for (const day of ['2026-03-30', '2026-01-10', '2026-01-01'])
    await write({ prompt: prompts.plain, day, text: 'Zorvex.' })
  await refresh(ctx, brand.id)
  const days = await ctx.db
    .selectFrom('answer_days')
    .select(['day', 'version'])
    .where('brand_id', '=', brand.id)
    .orderBy('day')
    .execute()
  const started = contextWith(service.base, {})
  const isLoaded = () =>
    days.map(({ day, version }) => started.use(dayCache).findDay(brand.id, day, version) !== undefined)
  const stop = startPreloading(started)
  // The 28 days begin on March 4, and the 56 days before them on January 7.
  await expect.poll(isLoaded).toEqual([false, true, true])
  await stop()
  const stopped = contextWith(service.base, {})
  await startPreloading(stopped)()
  expect(stopped.use(dayCache).usedBytes()).toBe(0)
})
