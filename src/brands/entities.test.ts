import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, type Json, sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await sharedService()

async function brandFor(owner: Client, more: object = {}): Promise<Json> {
  return owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com', ...more })
}

const kinds = ['competitors', 'products'] as const

test.each(kinds)('%s can be added, listed, changed and removed', async (kind) => {
  const owner = await service.signUp()
  await brandFor(owner)
  const list = `/api/brands/acme/${kind}`
  const reply = await owner.call(`POST ${list}`, {
    name: ' Fleet  foot ',
    domain: 'https://www.Fleetfoot.com',
    aliases: ['FF', 'ff', 'Fleet'],
    case_sensitive: true,
    exclude_phrases: ['fleet of foot'],
  })
  expect(reply).toMatchObject({ status: 201 })
  const made: Json = reply.body
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Fleet foot',
    domain: 'fleetfoot.com',
    aliases: ['FF', 'Fleet'],
    case_sensitive: true,
    exclude_phrases: ['fleet of foot'],
    created_at: expect.any(String),
  })
  expect(await owner.ok(`GET ${list}`)).toEqual({ items: [made], next_cursor: null })
  const changed = await owner.ok(`PATCH ${list}/${made.id}`, { name: 'FLEET FOOT', domain: null })
  expect(changed).toEqual({ ...made, name: 'FLEET FOOT', domain: null })
  expect(await owner.ok(`GET ${list}/${made.id}`)).toEqual(changed)
  expect(await owner.call(`PATCH ${list}/${made.id}`, { number: 7 })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'number' }] },
  })
  expect((await owner.call(`DELETE ${list}/${made.id}`)).status).toBe(204)
  for (const address of [`GET ${list}/${made.id}`, `DELETE ${list}/${made.id}`, `GET ${list}/${newId()}`])
    expect((await owner.call(address)).status, address).toBe(404)
})

test.each(kinds)('two %s cannot have names that differ only in case or width', async (kind) => {
  const owner = await service.signUp()
  await brandFor(owner)
  const list = `/api/brands/acme/${kind}`
  await owner.ok(`POST ${list}`, { name: 'Fleetfoot' })
  const other = await owner.ok(`POST ${list}`, { name: 'Roadrunner' })
  for (const name of ['Fleetfoot', 'FLEETFOOT', 'Ｆｌｅｅｔｆｏｏｔ', ' fleetfoot ']) {
    expect(await owner.call(`POST ${list}`, { name }), name).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect((await owner.call(`PATCH ${list}/${other.id}`, { name })).status, name).toBe(409)
  }
  expect((await owner.ok(`GET ${list}`)).items.map((each: Json) => each.name)).toEqual([
    'Fleetfoot',
    'Roadrunner',
  ])
})

test('of concurrent additions of one name, one succeeds', async () => {
  const owner = await service.signUp()
  await brandFor(owner)
  const made = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => owner.ok('POST /api/brands/acme/competitors', { name })),
  )
  const renamed = await Promise.all(
    made.map(({ id }) => owner.call(`PATCH /api/brands/acme/competitors/${id}`, { name: 'Same' })),
  )
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const added = await Promise.all(
    ['New', 'NEW', 'new'].map((name) => owner.call('POST /api/brands/acme/competitors', { name })),
  )
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test("a brand cannot be its own competitor, but a product can have the brand's name", async () => {
  const owner = await service.signUp()
  await brandFor(owner)
  const { id } = await owner.ok('POST /api/brands/acme/competitors', { name: 'Other' })
  expect((await owner.call('POST /api/brands/acme/competitors', { name: 'ＡＣＭＥ' })).status).toBe(409)
  expect((await owner.call(`PATCH /api/brands/acme/competitors/${id}`, { name: 'acme' })).status).toBe(409)
  expect((await owner.call('POST /api/brands/acme/products', { name: 'Acme' })).status).toBe(201)
})

