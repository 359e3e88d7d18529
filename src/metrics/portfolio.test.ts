import { expect, test } from 'vitest'
import { createClientFor, testService } from '../../test/support.ts'
import { createTestBrand } from './answers.fixture.ts'

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
