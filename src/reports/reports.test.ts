import { expect, test } from 'vitest'
import { type Client, getKey, type Json, testService } from '../../test/support.ts'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { addTraffic, createReport, createReportedBrand, march } from './reports.fixture.ts'

const service = await testService()
const zorvex = await createReportedBrand(service)
const { owner, brand } = zorvex
const period = new URLSearchParams({ brand_id: brand.id, ...march })

/** Returns a metric without what the API says about its freshness: a report is always fresh. */
async function readMetric(client: Client, metric: string, query: string) {
  const { as_of, refreshing, ...numbers } = await client.ok(`GET /api/metrics/${metric}?${query}`)
  expect([typeof as_of, refreshing]).toEqual(['string', false])
  return numbers
}

test('the numbers of a report equal the numbers of the API', async () => {
  const { snapshot } = await createReport(zorvex)
  const read = (metric: string, more = '') => readMetric(owner, metric, `${period}${more}`)
  const [numbers] = snapshot.brands
  expect(numbers.summary).toEqual(await read('visibility-summary'))
  expect(numbers.summary).toMatchObject({ result_count: 5, results_mentioning: 3, mention_rate_pct: 60 })
  expect(numbers.comparison).toEqual(await read('competitor-comparison'))
  expect(numbers.trend).toEqual(await read('visibility-trend', '&granularity=day&competitors=true'))
  const average = await read('visibility-trend', '&granularity=day&competitors=true&trailing_days=7')
  const score = ({ date, avg_visibility_score }: Json) => ({ date, avg_visibility_score })
  expect(numbers.averages).toEqual({
    buckets: average.buckets.map((each: Json) => ({ ...score(each), interval: each.interval })),
    competitors: average.competitors.map((each: Json) => ({
      ...score(each),
      competitor_id: each.competitor_id,
    })),
  })
  expect(numbers.sources).toEqual(await read('citations', '&limit=15'))
  expect(numbers.prompts).toEqual(await read('prompt-performance', '&limit=50'))
})

test('the actions of a report are those whose weeks include days of the period, and without any it has no section', async () => {
  const acting = await createReportedBrand(service)
  const getSections = ({ sections }: Json) => sections.map(({ section }: Json) => section)
  expect(getSections(await createReport(acting))).not.toContain('actions')
  const declare = (title: string, day: string) =>
    acting.owner.ok(`POST /api/brands/${acting.brand.id}/actions`, {
      kind: 'outreach',
      title,
      day,
      cost: 200,
      currency: 'EUR',
    })
  await declare('Over before', '2026-01-31')
  await declare('Over in the period', '2026-02-20')
  await declare('Done in the period', '2026-03-05')
  await declare('Done after', '2026-04-01')
  const report = await createReport(acting)
  expect(getSections(report).slice(3, 6)).toEqual(['actions', 'opportunities', 'sources'])
  const [{ actions }] = report.snapshot.brands
  expect(actions.map(({ title }: Json) => title)).toEqual(['Done in the period', 'Over in the period'])
  const { actions: all } = await acting.owner.ok(`GET /api/actions?brand_id=${acting.brand.id}`)
  expect(actions).toEqual(all.slice(1, 3))
})

test('the traffic of a report equals the API, and without any measured traffic it has no section', async () => {
  const measured = await createReportedBrand(service)
  const chosen = [{ section: 'traffic', note: 'Read this.' }, { section: 'method' }]
  const getSections = ({ sections }: Json) => sections.map(({ section }: Json) => section)
  const before = await createReport(measured)
  expect(before.snapshot.brands[0].traffic).toBeNull()
  expect(getSections(before)).not.toContain('traffic')
  expect(getSections(await createReport(measured, { sections: chosen }))).toEqual(['method'])

  await addTraffic(measured, '2026-03-05')
  // Of another period.
  await addTraffic(measured, '2026-04-01')
  const report = await createReport(measured)
  expect(getSections(report).slice(-4)).toEqual(['sources', 'traffic', 'prompts', 'method'])
  expect(getSections(await createReport(measured, { sections: chosen }))).toEqual(['traffic', 'method'])
  const query = `${new URLSearchParams({ brand_id: measured.brand.id, ...march })}`
  const [{ traffic }] = report.snapshot.brands
  expect(traffic).toEqual({
    funnel: await readMetric(measured.owner, 'funnel', `${query}&limit=10`),
    // The half year that ends with the period.
    calibration: await readMetric(
      measured.owner,
      'calibration',
      query.replace(march.date_from, '2025-10-01'),
    ),
  })
  expect(traffic.funnel.stages).toMatchObject({
    citations: { citations: 1, result_count: 5, pages: 1 },
    requests: { requests: 2, search: 2, first_day: '2026-03-05' },
    visits: { visits: 3 },
    sessions: null,
    conversions: null,
  })
  expect(traffic.funnel.pages).toMatchObject([{ path: '/shoes', citations: 1, requests: 2, visits: 3 }])
  expect(traffic.calibration.series).toMatchObject([{ series: 'visits', platforms: ['chatgpt'], fit: null }])
})

