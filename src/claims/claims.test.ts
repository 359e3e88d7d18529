/** Claims from facts to numbers: comparison, corrections, retention, contradiction, and a job that is killed in the middle. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getKey, type Json, testService } from '../../test/support.ts'
import { evaluateAlerts } from '../alerts/evaluate.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { requestComparison } from '../answers/request-comparison.ts'
import { newId } from '../core/ids.ts'
import {
  createTestBrand as createBrand,
  type TestAnswer,
  type TestBrand,
} from '../metrics/answers.fixture.ts'
import { compareAnswers } from './compare-answers.ts'

const now = new Date('2026-03-10T12:00:00Z')
const service = await testService({}, { now: () => now })

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
const founded = {
  kind: 'founding_year',
  subject: 'founding year',
  statement: 'Zorvex was founded in 2012.',
  value: 2012,
}
const texts = {
  right: 'The Pro plan of Zorvex costs $10 per month.',
  wrong: 'The Pro plan of Zorvex costs $15 per month.',
  outdated: 'The Pro plan of Zorvex costs $8 per month.',
  silent: 'Zorvex makes shoes that last.',
}

type Verdict = keyof typeof texts

async function createTestBrand(): Promise<TestBrand & { facts: string }> {
  const brand = await createBrand(service)
  return { ...brand, facts: `/api/brands/${brand.brand.id}/facts` }
}

const answer = (brand: TestBrand, verdict: Verdict, more: Partial<TestAnswer> = {}) =>
  brand.write({ prompt: brand.prompts.plain, day: '2026-03-09', text: texts[verdict], ...more })

async function approve(brand: TestBrand & { facts: string }, fact: object = price): Promise<Json> {
  const created = await brand.owner.ok(`POST ${brand.facts}`, fact)
  await service.work()
  return created
}

const claimsOf = ({ owner, brand }: TestBrand, query = ''): Promise<Json> =>
  owner.ok(`GET /api/metrics/claims?brand_id=${brand.id}${query}`)

/** The API returns JSON. */
const asJson = (body: unknown): Json => body

const listAnswers = async ({ owner, brand }: TestBrand, query: string): Promise<Json[]> =>
  (await owner.ok(`GET /api/answers?brand_id=${brand.id}${query}`)).items

test('counts each verdict with shares of compared answers, and lists exactly the counted answers', async () => {
  const brand = await createTestBrand()
  for (const verdict of ['right', 'wrong', 'wrong', 'outdated', 'silent'] as const)
    await answer(brand, verdict)
  await brand.write({ prompt: brand.prompts.plain, day: '2026-03-09', text: 'Quilmar costs $15 per month.' })
  const fact = await approve(brand)
  const claims = await claimsOf(brand)
  const counts = {
    compared: 5,
    stated: 4,
    right: 1,
    wrong: 2,
    outdated: 1,
    wrong_pct: 40,
    wrong_of_stated_pct: 50,
  }
  expect(claims).toMatchObject({ ...counts, pending: 0, approved: 1, proposed: 0 })
  expect(claims.facts).toMatchObject([{ fact: { id: fact.id }, ...counts }])
  expect(claims.wrong_interval.low).toBeLessThan(40)
  for (const [verdict, n] of [
    ['right', 1],
    ['wrong', 2],
    ['outdated', 1],
    ['not_stated', 1],
  ] as const)
    expect(await listAnswers(brand, `&fact_id=${fact.id}&verdict=${verdict}`), verdict).toHaveLength(n)
  expect(await listAnswers(brand, `&fact_id=${fact.id}`)).toHaveLength(4)
  expect(await listAnswers(brand, '&verdict=wrong')).toHaveLength(2)
})

test('shares and their intervals weigh answers, counts do not, and a common weight changes nothing', async () => {
  const brand = await createTestBrand()
  for (const verdict of ['right', 'wrong', 'silent'] as const) {
    await answer(brand, verdict)
    await answer(brand, verdict, { prompt: brand.prompts.branded })
  }
  await answer(brand, 'wrong')
  const fact = await approve(brand)
  const read = async () => {
    const claims = await claimsOf(brand)
    const detail = await brand.owner.ok(
      `GET /api/metrics/claim-detail?brand_id=${brand.brand.id}&fact_id=${fact.id}`,
    )
    return [claims, claims.facts[0], claims.by_platform[0], claims.weeks[0], detail].map(
      ({ compared, wrong, wrong_pct, wrong_interval, wrong_of_stated_pct }) => ({
        compared,
        wrong,
        wrong_pct,
        wrong_interval,
        wrong_of_stated_pct,
      }),
    )
  }
  const weigh = async (weight: number, promptId: string | null) => {
    await sql`update answers set weight = ${weight} where brand_id = ${brand.brand.id} and prompt_id = coalesce(${promptId}, prompt_id)`.execute(
      service.base.db,
    )
    await markDirty(brand.ctx, brand.brand.id, '2026-03-09')
  }
  const plain = await read()
  for (const numbers of plain)
    expect(numbers).toMatchObject({ compared: 7, wrong: 3, wrong_pct: 42.86, wrong_of_stated_pct: 60 })
  await weigh(7, null)
  expect(await read()).toEqual(plain)
  await weigh(1, null)
  await weigh(4, brand.prompts.branded.id)
  const weighted = await read()
  // 2 answers of weight 1 and one of weight 4, of 4 answers of weight 1 and 3 of weight 4.
  for (const numbers of weighted)
    expect(numbers).toMatchObject({ compared: 7, wrong: 3, wrong_pct: 37.5, wrong_of_stated_pct: 54.55 })
  expect(weighted[0]?.wrong_interval).not.toEqual(plain[0]?.wrong_interval)
})

