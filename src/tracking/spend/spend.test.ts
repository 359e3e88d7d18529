import { beforeEach, expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../../test/support.ts'
import { formatCost } from '../../../vocabulary/formats.ts'
import { setPlan } from '../../accounts/organizations.ts'
import { systemContext } from '../../core/context.ts'
import { addMember } from '../../notifications/notifications.fixture.ts'
import { recordCost } from '../../plans/spend-ledger.ts'
import { readBrandBudgets } from '../brand-budgets.ts'
import { startDueRuns } from '../schedule.ts'

// The simulator replies like OpenAI and Perplexity, here with keys, so its answers are charged.
const simulatedService = await testService()
const keys = {
  OPENAI_API_KEY: 'k',
  OPENAI_BASE_URL: `${simulatedService.simulator.url}/openai/v1`,
  PERPLEXITY_API_KEY: 'k',
  PERPLEXITY_BASE_URL: `${simulatedService.simulator.url}/perplexity`,
}
let now = new Date('2026-03-14T12:00:00Z')
const clock = { now: () => now }
beforeEach(() => {
  now = new Date('2026-03-14T12:00:00Z')
})
const service = await testService({ ...keys, TRACKING_PER_ENGINE: '1' }, clock)
const cloud = await testService({ ...keys, DEPLOYMENT: 'cloud' }, clock)

async function brandWith(owner: Client, prompts: number): Promise<Json> {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme Shoes', domain: 'acme-shoes.com' })
  for (let n = 0; n < prompts; n += 1)
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: `Which shoes are best for case ${n}?` })
  return brand
}

const createContextFor = async (of: typeof service, owner: Client) =>
  systemContext(of.base, (await owner.ok('GET /api/organization')).id)

const check = (owner: Client, brand: Json, platforms = ['chatgpt']) =>
  owner.call('POST /api/tracking/check', { brandId: brand.id, platforms })

async function runFor(owner: Client, of: typeof service, brand: Json, platforms?: string[]): Promise<Json> {
  const reply = await check(owner, brand, platforms)
  expect(reply.status, reply.text).toBe(202)
  await of.work()
  return owner.ok(`GET /api/tracking/job/${JSON.parse(reply.text).jobId}`)
}

/** Records spending as if OpenAI answers had cost this many dollars. */
async function spendDollars(owner: Client, of: typeof service, dollars: number) {
  const ctx = await createContextFor(of, owner)
  for (let paid = 0; paid < dollars; paid += 1)
    await recordCost(ctx, { kind: 'answers', engine: 'openai', brandId: null, costMicros: 1_000_000 })
}

