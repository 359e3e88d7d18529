import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, createClientFor, type Json, testService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await testService()

const acme = { name: 'Acme', domain: 'acme.com', aliases: ['Akme'], region: 'US', language: 'en' }

async function brandFor(owner: Client, more: object = {}): Promise<Json> {
  return owner.ok('POST /api/brands', { ...acme, ...more })
}

/** Runs the brand's prompts once, so that they have answers. */
async function run(owner: Client, brand: Json): Promise<void> {
  await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
}

const getAnswers = async (brand: Json) =>
  (
    await sql<{ prompt_id: string; text: string }>`
      select answers.prompt_id, prompts.text from answers
      join prompts on prompts.brand_id = answers.brand_id and prompts.id = answers.prompt_id
      where answers.brand_id = ${brand.id}`.execute(service.base.db)
  ).rows

test("a new prompt defaults to its brand's region and language, and returns the record", async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const topic = await owner.ok('POST /api/brands/acme/topics', { name: 'Shoes' })
  const reply = await owner.call('POST /api/prompts', {
    brand_id: brand.id,
    text: '  What are the best running shoes? ',
    topic_id: topic.id,
  })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    id: expect.any(String),
    brand_id: brand.id,
    text: 'What are the best running shoes?',
    topic_id: topic.id,
    topic_name: 'Shoes',
    category: 'best',
    branded: false,
    region: 'US',
    language: 'en',
    persona_id: null,
    persona_name: null,
    platforms: null,
    tags: [],
    is_active: true,
    created_at: expect.any(String),
    replaced_by: null,
    follows: null,
    follows_text: null,
  })
  expect(await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).toEqual({
    items: [reply.body],
    next_cursor: null,
  })
})

test('given region, language, platforms and category override the defaults, and null means none', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const given = {
    region: 'AT',
    language: 'de',
    platforms: ['grok', 'claude'],
    category: 'other',
    is_active: false,
  }
  const add = (body: object) => owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best?', ...body })
  expect(await add(given)).toMatchObject(given)
  expect(await add({ region: null, language: null })).toMatchObject({ region: null, language: null })
})

test('a duplicate text in the same region and language is rejected', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  await brandFor(owner, { name: 'Bolt' })
  const add = (body: object) =>
    owner.call('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?', ...body })
  const first: Json = (await add({})).body
  for (const body of [{}, { text: ' BEST  shoes? ' }, { region: 'us' }, { language: 'EN' }])
    expect(await add(body), JSON.stringify(body)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  for (const body of [{ region: 'DE' }, { region: null }, { language: 'fr' }, { text: 'Best shoe?' }])
    expect((await add(body)).status, JSON.stringify(body)).toBe(201)
  expect((await owner.call(`DELETE /api/prompts/${first.id}`)).status).toBe(204)
  const atOnce = await Promise.all([add({}), add({}), add({})])
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('invalid fields of a prompt are rejected by name', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const paths = async (body: object) => {
    const reply: Json = await owner.call('POST /api/prompts', { brand_id: brand.id, text: 'Best?', ...body })
    expect(reply.status).toBe(400)
    return reply.body.details.map((detail: Json) => detail.path)
  }
  expect(await paths({ text: ' ' })).toEqual(['text'])
  expect(await paths({ text: 'x'.repeat(2001) })).toEqual(['text'])
  expect(await paths({ text: 'a\0' })).toEqual(['text'])
  expect(await paths({ platforms: [] })).toEqual(['platforms'])
  expect(await paths({ platforms: ['bing'] })).toEqual(['platforms.0'])
  expect(await paths({ category: 'nice', region: 'USA', branded: true })).toEqual(
    expect.arrayContaining(['category', 'region', 'branded']),
  )
  expect((await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items).toEqual([])
})

test("a prompt that contains the brand's name or an alias is branded", async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner, { aliases: ['Zephyr Sole'] })
  const add = async (text: string) =>
    (await owner.ok('POST /api/prompts', { brand_id: brand.id, text })).branded
  expect(await add('What do people say about ACME?')).toBe(true)
  expect(await add('Are Zephyr Sole shoes any good?')).toBe(true)
  expect(await add('Who makes acmetal alloys?')).toBe(false)
  expect(await add('Best running shoes?')).toBe(false)
})

test('a topic of another brand gets 404, for a new and for a changed prompt', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  await brandFor(owner, { name: 'Bolt' })
  const topic = await owner.ok('POST /api/brands/bolt/topics', { name: 'Bolts' })
  const prompt = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best?' })
  for (const topic_id of [topic.id, newId()]) {
    const body = { brand_id: brand.id, text: 'Other?', topic_id }
    expect((await owner.call('POST /api/prompts', body)).status).toBe(404)
    expect((await owner.call(`PATCH /api/prompts/${prompt.id}`, { topic_id })).status).toBe(404)
  }
})

