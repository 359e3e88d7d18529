import { sql } from 'kysely'
import { expect, test } from 'vitest'
import markets from '../../simulator/markets.json' with { type: 'json' }
import { type Client, type Json, testService } from '../../test/support.ts'

const service = await testService()
const fictionalBrands = new Set(markets.markets.flatMap(({ brands }) => brands))

/** Creates a brand and runs it: its answers also mention untracked brands of the simulator. */
async function trackedBrand(owner: Client, prompts = 4): Promise<Json> {
  const brand = await owner.ok('POST /api/brands', {
    name: 'Acme Shoes',
    domain: 'acme-shoes.com',
    competitors: [{ name: 'Fleetfoot', domain: 'fleetfoot.com' }],
  })
  for (let n = 0; n < prompts; n += 1)
    await owner.ok('POST /api/prompts', { brand_id: brand.id, text: `Look ${n}: the best running shoes?` })
  await run(owner, brand)
  return brand
}

/** Creates a brand with one prompt and four runs, so that names recur in its answers. */
async function brandWithOnePrompt(owner: Client): Promise<Json> {
  const brand = await trackedBrand(owner, 1)
  for (let runs = 0; runs < 3; runs += 1) await run(owner, brand)
  return brand
}

/** Executes a run and the scan that it requests. */
async function run(owner: Client, brand: Json): Promise<void> {
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await service.work()
  await service.work()
}

const getCandidates = (owner: Client, brand: Json, query = '') =>
  owner.ok(`GET /api/brands/${brand.id}/candidates${query}`)

/** Shared by the tests, which run in order: each leaves a candidate of the brand open. */
const owner = await service.signUp()
const brand = await trackedBrand(owner)

test('a run suggests untracked names of its answers with exact counts, and no tracked ones', async () => {
  const { items, looked_at, next_cursor } = await getCandidates(owner, brand)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const answered = results.filter((each: Json) => each.status === 'answered')
  expect(items.length).toBeGreaterThan(1)
  expect(next_cursor).toBeNull()
  for (const { name } of items) expect(fictionalBrands).toContain(name)
  expect(looked_at).toEqual({ from: expect.any(String), to: expect.any(String), answers: answered.length })
  expect(Date.parse(looked_at.to) - Date.parse(looked_at.from)).toBe(89 * 86_400_000)
  expect(items.map((each: Json) => each.answers)).toEqual(
    items.map((each: Json) => each.answers).toSorted((a: number, b: number) => b - a),
  )
  for (const candidate of items) {
    const mentioning = answered.filter((each: Json) => each.response.includes(candidate.name))
    expect(candidate).toMatchObject({
      status: 'open',
      answers: mentioning.length,
      prompts: new Set(mentioning.map((each: Json) => each.prompt.id)).size,
      platforms: [...new Set(mentioning.map((each: Json) => each.platform))].sort(),
      first_day: looked_at.to,
      last_day: looked_at.to,
    })
    expect(candidate.examples).toHaveLength(Math.min(5, mentioning.length))
    for (const { answer_id, start, end, snippet } of candidate.examples) {
      const answer = mentioning.find((each: Json) => each.id === answer_id)
      expect(answer.response.slice(start, end)).toBe(candidate.name)
      expect(snippet).toContain(candidate.name)
    }
  }
})

test('an accepted candidate becomes a competitor that past answers mention as often as the suggestion said', async () => {
  const before = await getCandidates(owner, brand)
  const [candidate] = before.items
  const reply = await owner.call(`POST /api/brands/${brand.id}/candidates/${candidate.id}/accept`)
  expect(reply).toMatchObject({
    status: 201,
    body: { name: candidate.name, domain: null, reanalysis: { job_id: expect.any(String) } },
  })
  await service.work()
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const mentioning = results.filter((each: Json) =>
    each.competitors.some((one: Json) => one.name === candidate.name && one.count > 0),
  )
  expect(mentioning).toHaveLength(candidate.answers)
  await service.work()
  const { items } = await getCandidates(owner, brand)
  expect(items.map((each: Json) => each.name)).toEqual(before.items.slice(1).map((each: Json) => each.name))
  expect((await getCandidates(owner, brand, '?status=accepted')).items).toMatchObject([{ id: candidate.id }])
  expect(await owner.call(`POST /api/brands/${brand.id}/candidates/${candidate.id}/accept`)).toMatchObject({
    status: 409,
  })
  expect(await owner.call(`POST /api/brands/${brand.id}/candidates/${candidate.id}/dismiss`)).toMatchObject({
    status: 409,
  })

  // After its deletion the competitor is suggested again.
  const { items: competitors } = await owner.ok(`GET /api/brands/${brand.id}/competitors`)
  const competitor = competitors.find((each: Json) => each.name === candidate.name)
  await owner.call(`DELETE /api/brands/${brand.id}/competitors/${competitor.id}`)
  await service.work()
  await service.work()
  expect((await getCandidates(owner, brand)).items).toEqual(
    before.items.map((each: Json) => ({ ...each, updated_at: expect.any(String) })),
  )
})

