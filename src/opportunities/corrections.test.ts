/** Corrections: a cited page with a wrong claim becomes an opportunity, and closes when the page, the fact or the answers change. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Json, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { enqueueOrJoinJob } from '../jobs/job.ts'
import {
  createTestBrand as createBrand,
  type TestAnswer,
  type TestBrand,
} from '../metrics/answers.fixture.ts'

const clock = { now: new Date('2026-03-10T12:00:00Z') }
let ticks = 0
// Advances with every call, so that later changes have later ids.
const service = await testService({}, { now: () => new Date(clock.now.getTime() + ++ticks) })

const price = {
  kind: 'price',
  subject: 'Pro plan',
  statement: 'The Pro plan of Zorvex costs 10 US dollars a month.',
  value: 10,
  unit: 'USD/month',
  valid_from: '2026-01-01',
  earlier: [{ value: 8, valid_from: '2024-01-01', valid_until: '2025-12-31' }],
  source_url: 'https://zorvex.com/pricing',
}
const texts = {
  right: 'The Pro plan of Zorvex costs $10 per month.',
  wrong: 'The Pro plan of Zorvex costs $15 per month.',
  outdated: 'The Pro plan of Zorvex costs $8 per month.',
  silent: 'Zorvex makes shoes that last.',
}

type Verdict = keyof typeof texts
type FactBrand = TestBrand & { facts: string }

async function createTestBrand(): Promise<FactBrand> {
  const brand = await createBrand(service)
  return { ...brand, facts: `/api/brands/${brand.brand.id}/facts` }
}

const answer = (brand: TestBrand, verdict: Verdict, cites: string[], more: Partial<TestAnswer> = {}) =>
  brand.write({ prompt: brand.prompts.plain, day: '2026-03-09', text: texts[verdict], cites, ...more })

/** Pages are stored for all brands, so each test has its own. */
const newUrl = () => `https://reviews.example/${newId()}`

/** Stores the text of a page as if it had been read. */
async function storePage(url: string, text: string | null): Promise<void> {
  await sql`
    insert into web_pages (url_hash, url, state, read_at, text_hash, text)
    values (sha256(${url}::bytea), ${url}, 'read', ${clock.now}, sha256(${text}::bytea), ${text})
    on conflict (url_hash) do update set text = excluded.text, text_hash = excluded.text_hash`.execute(
    service.base.db,
  )
}

/** The comparison requests the opportunities. */
async function work(): Promise<void> {
  await service.work()
  await service.work()
}

async function approve(brand: FactBrand, fact: object = price): Promise<Json> {
  const created = await brand.owner.ok(`POST ${brand.facts}`, fact)
  await work()
  return created
}

/** Runs the job that reads pages, which requests the comparison, which requests the opportunities. */
async function compare({ ctx, brand }: TestBrand): Promise<void> {
  await enqueueOrJoinJob(ctx, brand.id, 'pages')
  await service.work()
  await work()
}

const list = async ({ owner, brand }: TestBrand, query = ''): Promise<Json[]> =>
  (await owner.ok(`GET /api/content?brand_id=${brand.id}&kind=correction${query}`)).items

async function getOnly(brand: TestBrand): Promise<Json> {
  const [first, ...more] = await list(brand)
  expect(more).toEqual([])
  return brand.owner.ok(`GET /api/content/${first.id}`)
}

