/** Actions: what is stored, what an experiment says, what followed, and what is proposed. Days are fixed; the clock is the test's. */
import { afterAll, expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { type Site, serveSite } from '../audits/sites.fixture.ts'
import { newId } from '../core/ids.ts'
import { createTestBrand as createBrand, type TestBrand as Tracked } from '../metrics/answers.fixture.ts'
import { seededRandom } from '../metrics/statistics/seeded-random.ts'

let now = new Date('2026-03-31T12:00:00Z')
const env = { ALLOW_PRIVATE_NETWORK: 'true', CITED_PAGES_PAUSE_MS: '0' }
const service = await testService(env, { now: () => now })
const guarded = await testService({}, { now: () => now })
const sites: Site[] = []
afterAll(() => Promise.all(sites.map((site) => site.close())))

const actionDay = '2026-03-01'
const dayAt = (offset: number) =>
  new Date(Date.parse(actionDay) + offset * 86_400_000).toISOString().slice(0, 10)

type TestBrand = Tracked & { affected: Json[]; controls: Json[]; actions: string }

/** A brand with two affected prompts and eight controls. */
async function createTestBrand(shared = service): Promise<TestBrand> {
  now = new Date('2026-03-31T12:00:00Z')
  const brand = await createBrand(shared)
  const add = async (text: string): Promise<Json> =>
    brand.owner.ok('POST /api/prompts', { brand_id: brand.brand.id, text, topic_id: brand.topic.id })
  const affected = [brand.prompts.plain, await add('Which trail shoes last?')]
  const controls: Json[] = []
  for (let index = 0; index < 8; index += 1) controls.push(await add(`Which shoes suit runner ${index}?`))
  return { ...brand, affected, controls, actions: `/api/brands/${brand.brand.id}/actions` }
}

/**
 * Writes an answer of each prompt for each day of `offsets` from the action. Half of the answers name the brand, by chance; the affected
 * prompts name it in all answers after `rises`.
 */
async function writeDays(
  { write, affected, controls }: TestBrand,
  offsets: { from: number; to: number },
  { rises = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const random = seededRandom(7)
  for (let offset = offsets.from; offset <= offsets.to; offset += 1)
    for (const [index, prompt] of [...affected, ...controls].entries()) {
      const isNamed = random() < 0.5 || (index < affected.length && offset > rises)
      await write({ prompt, day: dayAt(offset), text: isNamed ? 'Zorvex lasts.' : 'Quilmar lasts.' })
    }
}

const ids = (prompts: readonly Json[]): string[] => prompts.map(({ id }) => id)

const anAction = { kind: 'published_page', title: 'A new guide', day: actionDay, number: 'mention_rate' }

async function declare({ owner, actions, affected, controls }: TestBrand, more: object = {}): Promise<Json> {
  const { id } = await owner.ok(`POST ${actions}`, {
    ...anAction,
    affected_prompt_ids: ids(affected),
    control_prompt_ids: ids(controls),
    ...more,
  })
  return owner.ok(`GET ${actions}/${id}`)
}

/** Of the page after the row with this id. */
const cursorOf = (id: string) => Buffer.from(id, 'latin1').toString('base64url')

const kindsOf = (list: Json[]): string[] => list.map(({ kind }: Json) => kind)

test('an action that raises the affected prompts has an established effect with its interval, and without a rise has none larger than the limit', async () => {
  const raised = await createTestBrand()
  await writeDays(raised, { from: -28, to: 28 }, { rises: 0 })
  const { result } = await declare(raised)
  // About half of the answers named the brand before, all of them since; the controls stay at half.
  expect(result).toMatchObject({
    state: 'up',
    date_from: '2026-01-04',
    date_to: '2026-03-29',
    final_on: '2026-03-29',
    affected: { prompts: 2, before: { answers: 56 }, after: { value: 100, answers: 56 } },
    controls: { prompts: 8, before: { answers: 224 }, after: { answers: 224 } },
    before_after: null,
  })
  const { affected, controls } = result
  const change = ({ before, after }: Json) => after.value - before.value
  expect(change(affected)).toBeGreaterThan(35)
  expect(result.effect.points).toBeCloseTo(change(affected) - change(controls), 1)
  expect(result.effect.low).toBeGreaterThan(0)
  expect(result.statement).toMatch(/^Effect established: \+\d+\.\d points compared with the control prompts/)

  const same = await createTestBrand()
  await writeDays(same, { from: -28, to: 28 })
  const found = (await declare(same)).result
  expect(found.state).toBe('no_effect_found')
  expect(found.largest).toBe(Math.max(-found.effect.low, found.effect.high))
  expect(found.statement).toMatch(/^No effect larger than \d+\.\d points found/)
})

test('while its weeks are not over an experiment is running, on its first days it is too early, and before its day it is planned', async () => {
  const brand = await createTestBrand()
  await writeDays(brand, { from: -28, to: 12 })
  now = new Date(`${dayAt(13)}T12:00:00Z`)
  expect((await declare(brand)).result).toMatchObject({ state: 'running', final_on: '2026-03-29' })
  now = new Date(`${dayAt(4)}T12:00:00Z`)
  expect((await declare(brand)).result).toMatchObject({
    state: 'running',
    effect: null,
    statement: 'The first comparison is a week after the action, on 8 Mar 2026.',
  })
  now = new Date(`${dayAt(0)}T12:00:00Z`)
  expect((await declare(brand)).result).toMatchObject({ state: 'planned', effect: null, affected: null })
})

test('without controls, or with ten answers, only the numbers before and after are known, and the result says so', async () => {
  const brand = await createTestBrand()
  await writeDays(brand, { from: -28, to: 28 }, { rises: 0 })
  const alone = (await declare(brand, { control_prompt_ids: [] })).result
  expect(alone).toMatchObject({
    state: 'no_comparison',
    effect: null,
    controls: null,
    affected: { before: { answers: 56 }, after: { value: 100, answers: 56 } },
    statement:
      'Without control prompts, only the numbers before and after are known. A change may have other causes.',
  })
  expect(alone.before_after.low).toBeGreaterThan(0)
  expect((await declare(brand, { affected_prompt_ids: [] })).result.statement).toBe(
    'Choose the prompts that the action should affect to see what changed.',
  )

  const small = await createTestBrand()
  for (const offset of [-2, -1, 1, 2, 3])
    for (const prompt of small.affected) await small.write({ prompt, day: dayAt(offset), text: 'Zorvex.' })
  expect((await declare(small)).result).toMatchObject({
    state: 'no_comparison',
    effect: null,
    before_after: null,
    affected: { before: { answers: 4 }, after: { answers: 6 } },
    statement: expect.stringContaining('Only the numbers before and after are known.'),
  })
})

test('another action on the same prompts is a warning, and so are prompts in both groups', async () => {
  const brand = await createTestBrand()
  await writeDays(brand, { from: -28, to: 28 })
  await declare(brand, { day: dayAt(7) })
  const both = ids([...brand.affected, ...brand.controls])
  const { result } = await declare(brand, { control_prompt_ids: both })
  expect(kindsOf(result.warnings)).toEqual(expect.arrayContaining(['other_action', 'prompts_in_both_groups']))
  expect(result.controls.prompts).toBe(8)
})

test('prompts that are chosen after the first look are a warning, and other changes are not', async () => {
  const brand = await createTestBrand()
  now = new Date(`${dayAt(2)}T12:00:00Z`)
  const { id } = await declare(brand)
  now = new Date(`${dayAt(13)}T12:00:00Z`)
  const change = async (body: object): Promise<Json> =>
    (await brand.owner.ok(`PATCH ${brand.actions}/${id}`, body)).result.warnings
  expect(kindsOf(await change({ title: 'A better title', weeks: 4 }))).not.toContain('chosen_late')
  const [first] = await change({ control_prompt_ids: ids(brand.controls).slice(1) })
  expect(first).toEqual({
    kind: 'chosen_late',
    text: 'Prompts, number, weeks or day were chosen on 14 Mar 2026, when the result could be known.',
  })
})

test('a plan proposes control prompts of the same topic, and says how large an effect would be found', async () => {
  const brand = await createTestBrand()
  await writeDays(brand, { from: -60, to: 29 })
  await brand.owner.ok(`GET /api/actions?brand_id=${brand.brand.id}`)
  const plan = await brand.owner.ok(`POST ${brand.actions}/plan`, {
    affected_prompt_ids: ids(brand.affected),
    number: 'mention_rate',
  })
  expect(plan.controls.map(({ prompt_id }: Json) => prompt_id).sort()).toEqual(ids(brand.controls).sort())
  expect(plan.controls[0].reasons).toContain('same topic')
  expect(plan.history_days).toBe(90)
  expect(plan.level).toBeGreaterThan(35)
  expect(plan.level).toBeLessThan(65)
  const detectable = plan.durations.map((each: Json) => each.detectable)
  expect(detectable).toHaveLength(4)
  expect(detectable[0]).toBeGreaterThan(detectable[3])
  const without = await brand.owner.ok(`POST ${brand.actions}/plan`, {
    affected_prompt_ids: ids(brand.affected),
    control_prompt_ids: [],
  })
  expect(without).toMatchObject({ durations: [], missing: [expect.stringContaining('0 control prompts')] })
})

test('the page is requested and its title read; a page that is missing is stored with the reason, and a private one is refused', async () => {
  const site = await serveSite({
    '/guide': () => ({ body: '<!doctype html><title>The guide</title><main><p>Shoes.</p></main>' }),
  })
  sites.push(site)
  const brand = await createTestBrand()
  const action = await declare(brand, { url: `${site.url}/guide` })
  expect(action.page).toMatchObject({ state: 'read', title: 'The guide' })
  expect((await declare(brand, { url: `${site.url}/gone` })).page).toMatchObject({
    state: 'not_found',
    title: null,
  })
  const moved = await brand.owner.ok(`PATCH ${brand.actions}/${action.id}`, { url: null, hours: 3 })
  expect(moved).toMatchObject({ page: null, url: null, hours: 3, title: 'A new guide' })

  const other = await createTestBrand(guarded)
  const refused = await other.owner.call(`POST ${other.actions}`, { ...anAction, url: 'http://127.0.0.1/' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'unsafe_url' } })
  expect(await other.owner.ok(`GET /api/actions?brand_id=${other.brand.id}`)).toMatchObject({ actions: [] })
})

test('prompts and opportunities of another organization get 404, and contradictory input an error at its field', async () => {
  const [brand, other] = [await createTestBrand(), await createTestBrand()]
  const call = (body: object) => brand.owner.call(`POST ${brand.actions}`, { ...anAction, ...body })
  for (const body of [
    { affected_prompt_ids: ids(other.affected) },
    { control_prompt_ids: ids(other.controls) },
    { opportunity_id: newId() },
  ])
    expect(await call(body)).toMatchObject({ status: 404 })
  for (const [body, path] of [
    [{ cost: 300 }, 'currency'],
    [{ currency: 'EUR' }, 'cost'],
    [{ weeks: 0 }, 'weeks'],
  ] as const)
    expect(await call(body)).toMatchObject({ status: 400, body: { details: [{ path }] } })
  expect(await brand.owner.ok(`GET /api/actions?brand_id=${brand.brand.id}`)).toMatchObject({ actions: [] })
})

test('the chain has requests of agents, citations, visits and conversions of the page since the day of the action, and names the gaps', async () => {
  const brand = await createTestBrand()
  const { ctx, write, affected, owner } = brand
  const url = 'https://www.zorvex.com/guide'
  const [prompt] = affected
  if (!prompt) throw new Error('A brand has affected prompts')
  for (const [offset, platform, cited] of [
    [-3, 'chatgpt', `${url}/`],
    [5, 'chatgpt', `${url}?utm_source=chatgpt.com`],
    [9, 'perplexity', 'https://zorvex.com/guide#sizes'],
    [9, 'gemini', 'https://zorvex.com/other'],
  ] as const)
    await write({ prompt, day: dayAt(offset), platform, text: 'Zorvex.', cites: [cited] })
  const brandId = brand.brand.id
  const counts = { requests: 2, refused: 0, missing: 0 }
  await ctx.db
    .insertInto('agent_page_rollups')
    .values([
      { brand_id: brandId, grain: 'day', start: dayAt(-1), path: '/guide', agent: 'GPTBot', ...counts },
      { brand_id: brandId, grain: 'day', start: dayAt(7), path: '/guide', agent: 'GPTBot', ...counts },
    ])
    .execute()
  await ctx.db
    .insertInto('visits')
    .values([
      {
        brand_id: brandId,
        id: newId(),
        visited_at: now,
        day: dayAt(-1),
        platform: 'chatgpt',
        page: '/guide',
      },
      { brand_id: brandId, id: newId(), visited_at: now, day: dayAt(8), platform: 'chatgpt', page: '/guide' },
    ])
    .execute()
  const { chain, id } = await declare(brand, { url, control_prompt_ids: [] })
  expect(chain).toMatchObject({
    opportunity: null,
    brief: null,
    path: '/guide',
    fetched: {
      requests: 2,
      first_day: dayAt(7),
      last_day: dayAt(7),
      agents: [{ agent: 'GPTBot', operator: 'OpenAI', requests: 2 }],
    },
    cited: {
      answers: 2,
      first_day: dayAt(5),
      last_day: dayAt(9),
      platforms: [
        { platform: 'chatgpt', answers: 1 },
        { platform: 'perplexity', answers: 1 },
      ],
    },
    visits: { visits: 1, first_day: dayAt(8), platforms: [{ platform: 'chatgpt', visits: 1 }] },
    conversions: null,
  })
  expect(kindsOf(chain.gaps).sort()).toEqual([
    'cited_before_fetched',
    'cited_before_published',
    'cost_unknown',
    'page_not_read',
  ])
  const { actions, totals } = await owner.ok(`GET /api/actions?brand_id=${brandId}`)
  expect(actions).toMatchObject([
    {
      id,
      brought: {
        agent_requests: 2,
        first_request: dayAt(7),
        citing_answers: 2,
        visits: 1,
        conversions: null,
      },
    },
  ])
  expect(totals).toEqual({ actions: 1, hours: 0, costs: [] })

  const foreign = (await declare(brand, { url: 'https://shoelab.com/list' })).chain
  expect(foreign).toMatchObject({ path: null, fetched: null, visits: null, cited: { answers: 0 } })
  expect(kindsOf(foreign.gaps)).toEqual(expect.arrayContaining(['not_own_page', 'not_cited']))
  expect(kindsOf((await declare(brand)).chain.gaps)).toEqual(['no_page'])
})

test('costs of a currency are added, pages of the table are continuous, and a deleted action is gone', async () => {
  const brand = await createTestBrand()
  const { owner, actions } = brand
  const first = await declare(brand, { cost: 300, currency: 'EUR', hours: 2.5 })
  await declare(brand, { cost: 200, currency: 'EUR', hours: 1, day: dayAt(3) })
  await declare(brand, { cost: 50, currency: 'USD', day: dayAt(2) })
  const table = await owner.ok(`GET /api/actions?brand_id=${brand.brand.id}`)
  expect(table.totals).toEqual({
    actions: 3,
    hours: 3.5,
    costs: [
      { currency: 'EUR', cost: 500 },
      { currency: 'USD', cost: 50 },
    ],
  })
  expect(table.actions.map(({ day }: Json) => day)).toEqual([dayAt(3), dayAt(2), dayAt(0)])
  const rest = await owner.ok(
    `GET /api/actions?brand_id=${brand.brand.id}&cursor=${encodeURIComponent(cursorOf(table.actions[1].id))}`,
  )
  expect(rest.actions.map(({ id }: Json) => id)).toEqual([first.id])
  await owner.ok(`DELETE ${actions}/${first.id}`)
  expect(await owner.call(`GET ${actions}/${first.id}`)).toMatchObject({ status: 404 })
})

test('a done opportunity, a changed page and a newly cited page are proposed once, accepted with their prompts or dismissed', async () => {
  const brand = await createTestBrand()
  const { owner, ctx, write, affected, actions } = brand
  const [prompt] = affected
  if (!prompt) throw new Error('A brand has affected prompts')
  for (let index = 0; index < 12; index += 1)
    await write({ prompt, day: dayAt(-40 + index), text: 'Quilmar is the one to buy.' })
  await owner.ok('POST /api/content/generate', { brand_id: brand.brand.id })
  const [opportunity] = (await owner.ok(`GET /api/content?brand_id=${brand.brand.id}`)).items
  await owner.ok(`PATCH /api/content/${opportunity.id}/status`, { status: 'done' })
  await write({ prompt, day: dayAt(6), text: 'Zorvex.', cites: ['https://zorvex.com/guide'] })
  await owner.ok(`GET /api/metrics/citations?brand_id=${brand.brand.id}`)
  const { url_id } = await ctx.db
    .selectFrom('answer_citations')
    .select('url_id')
    .where('brand_id', '=', brand.brand.id)
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('cited_pages')
    .values({ brand_id: brand.brand.id, url_id, state: 'read', changed_at: new Date(dayAt(20)) })
    .execute()

  const list = async (): Promise<Json[]> => (await owner.ok(`GET ${actions}/proposals`)).items
  const found = await list()
  expect(found).toMatchObject([
    { kind: 'published_page', opportunity_id: opportunity.id, day: '2026-03-31' },
    {
      kind: 'edited_page',
      url: 'https://zorvex.com/guide',
      day: dayAt(20),
      affected_prompt_ids: [prompt.id],
    },
    {
      kind: 'published_page',
      url: 'https://zorvex.com/guide',
      day: dayAt(6),
      affected_prompt_ids: [prompt.id],
    },
  ])
  expect(found[0].affected_prompt_ids).toEqual([prompt.id])
  const { title, kind, day, opportunity_id, affected_prompt_ids, origin } = found[0]
  const accepted = { title, kind, day, opportunity_id, affected_prompt_ids, origin }
  const action = await owner.ok(`POST ${actions}`, accepted)
  expect(action.chain.opportunity).toMatchObject({
    id: opportunity.id,
    status: 'done',
    created_on: opportunity.created_at.slice(0, 10),
    done_on: '2026-03-31',
  })
  expect(await owner.call(`POST ${actions}`, accepted)).toMatchObject({ status: 409 })
  expect(await owner.ok(`GET /api/content/${opportunity.id}`)).toMatchObject({ action_id: action.id })
  await owner.ok(`POST ${actions}/proposals/dismiss`, { origin: found[1].origin })
  expect((await list()).map((each) => each.origin)).toEqual([found[2].origin])
})