test('a prompt without answers is changed in place', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const prompt = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?' })
  const changed = await owner.ok(`PATCH /api/prompts/${prompt.id}`, {
    text: 'How to choose Acme shoes?',
    region: null,
    platforms: ['grok'],
  })
  expect(changed).toEqual({
    ...prompt,
    text: 'How to choose Acme shoes?',
    category: 'how-to',
    branded: true,
    region: null,
    platforms: ['grok'],
  })
})

test('changing the text of a prompt with answers creates a successor and keeps the answers with the old prompt', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const prompt = await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'Best shoes?',
    region: null,
    platforms: ['chatgpt'],
  })
  await run(owner, brand)
  const paused = await owner.ok(`PATCH /api/prompts/${prompt.id}`, { category: 'other', is_active: false })
  expect(paused).toEqual({ ...prompt, category: 'other', is_active: false })

  const next = await owner.ok(`PATCH /api/prompts/${prompt.id}`, { text: 'Which Acme shoes are best?' })
  expect(next).toEqual({
    ...paused,
    id: expect.any(String),
    created_at: expect.any(String),
    text: 'Which Acme shoes are best?',
    branded: true,
  })
  expect(next.id).not.toBe(prompt.id)
  expect(await owner.ok(`GET /api/prompts/${prompt.id}`)).toMatchObject({
    text: 'Best shoes?',
    is_active: false,
    replaced_by: next.id,
  })
  for (const [address, body] of [
    [`PATCH /api/prompts/${prompt.id}`, { text: 'Other?' }],
    [`DELETE /api/prompts/${prompt.id}`],
  ] as const)
    expect(await owner.call(address, body), address).toMatchObject({
      status: 409,
      body: { code: 'conflict', replaced_by: next.id },
    })
  expect((await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items).toEqual([next])
  expect(await getAnswers(brand)).toEqual([{ prompt_id: prompt.id, text: 'Best shoes?' }])
  expect(await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)).toMatchObject({
    result_count: 1,
    prompt_count: 1,
  })
})

test('prompt-performance marks prompts that are inactive, deleted or replaced', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const ids: string[] = []
  for (const text of ['Active?', 'Paused?', 'Deleted?', 'Replaced?'])
    ids.push((await owner.ok('POST /api/prompts', { brand_id: brand.id, text })).id)
  const [active = '', paused = '', deleted = '', replaced = ''] = ids
  await run(owner, brand)
  await owner.ok(`PATCH /api/prompts/${paused}`, { is_active: false })
  await owner.ok(`DELETE /api/prompts/${deleted}`)
  const next = await owner.ok(`PATCH /api/prompts/${replaced}`, { text: 'New?' })
  const { prompts } = await owner.ok(`GET /api/metrics/prompt-performance?brand_id=${brand.id}`)
  const flags = prompts.map((each: Json) => [each.prompt_id, [each.status, each.replaced_by]])
  expect(Object.fromEntries(flags)).toEqual({
    [active]: ['active', null],
    [paused]: ['inactive', null],
    [deleted]: ['deleted', null],
    [replaced]: ['replaced', next.id],
    [next.id]: ['active', null],
  })
})

test('changing the region or language creates a successor too', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const { id } = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?' })
  await run(owner, brand)
  const same = await owner.ok(`PATCH /api/prompts/${id}`, {
    text: 'Best shoes? ',
    region: 'us',
    language: 'en',
  })
  expect(same.id).toBe(id)
  const none = await owner.ok(`PATCH /api/prompts/${id}`, { region: null })
  expect(none).toMatchObject({ region: null, language: 'en' })
  expect(none.id).not.toBe(id)
})

test('changing the text during a run creates a successor', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const { id } = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'slow: best shoes?' })
  service.simulator.fault({ kind: 'hang', promptIncludes: 'slow: best', times: 1 })
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  const working = service.work()
  await expect
    .poll(() => service.simulator.requests.some(({ prompt }) => prompt.startsWith('slow: best')))
    .toBe(true)
  expect((await owner.ok(`PATCH /api/prompts/${id}`, { text: 'slow: worst shoes?' })).id).not.toBe(id)
  await owner.ok(`DELETE /api/tracking/job/${jobId}`)
  await working
})

test('changing a text to the text of another prompt is rejected and changes nothing', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const add = (text: string) => owner.ok('POST /api/prompts', { brand_id: brand.id, text })
  const [first, other] = [await add('Best shoes?'), await add('Worst shoes?')]
  const rename = () =>
    owner.call(`PATCH /api/prompts/${first.id}`, { text: 'WORST shoes?', is_active: false })
  expect((await rename()).status).toBe(409)
  await run(owner, brand)
  expect((await rename()).status).toBe(409)
  expect((await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items).toEqual([first, other])
})

test('deleting a prompt keeps its answers', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const { id } = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?' })
  await run(owner, brand)
  expect((await owner.call(`DELETE /api/prompts/${id}`)).status).toBe(204)
  for (const address of [`GET /api/prompts/${id}`, `DELETE /api/prompts/${id}`])
    expect((await owner.call(address)).status, address).toBe(404)
  expect(await getAnswers(brand)).toHaveLength(1)
  expect((await owner.ok(`GET /api/metrics/visibility-summary?brand_id=${brand.id}`)).result_count).toBe(1)
  expect((await owner.call('POST /api/tracking/check', { brandId: brand.id })).status).toBe(400)
})

