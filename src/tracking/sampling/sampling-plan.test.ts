import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../../test/support.ts'
import { createTestBrand, type TestBrand } from '../../metrics/answers.fixture.ts'
import { seededRandom } from '../../metrics/statistics/seeded-random.ts'

const now = new Date('2026-03-16T12:00:00Z')
const service = await testService({}, { now: () => now })
const dayBefore = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)

const platforms = ['chatgpt', 'gemini']

/** Tracks two platforms. The answers of the branded prompt always name Zorvex, those of the other one at random. */
async function createBrand(days: number): Promise<TestBrand> {
  const brand = await createTestBrand(service)
  const { owner, prompts } = brand
  const settings = await owner.ok(`GET /api/brands/${brand.brand.id}/platforms`)
  await owner.ok(
    `PUT /api/brands/${brand.brand.id}/platforms`,
    settings.map(({ platform }: Json) => ({ platform, enabled: platforms.includes(platform) })),
  )
  const [plain, branded] = [prompts.plain, prompts.branded].map(({ id, text }) => ({ id, text }))
  if (!plain || !branded) throw new Error('The brand has no prompts')
  const random = seededRandom(44)
  for (let day = days; day >= 1; day -= 1)
    for (const platform of platforms) {
      await brand.write({
        prompt: branded,
        day: dayBefore(day),
        platform,
        text: 'Zorvex is good.',
      })
      const text = random() < 0.5 ? 'Zorvex lasts.' : 'Quilmar lasts.'
      await brand.write({ prompt: plain, day: dayBefore(day), platform, text })
    }
  return brand
}

const getPlan = (owner: Client, brandId: string, query = '') =>
  owner.ok(
    `GET /api/brands/${brandId}/sampling-plan?numbers=mention_rate,score&parts=all,platform,topic${query}`,
  )

test('a proposal fits the budget, asks prompts that vary more often, and is applied and restored by one request', async () => {
  const { owner, brand, prompts, topic } = await createBrand(60)
  const plan = await getPlan(owner, brand.id)
  expect(plan).toMatchObject({ reduced_count: 0, proposal: null, missing: null, is_typical_cost: true })
  expect(plan.cost_micros).toBe(plan.full_cost_micros)
  const [overall] = plan.precision
  const summary = await owner.ok(
    `GET /api/metrics/visibility-summary?brand_id=${brand.id}&date_from=${plan.window.date_from}&date_to=${plan.window.date_to}`,
  )
  expect(overall).toMatchObject({
    number: 'mention_rate',
    result_count: summary.result_count,
    value: summary.mention_rate_pct,
    interval: summary.intervals.mention_rate_pct,
  })
  expect(plan.precision.map(({ part, platform, topic_id }: Json) => [part, platform, topic_id])).toEqual([
    ['all', null, null],
    ['all', null, null],
    ...platforms.flatMap((platform) => [
      ['platform', platform, null],
      ['platform', platform, null],
    ]),
    ['topic', null, topic.id],
    ['topic', null, topic.id],
  ])

  const budget = Math.round(plan.cost_micros * 0.6)
  const { proposal, precision, cost_micros } = await getPlan(owner, brand.id, `&budget_micros=${budget}`)
  expect(cost_micros).toBe(plan.cost_micros)
  expect(proposal.cost_micros).toBeLessThanOrEqual(budget)
  const everyOf = (prompt: Json) =>
    proposal.changes.filter((change: Json) => change.prompt_id === prompt.id).map(({ every }: Json) => every)
  expect(Math.min(...everyOf(prompts.branded))).toBeGreaterThan(1)
  expect(everyOf(prompts.plain).length).toBeLessThan(platforms.length)
  const saved = proposal.changes.reduce((sum: number, change: Json) => sum + change.saving_micros, 0)
  expect(Math.abs(plan.cost_micros - saved - proposal.cost_micros)).toBeLessThan(proposal.changes.length + 1)
  for (const { value, expected_interval } of precision) {
    expect(expected_interval.low).toBeLessThanOrEqual(value)
    expect(expected_interval.high).toBeGreaterThanOrEqual(value)
  }

  const before = await getPlan(owner, brand.id)
  expect(before.cost_micros).toBe(plan.cost_micros)
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: proposal.changes.map(({ prompt_id, platform, every }: Json) => ({
      prompt_id,
      platform,
      every,
    })),
  })
  const after = await getPlan(owner, brand.id)
  expect(after).toMatchObject({ cost_micros: proposal.cost_micros, reduced_count: proposal.changes.length })
  await owner.ok(`DELETE /api/brands/${brand.id}/prompt-frequencies`)
  expect(await getPlan(owner, brand.id)).toMatchObject({ cost_micros: plan.cost_micros, reduced_count: 0 })
})