test('a page with a wrong claim is an opportunity with the quote, the fact and the answers behind it', async () => {
  const brand = await createTestBrand()
  const [url, silent] = [newUrl(), newUrl()]
  await storePage(url, `Review\n${texts.wrong} We paid it.`)
  await storePage(silent, texts.silent)
  await answer(brand, 'wrong', [url, silent])
  await answer(brand, 'outdated', [url], { platform: 'gemini', prompt: brand.prompts.branded })
  await answer(brand, 'outdated', [url], { platform: 'gemini', prompt: brand.prompts.branded })
  await answer(brand, 'right', [url])
  await answer(brand, 'silent', [url])
  await answer(brand, 'wrong', [silent])
  await brand.write({ prompt: brand.prompts.plain, day: '2026-03-09', text: 'Quilmar.', cites: [url] })
  const fact = await approve(brand)
  const { source_data: data, ...opportunity } = await getOnly(brand)
  expect(data).toMatchObject({
    kind: 'correction',
    window: { date_from: '2026-02-08', date_to: '2026-03-09' },
    answers: 5,
    wrong: 3,
    wrong_pct: 60,
    certainty: 'directional',
    page: { url, domain: 'reviews.example' },
    facts: [
      {
        fact_id: fact.id,
        subject: price.subject,
        statement: price.statement,
        source_url: price.source_url,
        verdict: 'wrong',
        answers: 3,
      },
    ],
    prompt_ids: [brand.prompts.branded.id, brand.prompts.plain.id],
  })
  expect(data.facts[0].quote).toContain('$15')
  expect(data.evidence_answer_ids).toHaveLength(3)
  expect(data.wrong_interval.low).toBeLessThan(60)
  expect(opportunity).toMatchObject({
    type: 'earned',
    impact: 'low',
    prompt_id: brand.prompts.branded.id,
    gap: null,
    top_source: null,
    correction: { page: { url }, wrong: 3, wrong_pct: 60 },
    status: 'new',
  })
  expect(opportunity.title).toContain('Ask reviews.example to correct')
  expect(opportunity.description).toContain('3 of 5 answers that cite it and name Zorvex have them too.')
  // Three of the four wrong and outdated answers cite the page. Weights without a volume: 45, 20, 10 and 10 of 85.
  const scale = 100 / 85
  expect(data.score_parts.gap).toBeCloseTo((45 * scale * data.wrong_interval.low) / 60, 2)
  expect(data.score_parts.certainty).toBeCloseTo((20 * scale * data.wrong_interval.low) / 60, 2)
  expect(data.score_parts.sources).toBeCloseTo((10 * scale * 3) / 4, 2)
})

test('ten answers are established, and a page of the brand is one to edit', async () => {
  const brand = await createTestBrand()
  const url = `https://zorvex.com/${newId()}`
  await storePage(url, texts.outdated)
  for (const day of ['01', '02', '03', '04', '05'])
    for (const platform of ['chatgpt', 'gemini'])
      await answer(brand, 'outdated', [url], { platform, day: `2026-03-${day}` })
  await approve(brand)
  const opportunity = await getOnly(brand)
  expect(opportunity).toMatchObject({ type: 'owned', certainty: 'established', impact: 'high', answers: 10 })
  expect(opportunity.title).toContain('Correct your page')
  expect(opportunity.source_data.facts).toMatchObject([{ verdict: 'outdated', answers: 10 }])
})

test('there is no opportunity without a stored text, a page that states it wrong, or a wrong answer that cites the page', async () => {
  const brand = await createTestBrand()
  const [unread, forbidden, right, uncited] = [newUrl(), newUrl(), newUrl(), newUrl()]
  await storePage(forbidden, null)
  await storePage(right, texts.right)
  await storePage(uncited, texts.wrong)
  await answer(brand, 'wrong', [unread, forbidden, right])
  await answer(brand, 'right', [uncited])
  await approve(brand)
  expect(await list(brand)).toEqual([])
  const [wrong] = (await brand.owner.ok(`GET /api/answers?brand_id=${brand.brand.id}&verdict=wrong`)).items
  expect(wrong).toBeDefined()
})

test('a brand without facts has no corrections', async () => {
  const brand = await createTestBrand()
  const url = newUrl()
  await storePage(url, texts.wrong)
  await answer(brand, 'wrong', [url])
  expect(await brand.owner.ok('POST /api/content/generate', { brand_id: brand.brand.id })).toMatchObject({
    created: 0,
  })
  expect(await list(brand)).toEqual([])
})

