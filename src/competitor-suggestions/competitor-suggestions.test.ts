import { sql } from 'kysely'
import { expect, test } from 'vitest'
import markets from '../../simulator/markets.json' with { type: 'json' }
import { type Client, type Json, testService } from '../../test/support.ts'

const service = await testService()
const invented = new Set(markets.markets.flatMap(({ brands }) => brands))

/** A brand with answers that also name brands of the simulator's own, and the candidates found in them. */
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

/** One prompt that has been asked more often, so that names recur whatever the engines say of it. */
async function brandOfOnePrompt(owner: Client): Promise<Json> {
  const brand = await trackedBrand(owner, 1)
  for (let runs = 0; runs < 3; runs += 1) await run(owner, brand)
  return brand
}

/** A run, and then the job that it asks for. */
async function run(owner: Client, brand: Json): Promise<void> {
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await service.work()
  await service.work()
}

const candidatesOf = (owner: Client, brand: Json, query = '') =>
  owner.ok(`GET /api/brands/${brand.id}/candidates${query}`)

test('unlisted competitors of the market are offered after a run, tracked ones are not, and their counts are exact', async () => {
  const owner = await service.signUp()
  const brand = await trackedBrand(owner)
  const { items, looked_at, next_cursor } = await candidatesOf(owner, brand)
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const answered = results.filter((each: Json) => each.status === 'answered')
  expect(items.length).toBeGreaterThan(1)
  expect(next_cursor).toBeNull()
  for (const { name } of items) expect(invented).toContain(name)
  expect(looked_at).toEqual({ from: expect.any(String), to: expect.any(String), answers: answered.length })
  expect(Date.parse(looked_at.to) - Date.parse(looked_at.from)).toBe(89 * 86_400_000)
  expect(items.map((each: Json) => each.answers)).toEqual(
    items.map((each: Json) => each.answers).toSorted((a: number, b: number) => b - a),
  )
  for (const candidate of items) {
    const naming = answered.filter((each: Json) => each.response.includes(candidate.name))
    expect(candidate).toMatchObject({
      status: 'open',
      answers: naming.length,
      prompts: new Set(naming.map((each: Json) => each.prompt.id)).size,
      platforms: [...new Set(naming.map((each: Json) => each.platform))].sort(),
      first_day: looked_at.to,
      last_day: looked_at.to,
    })
    expect(candidate.examples).toHaveLength(Math.min(5, naming.length))
    for (const { answer_id, start, end, snippet } of candidate.examples) {
      const answer = naming.find((each: Json) => each.id === answer_id)
      expect(answer.response.slice(start, end)).toBe(candidate.name)
      expect(snippet).toContain(candidate.name)
    }
  }
})

test('an accepted candidate is a competitor that is counted in all of history, in as many answers as were offered', async () => {
  const owner = await service.signUp()
  const brand = await trackedBrand(owner)
  const before = await candidatesOf(owner, brand)
  const [candidate] = before.items
  const reply = await owner.call(`POST /api/brands/${brand.id}/candidates/${candidate.id}/accept`)
  expect(reply).toMatchObject({
    status: 201,
    body: { name: candidate.name, domain: null, reanalysis: { job_id: expect.any(String) } },
  })
  await service.work()
  const { results } = await owner.ok(`GET /api/tracking/results?brandId=${brand.id}`)
  const naming = results.filter((each: Json) =>
    each.competitors.some((one: Json) => one.name === candidate.name && one.count > 0),
  )
  expect(naming).toHaveLength(candidate.answers)
  await service.work()
  const { items } = await candidatesOf(owner, brand)
  expect(items.map((each: Json) => each.name)).toEqual(before.items.slice(1).map((each: Json) => each.name))
  expect((await candidatesOf(owner, brand, '?status=accepted')).items).toMatchObject([{ id: candidate.id }])
  expect(await owner.call(`POST /api/brands/${brand.id}/candidates/${candidate.id}/accept`)).toMatchObject({
    status: 409,
  })
  expect(await owner.call(`POST /api/brands/${brand.id}/candidates/${candidate.id}/dismiss`)).toMatchObject({
    status: 409,
  })

  // Tracked no more, it is offered again.
  const { items: competitors } = await owner.ok(`GET /api/brands/${brand.id}/competitors`)
  const competitor = competitors.find((each: Json) => each.name === candidate.name)
  await owner.call(`DELETE /api/brands/${brand.id}/competitors/${competitor.id}`)
  await service.work()
  await service.work()
  expect((await candidatesOf(owner, brand)).items).toEqual(
    before.items.map((each: Json) => ({ ...each, updated_at: expect.any(String) })),
  )
})

