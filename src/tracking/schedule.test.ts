import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, sharedService, testService } from '../../test/support.ts'
import { platforms, simulatedPlatforms } from '../../vocabulary/platforms.ts'
import { isDue, startDueRuns } from './schedule.ts'

const secret = 'cron-secret-of-the-tests'
let now = new Date('2026-03-02T12:00:00Z')
const service = await testService({ CRON_SECRET: secret }, { now: () => now })
const cron = { authorization: `Bearer ${secret}` }

test.each([
  ['hourly', '2026-03-02T11:59:59Z', '2026-03-02T12:00:00Z', true],
  ['hourly', '2026-03-02T12:00:00Z', '2026-03-02T12:59:59Z', false],
  ['daily', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', true],
  ['daily', '2026-03-02T00:00:00Z', '2026-03-02T23:59:59Z', false],
  ['weekly', '2026-03-01T23:00:00Z', '2026-03-02T00:00:00Z', true],
  ['weekly', '2026-03-02T00:00:00Z', '2026-03-08T23:59:59Z', false],
  ['monthly', '2026-02-28T23:00:00Z', '2026-03-01T00:00:00Z', true],
  ['monthly', '2026-03-01T00:00:00Z', '2026-03-31T23:59:59Z', false],
  ['monthly', '2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', true],
  ['manual', '2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', false],
] as const)('%s: checked %s, now %s → due %s', async (frequency, checked, at, due) => {
  const evaluate = async (last: Date | null) => {
    const lastChecked = sql`${last}::timestamptz`
    const { rows } = await sql<{ due: boolean }>`
      select ${isDue(sql`${frequency}::text`, lastChecked, new Date(at))} as due`.execute(service.base.db)
    return rows[0]?.due
  }
  expect(await evaluate(new Date(checked))).toBe(due)
  expect(await evaluate(null)).toBe(frequency !== 'manual')
})

test('a brand whose due platforms take none of its prompts is not due', async () => {
  const other = await testService({ CRON_SECRET: secret }, { now: () => now })
  const owner = await other.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Due', domain: 'due.com' })
  const persona = { name: 'Baker', instruction: 'I run a bakery.' }
  const { id: persona_id } = await owner.ok(`POST /api/brands/${brand.id}/personas`, persona)
  const { id } = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which oven?', persona_id })
  const others = platforms.filter((platform) => platform !== 'google_ai_overview')
  await owner.ok(
    `PUT /api/brands/${brand.id}/platforms`,
    others.map((platform) => ({ platform, enabled: false })),
  )
  expect((await startDueRuns(other.base)).jobs).toEqual([])
  await owner.ok(`PATCH /api/prompts/${id}`, { persona_id: null })
  expect((await startDueRuns(other.base)).jobs).toHaveLength(1)
})

test('the daily call starts each due run once, and again on the next day', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Due', domain: 'due.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which tool is due?' })
  const paused = await owner.ok('POST /api/brands', { name: 'Paused', domain: 'paused.com' })
  await owner.ok('POST /api/prompts', { brand_id: paused.id, text: 'Which tool is paused?' })
  await owner.ok(`PATCH /api/brands/${paused.id}`, { status: 'paused' })
  await owner.ok(`PUT /api/brands/${brand.id}/platforms`, [
    { platform: 'claude', enabled: true, check_frequency: 'weekly' },
    { platform: 'grok', enabled: false },
  ])
  const refresh = async () =>
    (await owner.call('POST /api/internal/daily-tracking', undefined, cron)).body as Json
  const getPlatforms = async (jobId: string) =>
    (await owner.ok(`GET /api/tracking/job/${jobId}`)).result.platforms.map((each: Json) => each.platform)

  const first = await refresh()
  expect(first).toMatchObject({ success: true, triggered: 1, jobs: [{ brandId: brand.id }] })
  expect((await refresh()).triggered).toBe(0)
  await service.work()
  expect(await getPlatforms(first.jobs[0].jobId)).toEqual([
    'chatgpt',
    'claude',
    'copilot',
    'gemini',
    'google_ai_mode',
    'google_ai_overview',
    'perplexity',
  ])
  expect((await refresh()).triggered).toBe(0)

  now = new Date('2026-03-03T00:00:01Z')
  const second = await refresh()
  await service.work()
  expect(await getPlatforms(second.jobs[0].jobId)).not.toContain('claude')
})

test('the cron secret can start the run of one brand, and nothing else can', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Triggered', domain: 'triggered.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which tool is triggered?' })
  const trigger = (headers: Record<string, string>) =>
    owner.call('POST /api/internal/trigger-tracking', { brandId: brand.id, platforms: ['chatgpt'] }, headers)
  expect(await trigger({})).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect(await trigger({ authorization: 'Bearer wrong' })).toMatchObject({ status: 401 })
  expect(await trigger(cron)).toMatchObject({ status: 202, body: { success: true } })
  const unconfigured = await sharedService()
  expect(
    await (await unconfigured.signUp()).call('POST /api/internal/daily-tracking', undefined, cron),
  ).toMatchObject({
    status: 503,
    body: { code: 'not_configured' },
  })
})

test('concurrent scheduler calls start each brand once, with its own delay and its own event', async () => {
  const many = await testService({ CRON_SECRET: secret }, { now: () => now })
  const owner = await many.signUp()
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1) {
    const { id } = await owner.ok('POST /api/brands', { name: `Brand ${n}`, domain: `brand${n}.com` })
    if (n > 0) await owner.ok('POST /api/prompts', { brand_id: id, text: 'Which tool is best?' })
    if (n > 0) ids.push(id)
  }
  // One brand has nothing due, and one already has an unfinished run.
  const [manual = '', started = '', ...dueIds] = ids
  await owner.ok(
    `PUT /api/brands/${manual}/platforms`,
    platforms.map((platform) => ({ platform, enabled: true, check_frequency: 'manual' })),
  )
  await owner.ok('POST /api/tracking/check', { brandId: started })
  const calls = await Promise.all([1, 2, 3].map(() => startDueRuns(many.base)))
  expect(calls.map(({ triggered, skipped }) => triggered + skipped)).toEqual([20, 20, 20])
  expect(calls.flatMap(({ jobs }) => jobs.map(({ brandId }) => brandId)).sort()).toEqual(dueIds.toSorted())
  const { rows } = await sql<{ delay: number }>`
    select distinct extract(epoch from start_after - created_on)::int as delay from pgboss.job where name = 'run'`.execute(
    many.base.db,
  )
  // The delay of a brand depends on its random id.
  expect([0, 1, 2]).toEqual(expect.arrayContaining(rows.map(({ delay }) => delay)))
  expect(rows.length).toBeGreaterThan(1)
  const { items } = await owner.ok('GET /api/audit-log?limit=500')
  const requested = items.filter(({ kind }: Json) => kind === 'run.requested')
  expect(requested).toHaveLength(18)
  expect(requested[0]).toMatchObject({ data: { platforms: [...simulatedPlatforms].sort() } })
})