test('it is dismissed when the page, read again, no longer states the fact wrong, and done if someone worked on it', async () => {
  const brand = await createTestBrand()
  const [untouched, started] = [newUrl(), newUrl()]
  for (const url of [untouched, started]) {
    await storePage(url, texts.wrong)
    await answer(brand, 'wrong', [url])
  }
  await approve(brand)
  const find = async (url: string) =>
    (await list(brand)).find(({ correction }) => correction.page.url === url)
  await brand.owner.ok(`PATCH /api/content/${(await find(started)).id}/status`, { status: 'in_progress' })
  await compare(brand)
  expect(await list(brand, '&status=new')).toHaveLength(1)
  for (const url of [untouched, started]) await storePage(url, texts.right)
  await compare(brand)
  expect(await find(untouched)).toMatchObject({ status: 'dismissed' })
  const done = await find(started)
  expect(done).toMatchObject({ status: 'done' })
  const { history } = await brand.owner.ok(`GET /api/content/${done.id}`)
  expect(history.at(-1)).toMatchObject({ to: 'done', by: { kind: 'system' } })
  expect(history.at(-1).note).toContain('the stored text of the page no longer has a wrong claim')
  // The site restored the wrong text: only the dismissed one opens again at once.
  for (const url of [untouched, started]) await storePage(url, texts.wrong)
  await compare(brand)
  expect((await list(brand, '&status=new')).map(({ correction }) => correction.page.url)).toEqual([untouched])
})

test('it closes when the page can no longer be read', async () => {
  const brand = await createTestBrand()
  const url = newUrl()
  await storePage(url, texts.wrong)
  await answer(brand, 'wrong', [url])
  await approve(brand)
  await getOnly(brand)
  await sql`update web_pages set state = 'not_found', text = null, text_hash = null where url = ${url}`.execute(
    service.base.db,
  )
  await compare(brand)
  expect(await getOnly(brand)).toMatchObject({ status: 'dismissed' })
})

test('it closes when the fact changes to what the page states, and when the fact is deleted', async () => {
  const brand = await createTestBrand()
  const url = newUrl()
  await storePage(url, texts.wrong)
  await answer(brand, 'wrong', [url])
  const fact = await approve(brand)
  const { id } = await getOnly(brand)
  await brand.owner.ok(`PATCH ${brand.facts}/${fact.id}`, { value: 15 })
  // Until the answers and the page are compared with the new value, nothing is known.
  await brand.owner.ok('POST /api/content/generate', { brand_id: brand.brand.id })
  expect(await getOnly(brand)).toMatchObject({ id, status: 'new' })
  await work()
  expect(await getOnly(brand)).toMatchObject({ id, status: 'dismissed' })
  await brand.owner.ok(`PATCH ${brand.facts}/${fact.id}`, { value: 10 })
  await work()
  const [reopened] = await list(brand, '&status=new')
  await brand.owner.call(`DELETE ${brand.facts}/${fact.id}`)
  await work()
  expect(await list(brand, '&status=new')).toEqual([])
  expect(reopened).toBeDefined()
})

test('a correction that a person dismissed stays dismissed', async () => {
  const brand = await createTestBrand()
  const url = newUrl()
  await storePage(url, texts.wrong)
  await answer(brand, 'wrong', [url])
  await approve(brand)
  const { id } = await getOnly(brand)
  await brand.owner.ok(`PATCH /api/content/${id}/status`, { status: 'dismissed' })
  await compare(brand)
  expect(await getOnly(brand)).toMatchObject({ id, status: 'dismissed' })
})