test('a dismissed candidate is not suggested after the next run, until it is restored', async () => {
  const [candidate] = (await getCandidates(owner, brand)).items
  const path = `/api/brands/${brand.id}/candidates/${candidate.id}`
  expect(await owner.ok(`POST ${path}/dismiss`)).toMatchObject({ id: candidate.id, status: 'dismissed' })
  await run(owner, brand)
  const names = async () => (await getCandidates(owner, brand)).items.map((each: Json) => each.name)
  expect(await names()).not.toContain(candidate.name)
  const [dismissed] = (await getCandidates(owner, brand, '?status=dismissed')).items
  expect(dismissed).toMatchObject({ id: candidate.id, name: candidate.name })
  expect(dismissed.answers).toBeGreaterThan(candidate.answers)
  expect(await owner.ok(`POST ${path}/restore`)).toMatchObject({ status: 'open' })
  expect(await names()).toContain(candidate.name)
  expect(await owner.call(`POST ${path}/restore`)).toMatchObject({ status: 409 })
  const { rows } = await sql<Json>`
    select kind from audit_log where brand_id = ${brand.id} and kind like 'candidate.%' order by id`.execute(
    service.base.db,
  )
  expect(rows.slice(-2).map((row) => row.kind)).toEqual(['candidate.dismissed', 'candidate.restored'])
})

test('a name that becomes tracked during a scan is not suggested', async () => {
  const [candidate] = (await getCandidates(owner, brand)).items
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await service.work()
  const scanning = service.work()
  await owner.ok(`POST /api/brands/${brand.id}/candidates/${candidate.id}/accept`)
  await scanning
  expect((await getCandidates(owner, brand)).items.map((each: Json) => each.name)).not.toContain(
    candidate.name,
  )
})

test('candidates are listed in pages, and a brand with a single prompt needs only that one', async () => {
  const brand = await brandWithOnePrompt(owner)
  const { items } = await getCandidates(owner, brand)
  expect(items.length).toBeGreaterThan(0)
  expect(items.every((each: Json) => each.prompts === 1 && each.answers >= 3)).toBe(true)
  const paged: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = await getCandidates(owner, brand, `?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items)
    cursor = page.next_cursor
  }
  expect(paged).toEqual(items)
})

test('a brand without answers has no candidates, other organizations get 404, and a viewer can only read them', async () => {
  const stranger = await service.signUp()
  const empty = await owner.ok('POST /api/brands', { name: 'Empty', domain: 'empty.com' })
  expect(await getCandidates(owner, empty)).toEqual({ items: [], next_cursor: null, looked_at: null })
  const [candidate] = (await getCandidates(owner, brand)).items
  const path = `/api/brands/${brand.id}/candidates`
  expect((await stranger.call(`GET ${path}`)).status).toBe(404)
  for (const action of ['accept', 'dismiss', 'restore']) {
    expect((await stranger.call(`POST ${path}/${candidate.id}/${action}`)).status).toBe(404)
    expect(
      (await owner.call(`POST /api/brands/${empty.id}/candidates/${candidate.id}/${action}`)).status,
    ).toBe(404)
  }
  await sql`update members set role = 'viewer' where user_id = (select id from users where email = ${owner.email})`.execute(
    service.base.db,
  )
  expect((await owner.call(`GET ${path}`)).status).toBe(200)
  expect((await owner.call(`POST ${path}/${candidate.id}/dismiss`)).status).toBe(403)
})