test('topics can be added, renamed and deleted, and their prompts stay', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const list = '/api/brands/acme/topics'
  const reply = await owner.call(`POST ${list}`, { name: ' Running  shoes ' })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({
    id: expect.any(String),
    name: 'Running shoes',
    created_at: expect.any(String),
  })
  const topic: Json = reply.body
  const boots = await owner.ok(`POST ${list}`, { name: 'Boots' })
  expect((await owner.call(`POST ${list}`, { name: 'ＢＯＯＴＳ' })).status).toBe(409)
  expect((await owner.call(`PATCH ${list}/${topic.id}`, { name: 'boots' })).status).toBe(409)
  expect(await owner.ok(`PATCH ${list}/${topic.id}`, { name: 'RUNNING shoes' })).toEqual({
    ...topic,
    name: 'RUNNING shoes',
  })
  expect((await owner.call(`PATCH ${list}/${topic.id}`, {})).status).toBe(400)
  expect((await owner.ok(`GET ${list}`)).items.map(({ id }: Json) => id)).toEqual([topic.id, boots.id])
  const prompt = await owner.ok('POST /api/prompts', {
    brand_id: brand.id,
    text: 'Best?',
    topic_id: topic.id,
  })
  expect((await owner.call(`DELETE ${list}/${topic.id}`)).status).toBe(204)
  expect((await owner.call(`PATCH ${list}/${topic.id}`, { name: 'x' })).status).toBe(404)
  expect(await owner.ok(`GET /api/prompts/${prompt.id}`)).toEqual({
    ...prompt,
    topic_id: null,
    topic_name: null,
  })
})

test('members limited to brands access only those, and viewers change nothing', async () => {
  const owner = await service.signUp()
  const [own, other] = [await brandFor(owner), await brandFor(owner, { name: 'Bolt' })]
  const hidden = await owner.ok('POST /api/prompts', { brand_id: other.id, text: 'Best bolts?' })
  const shown = await owner.ok('POST /api/prompts', { brand_id: own.id, text: 'Best shoes?' })
  const topic = await owner.ok('POST /api/brands/acme/topics', { name: 'Shoes' })
  const member = await join(owner, 'editor', [own.id])
  const viewer = await join(owner, 'viewer', [own.id])

  for (const person of [member, viewer]) {
    expect((await person.ok('GET /api/brands')).items.map(({ id }: Json) => id)).toEqual([own.id])
    expect(await person.ok(`GET /api/prompts/${shown.id}`)).toEqual(shown)
    const [unseen, unknown] = await Promise.all([
      person.call(`GET /api/prompts/${hidden.id}`),
      person.call(`GET /api/prompts/${newId()}`),
    ])
    expect(unseen.status).toBe(404)
    expect({ ...Object(unseen.body), request_id: '' }).toEqual({ ...Object(unknown.body), request_id: '' })
    for (const address of [
      `GET /api/brands/${other.id}`,
      'GET /api/brands/bolt/topics',
      `GET /api/prompts?brand_id=${other.id}`,
      `GET /api/metrics/visibility-summary?brand_id=${other.id}`,
    ])
      expect((await person.call(address)).status, address).toBe(404)
  }

  const changes: [string, unknown][] = [
    ['PATCH /api/brands/acme', { industry: 'Shoes' }],
    ['POST /api/brands/acme/competitors', { name: 'Fleetfoot' }],
    ['PUT /api/brands/acme/platforms', []],
    [`PATCH /api/brands/acme/topics/${topic.id}`, { name: 'Boots' }],
    ['POST /api/prompts', { brand_id: own.id, text: 'Which shoes?' }],
    [`PATCH /api/prompts/${shown.id}`, { is_active: false }],
    [`DELETE /api/prompts/${shown.id}`, undefined],
  ]
  for (const [address, body] of changes) {
    expect((await viewer.call(address, body)).status, `viewer: ${address}`).toBe(403)
    expect((await member.call(address, body)).status, `member: ${address}`).toBeLessThan(300)
  }
  expect((await member.call(`DELETE /api/prompts/${hidden.id}`)).status).toBe(404)
  expect((await member.call('POST /api/prompts', { brand_id: other.id, text: 'x' })).status).toBe(404)
  expect((await member.call('POST /api/brands', acme)).status).toBe(403)
  expect((await member.call('DELETE /api/brands/acme')).status).toBe(403)
})

async function join(owner: Client, role: string, brandIds: string[]): Promise<Client> {
  const account = { email: `${newId()}@example.com`, password: 'correct horse battery' }
  const invited = await owner.ok('POST /api/invitations', { email: account.email, role, brand_ids: brandIds })
  const person = createClientFor(service.app, account)
  await person.ok(`POST /api/invitations/${invited.token}/accept`, { name: role, password: account.password })
  return person
}
