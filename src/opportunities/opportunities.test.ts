import { expect, test } from 'vitest'
import { type Json, keyOf, testService } from '../../test/support.ts'
import { getBrand } from '../brands/brands.ts'
import { createTestBrand, type TestBrand } from '../metrics/answers.fixture.ts'
import { generateOpportunities } from './generate.ts'

const clock = { now: new Date('2026-03-31T12:00:00Z') }
let asked = 0
// It goes on as clocks do: of two changes, the later one has the later id.
const service = await testService({}, { now: () => new Date(clock.now.getTime() + ++asked) })

/** Quilmar first and alone: 60 + 15 points of visibility, the brand none. */
const rivalOnly = 'Quilmar is the one to buy.'
const brandOnly = 'Zorvex is the one to buy.'
const rivalFirst = 'Quilmar is good. Zorvex is good too.'
const nobody = 'It depends on what you need.'

/** So many answers to the plain prompt, on the days that end with `until`. */
async function say(
  book: TestBrand,
  texts: string[],
  { until = '2026-03-30', cites = [] as string[], prompt = book.prompts.plain } = {},
): Promise<void> {
  for (const [index, text] of texts.entries()) {
    const day = new Date(Date.parse(until) - index * 86_400_000).toISOString().slice(0, 10)
    await book.write({ prompt, day, text, cites, platform: index % 2 === 0 ? 'chatgpt' : 'gemini' })
  }
}

const times = (count: number, text: string) => Array.from({ length: count }, () => text)
const generate = (book: TestBrand) => book.owner.ok('POST /api/content/generate', { brand_id: book.brand.id })
const list = async (book: TestBrand, query = ''): Promise<Json[]> =>
  (await book.owner.ok(`GET /api/content?brand_id=${book.brand.id}${query}`)).items
async function only(book: TestBrand): Promise<Json> {
  const [first, ...more] = await list(book)
  expect(more).toEqual([])
  return book.owner.ok(`GET /api/content/${first.id}`)
}

test('the evidence, the gap and the score are those worked out by hand, and the parts add up to the score', async () => {
  const book = await createTestBrand(service)
  const list1 = 'https://www.pcmag.com/best-shoes'
  // 20 answers: 12 name Quilmar alone, 4 both with Quilmar first, 4 nobody.
  await say(book, times(12, rivalOnly), { cites: [list1] })
  await say(book, times(2, rivalFirst), { until: '2026-03-18', cites: ['https://quilmar.com/shoes'] })
  await say(book, times(2, rivalFirst), { until: '2026-03-16' })
  await say(book, times(4, nobody), { until: '2026-03-14' })
  expect(await generate(book)).toEqual({ created: 1, updated: 0, closed: 0 })
  const { source_data: data, ...opportunity } = await only(book)

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
  expect(data.competitors).toHaveLength(1)
  // 12 × 75, 2 × (60 + 25 + 15) and 2 × 75, of 20; the brand 4 × (60 + 7.5).
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
  expect(opportunity.description).toContain('Quilmar is named in 16 of 20 answers, Zorvex in 4.')
  expect(opportunity.description).toContain('pcmag.com')
  // Weights 45, 20, 10 and 10, spread over 100 as no volume is known; "which" is a recommendation, 12 of 14 citations are others'.
  const scale = 100 / 85
  const parts = data.score_parts
  expect(parts.volume).toBeNull()
  expect(parts.gap).toBeCloseTo((45 * scale * 49) / 60, 2)
  expect(parts.certainty).toBeCloseTo((20 * scale * data.gap.interval.low) / 49, 2)
  expect(parts.intent).toBeCloseTo(10 * scale, 2)
  expect(parts.sources).toBeCloseTo((10 * scale * 12) / 14, 2)
  const sum = parts.gap + parts.certainty + parts.intent + parts.sources
  expect(opportunity.opportunity_score).toBeCloseTo(sum, 2)
  expect(opportunity.impact).toBe('high')
})

test('the score of the gap is that of the metrics: competitor less brand', async () => {
  const book = await createTestBrand(service)
  await say(book, [rivalOnly, rivalFirst, brandOnly, nobody, rivalOnly, rivalFirst])
  await generate(book)
  const { source_data: data } = await only(book)
  const metric = await book.owner.ok(`GET /api/metrics/competitor-comparison?brand_id=${book.brand.id}`)
  const rival = metric.competitors.find((each: Json) => each.name === 'Quilmar')
  expect(data.gap_pct).toBeCloseTo(rival.avg_visibility_score - metric.brand.avg_visibility_score, 2)
  expect(data.brand.avg_visibility_score).toBe(metric.brand.avg_visibility_score)
})