test('spending equals the cost of the answers in every breakdown, and remains when the brand is deleted', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 3)
  const { result } = await runFor(owner, service, brand, ['chatgpt', 'perplexity'])
  now = new Date('2026-03-15T12:00:00Z')
  const next = await runFor(owner, service, brand)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}&platform=perplexity`)
  const perplexity = results.reduce((sum: number, each: Json) => sum + each.cost_micros, 0)
  const first = result.costMicros
  const second = next.result.costMicros
  expect(Math.min(perplexity, first - perplexity, second)).toBeGreaterThan(0)

  const before = await owner.ok('GET /api/spend')
  expect(before).toMatchObject({
    window: { date_from: '2026-03-01', date_to: '2026-03-15' },
    total: { cost_micros: first + second, calls: 9, estimated_micros: 0 },
    by_day: [
      { date: '2026-03-14', cost_micros: first, calls: 6 },
      { date: '2026-03-15', cost_micros: second, calls: 3 },
    ],
    by_kind: [{ kind: 'answers', cost_micros: first + second }],
    by_brand: [{ brand_id: brand.id, name: 'Acme Shoes', cost_micros: first + second }],
    this_month: {
      spent_micros: first + second,
      limit_micros: null,
      left_micros: null,
      resets_at: '2026-04-01T00:00:00.000Z',
    },
  })
  expect(before.by_engine).toEqual([
    {
      engine: 'openai',
      label: 'OpenAI',
      cost_micros: first + second - perplexity,
      calls: 6,
      estimated_micros: 0,
    },
    { engine: 'perplexity', label: 'Perplexity', cost_micros: perplexity, calls: 3, estimated_micros: 0 },
  ])
  const page = await owner.ok('GET /api/spend?limit=2')
  const rest = await owner.ok(`GET /api/spend?limit=2&cursor=${page.next_cursor}`)
  expect([...page.items, ...rest.items]).toEqual(before.items)
  expect(rest.next_cursor).toBeNull()
  expect((await owner.call('GET /api/spend?cursor=abc')).status).toBe(400)
  expect((await owner.call('GET /api/spend?date_from=2026-03-02&date_to=2026-03-01')).status).toBe(400)

  await owner.ok(`DELETE /api/brands/${brand.id}`)
  const after = await owner.ok('GET /api/spend?date_from=2026-03-15')
  expect(after).toMatchObject({
    total: { cost_micros: second },
    this_month: { spent_micros: first + second },
  })
  expect(after.by_brand).toMatchObject([{ brand_id: brand.id, name: null }])
})

test('the cost of a model without a known price is marked as estimated wherever it is shown', async () => {
  const unpriced = await testService(
    {
      ...keys,
      OPENAI_MODEL: 'model-without-a-price',
      XAI_API_KEY: 'k',
      XAI_BASE_URL: `${simulatedService.simulator.url}/xai/v1`,
    },
    clock,
  )
  const owner = await unpriced.signUp()
  const brand = await brandWith(owner, 2)
  const estimate = () =>
    owner.ok('POST /api/tracking/estimate', { brandId: brand.id, platforms: ['chatgpt'] })
  const before = await estimate()
  expect(before.costMicros).toBeGreaterThan(0)
  expect(before).toMatchObject({
    estimatedMicros: before.costMicros,
    platforms: [{ estimatedMicros: before.costMicros, basis: 'typical' }],
  })

  const { result, jobId } = await runFor(owner, unpriced, brand, ['chatgpt', 'grok'])
  const report = await owner.ok(`GET /api/runs/${jobId}`)
  const [chatgpt, grok] = report.by_platform
  const estimated = chatgpt.cost_micros
  expect(estimated).toBeGreaterThan(0)
  expect(chatgpt.estimated_micros).toBe(estimated)
  expect(grok).toMatchObject({ cost_micros: result.costMicros - estimated, estimated_micros: 0 })
  expect(result).toMatchObject({ answers: 4, estimatedMicros: estimated })
  expect(report).toMatchObject({
    estimated_micros: estimated,
    result: { cost_micros: result.costMicros, estimated_micros: estimated },
  })
  const spend = await owner.ok('GET /api/spend')
  expect(spend.total).toEqual({ cost_micros: result.costMicros, calls: 4, estimated_micros: estimated })
  const [next] = spend.next_month.platforms
  expect(next).toMatchObject({ platform: 'chatgpt', basis: 'past', estimated_micros: next.cost_micros })
  expect(spend.next_month.estimated_micros).toBe(next.cost_micros)
  const { items } = await owner.ok('GET /api/engine-reliability')
  const measured = items.map((each: Json) => [each.backend, each.mean_estimated_micros])
  expect(Object.fromEntries(measured)).toEqual({ openai: Math.round(estimated / 2), xai: 0 })
  const test = await owner.ok('POST /api/platforms/chatgpt/test')
  expect(test).toMatchObject({ success: true, cost_estimated: true })

  const free = await simulatedService.signUp()
  const simulated = await runFor(free, simulatedService, await brandWith(free, 2))
  expect(simulated.result).toMatchObject({ answers: 2, costMicros: 0, estimatedMicros: 0 })
})

test('a run is estimated from recent costs and, before there are any, from typical costs', async () => {
  const owner = await service.signUp()
  const brand = await brandWith(owner, 4)
  const estimate = (more = {}) =>
    owner.ok('POST /api/tracking/estimate', { brandId: brand.id, platforms: ['chatgpt'], ...more })
  expect(await estimate()).toEqual({
    success: true,
    questions: 4,
    // 8,600 × $0.10 and 900 × $0.50 per million tokens, and one search for $0.01.
    costMicros: 4 * 11_310,
    estimatedMicros: 0,
    platforms: [
      { platform: 'chatgpt', questions: 4, costMicros: 4 * 11_310, estimatedMicros: 0, basis: 'typical' },
    ],
    budget: null,
  })
  await spendDollars(owner, service, 2)
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 10_000_000 })
  expect(await estimate()).toMatchObject({
    costMicros: 4_000_000,
    platforms: [{ basis: 'past' }],
    budget: { limitMicros: 10_000_000, spentMicros: 2_000_000, promisedMicros: 0, leftMicros: 8_000_000 },
  })
  const other = await brandWith(owner, 4)
  expect((await check(owner, brand)).status).toBe(202)
  // Four of the ten dollars are committed to the waiting run and two are spent, so exactly four more fit.
  expect(await estimate()).toMatchObject({ budget: { promisedMicros: 4_000_000, leftMicros: 4_000_000 } })
  await owner.ok('POST /api/prompts', { brand_id: other.id, text: 'One more?' })
  expect(await check(owner, other)).toMatchObject({
    status: 429,
    body: {
      code: 'run_cap',
      resource: 'spend_micros',
      limit: 10_000_000,
      used: 6_000_000,
      resets_at: '2026-04-01T00:00:00.000Z',
      retry_after_seconds: expect.any(Number),
      error:
        "This would cost about $5.00, but only $4.00 of the month's spend limit of $10.00 remains. It resets on 1 Apr 2026.",
    },
  })
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 11_000_000 })
  expect((await check(owner, other)).status).toBe(202)
  await service.work()
})

test('concurrent run starts never exceed the budget', async () => {
  const owner = await service.signUp()
  const brands = [await brandWith(owner, 2), await brandWith(owner, 2), await brandWith(owner, 2)]
  await spendDollars(owner, service, 1)
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 5_000_000 })
  const replies = await Promise.all(brands.map((brand) => check(owner, brand)))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 429])
  await service.work()
})

test('a run that reaches the limit stops, keeps its answers and says why; the scheduler waits for the next month', async () => {
  const alone = await testService({ ...keys, TRACKING_PER_ENGINE: '1' }, clock)
  const owner = await alone.signUp()
  const brand = await brandWith(owner, 6)
  await owner.ok(`PUT /api/brands/${brand.id}/platforms`, [{ platform: 'perplexity', enabled: false }])
  const spent = async () => (await owner.ok('GET /api/spend')).this_month.spent_micros
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 1_000_000 })
  const { result: whole } = await runFor(owner, alone, brand)
  expect(whole).toMatchObject({ answers: 6, skipped: 0, stopped: null })

  // Scheduled runs are checked against spending, not against estimates. This budget covers two and a half answers.
  now = new Date('2026-03-15T06:00:00Z')
  const limit = (await spent()) + Math.round((whole.costMicros / 6) * 2.5)
  await owner.ok('PATCH /api/organization', { spend_limit_micros: limit })
  const [started] = (await startDueRuns(alone.base)).jobs
  await alone.work()
  const { status, result } = await owner.ok(`GET /api/tracking/job/${started?.jobId}`)
  const words = `The month's spend limit of ${formatCost(limit)} is used up. It resets on 1 Apr 2026.`
  expect({ status, stopped: result.stopped }).toEqual({ status: 'completed', stopped: words })
  expect(result.answers).toBeGreaterThan(0)
  expect(result.answers).toBeLessThan(6)
  expect(result.platforms).toEqual([
    { platform: 'chatgpt', answered: result.answers, failed: 0, skipped: 6 - result.answers, error: words },
  ])
  // With one query in flight, the limit is exceeded by one answer at most.
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const dearest = Math.max(...results.map((each: Json) => each.cost_micros))
  expect(await spent()).toBeGreaterThanOrEqual(limit)
  expect(await spent()).toBeLessThan(limit + dearest)

  expect(await check(owner, brand)).toMatchObject({ status: 429, body: { code: 'run_cap', error: words } })
  expect(await owner.call('POST /api/platforms/chatgpt/test')).toMatchObject({ status: 429 })
  now = new Date('2026-03-16T06:00:00Z')
  expect(await startDueRuns(alone.base)).toMatchObject({ triggered: 0, skipped: 1 })
  await owner.ok('PATCH /api/organization', { spend_limit_micros: null })
  const last = await check(owner, brand)
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 0 })
  await alone.work()
  expect(await owner.ok(`GET /api/tracking/job/${(last.body as Json).jobId}`)).toMatchObject({
    status: 'failed',
    failedReason: expect.stringContaining('limit of $0.00 is used up'),
  })
  await alone.base.db.updateTable('organizations').set({ spend_limit_micros: limit }).execute()
  now = new Date('2026-04-01T06:00:00Z')
  expect(await startDueRuns(alone.base)).toMatchObject({ triggered: 1 })
})

