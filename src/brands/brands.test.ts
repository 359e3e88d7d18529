import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getKey, type Json, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await testService()
const acme = { name: 'Acme', domain: 'acme.com' }
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('creating a brand with competitors returns the complete record', async () => {
  const owner = await service.signUp()
  const reply = await owner.call('POST /api/brands', {
    name: '  Acme \t Shoes ',
    domain: 'https://www.Acme-Shoes.com/',
    aliases: ['ACME', 'acme', ' Acme  Footwear', 'ＡＣＭＥ'],
    industry: 'Shoes',
    region: 'de',
    language: 'pt-br',
    description: 'They make shoes.',
    competitors: [
      { name: 'Fleetfoot', domain: 'fleetfoot.com', aliases: ['FF', 'ff'] },
      { name: 'Roadrunner' },
    ],
  })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    id: expect.stringMatching(uuid7),
    name: 'Acme Shoes',
    slug: 'acme-shoes',
    domain: 'acme-shoes.com',
    domains: [],
    aliases: ['ACME', 'Acme Footwear'],
    case_sensitive: null,
    exclude_phrases: [],
    source_categories: {},
    industry: 'Shoes',
    region: 'DE',
    language: 'pt-BR',
    description: 'They make shoes.',
    pages_per_day: null,
    status: 'active',
    is_demo: false,
    tracking_code: expect.stringMatching(/^[\w-]{12}$/),
    ai_files_token: expect.stringMatching(/^[\w-]{24}$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  const { items } = await owner.ok('GET /api/brands/acme-shoes/competitors')
  expect(items).toMatchObject([
    { name: 'Fleetfoot', domain: 'fleetfoot.com', aliases: ['FF'] },
    { name: 'Roadrunner', domain: null, aliases: [] },
  ])
})

test('industry and region of a brand are empty strings while unset, on every surface', async () => {
  const owner = await service.signUp()
  const unset = { industry: '', region: '' }
  const { id } = await owner.ok('POST /api/brands', acme)
  const withKey = await getKey(owner, service.app)
  const asJson = (body: unknown): Json => body
  const readAll = async () => [
    await owner.ok(`GET /api/brands/${id}`),
    (await owner.ok('GET /api/brands')).items[0],
    asJson((await withKey('GET /api/v1/brands')).body)[0],
  ]
  for (const brand of await readAll()) expect(brand).toMatchObject(unset)
  for (const none of [null, '']) {
    await owner.ok(`PATCH /api/brands/${id}`, { industry: 'Shoes', region: 'de' })
    for (const brand of await readAll()) expect(brand).toMatchObject({ industry: 'Shoes', region: 'DE' })
    await owner.ok(`PATCH /api/brands/${id}`, { industry: none, region: none })
    for (const brand of await readAll()) expect(brand).toMatchObject(unset)
  }
  const wrong = await owner.call(`PATCH /api/brands/${id}`, { industry: 5, region: 'Germany' })
  expect(asJson(wrong.body).details).toEqual([
    { path: 'industry', message: 'must be a string' },
    { path: 'region', message: 'must be a two-letter country code (ISO 3166-1)' },
  ])
})

test('a slug derives from the name and is unique, even for concurrent creations', async () => {
  const owner = await service.signUp()
  const toSlug = async (name: string) => (await owner.ok('POST /api/brands', { ...acme, name })).slug
  expect(await toSlug('Müller & Söhne')).toBe('muller-sohne')
  expect(await toSlug('Müller Söhne')).toBe('muller-sohne-2')
  expect(await toSlug('任天堂')).toBe('brand')
  expect(await toSlug('ソニー')).toBe('brand-2')
  expect(await toSlug('x'.repeat(200))).toBe('x'.repeat(60))
  expect(await toSlug(`${'y'.repeat(59)} z`)).toBe('y'.repeat(59))
  const slugs = await Promise.all(Array.from({ length: 5 }, () => toSlug('Twin')))
  expect(slugs.sort()).toEqual(['twin', 'twin-2', 'twin-3', 'twin-4', 'twin-5'])
})

test('a brand is found by its slug and by its id in upper or lower case', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', acme)
  for (const ref of [brand.id, brand.id.toUpperCase(), brand.slug])
    expect(await owner.ok(`GET /api/brands/${ref}`)).toEqual(brand)
  expect((await owner.call('GET /api/brands/nobody')).status).toBe(404)
  expect((await owner.call(`GET /api/brands/${newId()}`)).status).toBe(404)
  expect((await owner.call('GET /api/brands/No%20Body')).status).toBe(400)
})

test('missing, unknown and malformed fields are rejected by name', async () => {
  const owner = await service.signUp()
  const paths = async (body: unknown) => {
    const reply: Json = await owner.call('POST /api/brands', body)
    expect(reply.status).toBe(400)
    return reply.body.details.map((detail: Json) => detail.path)
  }
  expect(await paths({})).toEqual(['name', 'domain'])
  expect(await paths({ ...acme, nmae: 'x', status: 'paused' })).toEqual(['nmae', 'status'])
  expect(await paths({ ...acme, domain: 'http://localhost/' })).toEqual(['domain'])
  expect(await paths({ ...acme, name: ' \n ' })).toEqual(['name'])
  expect(await paths({ ...acme, name: 'x'.repeat(201) })).toEqual(['name'])
  expect(await paths({ ...acme, name: 'a\0b' })).toEqual(['name'])
  expect(await paths({ ...acme, name: 'a\ud800b' })).toEqual(['name'])
  expect(await paths({ ...acme, region: 'Germany', language: 'en-abc' })).toEqual(['region', 'language'])
  expect(await paths({ ...acme, aliases: ['ok', 7] })).toEqual(['aliases.1'])
  expect(await paths({ ...acme, competitors: [{ name: 'A', domian: 'x' }] })).toEqual([
    'competitors.0.domian',
  ])
  expect(await paths([])).toEqual(['body'])
  expect((await owner.ok('GET /api/brands')).items).toEqual([])
})