test('a report has the days of ten of many competitors, those with the highest scores', async () => {
  const many = await createReportedBrand(service)
  for (let count = 0; count < 5; count += 1)
    await many.owner.ok(`POST /api/brands/${many.brand.id}/competitors`, { name: `Velopace ${count}` })
  await service.work()
  const { snapshot } = await createReport(many)
  const [{ trend, comparison }] = snapshot.brands
  const ranked = comparison.competitors.map(({ competitor_id }: Json) => competitor_id)
  expect(ranked.length).toBeGreaterThan(10)
  expect(new Set(trend.competitors.map(({ competitor_id }: Json) => competitor_id))).toEqual(
    new Set(ranked.slice(0, 10)),
  )
})

test('API keys and members read the same report', async () => {
  const report = await createReport(zorvex)
  const send = await getKey(owner, service.app)
  for (const surface of ['v1', 'mcp']) {
    expect((await send(`GET /api/${surface}/reports/${report.id}`)).body).toEqual(report)
    const listed = (await send(`GET /api/${surface}/reports?brand_id=${brand.id}&limit=1`)).body as Json
    expect(listed.items).toMatchObject([{ id: report.id, headline: report.headline }])
  }
})

test('later answers, names and parser results do not change a report', async () => {
  const other = await createReportedBrand(service)
  const report = await createReport(other)
  await other.write({ prompt: other.prompts.plain, day: '2026-03-20', text: 'Zorvex is the best.' })
  await other.owner.ok(`POST /api/brands/${other.brand.id}/competitors`, { name: 'Comfyland' })
  await service.work()
  expect(await other.owner.ok(`GET /api/reports/${report.id}`)).toEqual(report)
  const now = await other.owner.ok(
    `GET /api/metrics/visibility-summary?brand_id=${other.brand.id}&date_from=${march.date_from}&date_to=${march.date_to}`,
  )
  expect(now.result_count).toBe(6)
})

test('the digest is the hash of the stored snapshot', async () => {
  const report = await createReport(zorvex)
  const { snapshot } = await service.base.db
    .selectFrom('reports')
    .select('snapshot')
    .where('id', '=', report.id)
    .executeTakeFirstOrThrow()
  expect(report.digest).toBe(sha256Hex(canonicalJson(snapshot)))
  expect(report.snapshot_name).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
})

test('the texts of a draft can be changed, its numbers cannot', async () => {
  const report = await createReport(zorvex)
  const sections = [{ section: 'trend', note: 'The relaunch was on 8 March.\n\nMore follows.' }]
  const changed = await owner.ok(`PATCH /api/reports/${report.id}`, { headline: 'A good month', sections })
  expect(changed).toEqual({ ...report, headline: 'A good month', sections })
  const withNumbers = await owner.call(`PATCH /api/reports/${report.id}`, { snapshot: report.snapshot })
  expect(withNumbers.status).toBe(400)
})

test('a published report cannot be changed or published again', async () => {
  const report = await createReport(zorvex)
  await owner.ok(`POST /api/reports/${report.id}/publish`)
  expect((await owner.call(`PATCH /api/reports/${report.id}`, { title: 'Other' })).status).toBe(409)
  expect((await owner.call(`POST /api/reports/${report.id}/publish`)).status).toBe(409)
  expect(await owner.ok(`GET /api/reports/${report.id}`)).toMatchObject({ title: 'AI visibility report' })
})