test('an answer with several claims counts once, with the worst', async () => {
  const brand = await createTestBrand()
  await brand.write({
    prompt: brand.prompts.plain,
    day: '2026-03-09',
    text: `${texts.right} Zorvex was founded in 2015.`,
  })
  await approve(brand)
  await approve(brand, founded)
  const claims = await claimsOf(brand)
  expect(claims).toMatchObject({ compared: 1, right: 0, wrong: 1 })
  expect(claims.facts.map(({ right, wrong }: Json) => [right, wrong])).toEqual([
    [0, 1],
    [1, 0],
  ])
})

test('the detail has quotes by offsets, platforms, models and weeks', async () => {
  const brand = await createTestBrand()
  await answer(brand, 'wrong', { platform: 'chatgpt', model: 'gpt-5', day: '2026-03-01' })
  await answer(brand, 'right', { platform: 'gemini', model: 'gemini-3' })
  const fact = await approve(brand)
  const detail = await brand.owner.ok(
    `GET /api/metrics/claim-detail?brand_id=${brand.brand.id}&fact_id=${fact.id}`,
  )
  expect(detail.answers).toMatchObject([
    { verdict: 'wrong', platform: 'chatgpt', model: 'gpt-5' },
    { verdict: 'right', platform: 'gemini' },
  ])
  const { quote, start, end } = detail.answers[0]
  expect(quote).toContain('$15')
  expect(texts.wrong.slice(start, end)).toBe(quote)
  expect(detail.by_model.map(({ model, wrong }: Json) => [model, wrong])).toEqual([
    ['gpt-5', 1],
    ['gemini-3', 0],
  ])
  expect(detail.weeks.map(({ date, wrong }: Json) => [date, wrong])).toEqual([
    ['2026-02-23', 1],
    ['2026-03-09', 0],
  ])
})

test('the cited page that states the same wrong value is shown with its quote', async () => {
  const brand = await createTestBrand()
  const [cited, other] = [`https://reviews.example/${newId()}`, `https://other.example/${newId()}`]
  await answer(brand, 'wrong', { cites: [cited, other] })
  for (const [url, text] of [
    [cited, 'Review\nThe Pro plan of Zorvex costs $15 per month, we paid it.'],
    [other, 'Zorvex makes shoes.'],
  ] as const)
    await sql`
      insert into web_pages (url_hash, url, state, read_at, text_hash, text)
      values (sha256(${url}::bytea), ${url}, 'read', ${now}, sha256(${text}::bytea), ${text})`.execute(
      service.base.db,
    )
  const fact = await approve(brand)
  const { sources } = await brand.owner.ok(
    `GET /api/metrics/claim-detail?brand_id=${brand.brand.id}&fact_id=${fact.id}`,
  )
  expect(sources).toMatchObject({
    cited: 2,
    read: 2,
    pages: [{ url: cited, verdict: 'wrong', results_citing: 1 }],
  })
  expect(sources.pages[0].quote).toContain('$15')
})

test('proposed and rejected facts count nowhere', async () => {
  const brand = await createTestBrand()
  await answer(brand, 'wrong')
  const { id } = await approve(brand, { ...price, status: 'proposed' })
  expect(await claimsOf(brand)).toMatchObject({ compared: 0, approved: 0, proposed: 1, facts: [] })
  const decide = (status: string) => brand.owner.ok(`POST ${brand.facts}/decide`, { ids: [id], status })
  expect(await decide('approved')).toEqual({ changed: 1 })
  await service.work()
  expect(await claimsOf(brand)).toMatchObject({ compared: 1, wrong: 1 })
  await decide('rejected')
  await service.work()
  expect(await claimsOf(brand)).toMatchObject({ compared: 0, approved: 0 })
})