test('the limit of a brand stops its calls and no calls of other brands, and the estimate includes the runs to come', async () => {
  const alone = await testService(keys, clock)
  const owner = await alone.signUp()
  const [brand, other] = [await brandWith(owner, 2), await brandWith(owner, 2)]
  for (const { id } of [brand, other])
    await owner.ok(`PUT /api/brands/${id}/platforms`, [
      { platform: 'perplexity', enabled: false },
      { platform: 'chatgpt', enabled: true, check_frequency: 'weekly' },
    ])
  now = new Date('2026-03-18T06:00:00Z')
  await owner.ok('PATCH /api/organization', { spend_limit_micros: 90_000_000 })
  await owner.ok(`PUT /api/brands/${brand.id}/spend-limit`, { spend_limit_micros: 5_000_000 })
  const ctx = await createContextFor(alone, owner)
  const pay = (costMicros: number) =>
    recordCost(ctx, { kind: 'answers', engine: 'openai', brandId: brand.id, costMicros })
  await pay(1_000_000)
  const budgets = async () => (await owner.ok('GET /api/spend')).brand_budgets
  // Two prompts in each of the weeks from the 23rd and the 30th of March, at the mean cost of one dollar.
  expect(await budgets()).toMatchObject([
    { brand_id: brand.id, limit_micros: 5_000_000, spent_micros: 1_000_000, forecast_micros: 5_000_000 },
    { brand_id: other.id, limit_micros: null, spent_micros: 0, forecast_micros: 4_000_000 },
  ])
  await pay(3_000_000)
  // The mean cost is two dollars now, and one dollar is left.
  expect(await check(owner, brand)).toMatchObject({
    status: 429,
    body: {
      code: 'run_cap',
      limit: 5_000_000,
      used: 4_000_000,
      error:
        "This would cost about $4.00, but only $1.00 of the brand's spend limit of $5.00 remains this month. It resets on 1 Apr 2026.",
    },
  })
  await pay(1_000_000)
  expect(await startDueRuns(alone.base)).toMatchObject({ triggered: 1, jobs: [{ brandId: other.id }] })
  await alone.work()
  expect(
    (await owner.call(`PUT /api/brands/${brand.id}/spend-limit`, { spend_limit_micros: -1 })).status,
  ).toBe(400)
  await owner.ok(`PUT /api/brands/${brand.id}/spend-limit`, { spend_limit_micros: null })
  expect(await startDueRuns(alone.base)).toMatchObject({ triggered: 1, jobs: [{ brandId: brand.id }] })
  await alone.work()
  const editor = await addMember(alone, owner, { role: 'editor', brandIds: [brand.id] })
  const set = await editor.call(`PUT /api/brands/${brand.id}/spend-limit`, { spend_limit_micros: 1 })
  expect(set.status).toBe(403)
  now = new Date('2026-03-31T06:00:00Z')
  const last = (await readBrandBudgets(ctx)).get(brand.id)
  expect(last?.forecast_micros).toBe(last?.spent_micros)
})