test('a period without answers, or that ends before it starts, is rejected', async () => {
  const create = (dates: object) =>
    owner.call('POST /api/reports', { brand_ids: [brand.id], ...march, ...dates })
  expect((await create({ date_from: '2025-01-01', date_to: '2025-01-31' })).status).toBe(409)
  expect((await create({ date_to: '2026-02-01' })).status).toBe(400)
})

test('a report is not created while past answers are being reprocessed', async () => {
  const other = await createReportedBrand(service)
  await other.owner.ok(`POST /api/brands/${other.brand.id}/competitors`, { name: 'Trailhead' })
  const reply = await other.owner.call('POST /api/reports', { brand_ids: [other.brand.id], ...march })
  expect(reply).toMatchObject({ status: 409 })
  expect(reply.text).toContain('reprocessed')
})

test('a section of another kind of report is rejected, and so is one that is named twice', async () => {
  const create = (...names: string[]) =>
    owner.call('POST /api/reports', {
      brand_ids: [brand.id],
      ...march,
      sections: names.map((section) => ({ section })),
    })
  expect((await create('brands')).status).toBe(400)
  expect((await create('trend', 'trend')).status).toBe(400)
  expect((await create('method', 'trend')).status).toBe(201)
})

test('a portfolio contains every brand, and members who cannot access one of them do not see it', async () => {
  const second = await owner.ok('POST /api/brands', { name: 'Belvane', domain: 'belvane.com' })
  const report = await createReport(zorvex)
  const reply = await owner.call('POST /api/reports', { brand_ids: [brand.id, second.id], ...march })
  expect(reply).toMatchObject({ status: 409 })
  expect(reply.text).toContain('Belvane has no answers')
  const { token } = await owner.ok('POST /api/api-keys', { name: 'limited', brand_ids: [second.id] })
  const headers = { authorization: `Bearer ${token}` }
  expect((await owner.call(`GET /api/v1/reports/${report.id}`, undefined, headers)).status).toBe(404)
  expect((await owner.call('GET /api/v1/reports', undefined, headers)).body).toMatchObject({ items: [] })
})

test('a viewer reads reports and changes none', async () => {
  const report = await createReport(zorvex)
  const { token } = await owner.ok('POST /api/api-keys', { name: 'reads', scopes: ['read'] })
  const headers = { authorization: `Bearer ${token}` }
  expect((await owner.call(`GET /api/mcp/reports/${report.id}`, undefined, headers)).status).toBe(200)
  expect(
    (await owner.call('POST /api/mcp/reports', { brand_ids: [brand.id], ...march }, headers)).status,
  ).toBe(403)
})

test('deleting a report deletes its links and the list of its answers', async () => {
  const report = await createReport(zorvex)
  await owner.ok(`POST /api/reports/${report.id}/publish`)
  const { token } = await owner.ok(`POST /api/reports/${report.id}/links`, { name: 'Client' })
  await owner.ok(`DELETE /api/reports/${report.id}`)
  expect((await owner.call(`GET /api/shared/${token}`)).status).toBe(404)
  const left = await service.base.db
    .selectFrom('report_answers')
    .select('report_id')
    .where('report_id', '=', report.id)
    .execute()
  expect(left).toEqual([])
})

test('a portfolio has the numbers of each brand', async () => {
  const other = await createReportedBrand(service)
  const today = new Date().toISOString().slice(0, 10)
  await other.write({ prompt: other.prompts.plain, day: today, text: 'Zorvex is a great choice.' })
  const second = await other.owner.ok('POST /api/brands', { name: 'Belvane', domain: 'belvane.com' })
  await other.owner.ok('POST /api/prompts', { brand_id: second.id, text: 'Is Belvane any good?' })
  await other.owner.ok('POST /api/tracking/check', { brandId: second.id })
  await service.work()
  const brandIds = [other.brand.id, second.id]
  const dates = { date_from: today, date_to: today }
  const report = await other.owner.ok('POST /api/reports', { brand_ids: brandIds, ...dates })
  expect(report.sections.map(({ section }: Json) => section)).toEqual(['brands', 'method'])
  for (const [index, id] of brandIds.entries())
    expect(report.snapshot.brands[index].summary).toEqual(
      await readMetric(
        other.owner,
        'visibility-summary',
        `${new URLSearchParams({ brand_id: id, ...dates })}`,
      ),
    )
  expect((await other.owner.ok(`GET /api/reports?brand_id=${second.id}`)).items).toMatchObject([
    { id: report.id },
  ])
})