test('rejecting a proposed fact does not compare the answers again', async () => {
  const brand = await createTestBrand()
  await answer(brand, 'wrong')
  await approve(brand)
  const { id } = await brand.owner.ok(`POST ${brand.facts}`, { ...founded, status: 'proposed' })
  await brand.owner.ok(`POST ${brand.facts}/decide`, { ids: [id], status: 'rejected' })
  expect(await claimsOf(brand)).toMatchObject({ pending: 0, compared: 1 })
})

test('a fact that contradicts an approved one is refused, and the error names the other one', async () => {
  const brand = await createTestBrand()
  await approve(brand)
  const other = { ...price, subject: ' pro  PLAN ', value: 12 }
  const refused = await brand.owner.call(`POST ${brand.facts}`, other)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(price.statement)
  const proposed = await brand.owner.ok(`POST ${brand.facts}`, { ...other, status: 'proposed' })
  const free = await brand.owner.ok(`POST ${brand.facts}`, { ...founded, status: 'proposed' })
  const decided = await brand.owner.call(`POST ${brand.facts}/decide`, {
    ids: [free.id, proposed.id],
    status: 'approved',
  })
  expect(decided.status).toBe(409)
  expect(await claimsOf(brand)).toMatchObject({ approved: 1, proposed: 2 })
  const overlapping = [{ value: 8, valid_from: '2024-01-01', valid_until: '2026-02-01' }]
  const bad = await brand.owner.call(`PATCH ${brand.facts}/${(await claimsOf(brand)).facts[0].fact.id}`, {
    earlier: overlapping,
  })
  expect(bad.status).toBe(400)
})

test('a new value with a later day makes the former value outdated', async () => {
  const brand = await createTestBrand()
  await answer(brand, 'right')
  const fact = await approve(brand)
  const changed = await brand.owner.ok(`PATCH ${brand.facts}/${fact.id}`, {
    value: 15,
    valid_from: '2026-03-01',
  })
  expect(changed.earlier.at(-1)).toEqual({ value: 10, valid_from: '2026-01-01', valid_until: '2026-02-28' })
  expect((await claimsOf(brand)).pending).toBe(1)
  await service.work()
  expect(await claimsOf(brand)).toMatchObject({ pending: 0, right: 0, outdated: 1 })
})

test('a corrected verdict counts, is in the history and the audit log, and stays until the value changes', async () => {
  const brand = await createTestBrand()
  await answer(brand, 'wrong')
  const fact = await approve(brand)
  const [{ id }] = await listAnswers(brand, '')
  const path = `/api/answers/${id}/claims`
  await brand.owner.ok(`PUT ${path}/${fact.id}`, { verdict: 'right' })
  expect(await claimsOf(brand)).toMatchObject({ wrong: 0, right: 1 })
  await approve(brand, founded)
  expect(await claimsOf(brand)).toMatchObject({ wrong: 0, right: 1 })
  await brand.owner.ok(`PUT ${path}/${fact.id}`, { verdict: 'not_stated' })
  const { claims } = await brand.owner.ok(`GET ${path}`)
  expect(claims).toMatchObject([
    {
      fact_id: fact.id,
      verdict: 'not_stated',
      compared_verdict: 'wrong',
      is_corrected: true,
      corrections: [
        { verdict: 'right', previous_verdict: 'wrong' },
        { verdict: 'not_stated', previous_verdict: 'right' },
      ],
    },
  ])
  const log = await service.base.db
    .selectFrom('audit_log')
    .select('kind')
    .where('brand_id', '=', brand.brand.id)
    .where('kind', '=', 'claim.corrected')
    .execute()
  expect(log).toHaveLength(2)
  await brand.owner.ok(`PATCH ${brand.facts}/${fact.id}`, { value: 11 })
  await service.work()
  expect(await claimsOf(brand)).toMatchObject({ wrong: 1 })
})

test('an answer whose text was deleted keeps its verdicts and counts for no new fact', async () => {
  const brand = await createTestBrand()
  await answer(brand, 'wrong')
  const fact = await approve(brand)
  await sql`delete from answer_texts where brand_id = ${brand.brand.id}`.execute(service.base.db)
  await approve(brand, founded)
  const claims = await claimsOf(brand)
  expect(claims).toMatchObject({ wrong: 1, pending: 0 })
  expect(claims.facts.map(({ compared }: Json) => compared)).toEqual([1, 0])
  const detail = await brand.owner.ok(
    `GET /api/metrics/claim-detail?brand_id=${brand.brand.id}&fact_id=${fact.id}`,
  )
  expect(detail.answers).toMatchObject([{ verdict: 'wrong', quote: null }])
})