test('a budget for everything proposes the current plan, and a thinner one widens the intervals', async () => {
  const { owner, brand } = await createBrand(60)
  const { cost_micros, minimum_micros } = await getPlan(owner, brand.id)
  const full = await getPlan(owner, brand.id, `&budget_micros=${cost_micros}`)
  expect(full.proposal.changes).toEqual([])
  for (const { interval, expected_interval } of full.precision) expect(expected_interval).toEqual(interval)
  const least = await getPlan(owner, brand.id, `&budget_micros=${2 * minimum_micros}`)
  const width = ({ low, high }: Json) => high - low
  const [now, then] = [full.precision[0].interval, least.precision[0].expected_interval]
  expect(width(then)).toBeGreaterThan(width(now))
})

test('a budget below the cost of one run names the minimum, and too little history what is missing', async () => {
  const { owner, brand } = await createBrand(5)
  const plan = await getPlan(owner, brand.id)
  expect(plan.missing).toEqual({ days: 5, needed_days: 14 })
  expect((await getPlan(owner, brand.id, `&budget_micros=${plan.cost_micros}`)).proposal).toBeNull()
  const refused = await owner.call(
    `GET /api/brands/${brand.id}/sampling-plan?budget_micros=${plan.minimum_micros - 1}`,
  )
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(refused.text).toContain('the cost of one run of all prompts')
  for (const query of ['budget_micros=-1', 'budget_micros=many', 'numbers=luck', 'parts=moon'])
    expect(await owner.call(`GET /api/brands/${brand.id}/sampling-plan?${query}`)).toMatchObject({
      status: 400,
    })
})

test('prompts whose answers name the same brands for eight weeks are listed, and those that vary are not', async () => {
  const { owner, brand, prompts, ctx } = await createBrand(60)
  const list = () => owner.ok(`GET /api/brands/${brand.id}/unchanging-prompts`)
  const { items, saving_micros } = await list()
  expect(items.map(({ prompt_id, platform }: Json) => [prompt_id, platform]).sort()).toEqual(
    platforms.map((platform) => [prompts.branded.id, platform]).sort(),
  )
  expect(items[0]).toMatchObject({
    every_now: 1,
    every: 7,
    result_count: 60,
    other_count: 0,
    named: ['Zorvex'],
  })
  expect(saving_micros).toBe(items.reduce((sum: number, item: Json) => sum + item.saving_micros, 0))
  // 2 of 60 are more than 2%.
  const ids = await ctx.db
    .selectFrom('answers')
    .select('id')
    .where('brand_id', '=', brand.id)
    .where('prompt_id', '=', prompts.branded.id)
    .where('platform', '=', 'chatgpt')
    .limit(2)
    .execute()
  await sql`update answers set mention_counts[1] = 0 where brand_id = ${brand.id} and id = any(${ids.map(({ id }) => id)})`.execute(
    ctx.db,
  )
  expect((await list()).items.map(({ platform }: Json) => platform)).toEqual(['gemini'])
})

test('a conversation is planned as one prompt with the cost of its questions, and a persona not on AI Overviews', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
  const settings = await owner.ok(`GET /api/brands/${brand.id}/platforms`)
  const enabled = ['chatgpt', 'google_ai_overview']
  await owner.ok(
    `PUT /api/brands/${brand.id}/platforms`,
    settings.map(({ platform }: Json) => ({ platform, enabled: enabled.includes(platform) })),
  )
  const add = async (prompt: object): Promise<string> =>
    (await owner.ok('POST /api/prompts', { brand_id: brand.id, ...prompt })).id
  const read = () => owner.ok(`GET /api/brands/${brand.id}/sampling-plan`)
  const first = await add({ text: 'Which shoes last longest?' })
  const { full_cost_micros: ofFirst } = await read()
  const { id: persona_id } = await owner.ok(`POST /api/brands/${brand.id}/personas`, {
    name: 'Baker',
    instruction: 'I run a bakery.',
  })
  await add({ text: 'Which oven?', persona_id })
  const { full_cost_micros: withPersona } = await read()
  await add({ text: 'And the cheapest?', follows: first })
  const { full_cost_micros: withFollowUp } = await read()
  // The persona is asked on ChatGPT only, and the follow-up sends the first question and its answer again.
  const onChatgpt = withPersona - ofFirst
  const ofFollowUp = withFollowUp - withPersona
  expect(onChatgpt).toBeGreaterThan(0)
  expect(onChatgpt).toBeLessThan(ofFirst)
  expect(ofFollowUp).toBeGreaterThan(onChatgpt)
  await owner.ok(`PUT /api/brands/${brand.id}/prompt-frequencies`, {
    frequencies: [{ prompt_id: first, platform: 'chatgpt', every: 7 }],
  })
  const { cost_micros, reduced_count } = await read()
  expect(reduced_count).toBe(1)
  expect(withFollowUp - cost_micros).toBeCloseTo((6 / 7) * (onChatgpt + ofFollowUp), -1)
})

