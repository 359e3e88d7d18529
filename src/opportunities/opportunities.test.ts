import { expect, test } from 'vitest'
import { getKey, type Json, testService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import { createTestBrand, type TestBrand } from '../metrics/answers.fixture.ts'
import { generateOpportunities } from './generate.ts'

const clock = { now: new Date('2026-03-31T12:00:00Z') }
let ticks = 0
// Advances with every call, so that later changes have later ids.
const service = await testService({}, { now: () => new Date(clock.now.getTime() + ++ticks) })

/** Quilmar alone and first: 60 + 15 points of visibility; the brand has none. */
const competitorOnly = 'Quilmar is the one to buy.'
const brandOnly = 'Zorvex is the one to buy.'
const competitorFirst = 'Quilmar is good. Zorvex is good too.'
const neither = 'It depends on what you need.'

/** Writes answers to the default prompt on the days that end with `until`. */
async function writeAnswers(
  testBrand: TestBrand,
  texts: string[],
  { until = '2026-03-30', cites = [] as string[], prompt = testBrand.prompts.plain } = {},
): Promise<void> {
  for (const [index, text] of texts.entries()) {
    const day = new Date(Date.parse(until) - index * 86_400_000).toISOString().slice(0, 10)
    await testBrand.write({ prompt, day, text, cites, platform: index % 2 === 0 ? 'chatgpt' : 'gemini' })
  }
}

const repeat = (count: number, text: string) => Array.from({ length: count }, () => text)
const generate = (testBrand: TestBrand) =>
  testBrand.owner.ok('POST /api/content/generate', { brand_id: testBrand.brand.id })
const listOpportunities = async (testBrand: TestBrand, query = ''): Promise<Json[]> =>
  (await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}${query}`)).items
async function getOnly(testBrand: TestBrand): Promise<Json> {
  const [first, ...more] = await listOpportunities(testBrand)
  expect(more).toEqual([])
  return testBrand.owner.ok(`GET /api/content/${first.id}`)
}

test('evidence, gap and score match a manual calculation, and the parts sum to the score', async () => {
  const testBrand = await createTestBrand(service)
  const list1 = 'https://www.pcmag.com/best-shoes'
  // 20 answers: 12 name only Quilmar, 4 both with Quilmar first, 4 neither.
  await writeAnswers(testBrand, repeat(12, competitorOnly), { cites: [list1] })
  await writeAnswers(testBrand, repeat(2, competitorFirst), {
    until: '2026-03-18',
    cites: ['https://quilmar.com/shoes'],
  })
  await writeAnswers(testBrand, repeat(2, competitorFirst), { until: '2026-03-16' })
  await writeAnswers(testBrand, repeat(4, neither), { until: '2026-03-14' })
  expect(await generate(testBrand)).toEqual({ created: 1, updated: 0, closed: 0 })
  const { source_data: data, ...opportunity } = await getOnly(testBrand)

  expect(data).toMatchObject({
    window: { date_from: '2026-03-01', date_to: '2026-03-30' },
    answers: 20,
    missed: 12,
    behind: 4,
    certainty: 'established',
    simulated: true,
    brand: { name: 'Zorvex', named: 4, cited: 0, mention_rate_pct: 20, avg_position: 2 },
    volume: null,
    intent: null,
  })
  expect(opportunity).toMatchObject({
    answers: data.answers,
    gap: data.gap,
    top_source: { url: list1, answers: 12 },
  })
  expect(data.competitors).toHaveLength(1)
  // Quilmar: 12 × 75, 2 × (60 + 25 + 15) and 2 × 75, divided by 20. The brand: 4 × (60 + 7.5).
  expect(data.competitors[0]).toMatchObject({
    name: 'Quilmar',
    named: 16,
    cited: 2,
    avg_visibility_score: 62.5,
  })
  expect(data.brand.avg_visibility_score).toBe(13.5)
  expect(data.gap_pct).toBe(49)
  expect(data.gap.points).toBe(49)
  expect(data.gap.interval.low).toBeGreaterThan(20)
  expect(data.gap.interval.low).toBeLessThan(49)
  expect(data.gap.interval.high).toBeGreaterThan(49)
  expect(data.source_categories).toEqual([
    { category: 'review', citations: 12 },
    { category: 'competitor', citations: 2 },
  ])
  expect(data.sources[0]).toMatchObject({
    url: list1,
    domain: 'pcmag.com',
    category: 'review',
    answers: 12,
  })
  expect(data.evidence_answer_ids).toHaveLength(5)

  expect(opportunity.type).toBe('earned')
  expect(opportunity.description).toContain('Quilmar is mentioned in 16 of 20 answers, Zorvex in 4.')
  expect(opportunity.description).toContain('pcmag.com')
  // Weights 45, 20, 10 and 10, scaled to 100 because no volume is known; "which" is a recommendation, and 12 of 14
  // citations are third-party.
  const scale = 100 / 85
  const parts = data.score_parts
  expect(parts.volume).toBeNull()
  expect(parts.gap).toBeCloseTo((45 * scale * data.gap.interval.low) / 60, 2)
  expect(parts.certainty).toBeCloseTo((20 * scale * data.gap.interval.low) / 49, 2)
  expect(parts.intent).toBeCloseTo(10 * scale, 2)
  expect(parts.sources).toBeCloseTo((10 * scale * 12) / 14, 2)
  const sum = parts.gap + parts.certainty + parts.intent + parts.sources
  expect(opportunity.opportunity_score).toBeCloseTo(sum, 2)
  expect(opportunity.impact).toBe('high')
})

test("the gap is the competitor's visibility score minus the brand's, as in the metrics", async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, [
    competitorOnly,
    competitorFirst,
    brandOnly,
    neither,
    competitorOnly,
    competitorFirst,
  ])
  await generate(testBrand)
  const { source_data: data } = await getOnly(testBrand)
  const metric = await testBrand.owner.ok(
    `GET /api/metrics/competitor-comparison?brand_id=${testBrand.brand.id}`,
  )
  const leader = metric.competitors.find((each: Json) => each.name === 'Quilmar')
  expect(data.gap_pct).toBeCloseTo(leader.avg_visibility_score - metric.brand.avg_visibility_score, 2)
  expect(data.brand.avg_visibility_score).toBe(metric.brand.avg_visibility_score)
})

test('few answers give a direction but never a high impact; chance gives nothing', async () => {
  const smallSample = await createTestBrand(service)
  await writeAnswers(smallSample, repeat(3, competitorOnly), { cites: ['https://quilmar.com/'] })
  await generate(smallSample)
  expect(await getOnly(smallSample)).toMatchObject({
    impact: 'low',
    certainty: 'directional',
    type: 'owned',
  })
  expect((await getOnly(smallSample)).description).toContain('but in too few answers to be sure')

  // Thirty answers with alternating leaders: a gap of 5 points that could be zero.
  const noise = await createTestBrand(service)
  await writeAnswers(noise, [...repeat(16, competitorOnly), ...repeat(14, brandOnly)])
  expect(await generate(noise)).toEqual({ created: 0, updated: 0, closed: 0 })

  const ahead = await createTestBrand(service)
  await writeAnswers(ahead, [...repeat(12, brandOnly), competitorOnly])
  await writeAnswers(ahead, repeat(12, neither), { prompt: ahead.prompts.branded })
  expect(await generate(ahead)).toEqual({ created: 0, updated: 0, closed: 0 })
})

test('a competitor that the prompt names is not compared there, because every answer names it', async () => {
  const testBrand = await createTestBrand(service)
  const prompt = await testBrand.owner.ok('POST /api/prompts', {
    brand_id: testBrand.brand.id,
    text: 'What are good alternatives to Quilmar?',
  })
  await writeAnswers(testBrand, repeat(2, 'Instead of Quilmar, take Zorvex.'), { prompt })
  expect(await generate(testBrand)).toMatchObject({ created: 0 })
  await writeAnswers(testBrand, repeat(24, 'Instead of Quilmar, take Brentiva.'), {
    prompt,
    until: '2026-03-29',
  })
  expect(await generate(testBrand)).toMatchObject({ created: 1 })
  const { source_data: data } = await getOnly(testBrand)
  expect(data.gap.leader.name).toBe('Brentiva')
  expect(data.competitors.map(({ name }: Json) => name)).toEqual(['Brentiva'])
})

test('the dashboard gets texts in its language, also of earlier changes, and API keys in English', async () => {
  const testBrand = await createTestBrand(service)
  const { owner, brand } = testBrand
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  await generate(testBrand)
  await writeAnswers(testBrand, repeat(40, brandOnly))
  await generate(testBrand)
  const { id, title, history } = await getOnly(testBrand)
  expect(title).toBe('Publish a page that answers “Which running shoes last?”')
  expect(history.at(-1).note).toBe('Closed automatically: the latest answers no longer show the gap.')
  const german = await owner.call(`GET /api/content/${id}`, undefined, { 'accept-language': 'de' })
  expect(german.body).toMatchObject({
    title: 'Eine Seite veröffentlichen, die „Which running shoes last?“ beantwortet',
    description: expect.stringMatching(
      /^Quilmar wird in 12 von 12 Antworten erwähnt, Zorvex in 0\. Quilmar führt mit 75 Punkten \(wahrscheinlich 24 bis 82\)\./,
    ),
  })
  expect(german.text).toContain('Automatisch geschlossen')
  const withKey = await getKey(owner, service.app)
  const { body } = await withKey(`GET /api/mcp/content-opportunities?brand_id=${brand.id}`, {
    'accept-language': 'de',
  })
  expect(body).toMatchObject({ opportunities: [{ title }] })
})

test('a known volume counts, with its source; an unknown volume neither helps nor hurts', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  await generate(testBrand)
  const without = await getOnly(testBrand)
  await service.base.db
    .insertInto('prompt_volumes')
    .values({
      brand_id: testBrand.brand.id,
      prompt_id: testBrand.prompts.plain.id,
      intent: 'informational',
      keywords: JSON.stringify([{ keyword: 'running shoes', volume: 99_999 }]),
      total_volume: 99_999,
      est_ai_volume_low: 1_000,
      est_ai_volume_high: 3_000,
      source: 'a panel',
      method: JSON.stringify('modelled'),
      fetched_at: clock.now,
    })
    .execute()
  expect(await generate(testBrand)).toEqual({ created: 0, updated: 1, closed: 0 })
  const known = await getOnly(testBrand)
  expect(known.id).toBe(without.id)
  expect(known.source_data).toMatchObject({
    volume: 99_999,
    volume_detail: { source: 'a panel', est_ai_volume_low: 1_000, est_ai_volume_high: 3_000 },
    keywords: [{ keyword: 'running shoes', volume: 99_999, answers: null }],
    score_parts: { volume: 15, intent: 4 },
  })
})

test('an opportunity is updated while open, closed automatically when the gap disappears, and opened again when it returns', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly), { until: '2026-02-01' })
  await generate(testBrand)
  const first = await getOnly(testBrand)
  await writeAnswers(testBrand, repeat(2, competitorOnly), { until: '2026-02-04' })
  expect(await generate(testBrand)).toEqual({ created: 0, updated: 1, closed: 0 })
  expect((await getOnly(testBrand)).source_data.answers).toBe(14)

  await writeAnswers(testBrand, repeat(12, brandOnly), { until: '2026-03-30' })
  expect(await generate(testBrand)).toEqual({ created: 0, updated: 0, closed: 1 })
  const closed = await getOnly(testBrand)
  expect(closed.status).toBe('dismissed')
  expect(closed.history).toMatchObject([
    { from: null, to: 'new', by: { kind: 'system' } },
    { from: 'new', to: 'dismissed', note: expect.stringContaining('Closed automatically') },
  ])

  await writeAnswers(testBrand, repeat(12, competitorOnly), { until: '2026-05-30' })

  expect(await generate(testBrand)).toMatchObject({ created: 1 })
  expect((await listOpportunities(testBrand, '&status=new')).map(({ id }) => id)).not.toContain(first.id)
})

test('simulated answers neither open nor close opportunities once real engines have answered on their platforms', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  expect(await generate(testBrand)).toMatchObject({ created: 1 })
  const { plain, branded } = testBrand.prompts
  for (const platform of ['chatgpt', 'gemini'])
    await testBrand.write({ prompt: branded, day: '2026-03-30', platform, surface: 'api', text: neither })
  await writeAnswers(testBrand, repeat(12, brandOnly), { prompt: plain })
  expect(await generate(testBrand)).toEqual({ created: 0, updated: 0, closed: 0 })
  expect((await getOnly(testBrand)).status).toBe('new')
})

test('a dismissed or done opportunity is not created again soon; one closed because its prompt was inactive is', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  await generate(testBrand)
  const { id } = await getOnly(testBrand)
  await testBrand.owner.ok(`PATCH /api/content/${id}/status`, { status: 'dismissed' })
  expect(await generate(testBrand)).toMatchObject({ created: 0 })
  await testBrand.owner.ok(`PATCH /api/content/${id}/status`, { status: 'done' })
  expect(await generate(testBrand)).toMatchObject({ created: 0 })
  await testBrand.owner.ok(`PATCH /api/content/${id}/status`, { status: 'in_progress' })
  await testBrand.owner.ok(`PATCH /api/prompts/${testBrand.prompts.plain.id}`, { is_active: false })
  expect(await generate(testBrand)).toEqual({ created: 0, updated: 0, closed: 1 })
  const closed = await getOnly(testBrand)
  expect(closed).toMatchObject({ status: 'done' })
  expect(closed.history.at(-1).note).toContain('no longer tracked')
})

test('a run is followed by the generation of opportunities', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', {
    name: 'Zorvex',
    domain: 'zorvex.com',
    competitors: [{ name: 'Quilmar', domain: 'quilmar.com' }],
  })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which running shoes last?' })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  const { rows } = await service.pool.query<{ status: string }>(
    `select status from jobs where brand_id = $1 and kind = 'opportunities'`,
    [brand.id],
  )
  expect(rows).toEqual([{ status: 'waiting' }])
  await service.work()
  const done = await service.pool.query(
    `select result from jobs where brand_id = $1 and kind = 'opportunities'`,
    [brand.id],
  )
  expect(done.rows).toEqual([{ result: { created: expect.any(Number), updated: 0, closed: 0 } }])
})

test('concurrent generation opens one opportunity and returns the same result', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  const both = await Promise.all([generate(testBrand), generate(testBrand)])
  expect(both.map(({ created }) => created).sort()).toEqual([0, 1])
  expect(await listOpportunities(testBrand)).toHaveLength(1)
})

test('every status can be set, by session and by API key, one or many, and each change is recorded with its author', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  await writeAnswers(testBrand, repeat(12, 'Quilmar, by far.'), { prompt: testBrand.prompts.branded })
  await generate(testBrand)
  const ids = (await listOpportunities(testBrand)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const [id] = ids
  const { token } = await testBrand.owner.ok('POST /api/api-keys', { name: 'agent' })
  const headers = { authorization: `Bearer ${token}` }
  const set = (status: string) =>
    testBrand.owner.call(`PATCH /api/mcp/content-opportunities/${id}/status`, { status }, headers)
  for (const status of ['sent', 'in_progress', 'done', 'dismissed', 'new'])
    expect((await set(status)).body).toEqual({ id, status, updated_at: expect.any(String) })
  expect((await set('published')).status).toBe(400)
  expect(await testBrand.owner.ok('POST /api/content/bulk/status', { ids, status: 'in_progress' })).toEqual({
    updated: 2,
  })
  expect(await listOpportunities(testBrand, '&status=in_progress')).toHaveLength(2)
  const counts = { new: 0, sent: 0, in_progress: 2, done: 0, dismissed: 0 }
  const count = (query: string) =>
    testBrand.owner.ok(`GET /api/content/counts?brand_id=${testBrand.brand.id}${query}`)
  expect(await count('')).toEqual(counts)
  expect(await count('&type=earned')).toEqual({ ...counts, in_progress: 0 })
  const { history } = await testBrand.owner.ok(`GET /api/content/${id}`)
  expect(history.map(({ to, by }: Json) => [to, by.kind])).toEqual([
    ['new', 'system'],
    ...['sent', 'in_progress', 'done', 'dismissed', 'new'].map((status) => [status, 'api_key']),
    ['in_progress', 'user'],
  ])
  expect(history[1].by.name).toBe('Ada')

  // A closed opportunity cannot be reopened while another of the same prompt is open.
  await testBrand.owner.ok('POST /api/content/bulk/status', { ids, status: 'done' })
  clock.now = new Date('2026-05-15T12:00:00Z')
  await writeAnswers(testBrand, repeat(12, competitorOnly), { until: '2026-05-14' })
  expect(
    await generateOpportunities(testBrand.ctx, await getBrand(testBrand.ctx, testBrand.brand.id)),
  ).toMatchObject({
    created: 1,
  })
  clock.now = new Date('2026-03-31T12:00:00Z')
  const plain = (await listOpportunities(testBrand, '&status=done')).find(
    ({ prompt_id }) => prompt_id === testBrand.prompts.plain.id,
  )
  expect(
    (await testBrand.owner.call(`PATCH /api/content/${plain.id}/status`, { status: 'new' })).status,
  ).toBe(409)
  const bulk = await testBrand.owner.call('POST /api/content/bulk/status', { ids, status: 'new' })
  expect(bulk.status).toBe(409)
  expect(await listOpportunities(testBrand, '&status=done')).toHaveLength(2)
})

test('lists are ordered by score and paginated on both API surfaces', async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly), { cites: ['https://quilmar.com/'] })
  await writeAnswers(testBrand, [...repeat(11, 'Quilmar, by far.'), brandOnly], {
    prompt: testBrand.prompts.branded,
  })
  await generate(testBrand)
  const all = await listOpportunities(testBrand)
  expect(all.map((each) => each.opportunity_score)).toEqual(
    all.map((each) => each.opportunity_score).toSorted((a, b) => b - a),
  )
  const ask = await getKey(testBrand.owner, service.app)
  const address = `GET /api/mcp/content-opportunities?brand_id=${testBrand.brand.id}&limit=1`
  const first: Json = (await ask(address)).body
  const second: Json = (await ask(`${address}&cursor=${first.next_cursor}`)).body
  expect([...first.opportunities, ...second.opportunities]).toEqual(all)
  expect(second.next_cursor).toBeNull()
  for (const [filter, count] of [
    ['type=owned', 2],
    ['type=earned', 0],
    ['status=sent', 0],
  ] as const)
    expect(await listOpportunities(testBrand, `&${filter}`), filter).toHaveLength(count)
  const bare: Json = (await ask(`GET /api/mcp/content-opportunities/${all[0].id}`)).body
  expect(bare).toMatchObject({ id: all[0].id, brief: null, webhook_response: null, action_id: null })
})

test("another organization's opportunities are not found, alone and in bulk; a viewer cannot change any", async () => {
  const testBrand = await createTestBrand(service)
  await writeAnswers(testBrand, repeat(12, competitorOnly))
  await generate(testBrand)
  const { id } = await getOnly(testBrand)
  const otherBrand = await createTestBrand(service)
  await writeAnswers(otherBrand, repeat(12, competitorOnly))
  await generate(otherBrand)
  const own = await getOnly(otherBrand)
  for (const [address, body] of [
    [`GET /api/content/${id}`],
    [`GET /api/content/${id}/deliveries`],
    [`PATCH /api/content/${id}/status`, { status: 'done' }],
    [`POST /api/content/${id}/brief`],
    [`POST /api/content/${id}/send`],
    ['POST /api/content/bulk/status', { ids: [own.id, id], status: 'done' }],
    ['POST /api/content/generate', { brand_id: testBrand.brand.id }],
    [`GET /api/content?brand_id=${testBrand.brand.id}`],
    [`PUT /api/content/webhook-config/${testBrand.brand.id}`, { webhook_url: 'https://example.com/' }],
    [`POST /api/content/webhook-config/${testBrand.brand.id}/test`],
    [`POST /api/content/webhook-config/${testBrand.brand.id}/revoke-callbacks`],
  ] as const)
    expect((await otherBrand.owner.call(address, body)).status, address).toBe(404)
  expect((await getOnly(testBrand)).status).toBe('new')
  expect((await getOnly(otherBrand)).status).toBe('new')
})