test('a handful of answers gives a direction, never a high impact; chance gives nothing', async () => {
  const few = await createTestBrand(service)
  await say(few, times(3, rivalOnly), { cites: ['https://quilmar.com/'] })
  await generate(few)
  expect(await only(few)).toMatchObject({ impact: 'medium', certainty: 'directional', type: 'owned' })
  expect((await only(few)).description).toContain('so few answers show a direction only')

  // Thirty answers in which now one and now the other leads: the gap is 5 points, and could as well be none.
  const noise = await createTestBrand(service)
  await say(noise, [...times(16, rivalOnly), ...times(14, brandOnly)])
  expect(await generate(noise)).toEqual({ created: 0, updated: 0, closed: 0 })

  const ahead = await createTestBrand(service)
  await say(ahead, [...times(12, brandOnly), rivalOnly])
  await say(ahead, times(12, nobody), { prompt: ahead.prompts.branded })
  expect(await generate(ahead)).toEqual({ created: 0, updated: 0, closed: 0 })
})

test('a competitor that the prompt itself names is not compared there: every answer names it', async () => {
  const book = await createTestBrand(service)
  const prompt = await book.owner.ok('POST /api/prompts', {
    brand_id: book.brand.id,
    text: 'What are good alternatives to Quilmar?',
  })
  await say(book, times(2, 'Instead of Quilmar, take Zorvex.'), { prompt })
  expect(await generate(book)).toMatchObject({ created: 0 })
  await say(book, times(24, 'Instead of Quilmar, take Brentiva.'), { prompt, until: '2026-03-29' })
  expect(await generate(book)).toMatchObject({ created: 1 })
  const { source_data: data } = await only(book)
  expect(data.gap.leader.name).toBe('Brentiva')
  expect(data.competitors.map(({ name }: Json) => name)).toEqual(['Brentiva'])
})

test('a known volume counts, with its source; unknown it neither helps nor hurts', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly))
  await generate(book)
  const without = await only(book)
  await service.base.db
    .insertInto('prompt_volumes')
    .values({
      brand_id: book.brand.id,
      prompt_id: book.prompts.plain.id,
      intent: 'informational',
      keywords: JSON.stringify([{ keyword: 'running shoes', volume: 99_999 }]),
      total_volume: 99_999,
      est_ai_volume_low: 1_000,
      est_ai_volume_high: 3_000,
      source: 'a panel',
      method: 'modelled',
      fetched_at: clock.now,
    })
    .execute()
  expect(await generate(book)).toEqual({ created: 0, updated: 1, closed: 0 })
  const known = await only(book)
  expect(known.id).toBe(without.id)
  expect(known.source_data).toMatchObject({
    volume: 99_999,
    volume_detail: { source: 'a panel', est_ai_volume_low: 1_000, est_ai_volume_high: 3_000 },
    keywords: [{ keyword: 'running shoes', volume: 99_999, answers: null }],
    score_parts: { volume: 15, intent: 4 },
  })
})

test('it is brought up to date while open, closed by itself when the gap has gone, and opened anew when it comes back', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly), { until: '2026-02-01' })
  await generate(book)
  const first = await only(book)
  await say(book, times(2, rivalOnly), { until: '2026-02-04' })
  expect(await generate(book)).toEqual({ created: 0, updated: 1, closed: 0 })
  expect((await only(book)).source_data.answers).toBe(14)

  await say(book, times(12, brandOnly), { until: '2026-03-30' })
  expect(await generate(book)).toEqual({ created: 0, updated: 0, closed: 1 })
  const closed = await only(book)
  expect(closed.status).toBe('dismissed')
  expect(closed.history).toMatchObject([
    { from: null, to: 'new', by: { kind: 'system' } },
    { from: 'new', to: 'dismissed', note: expect.stringContaining('Closed by itself') },
  ])

  await say(book, times(12, rivalOnly), { until: '2026-05-30' })

  expect(await generate(book)).toMatchObject({ created: 1 })
  expect((await list(book, '&status=new')).map(({ id }) => id)).not.toContain(first.id)
})