test('the answers to all questions of a conversation count in its plan, and decide whether it is unchanging', async () => {
  const { owner, brand, prompts, write } = await createBrand(60)
  const followUp = await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'And which is cheapest?',
    follows: prompts.branded.id,
  })
  const list = async () =>
    (await owner.ok(`GET /api/brands/${brand.id}/unchanging-prompts`)).items.map(
      ({ prompt_id, platform, result_count }: Json) => [prompt_id, platform, result_count],
    )
  // Without answers to the follow-up, it is not known whether they change.
  expect(await list()).toEqual([])
  const question = { id: followUp.id, text: followUp.text }
  for (let day = 60; day >= 1; day -= 1)
    await write({
      prompt: question,
      day: dayBefore(day),
      platform: 'gemini',
      text: day % 2 === 0 ? 'Zorvex lasts.' : 'Zorvex.',
    })
  expect(await list()).toEqual([[prompts.branded.id, 'gemini', 120]])
  const { items, first_day } = await owner.ok(`GET /api/brands/${brand.id}/unchanging-prompts`)
  const answers = `GET /api/answers?brand_id=${brand.id}&date_from=${first_day}&platform=gemini`
  expect(await owner.ok(`${answers}&prompt_id=${items[0].prompt_ids}`)).toMatchObject({ total: 120 })
  const { precision } = await getPlan(owner, brand.id)
  const onGemini = precision.find(({ platform }: Json) => platform === 'gemini')
  expect(onGemini.result_count).toBe(3 * 28)
  const { minimum_micros } = await getPlan(owner, brand.id)
  const { proposal } = await getPlan(owner, brand.id, `&budget_micros=${minimum_micros}`)
  const ids = new Set(proposal.changes.map(({ prompt_id }: Json) => prompt_id))
  expect(ids).toEqual(new Set([prompts.plain.id, prompts.branded.id]))
  const ofConversation = proposal.changes.find(
    (change: Json) => change.prompt_id === prompts.branded.id && change.platform === 'gemini',
  )
  expect(ofConversation).toMatchObject({ persona_name: null, follow_up_count: 1 })
})

test('without a prompt in a topic, a plan for topics has no numbers and no proposal', async () => {
  const { owner, brand, prompts, topic } = await createBrand(20)
  const read = async () => {
    const { cost_micros } = await getPlan(owner, brand.id)
    return owner.ok(
      `GET /api/brands/${brand.id}/sampling-plan?parts=topic&budget_micros=${Math.round(cost_micros / 2)}`,
    )
  }
  expect((await read()).precision).toMatchObject([{ topic_id: topic.id }])
  for (const { id } of [prompts.plain, prompts.branded])
    await owner.ok(`PATCH /api/prompts/${id}`, { topic_id: null })
  expect(await read()).toMatchObject({ precision: [], missing: null, proposal: null })
})

test('a stranger gets 404, and the agent tools give the same plan', async () => {
  const { owner, brand } = await createBrand(20)
  const stranger = await service.signUp()
  for (const path of ['sampling-plan', 'unchanging-prompts'])
    expect(await stranger.call(`GET /api/brands/${brand.id}/${path}`)).toMatchObject({ status: 404 })
  const { token } = await owner.ok('POST /api/api-keys', { name: 'Agent' })
  const asAgent = (path: string) =>
    owner.call(`GET /api/mcp/${path}`, undefined, { authorization: `Bearer ${token}` })
  const plan = await asAgent(
    `sampling-plan?brand_id=${brand.id}&numbers=mention_rate,score&parts=all,platform,topic`,
  )
  expect(plan.body).toEqual(await getPlan(owner, brand.id))
  expect(await asAgent(`unchanging-prompts?brand_id=${brand.id}`)).toMatchObject({
    status: 200,
    body: { items: [] },
  })
})
