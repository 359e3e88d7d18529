import { expect, test } from 'vitest'
import { type Json, testService } from '../../../test/support.ts'
import { createTestBrand, type TestBrand } from '../../metrics/answers.fixture.ts'
import { modelServer, positiveClassification } from '../../reanalysis/llm-server.fixture.ts'

const model = await modelServer()
const { MODEL: _, ...server } = model.env
const service = await testService({ ...server, OPENAI_API_KEY: 'secret', SENTIMENT: 'rules' })

const praise = 'Zorvex is an excellent and reliable shoe that I highly recommend.'
const plain = 'Zorvex makes running shoes.'

const today = () => service.base.now().toISOString().slice(0, 10)
const write = ({ write, prompts }: TestBrand, day: string, text: string) =>
  write({ prompt: prompts.plain as { id: string; text: string }, day, surface: 'api', text })

const getSummary = ({ owner, brand }: TestBrand): Promise<Json> =>
  owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)

const choose = ({ owner }: TestBrand, vendor: string | null) =>
  owner.ok('PUT /api/sentiment-method', { vendor })

/** Reanalyzes, classifies and refreshes. */
async function workAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await service.work()
}

test('no text is sent before a person chooses a vendor, and each option has its price', async () => {
  const brand = await createTestBrand(service)
  await write(brand, today(), praise)
  await brand.owner.ok(`POST /api/brands/${brand.brand.id}/reanalyse`)
  const before = model.requests.length
  await workAll()
  expect(model.requests).toHaveLength(before)
  const method = await brand.owner.ok('GET /api/sentiment-method')
  expect(method).toMatchObject({ vendor: null, model: null, is_default: true })
  const option = (vendor: string) => method.options.find((each: Json) => each.vendor === vendor)
  expect(option('compatible')).toMatchObject({ is_connected: true, cost_per_thousand_micros: 0 })
  expect(option('openai')).toMatchObject({ is_connected: true, is_estimated: false })
  expect(option('openai').cost_per_thousand_micros).toBeGreaterThan(0)
  expect(option('xai')).toMatchObject({ is_connected: false })
  expect((await brand.owner.call('PUT /api/sentiment-method', { vendor: 'xai' })).body).toMatchObject({
    code: 'not_configured',
  })
})

test('a chosen model classifies the answers from today on, and earlier labels of rules leave the numbers', async () => {
  const brand = await createTestBrand(service)
  await write(brand, '2026-01-05', praise)
  await write(brand, today(), plain)
  expect((await getSummary(brand)).sentiment).toMatchObject({ positive: 1, unknown: 1 })
  expect(await choose(brand, 'compatible')).toMatchObject({
    vendor: 'compatible',
    model: 'classifier-1',
    from: today(),
    is_default: false,
  })
  const before = model.requests.length
  await workAll()
  expect(model.requests.slice(before).map(({ text }) => text)).toEqual([plain])
  expect(await getSummary(brand)).toMatchObject({
    sentiment: { positive: 1, neutral: 0, negative: 0, unknown: 1 },
    sentiment_coverage_pct: 50,
    positive_sentiment_pct: null,
  })
  const url = `brand_id=${brand.brand.id}&date_from=2026-01-05&date_to=2026-01-05`
  const earlier = await brand.owner.ok(`GET /api/metrics/visibility-summary?${url}`)
  expect(earlier).toMatchObject({ sentiment_coverage_pct: 0, positive_sentiment_pct: null })
  const trend = await brand.owner.ok(`GET /api/metrics/visibility-trend?brand_id=${brand.brand.id}`)
  const kinds = trend.buckets.map((bucket: Json) => bucket.annotations.map((each: Json) => each.kind))
  expect(kinds[0]).not.toContain('sentiment_method_changed')
  expect(kinds.at(-1)).toContain('sentiment_method_changed')
})

test('without the model, rules label all answers again, and the choice is audited', async () => {
  const brand = await createTestBrand(service)
  await write(brand, today(), praise)
  await choose(brand, 'compatible')
  await workAll()
  const before = model.requests.length
  await choose(brand, null)
  await write(brand, today(), plain)
  await workAll()
  expect(model.requests).toHaveLength(before)
  const { method } = await brand.owner.ok(`GET /api/metrics/sentiment?brand_id=${brand.brand.id}`)
  expect(method).toEqual({ name: 'rules', model: null, from: null })
  expect((await getSummary(brand)).sentiment).toMatchObject({ positive: 1, unknown: 1 })
  const { items } = await brand.owner.ok('GET /api/audit-log')
  const kinds = items.map(({ kind }: Json) => kind)
  expect(kinds.filter((kind: string) => kind === 'sentiment.method_changed')).toHaveLength(2)
})

test('a correction counts, survives reanalysis and the model, and is part of the agreement', async () => {
  const brand = await createTestBrand(service)
  await write(brand, today(), praise)
  await write(brand, today(), 'Zorvex is an outstanding and excellent choice, and highly recommended.')
  const { items } = await brand.owner.ok(`GET /api/answers?brand_id=${brand.brand.id}`)
  const [first, second] = items
  const corrected = await brand.owner.ok(`PUT /api/answers/${first.id}/sentiment`, { label: 'negative' })
  expect(corrected.sentiment).toMatchObject({ label: 'negative', method: 'person', confidence: 1 })
  await brand.owner.ok(`PUT /api/answers/${second.id}/sentiment`, { label: 'positive' })
  const expected = { positive: 1, neutral: 0, negative: 1, unknown: 0 }
  expect((await getSummary(brand)).sentiment).toEqual(expected)
  const { reviews } = await brand.owner.ok(`GET /api/metrics/sentiment?brand_id=${brand.brand.id}`)
  expect(reviews).toEqual([{ method: 'rules', reviewed: 2, agreed: 1 }])
  await brand.owner.ok(`POST /api/brands/${brand.brand.id}/reanalyse`)
  await workAll()
  expect((await getSummary(brand)).sentiment).toEqual(expected)
  model.reply = (request) => ({
    classifications: request.entities.map((each) => positiveClassification(request, each)),
  })
  await choose(brand, 'compatible')
  await workAll()
  expect((await getSummary(brand)).sentiment).toEqual(expected)
  const log = await brand.owner.ok('GET /api/audit-log')
  expect(log.items.filter(({ kind }: Json) => kind === 'sentiment.corrected')).toHaveLength(2)
})

test('an answer that does not mention the brand cannot be corrected', async () => {
  const brand = await createTestBrand(service)
  await write(brand, today(), 'Quilmar makes shoes.')
  const { items } = await brand.owner.ok(`GET /api/answers?brand_id=${brand.brand.id}`)
  const reply = await brand.owner.call(`PUT /api/answers/${items[0].id}/sentiment`, { label: 'negative' })
  expect(reply.status).toBe(409)
})

test('with sentiment known for less than half of the mentions, there is no share and no change', async () => {
  const brand = await createTestBrand(service)
  await write(brand, today(), praise)
  for (let n = 0; n < 2; n += 1) await write(brand, today(), `${plain} Number ${n}.`)
  expect(await getSummary(brand)).toMatchObject({
    sentiment: { positive: 1, unknown: 2 },
    sentiment_coverage_pct: 33.33,
    positive_sentiment_pct: null,
    intervals: { positive_sentiment_pct: null },
  })
  const sentiment = await brand.owner.ok(`GET /api/metrics/sentiment?brand_id=${brand.brand.id}`)
  expect(sentiment).toMatchObject({
    coverage_pct: 33.33,
    positive: { results: 1, pct: null, interval: null },
  })
})
