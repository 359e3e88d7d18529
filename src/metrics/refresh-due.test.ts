import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contextWith, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { createTestBrand } from './answers.fixture.ts'
import { refreshDueMetrics } from './refresh-due.ts'

let now = new Date('2026-03-10T18:00:00Z')
const service = await testService({}, { now: () => now })
const never = new AbortController().signal
const refreshDue = () => refreshDueMetrics(service.base, never)

test('a read returns the last refresh and says that answers are waiting, until the timer counts them', async () => {
  const owner = await service.signUp()
  const { brand, prompts, write } = await createTestBrand(service, owner)
  const read = async (query = '') => {
    const { result_count, as_of, refreshing } = await owner.ok(
      `GET /api/metrics/visibility-summary?brand_id=${brand.id}${query}`,
    )
    return { result_count, as_of, refreshing }
  }
  const answer = { prompt: prompts.plain, day: '2026-03-10', text: 'Zorvex.' }
  expect(await read()).toEqual({ result_count: 0, as_of: null, refreshing: false })
  await write(answer)
  expect(await read()).toEqual({ result_count: 0, as_of: null, refreshing: true })
  await refreshDue()
  const first = now.toISOString()
  expect(await read()).toEqual({ result_count: 1, as_of: first, refreshing: false })

  now = new Date('2026-03-10T18:01:00Z')
  await write(answer)
  expect(await read()).toEqual({ result_count: 1, as_of: first, refreshing: true })
  expect(await read('&date_to=2026-03-09')).toEqual({ result_count: 0, as_of: first, refreshing: false })
  expect((await owner.ok('GET /api/portfolio?days=7')).brands).toMatchObject([
    { result_count: 1, refreshing: true },
  ])
  await refreshDue()
  expect(await read()).toEqual({ result_count: 2, as_of: now.toISOString(), refreshing: false })
})

test('the timer evaluates the changes of a day that has ended, and of prompts that have another topic or other tags', async () => {
  const { ctx, brand, owner, prompts, topic, write } = await createTestBrand(service)
  const evaluated = async () => {
    const { rows } = await sql<{ through: string; groups: string[] }>`
      select evaluated_through as through,
        coalesce((
          select array_remove(topic_id::text || tags, null) from change_groups
          where brand_id = ${brand.id} and prompt_id = ${prompts.branded.id}
        ), '{}') as groups
      from change_evaluations where brand_id = ${brand.id}`.execute(ctx.db)
    return rows
  }
  await write({ prompt: prompts.branded, day: '2026-03-08', text: 'Zorvex.' })
  await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  expect(await evaluated()).toEqual([{ through: '2026-03-09', groups: [] }])
  now = new Date('2026-03-11T00:00:30Z')
  await refreshDue()
  expect(await evaluated()).toEqual([{ through: '2026-03-10', groups: [] }])
  await owner.ok(`PATCH /api/prompts/${prompts.branded.id}`, { topic_id: topic.id })
  await refreshDue()
  expect(await evaluated()).toEqual([{ through: '2026-03-10', groups: [topic.id] }])
  await owner.ok(`PATCH /api/prompts/${prompts.branded.id}`, { tags: ['retail'] })
  await refreshDue()
  expect(await evaluated()).toEqual([{ through: '2026-03-10', groups: [topic.id, 'retail'] }])
})

test('a visit counts at once, and once also when the timer has added it to the rollups', async () => {
  const owner = await service.signUp()
  const { ctx, brand } = await createTestBrand(service, owner)
  const read = () => owner.ok(`GET /api/metrics/ai-traffic?brand_id=${brand.id}&days=7`)
  const countRows = async () => {
    const { rows } = await sql`select 1 from visit_rollups where brand_id = ${brand.id}`.execute(ctx.db)
    return rows.length
  }
  for (const page of ['/', '/', '/prices'])
    await sql`
      insert into visits (brand_id, id, visited_at, day, platform, page, country)
      values (${brand.id}, ${newId()}, ${now}, ${now}::date, 'chatgpt', ${page}, 'DE')`.execute(ctx.db)
  const before = await read()
  expect(before).toMatchObject({ total_visits: 3, top_pages: [{ visits: 2 }, { visits: 1 }] })
  expect(await countRows()).toBe(0)
  await refreshDue()
  expect(await countRows()).toBeGreaterThan(0)
  expect(await read()).toEqual(before)
})

test('a process whose clock went back refreshes what another one marked', async () => {
  const owner = await service.signUp()
  const { brand, prompts, write } = await createTestBrand(service, owner)
  await write({ prompt: prompts.plain, day: '2026-03-10', text: 'Zorvex.' })
  await refreshDueMetrics(contextWith(service.base, { now: () => new Date('2026-03-01T00:00:00Z') }), never)
  expect(await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)).toMatchObject({
    result_count: 1,
    refreshing: false,
    as_of: '2026-03-01T00:00:00.000Z',
  })
})