test('the coming month is forecast from the schedules of all active brands', async () => {
  const owner = await service.signUp()
  const [brand, paused] = [await brandWith(owner, 3), await brandWith(owner, 9)]
  await owner.ok(`PATCH /api/brands/${paused.id}`, { status: 'paused' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'For one?', platforms: ['perplexity'] })
  await owner.ok(`PUT /api/brands/${brand.id}/platforms`, [
    { platform: 'chatgpt', enabled: true, check_frequency: 'weekly', runs_per_prompt: 2 },
    { platform: 'perplexity', enabled: true },
  ])
  await spendDollars(owner, service, 1)
  // April 2026 begins on a Wednesday, so it has four weekly refreshes and a first week that began in March; it has 30
  // days.
  expect((await owner.ok('GET /api/spend')).next_month).toEqual({
    month: '2026-04',
    platforms: [
      {
        platform: 'chatgpt',
        questions: 3 * 2 * 4,
        cost_micros: 24_000_000,
        estimated_micros: 0,
        basis: 'past',
      },
      {
        platform: 'perplexity',
        questions: 4 * 30,
        cost_micros: 435_000,
        estimated_micros: 0,
        basis: 'typical',
      },
    ],
    sentiment_cost_micros: 0,
    claims_cost_micros: 0,
    cost_micros: 24_435_000,
    estimated_micros: 0,
  })
})

