/** The order of opportunities, their plan, and opportunities that users create for a source. */
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { createTestBrand, type TestBrand } from '../metrics/answers.fixture.ts'
import { insertPageCheck } from '../metrics/page-checks.fixture.ts'

let ticks = 0
const now = Date.parse('2026-03-31T12:00:00Z')
const service = await testService({}, { now: () => new Date(now + ++ticks) })

async function write(testBrand: TestBrand, prompt: Json, count: number, cites: string[] = []): Promise<void> {
  for (let index = 0; index < count; index++) {
    const day = new Date(now - (1 + (index % 20)) * 86_400_000).toISOString().slice(0, 10)
    const text = index % 3 === 0 ? 'Quilmar is good. Zorvex is good too.' : 'Quilmar is the one to buy.'
    await testBrand.write({ prompt, day, text, cites, platform: index % 2 === 0 ? 'chatgpt' : 'gemini' })
  }
}

const list = async (testBrand: TestBrand, query = ''): Promise<Json[]> =>
  (await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}${query}`)).items
const generate = (testBrand: TestBrand) =>
  testBrand.owner.ok('POST /api/content/generate', { brand_id: testBrand.brand.id })

test('eight answers never outrank forty with a smaller gap, on one page or across pages', async () => {
  const testBrand = await createTestBrand(service)
  const few = await testBrand.owner.ok('POST /api/prompts', {
    brand_id: testBrand.brand.id,
    text: 'Which boots are best?',
  })
  await write(testBrand, testBrand.prompts.plain, 40)
  for (let index = 0; index < 8; index++)
    await testBrand.write({ prompt: few, day: '2026-03-20', text: 'Quilmar is the one to buy.' })
  await generate(testBrand)
  const [first, second] = await list(testBrand)
  expect(first).toMatchObject({ certainty: 'established', prompt_id: testBrand.prompts.plain.id })
  expect(second).toMatchObject({ certainty: 'directional', prompt_id: few.id, impact: 'low' })
  expect(second.gap.points).toBeGreaterThan(first.gap.points)
  const page = await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}&limit=1`)
  expect(page.items).toMatchObject([{ id: first.id }])
  expect(await list(testBrand, `&limit=1&cursor=${page.next_cursor}`)).toMatchObject([{ id: second.id }])
  expect(await list(testBrand, '&certainty=directional')).toMatchObject([{ id: second.id }])
  expect(await list(testBrand, `&prompt_id=${few.id}`)).toMatchObject([{ id: second.id }])
})

test('owner, due date and comment are stored, changed one by one, removed, and recorded', async () => {
  const testBrand = await createTestBrand(service)
  await write(testBrand, testBrand.prompts.plain, 30)
  await generate(testBrand)
  const [{ id, owner }] = await list(testBrand)
  expect(owner).toBeNull()
  const { items: members } = await testBrand.owner.ok('GET /api/members')
  const [{ user_id, name }] = members
  const address = `PATCH /api/content/${id}`
  const plan = { owner_id: user_id, due_on: '2026-04-15', comment: 'First line.\nSecond line.' }
  await testBrand.owner.ok(address, plan)
  expect(await testBrand.owner.ok(address, { comment: '' })).toMatchObject({
    owner: { user_id, name },
    due_on: '2026-04-15',
    comment: '',
  })
  expect(await testBrand.owner.ok(address, { owner_id: null, due_on: null })).toMatchObject({
    owner: null,
    due_on: null,
  })
  const { items } = await testBrand.owner.ok('GET /api/audit-log?limit=3')
  expect(items.map(({ kind }: Json) => kind)).toEqual(Array(3).fill('opportunity.edited'))
})

test('only a member of the organization can own an opportunity', async () => {
  const testBrand = await createTestBrand(service)
  await write(testBrand, testBrand.prompts.plain, 30)
  await generate(testBrand)
  const [{ id }] = await list(testBrand)
  const stranger = await service.signUp()
  const { items: members } = await stranger.ok('GET /api/members')
  const reply = await testBrand.owner.call(`PATCH /api/content/${id}`, { owner_id: members[0].user_id })
  expect(reply.status).toBe(404)
})

