import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rounds } from '../../test/soak.ts'
import { testService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { competitors, createTestBrand, type TestBrand } from './answers.fixture.ts'
import { listDays, readInSnapshot, refresh, verify } from './rollups.ts'
import { seededRandom } from './statistics/seeded-random.ts'

const service = await testService()

/** Three months, a year apart, with the days at their ends. */
const days = [
  '2025-02-27',
  '2025-02-28',
  '2025-03-01',
  '2025-03-31',
  '2025-04-01',
  '2026-02-28',
  '2026-03-01',
]
const names = ['Zorvex', ...competitors]

type Random = { below(limit: number): number; one<T>(items: readonly T[]): T }

function createRandom(seed: number): Random {
  const next = seededRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    one: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('The list is empty')
      return item
    },
  }
}

/** What changes the rollups of a brand, each in any order. */
const steps: Record<string, (testBrand: TestBrand, random: Random) => Promise<unknown>> = {
  async write({ prompts, write }, { below, one }) {
    const cell = () => ({
      prompt: one([prompts.plain, prompts.branded]),
      day: one(days),
      platform: one(['chatgpt', 'gemini', 'perplexity']),
      model: one(['', 'm-1', 'm-2']),
      region: one(['', 'US', 'DE']),
    })
    let current = cell()
    for (let count = below(8) + 1; count > 0; count -= 1) {
      // Half of the answers are in the same cell and on the same day as the answer before.
      if (below(2) === 0) current = cell()
      await write({
        ...current,
        text: Array.from({ length: below(6) }, () => `${one(names)} is fine.`).join(' ') || 'Nothing.',
        cites: Array.from({ length: below(4) }, () => `https://site-${below(5)}.com/${below(9)}`),
      })
    }
  },
  async 'delete answers'({ ctx, brand }, { one }) {
    const [day, platform] = [one(days), one(['chatgpt', 'gemini'])]
    await ctx.db.transaction().execute(async (db) => {
      await sql`delete from answers where brand_id = ${brand.id} and day = ${day} and platform = ${platform}`.execute(
        db,
      )
      await markDirty({ ...ctx, db }, brand.id, day)
    })
  },
  async 'add a competitor'({ owner, brand }, { below }) {
    const name = `Kelmor ${below(1_000_000)}`
    await owner.ok(`POST /api/brands/${brand.id}/competitors`, { name, aliases: [`site${below(5)}`] })
    await service.work()
  },
  async 'delete a competitor'({ owner, brand }, { one }) {
    const { items } = await owner.ok(`GET /api/brands/${brand.id}/competitors`)
    if (items.length > 0)
      await owner.ok(`DELETE /api/brands/${brand.id}/competitors/${one<{ id: string }>(items).id}`)
    await service.work()
  },
  async 'move a prompt'({ owner, prompts, topic }, { one }) {
    await owner.ok(`PATCH /api/prompts/${prompts.branded.id}`, { topic_id: one([topic.id, null]) })
  },
  async 'change whether a prompt is branded'({ ctx, brand, prompts }) {
    await sql`update prompts set branded = not branded where brand_id = ${brand.id} and id = ${prompts.plain.id}`.execute(
      ctx.db,
    )
  },
  async reanalyze({ owner, brand }) {
    await owner.ok(`POST /api/brands/${brand.id}/reanalyse`)
    await service.work()
  },
  refresh: ({ ctx, brand }) => refresh(ctx, brand.id),
}

test.each(Array.from({ length: rounds(1, 30) }, (_, index) => index + 1))(
  'after any sequence of changes, rollups equal a recount (seed %i)',
  async (seed) => {
    const testBrand = await createTestBrand(service)
    const random = createRandom(seed)
    for (let round = 0; round < 18; round += 1) {
      const name = round % 2 === 0 ? 'write' : random.one(Object.keys(steps))
      await steps[name]?.(testBrand, random)
      expect(await findMismatch(testBrand), `after ${name}`).toBeUndefined()
    }
  },
)

test('a late answer to the first of many months changes all later windows', async () => {
  const testBrand = await createTestBrand(service)
  for (const day of days) await testBrand.write({ prompt: testBrand.prompts.plain, day, text: 'Zorvex.' })
  const answersIn = async (query: string) =>
    (await testBrand.owner.ok(`GET /api/metrics/visibility-summary?brand_id=${testBrand.brand.id}${query}`))
      .result_count
  expect(await answersIn('')).toBe(7)
  await testBrand.write({ prompt: testBrand.prompts.branded, day: '2025-02-28', text: 'Zorvex.' })
  expect(await answersIn('')).toBe(8)
  expect(await answersIn('&date_to=2025-02-28')).toBe(3)
  expect(await answersIn('&date_to=2025-12-31')).toBe(6)
  expect(await answersIn('&date_from=2025-03-01')).toBe(5)
  expect(await answersIn('&date_from=2025-02-28&date_to=2026-02-28')).toBe(6)
  expect(await findMismatch(testBrand)).toBeUndefined()
})

test('a refresh whose connection is killed leaves the rollups as they were, and the next one completes it', async () => {
  const testBrand = await createTestBrand(service)
  const { ctx, brand, prompts, write } = testBrand
  for (const day of days) await write({ prompt: prompts.plain, day, text: 'Zorvex.' })
  await refresh(ctx, brand.id)
  for (const day of days) await write({ prompt: prompts.plain, day, text: 'Zorvex.' })
  // The lock on a row makes the refresh stop in the middle.
  const blocker = await ctx.db.startTransaction().execute()
  await sql`select 1 from answer_days where brand_id = ${brand.id} and day = '2025-04-01' for update`.execute(
    blocker,
  )
  const refreshing = refresh(ctx, brand.id).then(
    () => 'completed',
    () => 'failed',
  )
  const waiting = () =>
    sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%answer_days%'`.execute(
      ctx.db,
    )
  await expect.poll(async () => (await waiting()).rows.length).toBe(1)
  const [refresher] = (await waiting()).rows
  await sql`select pg_terminate_backend(${refresher?.pid ?? 0})`.execute(ctx.db)
  expect(await refreshing).toBe('failed')
  await blocker.rollback().execute()
  expect(await refresh(ctx, brand.id)).toEqual(days)
  expect(await findMismatch(testBrand)).toBeUndefined()
})

const findMismatch = ({ ctx, brand }: TestBrand) =>
  readInSnapshot(ctx, async (snapshot) => verify(snapshot, brand.id, await listDays(snapshot, brand.id)))
