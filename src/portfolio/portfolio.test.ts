import { expect, test } from 'vitest'
import { createClientFor, testService } from '../../test/support.ts'
import { insertAlert } from '../../test/tenant-rows.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import { recordCost } from '../plans/spend-ledger.ts'

const service = await testService({}, { now: () => new Date('2026-03-31T18:00:00Z') })

test('lists the accessible brands by name, each with the numbers of its own summary', async () => {
  const testBrand = await createTestBrand(service)
  const { owner, brand, prompts, write } = testBrand
  await write({ prompt: prompts.plain, day: '2026-03-10', text: 'Zorvex leads the field.' })
  await write({ prompt: prompts.plain, day: '2026-03-11', text: 'Quilmar leads the field.' })
  const quiet = await owner.ok('POST /api/brands', { name: 'Aldine', domain: 'aldine.com' })
  await createTestBrand(service)
  const summary = await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}&days=30`)
  const { brands } = await owner.ok('GET /api/portfolio?days=30')
  expect(brands).toMatchObject([
    { id: quiet.id, name: 'Aldine', result_count: 0, avg_visibility_score: null, last_run: null },
    {
      id: brand.id,
      result_count: 2,
      avg_visibility_score: summary.avg_visibility_score,
      interval: summary.intervals.avg_visibility_score,
      mention_rate_pct: 50,
      trend: [
        { date: '2026-03-10', avg_visibility_score: expect.any(Number) },
        { date: '2026-03-11', avg_visibility_score: 0 },
      ],
    },
  ])
  expect(summary.change).toMatchObject(brands[1].change)
  const csv = await owner.call('GET /api/portfolio.csv?days=30')
  expect(csv.text.split('\r\n')[1]).toContain('Aldine')

  const { token } = await owner.ok('POST /api/invitations', {
    email: 'limited@example.com',
    role: 'viewer',
    brand_ids: [quiet.id],
  })
  const person = { email: 'limited@example.com', password: 'correct horse battery' }
  const limited = createClientFor(service.app, person)
  await limited.ok(`POST /api/invitations/${token}/accept`, { name: 'Lim', password: person.password })
  expect((await limited.ok('GET /api/portfolio')).brands).toMatchObject([{ id: quiet.id }])
})

test('open alerts, the spend of the month and the next report of each brand, and no spend for editors', async () => {
  const { owner, brand, ctx } = await createTestBrand(service)
  const quiet = await owner.ok('POST /api/brands', { name: 'Aldine', domain: 'aldine.com' })
  await insertAlert(service, brand.id, 'Open')
  await insertAlert(service, brand.id, 'Budget', 'budget_reached')
  const snoozed = await insertAlert(service, brand.id, 'Later', 'audit_got_worse')
  await owner.ok(`PATCH /api/brands/${brand.id}/alerts/${snoozed}`, { snoozed_until: '2026-04-02T00:00:00Z' })
  const engine = { kind: 'answers', engine: 'openai' } as const
  await recordCost(ctx, { ...engine, brandId: brand.id, costMicros: 1_500_000 })
  await recordCost(ctx, { ...engine, brandId: brand.id, costMicros: 500_000 })
  await recordCost(ctx, { ...engine, kind: 'suggestions', brandId: null, costMicros: 250_000 })
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 9_000_000 })
  await owner.ok(`PUT /api/brands/${brand.id}/spend-limit`, { spend_limit_micros: 3_000_000 })
  const schedule = (brand_ids: string[], frequency: string) =>
    owner.ok('POST /api/report-schedules', { brand_ids, frequency, title: frequency })
  await schedule([brand.id], 'weekly')
  await schedule([brand.id, quiet.id], 'monthly')
  // 31 March 2026 is a Tuesday.
  expect(await owner.ok('GET /api/portfolio')).toMatchObject({
    spend: { spent_micros: 2_250_000, limit_micros: 9_000_000 },
    brands: [
      { name: 'Aldine', open_alerts: 0, spent_micros: 0, limit_micros: null, next_report_on: '2026-04-01' },
      {
        id: brand.id,
        open_alerts: 2,
        spent_micros: 2_000_000,
        limit_micros: 3_000_000,
        // The last day of the month has no scheduled run to come.
        forecast_micros: 2_000_000,
        next_report_on: '2026-04-01',
      },
    ],
  })
  const csv = (await owner.call('GET /api/portfolio.csv')).text.split('\r\n')
  expect(csv[0]).toContain('spent_micros,limit_micros,forecast_micros')
  expect(csv[2]).toContain('2000000,3000000,2000000')
  const editor = await addMember(service, owner, { role: 'editor', brandIds: [brand.id] })
  expect(await editor.ok('GET /api/portfolio')).toMatchObject({
    spend: null,
    // The other schedule is about a brand that the editor cannot see.
    brands: [
      {
        id: brand.id,
        open_alerts: 1,
        spent_micros: null,
        limit_micros: null,
        forecast_micros: null,
        next_report_on: '2026-04-06',
      },
    ],
  })
})

test('the last run reports on how many platforms something failed', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What is best?' })
  service.simulator.fault({ kind: 'bad_key', engine: 'gemini' })
  const { jobId } = await owner.ok('POST /api/tracking/check', {
    brandId: brand.id,
    platforms: ['chatgpt', 'gemini'],
  })
  await service.work()
  const { brands } = await owner.ok('GET /api/portfolio')
  expect(brands).toMatchObject([{ last_run: { id: jobId, status: 'completed', troubled_platforms: 1 } }])
})