test('an opportunity for a source has the evidence of a prompt that cites it, and only its pages', async () => {
  const testBrand = await createTestBrand(service)
  const pages = ['https://www.reddit.com/r/shoes/1', 'https://www.pcmag.com/best-shoes']
  await write(testBrand, testBrand.prompts.plain, 30, pages)
  await generate(testBrand)
  const body = { brand_id: testBrand.brand.id, domain: 'reddit.com' }
  const created = await testBrand.owner.ok('POST /api/content', body)
  expect(created).toMatchObject({
    title: 'Get Zorvex mentioned on reddit.com',
    type: 'earned',
    source_domain: 'reddit.com',
    prompt_id: testBrand.prompts.plain.id,
    answers: 30,
  })
  const { source_data } = await testBrand.owner.ok(`GET /api/content/${created.id}`)
  expect(source_data.sources).toMatchObject([{ url: pages[0], domain: 'reddit.com', answers: 30 }])
  const { brief } = await testBrand.owner.ok(`POST /api/content/${created.id}/brief`)
  expect(JSON.stringify(brief)).toContain('Forums and social media')
  expect(JSON.stringify(brief)).not.toContain('editors')

  // Runs neither close nor change it, and the prompt keeps its own opportunity.
  await generate(testBrand)
  expect(await list(testBrand, '&status=new')).toHaveLength(2)
})

test('a source has one open opportunity, and none without a prompt that cites it', async () => {
  const testBrand = await createTestBrand(service)
  await write(testBrand, testBrand.prompts.plain, 30, ['https://www.reddit.com/r/shoes/1'])
  const create = (domain: string) =>
    testBrand.owner.call('POST /api/content', { brand_id: testBrand.brand.id, domain })
  const [one, two] = await Promise.all([create('reddit.com'), create('reddit.com')])
  expect([one.status, two.status].toSorted()).toEqual([201, 409])
  expect((await create('other.example')).status).toBe(409)
})

test('opportunities ask for mentions only on pages that do not name the brand, and a source without such a page gets none', async () => {
  const testBrand = await createTestBrand(service)
  const { brand, ctx, owner, prompts } = testBrand
  const site = 'https://www.reddit.com/r/shoes'
  await write(testBrand, prompts.plain, 20, [`${site}/1`, `${site}/2`, `${site}/3`])
  await write(testBrand, prompts.plain, 10, ['https://www.pcmag.com/best-shoes'])
  const check = (url: string, named: number[]) =>
    insertPageCheck(ctx, brand.id, { url, named, readAt: new Date(now) })
  await check(`${site}/1`, [1, 0])
  await check(`${site}/2`, [2, 1])
  await check('https://www.pcmag.com/best-shoes', [0])
  const create = (domain: string) => owner.call('POST /api/content', { brand_id: brand.id, domain })
  expect(await create('pcmag.com')).toMatchObject({
    status: 409,
    body: { error: 'The most cited pages of pcmag.com already name Zorvex.' },
  })
  const { id } = await owner.ok('POST /api/content', { brand_id: brand.id, domain: 'reddit.com' })
  const { source_data } = await owner.ok(`GET /api/content/${id}`)
  expect(source_data.sources.map(({ url, on_page }: Json) => [url, on_page])).toEqual([
    [`${site}/2`, { names_brand: false, competitors: ['Brentiva', 'Quilmar'] }],
    [`${site}/3`, null],
  ])
  await generate(testBrand)
  const getOpportunity = async () =>
    (await list(testBrand)).find(({ source_domain }) => source_domain === null)
  const opportunity = await getOpportunity()
  expect(opportunity).toMatchObject({ type: 'earned', top_source: { url: `${site}/2` } })
  expect(opportunity.description).toContain('The answers mostly cite third-party pages: reddit.com.')
  await check(`${site}/3`, [0])
  await ctx.db
    .updateTable('cited_pages')
    .set({ named: [0] })
    .where('brand_id', '=', brand.id)
    .execute()
  await generate(testBrand)
  const changed = await getOpportunity()
  expect(changed).toMatchObject({ top_source: null })
  expect(changed.description).toContain('The answers cite pages of reddit.com, pcmag.com')
})