test('simulated answers neither open nor close anything once real engines have answered on their platforms', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly))
  expect(await generate(book)).toMatchObject({ created: 1 })
  const { plain, branded } = book.prompts
  for (const platform of ['chatgpt', 'gemini'])
    await book.write({ prompt: branded, day: '2026-03-30', platform, surface: 'api', text: nobody })
  await say(book, times(12, brandOnly), { prompt: plain })
  expect(await generate(book)).toEqual({ created: 0, updated: 0, closed: 0 })
  expect((await only(book)).status).toBe('new')
})

test('what a person dismissed or did is not offered again at once; a prompt that is not asked any more is', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly))
  await generate(book)
  const { id } = await only(book)
  await book.owner.ok(`PATCH /api/content/${id}/status`, { status: 'dismissed' })
  expect(await generate(book)).toMatchObject({ created: 0 })
  await book.owner.ok(`PATCH /api/content/${id}/status`, { status: 'done' })
  expect(await generate(book)).toMatchObject({ created: 0 })
  await book.owner.ok(`PATCH /api/content/${id}/status`, { status: 'in_progress' })
  await book.owner.ok(`PATCH /api/prompts/${book.prompts.plain.id}`, { is_active: false })
  expect(await generate(book)).toEqual({ created: 0, updated: 0, closed: 1 })
  const closed = await only(book)
  expect(closed).toMatchObject({ status: 'done' })
  expect(closed.history.at(-1).note).toContain('no longer asked')
})

test('after a run opportunities are looked for by themselves', async () => {
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

test('two looks at once open one opportunity, and answer alike', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly))
  const both = await Promise.all([generate(book), generate(book)])
  expect(both.map(({ created }) => created).sort()).toEqual([0, 1])
  expect(await list(book)).toHaveLength(1)
})

test('every state can be set, by session and by key, one or many; each change is kept with who made it', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly))
  await say(book, times(12, 'Quilmar, by far.'), { prompt: book.prompts.branded })
  await generate(book)
  const ids = (await list(book)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const [id] = ids
  const { token } = await book.owner.ok('POST /api/api-keys', { name: 'agent' })
  const headers = { authorization: `Bearer ${token}` }
  const set = (status: string) =>
    book.owner.call(`PATCH /api/mcp/content-opportunities/${id}/status`, { status }, headers)
  for (const status of ['sent', 'in_progress', 'done', 'dismissed', 'new'])
    expect((await set(status)).body).toEqual({ id, status, updated_at: expect.any(String) })
  expect((await set('published')).status).toBe(400)
  expect(await book.owner.ok('POST /api/content/bulk/status', { ids, status: 'in_progress' })).toEqual({
    updated: 2,
  })
  expect(await list(book, '&status=in_progress')).toHaveLength(2)
  const counts = { new: 0, sent: 0, in_progress: 2, done: 0, dismissed: 0 }
  const count = (query: string) => book.owner.ok(`GET /api/content/counts?brand_id=${book.brand.id}${query}`)
  expect(await count('')).toEqual(counts)
  expect(await count('&type=earned')).toEqual({ ...counts, in_progress: 0 })
  const { history } = await book.owner.ok(`GET /api/content/${id}`)
  expect(history.map(({ to, by }: Json) => [to, by.kind])).toEqual([
    ['new', 'system'],
    ...['sent', 'in_progress', 'done', 'dismissed', 'new'].map((status) => [status, 'api_key']),
    ['in_progress', 'user'],
  ])
  expect(history[1].by.name).toBe('Ada')

  // What is closed cannot be opened beside another one of the same prompt.
  await book.owner.ok('POST /api/content/bulk/status', { ids, status: 'done' })
  clock.now = new Date('2026-05-15T12:00:00Z')
  await say(book, times(12, rivalOnly), { until: '2026-05-14' })
  expect(await generateOpportunities(book.ctx, await getBrand(book.ctx, book.brand.id))).toMatchObject({
    created: 1,
  })
  clock.now = new Date('2026-03-31T12:00:00Z')
  const plain = (await list(book, '&status=done')).find(
    ({ prompt_id }) => prompt_id === book.prompts.plain.id,
  )
  expect((await book.owner.call(`PATCH /api/content/${plain.id}/status`, { status: 'new' })).status).toBe(409)
  const bulk = await book.owner.call('POST /api/content/bulk/status', { ids, status: 'new' })
  expect(bulk.status).toBe(409)
  expect(await list(book, '&status=done')).toHaveLength(2)
})

