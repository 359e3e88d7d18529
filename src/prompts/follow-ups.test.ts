import { expect, test } from 'vitest'
import { type Client, type Json, sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await sharedService()

async function brandFor(owner: Client, name = 'Acme'): Promise<Json> {
  return owner.ok('POST /api/brands', { name, domain: 'acme.com', region: 'US', language: 'en' })
}

/** Adds a conversation of three questions. */
async function addConversation(owner: Client, brand: Json): Promise<[Json, Json, Json]> {
  const add = (body: object): Promise<Json> => owner.ok('POST /api/prompts', { brand_id: brand.id, ...body })
  const topic = await owner.ok(`POST /api/brands/${brand.slug}/topics`, { name: 'Shoes' })
  const settings = { region: 'DE', language: 'de', platforms: ['chatgpt', 'claude'] }
  const first = await add({ text: 'Best shoes?', topic_id: topic.id, tags: ['b2c'], ...settings })
  const second = await add({ text: 'Which are cheapest?', follows: first.id })
  return [first, second, await add({ text: 'Where can I buy them?', follows: second.id })]
}

const getConversation = async (owner: Client, id: string): Promise<string[]> =>
  (await owner.ok(`GET /api/prompts/${id}/conversation`)).questions.map(
    ({ prompt_text }: Json) => prompt_text,
  )

const listTexts = async (owner: Client, brand: Json): Promise<string[]> =>
  (await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items.map(({ text }: Json) => text)

test('a follow-up takes over the settings of the question before', async () => {
  const owner = await service.signUp()
  const [first, second, third] = await addConversation(owner, await brandFor(owner))
  const settings = {
    region: 'DE',
    language: 'de',
    platforms: ['chatgpt', 'claude'],
    topic_name: 'Shoes',
    tags: ['b2c'],
  }
  expect(first).toMatchObject({ ...settings, follows: null, follows_text: null })
  expect(second).toMatchObject({ ...settings, follows: first.id, follows_text: 'Best shoes?' })
  expect(third).toMatchObject({ ...settings, follows: second.id, follows_text: 'Which are cheapest?' })
  for (const { id } of [first, second, third])
    expect(await getConversation(owner, id)).toEqual([
      'Best shoes?',
      'Which are cheapest?',
      'Where can I buy them?',
    ])
})

test('a conversation has at most two follow-ups and no branches', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const [first, , third] = await addConversation(owner, brand)
  const add = (follows: string) =>
    owner.call('POST /api/prompts', { brand_id: brand.id, text: 'And then?', follows })
  expect(await add(third.id)).toMatchObject({ status: 400, body: { details: [{ path: 'follows' }] } })
  expect(await add(first.id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const other = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best boots?' })
  const atOnce = await Promise.all(
    ['One?', 'Two?', 'Three?'].map((text) =>
      owner.call('POST /api/prompts', { brand_id: brand.id, text, follows: other.id }),
    ),
  )
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test('a prompt of another brand, a deleted and an unknown one get 404', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const stranger = await service.signUp()
  const foreign = await stranger.ok('POST /api/prompts', {
    brand_id: (await brandFor(stranger)).id,
    text: 'Best?',
  })
  const sibling = await owner.ok('POST /api/prompts', {
    brand_id: (await brandFor(owner, 'Bolt')).id,
    text: 'Best?',
  })
  const gone = await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Gone?' })
  await owner.call(`DELETE /api/prompts/${gone.id}`)
  for (const follows of [foreign.id, sibling.id, gone.id, newId()])
    expect(
      await owner.call('POST /api/prompts', { brand_id: brand.id, text: 'And?', follows }),
    ).toMatchObject({ status: 404 })
  expect((await owner.call(`GET /api/prompts/${foreign.id}/conversation`)).status).toBe(404)
  expect(await listTexts(owner, brand)).toEqual([])
})

test('region, language and platforms are set at the first question, for all', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const [first, second, third] = await addConversation(owner, brand)
  for (const [field, value] of [
    ['region', 'AT'],
    ['region', null],
    ['language', 'en'],
    ['platforms', ['grok']],
    ['platforms', null],
  ] as const) {
    const reply = await owner.call(`PATCH /api/prompts/${second.id}`, { [field]: value })
    expect(reply).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
  }
  await owner.ok(`PATCH /api/prompts/${second.id}`, { region: 'DE', platforms: ['chatgpt', 'claude'] })
  await owner.ok(`PATCH /api/prompts/${first.id}`, { region: null, language: 'en', platforms: null })
  const settings = { region: null, language: 'en', platforms: null }
  for (const { id } of [first, second, third])
    expect(await owner.ok(`GET /api/prompts/${id}`)).toMatchObject({ id, ...settings })
})

test('the same follow-up is possible in several conversations, and once in each', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const add = (body: object): Promise<Json> =>
    owner.call('POST /api/prompts', { brand_id: brand.id, ...body })
  const shoes = (await add({ text: 'Best shoes?' })).body
  const boots = (await add({ text: 'Best boots?' })).body
  for (const follows of [undefined, shoes.id, boots.id])
    expect((await add({ text: 'Which are cheapest?', follows })).status).toBe(201)
  const changed = await owner.call(`PATCH /api/prompts/${boots.id}`, { text: 'Best shoes?' })
  expect(changed).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(await getConversation(owner, boots.id)).toEqual(['Best boots?', 'Which are cheapest?'])
})

test('deleting a question deletes the follow-ups after it', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  const [first, second, third] = await addConversation(owner, brand)
  await owner.call(`DELETE /api/prompts/${second.id}`)
  expect(await listTexts(owner, brand)).toEqual(['Best shoes?'])
  expect((await owner.call(`GET /api/prompts/${third.id}`)).status).toBe(404)
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Which are cheapest?', follows: first.id })
  const deleted = await owner.ok('POST /api/prompts/bulk/delete', {
    brand_id: brand.id,
    prompt_ids: [first.id],
  })
  expect(deleted).toEqual({ deleted: 2 })
  expect(await listTexts(owner, brand)).toEqual([])
})

const importFile = async (owner: Client, brand: Json, file: string): Promise<Json> =>
  (await owner.call(`POST /api/prompts/import?brand_id=${brand.id}`, file, { 'content-type': 'text/csv' }))
    .body

test('an import creates conversations, and rejects follow-ups without a question before', async () => {
  const owner = await service.signUp()
  const brand = await brandFor(owner)
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'Best shoes?', tags: ['b2c'] })
  const file = [
    'text,follows_text,region',
    'Which are cheapest?,best SHOES?,',
    'Where can I buy them?,Which are cheapest?,',
    'And then?,Where can I buy them?,',
    'Best boots?,,DE',
    'Which are cheapest?,Best boots?,DE',
    'Which are best?,Best boots?,DE',
    'Why?,Best boots?,',
    'Which are cheapest?,best SHOES?,',
  ].join('\n')
  const previewed = await owner.call(`POST /api/prompts/import/preview?brand_id=${brand.id}`, file, {
    'content-type': 'text/csv',
  })
  expect(previewed.body).toMatchObject({ new: 4, duplicates: 1, rejected: 3 })
  const report = await importFile(owner, brand, file)
  expect(report).toMatchObject({ created: 4, skipped_duplicates: 1 })
  expect(report.rejected.map(({ line }: Json) => line)).toEqual([4, 7, 8])
  const prompts: Json[] = (await owner.ok(`GET /api/prompts?brand_id=${brand.id}`)).items
  expect(prompts.map(({ text, follows_text, region, tags }) => [text, follows_text, region, tags])).toEqual([
    ['Best shoes?', null, 'US', ['b2c']],
    ['Best boots?', null, 'DE', []],
    ['Which are cheapest?', 'Best shoes?', 'US', ['b2c']],
    ['Which are cheapest?', 'Best boots?', 'DE', []],
    ['Where can I buy them?', 'Which are cheapest?', 'US', ['b2c']],
  ])
  expect(await importFile(owner, brand, file)).toMatchObject({ created: 0, skipped_duplicates: 5 })
})