test('a dismissed candidate stays away after the next run, until it is restored', async () => {
  const owner = await service.signUp()
  const brand = await trackedBrand(owner)
  const [candidate] = (await candidatesOf(owner, brand)).items
  const address = `/api/brands/${brand.id}/candidates/${candidate.id}`
  expect(await owner.ok(`POST ${address}/dismiss`)).toMatchObject({ id: candidate.id, status: 'dismissed' })
  await run(owner, brand)
  const names = async () => (await candidatesOf(owner, brand)).items.map((each: Json) => each.name)
  expect(await names()).not.toContain(candidate.name)
  const [dismissed] = (await candidatesOf(owner, brand, '?status=dismissed')).items
  expect(dismissed).toMatchObject({ id: candidate.id, name: candidate.name })
  expect(dismissed.answers).toBeGreaterThan(candidate.answers)
  expect(await owner.ok(`POST ${address}/restore`)).toMatchObject({ status: 'open' })
  expect(await names()).toContain(candidate.name)
  expect(await owner.call(`POST ${address}/restore`)).toMatchObject({ status: 409 })
  const { rows } = await sql<Json>`
    select kind from events where brand_id = ${brand.id} and kind like 'candidate.%' order by id`.execute(
    service.base.db,
  )
  expect(rows.map((row) => row.kind)).toEqual(['candidate.dismissed', 'candidate.restored'])
})

test('names change while candidates are looked for: who is tracked by then is not offered', async () => {
  const owner = await service.signUp()
  const brand = await trackedBrand(owner)
  const [candidate] = (await candidatesOf(owner, brand)).items
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await service.work()
  const looking = service.work()
  await owner.ok(`POST /api/brands/${brand.id}/candidates/${candidate.id}/accept`)
  await looking
  expect((await candidatesOf(owner, brand)).items.map((each: Json) => each.name)).not.toContain(
    candidate.name,
  )
})

test('candidates come in pages, and one prompt is enough for a brand that has no second', async () => {
  const owner = await service.signUp()
  const brand = await brandOfOnePrompt(owner)
  const { items } = await candidatesOf(owner, brand)
  expect(items.length).toBeGreaterThan(0)
  expect(items.every((each: Json) => each.prompts === 1 && each.answers >= 3)).toBe(true)
  const paged: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Json = await candidatesOf(owner, brand, `?limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items)
    cursor = page.next_cursor
  }
  expect(paged).toEqual(items)
})

test('a brand without answers has no candidates, and nobody else sees those of a brand', async () => {
  const [owner, stranger] = [await service.signUp(), await service.signUp()]
  const empty = await owner.ok('POST /api/brands', { name: 'Empty', domain: 'empty.com' })
  expect(await candidatesOf(owner, empty)).toEqual({ items: [], next_cursor: null, looked_at: null })
  const brand = await trackedBrand(owner)
  const [candidate] = (await candidatesOf(owner, brand)).items
  const address = `/api/brands/${brand.id}/candidates`
  expect((await stranger.call(`GET ${address}`)).status).toBe(404)
  for (const verb of ['accept', 'dismiss', 'restore']) {
    expect((await stranger.call(`POST ${address}/${candidate.id}/${verb}`)).status).toBe(404)
    expect((await owner.call(`POST /api/brands/${empty.id}/candidates/${candidate.id}/${verb}`)).status).toBe(
      404,
    )
  }
  await sql`update members set role = 'viewer' where user_id = (select id from users where email = ${owner.email})`.execute(
    service.base.db,
  )
  expect((await owner.call(`GET ${address}`)).status).toBe(200)
  expect((await owner.call(`POST ${address}/${candidate.id}/dismiss`)).status).toBe(403)
})