test('lists are in the order of the score, page by page, on both surfaces', async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly), { cites: ['https://quilmar.com/'] })
  await say(book, [...times(11, 'Quilmar, by far.'), brandOnly], { prompt: book.prompts.branded })
  await generate(book)
  const all = await list(book)
  expect(all.map((each) => each.opportunity_score)).toEqual(
    all.map((each) => each.opportunity_score).toSorted((a, b) => b - a),
  )
  const ask = await keyOf(book.owner, service.app)
  const address = `GET /api/mcp/content-opportunities?brand_id=${book.brand.id}&limit=1`
  const first: Json = (await ask(address)).body
  const second: Json = (await ask(`${address}&cursor=${first.next_cursor}`)).body
  expect([...first.opportunities, ...second.opportunities]).toEqual(all)
  expect(second.next_cursor).toBeNull()
  for (const [filter, count] of [
    ['type=owned', 2],
    ['type=earned', 0],
    ['status=sent', 0],
  ] as const)
    expect(await list(book, `&${filter}`), filter).toHaveLength(count)
  const bare: Json = (await ask(`GET /api/mcp/content-opportunities/${all[0].id}`)).body
  expect(bare).toMatchObject({ id: all[0].id, brief: null, webhook_response: null, effect: null })
})

test('once done, the prompt is watched: what is said of it is what its answers can tell', async () => {
  const book = await createTestBrand(service)
  await say(book, times(14, rivalOnly), { until: '2026-03-29' })
  await generate(book)
  const { id } = await only(book)
  clock.now = new Date('2026-03-30T12:00:00Z')
  await book.owner.ok(`PATCH /api/content/${id}/status`, { status: 'done' })
  expect((await only(book)).effect).toMatchObject({
    before: { date_from: '2026-02-28', date_to: '2026-03-29', answers: 14, avg_visibility_score: 0 },
    after: { date_from: '2026-03-31', date_to: '2026-04-29', answers: 0, avg_visibility_score: null },
    change: { state: 'insufficient_data' },
    statement: 'There are too few answers yet to tell whether visibility has changed.',
  })
  await say(book, times(4, brandOnly), { until: '2026-04-10' })
  expect((await only(book)).effect.change.state).toBe('insufficient_data')
  await say(book, times(10, brandOnly), { until: '2026-04-25' })
  clock.now = new Date('2026-03-31T12:00:00Z')
  const { effect } = await only(book)
  expect(effect).toMatchObject({
    after: { answers: 14, avg_visibility_score: 75, interval: { high: expect.any(Number) } },
    change: { state: 'up', delta: 75 },
  })
  expect(effect.change.p_value).toBeLessThan(0.01)
})

test("what is another's is not there, one by one and in bulk; a viewer changes nothing", async () => {
  const book = await createTestBrand(service)
  await say(book, times(12, rivalOnly))
  await generate(book)
  const { id } = await only(book)
  const stranger = await createTestBrand(service)
  await say(stranger, times(12, rivalOnly))
  await generate(stranger)
  const own = await only(stranger)
  for (const [address, body] of [
    [`GET /api/content/${id}`],
    [`GET /api/content/${id}/deliveries`],
    [`PATCH /api/content/${id}/status`, { status: 'done' }],
    [`POST /api/content/${id}/brief`],
    [`POST /api/content/${id}/send`],
    ['POST /api/content/bulk/status', { ids: [own.id, id], status: 'done' }],
    ['POST /api/content/bulk/send', { ids: [own.id, id] }],
    ['POST /api/content/generate', { brand_id: book.brand.id }],
    [`GET /api/content?brand_id=${book.brand.id}`],
    [`PUT /api/content/webhook-config/${book.brand.id}`, { webhook_url: 'https://example.com/' }],
    [`POST /api/content/webhook-config/${book.brand.id}/test`],
  ] as const)
    expect((await stranger.owner.call(address, body)).status, address).toBe(404)
  expect((await only(book)).status).toBe('new')
  expect((await only(stranger)).status).toBe('new')
})