test('a job that is killed in the middle continues with the other answers', async () => {
  const brand = await createTestBrand()
  for (let count = 0; count < 130; count += 1) await answer(brand, 'wrong')
  await brand.owner.ok(`POST ${brand.facts}`, price)
  const aborted = new AbortController()
  const phases: number[] = []
  const progress = {
    signal: aborted.signal,
    report: ({ completed }: { completed: number }) => {
      phases.push(completed)
      // The batch that has started is stored; the job stops before the next one.
      if (completed === 0) setImmediate(() => aborted.abort())
    },
  }
  await expect(compareAnswers(brand.ctx, brand.brand.id, progress)).rejects.toThrow()
  expect(phases).toEqual([0])
  expect((await claimsOf(brand)).pending).toBe(30)
  expect(await compareAnswers(brand.ctx, brand.brand.id, {})).toBe(30)
  expect(await claimsOf(brand)).toMatchObject({ pending: 0, wrong: 130 })
})

test('one alert per fact with a quote of each platform, which corrections withdraw', async () => {
  const brand = await createTestBrand()
  for (const platform of ['chatgpt', 'chatgpt', 'gemini'])
    await answer(brand, 'wrong', { platform, text: `🚀 Fast.\n\n${texts.wrong}` })
  const fact = await approve(brand)
  await evaluateAlerts(brand.ctx, brand.brand.id)
  const list = async () =>
    (await brand.owner.ok(`GET /api/brands/${brand.brand.id}/alerts`)).items.filter(
      ({ kind }: Json) => kind === 'wrong_claim',
    )
  const alerts = await list()
  expect(alerts).toMatchObject([
    {
      title: `ChatGPT contradicts “${price.statement}”, and 1 more`,
      items: [{ label: 'ChatGPT' }, { label: 'Gemini' }],
    },
  ])
  for (const { quote } of alerts[0].items) expect(quote).toBe(`“${texts.wrong}”`)
  await answer(brand, 'wrong', { platform: 'gemini', day: '2026-03-10' })
  await requestComparison(brand.ctx, brand.brand.id)
  await service.work()
  await evaluateAlerts(brand.ctx, brand.brand.id)
  expect(await list()).toHaveLength(1)
  const correct = async (platform: string) => {
    for (const { id } of await listAnswers(brand, `&platform=${platform}&fact_id=${fact.id}`))
      await brand.owner.ok(`PUT /api/answers/${id}/claims/${fact.id}`, { verdict: 'not_stated' })
    await evaluateAlerts(brand.ctx, brand.brand.id)
  }
  await correct('gemini')
  expect(await list()).toMatchObject([{ status: 'open', items: [{ label: 'ChatGPT' }] }])
  await correct('chatgpt')
  expect(await list()).toMatchObject([{ status: 'resolved' }])
})

test('facts are exported and imported as CSV without losses', async () => {
  const brand = await createTestBrand()
  await approve(brand)
  await approve(brand, { kind: 'feature', subject: 'SSO', statement: 'Zorvex has SSO.', value: true })
  const get = await getKey(brand.owner, service.app)
  const { body } = await get(`GET /api/v1/facts.csv?brand_id=${brand.brand.id}`)
  const target = await createTestBrand()
  const send = async (text: string) =>
    asJson(
      (await target.owner.call(`POST ${target.facts}/import`, text, { 'content-type': 'text/csv' })).body,
    )
  expect(await send(String(body))).toEqual({ imported: 2, skipped: 0, rejected: [] })
  expect(await send(String(body))).toEqual({ imported: 0, skipped: 2, rejected: [] })
  const { facts } = await target.owner.ok(`GET /api/metrics/facts?brand_id=${target.brand.id}`)
  expect(facts).toMatchObject([
    { kind: 'feature', value: true, status: 'approved' },
    { ...price, status: 'approved' },
  ])
  const report = await send(
    'kind,subject,statement,value\nprice,Team,Costs,many\nwhat,A,B,1\nlimit,Users,Has 5 users.,5',
  )
  expect(report).toMatchObject({ imported: 1, rejected: [{ line: 2 }, { line: 3 }] })
})

test('facts of another brand get 404, also within a list of ids', async () => {
  const [brand, other] = [await createTestBrand(), await createTestBrand()]
  const { id } = await approve(other)
  const own = await approve(brand)
  const status = async (request: string, body?: object) => (await brand.owner.call(request, body)).status
  expect(await status(`PATCH ${brand.facts}/${id}`, { value: 1 })).toBe(404)
  expect(await status(`POST ${brand.facts}/decide`, { ids: [own.id, id], status: 'rejected' })).toBe(404)
  expect(await status(`GET /api/metrics/claim-detail?brand_id=${brand.brand.id}&fact_id=${id}`)).toBe(404)
  expect(await status(`GET /api/answers?brand_id=${brand.brand.id}&fact_id=${id}`)).toBe(404)
  await answer(brand, 'wrong')
  await requestComparison(brand.ctx, brand.brand.id)
  await service.work()
  const [mine] = await listAnswers(brand, '')
  expect(await status(`PUT /api/answers/${mine?.id}/claims/${id}`, { verdict: 'right' })).toBe(404)
})
