import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../../test/support.ts'

const service = await testService()
const { url } = service.simulator
const configured = await testService({
  DATAFORSEO_LOGIN: 'me',
  DATAFORSEO_PASSWORD: 'secret',
  DATAFORSEO_BASE_URL: `${url}/dataforseo`,
})

async function setUp(owner: Client, fields = {}) {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com', ...fields })
  const texts = Array.from({ length: 12 }, (_, n) => `What are the best shoes for activity ${n}?`)
  const prompts: Json[] = []
  for (const text of texts) prompts.push(await owner.ok('POST /api/prompts', { brand_id: brand.id, text }))
  return { brand, prompts, volumes: () => owner.ok(`GET /api/metrics/prompt-volumes?brand_id=${brand.id}`) }
}

test('without a DataForSEO login, fetching is rejected and no volumes are listed', async () => {
  const owner = await service.signUp()
  const { brand, volumes } = await setUp(owner)
  const reply = await owner.call(`POST /api/brands/${brand.id}/volumes/fetch`)
  expect(reply.status).toBe(503)
  expect(reply.text).toContain('DATAFORSEO_LOGIN')
  expect(await volumes()).toEqual({ volumes: [] })
})

test('fetched volumes have keywords, a range, source, method and cost', async () => {
  const owner = await configured.signUp()
  const { brand, prompts, volumes } = await setUp(owner, { region: 'DE' })
  const { job_id } = await owner.ok(`POST /api/brands/${brand.id}/volumes/fetch`)
  expect((await owner.call(`POST /api/brands/${brand.id}/volumes/fetch`)).status).toBe(409)
  await configured.work()
  const job = await owner.ok(`GET /api/jobs/${job_id}`)
  expect(job).toMatchObject({
    status: 'completed',
    result: { prompts: 12, too_long: 0, cost_micros: 150_000 },
  })
  const { volumes: rows } = await volumes()
  expect(rows).toHaveLength(job.result.with_volume)
  expect(rows.length).toBeGreaterThan(6)
  for (const row of rows) {
    const known = row.keywords.flatMap(({ volume }: Json) => volume ?? [])
    expect(row.total_volume).toBe(known.reduce((sum: number, volume: number) => sum + volume, 0))
    expect(row.est_ai_volume_low).toBeLessThanOrEqual(row.est_ai_volume_high)
    expect(row).toMatchObject({ source: 'DataForSEO', intent: 'commercial' })
    expect(row.method).toContain('Google Ads, DE')
  }
  const [{ prompt_id }] = rows
  expect(prompts.map(({ id }) => id)).toContain(prompt_id)
  const { prompts: performances } = await owner.ok(
    `GET /api/metrics/prompt-performance?brand_id=${brand.id}&sort_by=volume`,
  )
  expect(performances[0]?.volume ?? null).toBe(rows[0].total_volume)
  expect((await owner.ok('GET /api/spend')).items).toMatchObject([
    { kind: 'volumes', engine: 'dataforseo', brand_id: brand.id, calls: 2, cost_micros: 150_000 },
  ])
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 100_000 })
  expect(await owner.call(`POST /api/brands/${brand.id}/volumes/fetch`)).toMatchObject({
    status: 429,
    body: { code: 'run_cap', used: 150_000 },
  })
})

test('without a country there is no estimated range', async () => {
  const owner = await configured.signUp()
  const { brand, volumes } = await setUp(owner)
  await owner.ok(`POST /api/brands/${brand.id}/volumes/fetch`)
  await configured.work()
  const { volumes: rows } = await volumes()
  expect(rows.length).toBeGreaterThan(6)
  for (const row of rows) expect([row.est_ai_volume_low, row.est_ai_volume_high]).toEqual([null, null])
})