test('conflicting inline competitors roll back the brand', async () => {
  const owner = await service.signUp()
  for (const competitors of [[{ name: 'Twin' }, { name: 'ＴＷＩＮ' }], [{ name: 'acme' }]])
    expect((await owner.call('POST /api/brands', { ...acme, competitors })).status).toBe(409)
  expect((await owner.ok('GET /api/brands')).items).toEqual([])
})

test('a change updates only the given fields', async () => {
  const owner = await service.signUp()
  const made = await owner.ok('POST /api/brands', {
    ...acme,
    aliases: ['Ac'],
    region: 'US',
    description: 'x',
    competitors: [{ name: 'Fleetfoot' }],
  })
  const changed = await owner.ok('PATCH /api/brands/acme', { name: 'Acme Inc', region: null })
  expect(changed).toEqual({ ...made, name: 'Acme Inc', region: '' })
  expect(await owner.ok(`PATCH /api/brands/${made.id}`, {})).toEqual(changed)
  expect(await owner.ok('PATCH /api/brands/acme', { status: 'paused' })).toEqual({
    ...changed,
    status: 'paused',
  })
  const refused = [{ slug: 'other' }, { id: newId() }, { name: null }, { domain: null }, { status: 'gone' }]
  for (const body of refused)
    expect((await owner.call('PATCH /api/brands/acme', body)).status, JSON.stringify(body)).toBe(400)
  expect(await owner.call('PATCH /api/brands/acme', { name: 'FLEETFOOT' })).toMatchObject({ status: 409 })
})

test('deleting a brand deletes all of its data', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { ...acme, competitors: [{ name: 'Fleetfoot' }] })
  await owner.ok('POST /api/brands/acme/products', { name: 'Rocket' })
  const topic = await owner.ok('POST /api/brands/acme/topics', { name: 'Shoes' })
  await owner.ok('PUT /api/brands/acme/platforms', [{ platform: 'gemini', enabled: false }])
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?', topic_id: topic.id })
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })

  const before = await toRows(brand.id)
  for (const table of ['answers', 'answer_texts', 'answer_days', 'jobs', 'prompts', 'entity_numbers'])
    expect(before, `${table} has rows before the deletion`).toHaveProperty(table)
  expect((await owner.call('DELETE /api/brands/acme')).status).toBe(204)
  expect(await toRows(brand.id)).toEqual({})
  expect((await owner.call(`GET /api/brands/${brand.id}`)).status).toBe(404)
  await service.work()
})

test('a brand with a running job cannot be deleted, and the error has the job id', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', acme)
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?' })
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await sql`update jobs set status = 'active' where brand_id = ${brand.id}`.execute(service.base.db)
  expect(await owner.call('DELETE /api/brands/acme')).toMatchObject({
    status: 409,
    body: { code: 'conflict', jobId },
  })
  await sql`update jobs set status = 'cancelled' where brand_id = ${brand.id}`.execute(service.base.db)
  expect((await owner.call('DELETE /api/brands/acme')).status).toBe(204)
})

test('pages form the complete ordered list, and an invalid cursor is rejected', async () => {
  const owner = await service.signUp()
  for (const n of [1, 2, 3, 4, 5]) await owner.ok('POST /api/brands', { ...acme, name: `Brand ${n}` })
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const page: Json = await owner.ok(`GET /api/brands?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    pages.push(page.items.map((brand: Json) => brand.name))
    cursor = page.next_cursor
  } while (cursor)
  expect(pages).toEqual([['Brand 1', 'Brand 2'], ['Brand 3', 'Brand 4'], ['Brand 5']])
  const key = Buffer.from(newId(), 'latin1').toString('base64url')
  for (const query of [
    'cursor=',
    'cursor=x',
    `cursor=!${key}`,
    `cursor=${key}&cursor=${key}`,
    'limit=0',
    'limit=501',
    'limit=two',
    'page=2',
  ])
    expect((await owner.call(`GET /api/brands?${query}`)).status, query).toBe(400)
})

test('the API-key routes list the same brands in their respective shapes', async () => {
  const owner = await service.signUp()
  const { token } = await owner.ok('POST /api/api-keys', { name: 'k' })
  const { id, created_at } = await owner.ok('POST /api/brands', { ...acme, industry: 'Shoes' })
  const get = async (path: string) =>
    (await owner.call(`GET ${path}`, undefined, { authorization: `Bearer ${token}` })).body
  expect(await get('/api/v1/brands')).toEqual([
    { id, name: 'Acme', slug: 'acme', industry: 'Shoes', region: '', created_at },
  ])
  expect(await get('/api/mcp/brands')).toEqual({
    brands: [{ id, name: 'Acme', domain: 'acme.com', status: 'active' }],
  })
})

/** Counts the brand's rows in each table with a brand_id, except the audit log, which outlives the brand. */
async function toRows(brandId: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'brand_id' and table_name <> 'audit_log'`.execute(
    service.base.db,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(name)} where brand_id = ${brandId}`.execute(service.base.db)
    if (rows[0] && rows[0].n > 0) counts[name] = rows[0].n
  }
  return counts
}