test('a brand and a competitor cannot share a name or alias, whichever one changes', async () => {
  const owner = await service.signUp()
  await brandFor(owner, { aliases: ['Acme Inc', 'Akme'] })
  const competitors = 'api/brands/acme/competitors'
  const { id } = await owner.ok(`POST /${competitors}`, { name: 'Bolt', aliases: ['Bolt Ltd'] })
  const clashes: [string, Json][] = [
    [`POST /${competitors}`, { name: 'ACME  inc' }],
    [`POST /${competitors}`, { name: 'Other', aliases: ['Akme'] }],
    [`POST /${competitors}`, { name: 'Other', aliases: ['Acme'] }],
    [`PATCH /${competitors}/${id}`, { name: 'akme' }],
    [`PATCH /${competitors}/${id}`, { aliases: ['Acme'] }],
    ['PATCH /api/brands/acme', { aliases: ['Bolt'] }],
    ['PATCH /api/brands/acme', { aliases: ['bolt ltd'] }],
    ['PATCH /api/brands/acme', { name: 'Bolt Ltd' }],
  ]
  for (const [route, body] of clashes)
    expect(await owner.call(route, body), `${route} ${JSON.stringify(body)}`).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/would match both the brand and its competitor/) },
    })
  expect((await owner.ok(`GET /${competitors}`)).items).toMatchObject([
    { name: 'Bolt', aliases: ['Bolt Ltd'] },
  ])
  expect(await owner.ok('GET /api/brands/acme')).toMatchObject({
    name: 'Acme',
    aliases: ['Acme Inc', 'Akme'],
  })
  const [alias, competitor] = await Promise.all([
    owner.call('PATCH /api/brands/acme', { aliases: ['Zap'] }),
    owner.call(`POST /${competitors}`, { name: 'Zap' }),
  ])
  expect([alias.status, competitor.status].toSorted()).toEqual([expect.toBeOneOf([200, 201]), 409])
})

test('an entity number is never reused across competitors and products', async () => {
  const owner = await service.signUp()
  const { id } = await brandFor(owner, { competitors: [{ name: 'A' }, { name: 'B' }] })
  const b = (await owner.ok('GET /api/brands/acme/competitors')).items[1]
  await owner.ok(`DELETE /api/brands/acme/competitors/${b.id}`)
  await owner.call('POST /api/brands/acme/competitors', { name: 'a' })
  await owner.ok('POST /api/brands/acme/products', { name: 'P' })
  await owner.ok('POST /api/brands/acme/competitors', { name: 'B' })
  const { rows } = await sql`
    select name, entity_no as number from competitors where brand_id = ${id}
    union all select name, entity_no from products where brand_id = ${id} order by number`.execute(
    service.base.db,
  )
  expect(rows).toEqual([
    { name: 'A', number: 1 },
    { name: 'P', number: 3 },
    { name: 'B', number: 4 },
  ])
})

test('an id of the other kind or of another brand gets 404', async () => {
  const owner = await service.signUp()
  await brandFor(owner)
  await brandFor(owner, { name: 'Bolt' })
  const { id } = await owner.ok('POST /api/brands/acme/competitors', { name: 'A' })
  for (const path of [`acme/products/${id}`, `bolt/competitors/${id}`])
    expect((await owner.call(`PATCH /api/brands/${path}`, { name: 'x', nonsense: 1 })).status, path).toBe(404)
  expect((await owner.call('GET /api/brands/acme/competitors/7')).status).toBe(400)
})

test('pages of competitors form the complete list in creation order', async () => {
  const owner = await service.signUp()
  const names = Array.from({ length: 25 }, (_, n) => `Competitor ${n}`)
  await brandFor(owner, { competitors: names.map((name) => ({ name })) })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Json = await owner.ok(
      `GET /api/brands/acme/competitors?limit=10${cursor ? `&cursor=${cursor}` : ''}`,
    )
    seen.push(...page.items.map((each: Json) => each.name))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen).toEqual(names)
})