test('a text is compared with a fact once, and again when it changes', async () => {
  const brand = await createTestBrand()
  const url = newUrl()
  await storePage(url, texts.wrong)
  await answer(brand, 'wrong', [url])
  await approve(brand)
  // What is stored is used: the text is not compared again.
  await sql`update page_claims set quote = 'stored words' where brand_id = ${brand.brand.id}`.execute(
    service.base.db,
  )
  await compare(brand)
  expect((await getOnly(brand)).source_data.facts[0].quote).toBe('stored words')
  await storePage(url, `${texts.wrong} It did so in 2026.`)
  await compare(brand)
  expect((await getOnly(brand)).source_data.facts[0].quote).toContain('$15')
})

test('the detail of the fact links the opportunity, and its brief has the sentence, the value and the source', async () => {
  const brand = await createTestBrand()
  const url = newUrl()
  await storePage(url, texts.wrong)
  await answer(brand, 'wrong', [url])
  const fact = await approve(brand)
  const { id } = await getOnly(brand)
  const { sources } = await brand.owner.ok(
    `GET /api/metrics/claim-detail?brand_id=${brand.brand.id}&fact_id=${fact.id}`,
  )
  expect(sources.pages).toMatchObject([{ url, opportunity_id: id }])
  await brand.owner.ok(`PATCH /api/brands/${brand.brand.id}/outreach`, {
    domain: 'reviews.example',
    contact: 'Lea Voss',
  })
  const { brief } = await brand.owner.ok(`POST /api/content/${id}/brief`)
  expect(brief).toMatchObject({
    method: 'evidence',
    content_type: 'correction',
    sources_to_cite: [price.source_url],
    call_to_action: 'Ask Lea Voss at reviews.example to correct these sentences, and send the sources.',
  })
  expect(brief.outline.at(-1)).toMatchObject({ heading: price.subject })
  expect(brief.outline.at(-1).key_points.join('\n')).toContain('$15')
  expect(brief.outline.at(-1).key_points).toContain(`Correct: ${price.statement}`)
  const edited = await brand.owner.ok(`PUT /api/content/${id}/brief`, {
    replaces: (await brand.owner.ok(`GET /api/content/${id}`)).brief_written_at,
    brief: { ...brief, method: undefined, title: 'A letter' },
  })
  expect(edited.brief).toMatchObject({ method: 'person', title: 'A letter' })
})

test('a correction that is done is proposed as an action with its page and its prompts', async () => {
  const brand = await createTestBrand()
  const [url, own] = [newUrl(), `https://zorvex.com/${newId()}`]
  for (const each of [url, own]) {
    await storePage(each, texts.wrong)
    await answer(brand, 'wrong', [each])
    await answer(brand, 'wrong', [each], { prompt: brand.prompts.branded })
  }
  await approve(brand)
  for (const { id } of await list(brand))
    await brand.owner.ok(`PATCH /api/content/${id}/status`, { status: 'done' })
  const { items } = await brand.owner.ok(`GET /api/brands/${brand.brand.id}/actions/proposals`)
  const proposed = items.filter(({ origin }: Json) => origin.startsWith('opportunity:'))
  expect(new Map(proposed.map(({ url: page, kind }: Json) => [page, kind]))).toEqual(
    new Map([
      [url, 'outreach'],
      [own, 'edited_page'],
    ]),
  )
  const prompts = [brand.prompts.plain.id, brand.prompts.branded.id].toSorted()
  for (const { affected_prompt_ids } of proposed) expect(affected_prompt_ids.toSorted()).toEqual(prompts)
})

test('another organization sees neither the opportunity nor what a page states about it', async () => {
  const [brand, other] = [await createTestBrand(), await createTestBrand()]
  const url = newUrl()
  await storePage(url, texts.wrong)
  for (const each of [brand, other]) await answer(each, 'wrong', [url])
  await approve(brand)
  const { id } = await getOnly(brand)
  expect(await list(other)).toEqual([])
  expect(await other.owner.call(`GET /api/content/${id}`)).toMatchObject({ status: 404 })
  expect(await other.owner.call(`POST /api/content/${id}/brief`)).toMatchObject({ status: 404 })
})