test.each([
  ['wrong', 'DATAFORSEO_PASSWORD'],
  ['poor', 'no credit'],
])('a failed request (%s) reports the reason and keeps the stored volumes', async (password, words) => {
  const failing = await testService({
    DATAFORSEO_LOGIN: 'me',
    DATAFORSEO_PASSWORD: password,
    DATAFORSEO_BASE_URL: `${url}/dataforseo`,
  })
  const owner = await failing.signUp()
  const { brand, prompts, volumes } = await setUp(owner)
  await send(owner, brand.id, `prompt_id,keyword,volume\n${prompts[0].id},shoes,5`)
  const { job_id } = await owner.ok(`POST /api/brands/${brand.id}/volumes/fetch`)
  await failing.work()
  const job = await owner.ok(`GET /api/jobs/${job_id}`)
  expect(job.status).toBe('failed')
  expect(job.failed_reason ?? job.failedReason).toContain(words)
  expect((await volumes()).volumes).toMatchObject([{ total_volume: 5 }])
})

const send = async (owner: Client, brandId: string, csv: string): Promise<Json> =>
  (await owner.call(`POST /api/brands/${brandId}/volumes/import`, csv, { 'content-type': 'text/csv' })).body

test('an imported file sets keywords and ranges per prompt and rejects invalid lines', async () => {
  const owner = await service.signUp()
  const { brand, prompts, volumes } = await setUp(owner)
  const [first, second, third] = prompts
  const csv = [
    'Prompt,prompt_id,keyword,search_volume,ai_volume_low,ai_volume_high,intent,source',
    `${first.text},,best shoes,1200,10,40,transactional,Panel 2026`,
    `${first.text.toUpperCase()},,good shoes,300,1,2,,`,
    `,${second.id},other shoes,,,,,`,
    `,${third.id},odd shoes,12.5,,,,`,
    `,${third.id},odd shoes,5,9,3,,`,
    `,${third.id},odd shoes,5,9,,,`,
    'An unknown prompt,,shoes,5,,,,',
    ',,shoes,5,,,,',
    `,${third.id},,5,,,,`,
  ].join('\n')
  const { updated, rejected } = await send(owner, brand.id, csv)
  expect(updated).toBe(2)
  expect(rejected.map(({ line }: Json) => line)).toEqual([5, 6, 7, 8, 9, 10])
  for (const { reason } of rejected)
    expect(reason).toMatch(/whole number|not be less|requires|no such prompt|required/)
  const { volumes: rows } = await volumes()
  expect(rows).toMatchObject([
    {
      prompt_id: first.id,
      intent: 'transactional',
      keywords: [
        { keyword: 'best shoes', volume: 1200 },
        { keyword: 'good shoes', volume: 300 },
      ],
      total_volume: 1500,
      est_ai_volume_low: 11,
      est_ai_volume_high: 42,
      source: 'Panel 2026',
    },
    {
      prompt_id: second.id,
      total_volume: null,
      est_ai_volume_low: null,
      source: 'CSV',
      intent: 'commercial',
    },
  ])
  await send(owner, brand.id, `prompt_id,keyword,volume\n${first.id},shoes,7`)
  expect((await volumes()).volumes.find((row: Json) => row.prompt_id === first.id)).toMatchObject({
    total_volume: 7,
    est_ai_volume_low: null,
  })
})

test.each(['', 'keyword\nx', 'keyword,volume,colour\nx,1,red', 'keyword,volume\n"x,1'])(
  'the invalid file %j is rejected or imports nothing',
  async (csv) => {
    const owner = await service.signUp()
    const { brand } = await setUp(owner)
    const reply = await owner.call(`POST /api/brands/${brand.id}/volumes/import`, csv, {
      'content-type': 'text/csv',
    })
    expect([200, 400]).toContain(reply.status)
    if (reply.status === 200) expect(reply.body).toEqual({ updated: 0, rejected: [] })
  },
)

test('volumes cannot be imported for a prompt of another brand', async () => {
  const owner = await service.signUp()
  const { brand } = await setUp(owner)
  const other = await setUp(await service.signUp('Eve'))
  const { updated, rejected } = await send(
    owner,
    brand.id,
    `prompt_id,keyword,volume\n${other.prompts[0].id},shoes,5`,
  )
  expect([updated, rejected]).toEqual([0, [{ line: 2, reason: 'the brand has no such prompt' }]])
})