test('a platform test is paid for and counted; a viewer sees no spending', async () => {
  const owner = await service.signUp()
  const { cost_micros } = await owner.ok('POST /api/platforms/chatgpt/test')
  expect(cost_micros).toBeGreaterThan(0)
  expect((await owner.ok('GET /api/spend')).items).toEqual([
    {
      date: '2026-03-14',
      kind: 'tests',
      engine: 'openai',
      brand_id: null,
      cost_micros,
      calls: 1,
      estimated_micros: 0,
    },
  ])
  const simulated = await simulatedService.signUp()
  await simulated.ok('POST /api/platforms/chatgpt/test')
  expect((await simulated.ok('GET /api/spend')).items).toEqual([])
})

test('without a subscription tracking is off; with one it is limited by the plan', async () => {
  const owner = await cloud.signUp()
  const brand = await brandWith(owner, 1)
  const none = await check(owner, brand)
  expect(none).toMatchObject({
    status: 402,
    body: { code: 'subscription_required', quota: { resource: 'runs', limit: 0, used: 0, resets_at: null } },
  })
  const ctx = await createContextFor(cloud, owner)
  await setPlan(ctx, 'starter')
  expect((await check(owner, brand)).status).toBe(202)
  await cloud.work()
  expect(await check(owner, brand)).toMatchObject({
    status: 429,
    body: { code: 'cooldown', retry_after_seconds: 3600 },
  })
  for (let started = 1; started < 5; started += 1) {
    now = new Date(now.getTime() + 3_600_000)
    expect((await check(owner, brand)).status).toBe(202)
    await cloud.work()
  }
  now = new Date(now.getTime() + 3_600_000)
  expect(await check(owner, brand)).toMatchObject({
    status: 429,
    body: { code: 'run_cap', limit: 5, used: 5, retry_after_seconds: 7 * 3600 },
  })
  // Deleting a brand does not restore a run of today.
  await owner.ok(`DELETE /api/brands/${brand.id}`)
  const another = await brandWith(owner, 1)
  expect(await check(owner, another)).toMatchObject({ status: 429, body: { code: 'run_cap', used: 5 } })

  now = new Date('2026-03-15T12:00:00Z')
  await recordCost(ctx, { kind: 'answers', engine: 'openai', brandId: null, costMicros: 100_000_000 })
  const refused = await check(owner, another)
  expect(refused).toMatchObject({
    status: 402,
    body: {
      code: 'plan_limit',
      error: "The month's plan budget of $100.00 is used up. It resets on 1 Apr 2026.",
      quota: { resource: 'spend_micros', limit: 100_000_000, resets_at: '2026-04-01T00:00:00.000Z' },
    },
  })
  expect((await startDueRuns(cloud.base)).jobs.map(({ brandId }) => brandId)).not.toContain(another.id)
  await setPlan(ctx, 'growth')
  expect((await check(owner, another)).status).toBe(202)
})

test('concurrent manual run starts never exceed the daily cap', async () => {
  const capped = await testService({ TRACKING_RUNS_PER_DAY: '2' })
  const owner = await capped.signUp()
  const brands = [await brandWith(owner, 1), await brandWith(owner, 1), await brandWith(owner, 1)]
  const replies = await Promise.all(brands.map((brand) => check(owner, brand)))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 429])
})
