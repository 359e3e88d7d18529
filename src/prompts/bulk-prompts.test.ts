import { expect, test } from 'vitest'
import { type Client, sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'

const service = await sharedService()

async function brandWithPrompts(owner: Client, texts: string[]) {
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const ids: string[] = []
  for (const text of texts) ids.push((await owner.ok('POST /api/prompts', { brand_id: brand.id, text })).id)
  return { brand, ids }
}

const listed = async (owner: Client, brandId: string) =>
  (await owner.ok(`GET /api/prompts?brand_id=${brandId}`)).items

test('topic, tags and status of several prompts change at once, and others keep theirs', async () => {
  const owner = await service.signUp()
  const { brand, ids } = await brandWithPrompts(owner, ['One?', 'Two?', 'Three?'])
  const topic = await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Shoes' })
  await owner.ok(`PATCH /api/prompts/${ids[0]}`, { tags: ['old', 'kept'] })
  const change = { topic_id: topic.id, is_active: false, add_tags: ['new', 'kept'], remove_tags: ['old'] }
  expect(
    await owner.ok('POST /api/prompts/bulk', { brand_id: brand.id, prompt_ids: ids.slice(0, 2), ...change }),
  ).toEqual({ updated: 2 })
  expect(await listed(owner, brand.id)).toMatchObject([
    { topic_id: topic.id, is_active: false, tags: ['kept', 'new'] },
    { topic_id: topic.id, is_active: false, tags: ['new', 'kept'] },
    { topic_id: null, is_active: true, tags: [] },
  ])
  await owner.ok('POST /api/prompts/bulk', {
    brand_id: brand.id,
    prompt_ids: ids,
    topic_id: null,
  })
  expect((await listed(owner, brand.id)).map((prompt: { topic_id: unknown }) => prompt.topic_id)).toEqual([
    null,
    null,
    null,
  ])
})

test('several prompts are deleted at once', async () => {
  const owner = await service.signUp()
  const { brand, ids } = await brandWithPrompts(owner, ['One?', 'Two?', 'Three?'])
  expect(
    await owner.ok('POST /api/prompts/bulk/delete', { brand_id: brand.id, prompt_ids: ids.slice(0, 2) }),
  ).toEqual({ deleted: 2 })
  expect((await listed(owner, brand.id)).map(({ id }: { id: string }) => id)).toEqual([ids[2]])
})

test('an unknown prompt or topic changes and deletes nothing', async () => {
  const owner = await service.signUp()
  const { brand, ids } = await brandWithPrompts(owner, ['One?'])
  const prompt_ids = [...ids, newId()]
  const change = { is_active: false }
  const bulk = (body: object) => owner.call('POST /api/prompts/bulk', { brand_id: brand.id, ...body })
  expect((await bulk({ prompt_ids, ...change })).status).toBe(404)
  expect((await bulk({ prompt_ids: ids, ...change, topic_id: newId() })).status).toBe(404)
  expect((await bulk({ prompt_ids: ids })).status).toBe(400)
  expect((await owner.call('POST /api/prompts/bulk/delete', { brand_id: brand.id, prompt_ids })).status).toBe(
    404,
  )
  expect(await listed(owner, brand.id)).toMatchObject([{ is_active: true }])
})

test('tags beyond the limit of a prompt change nothing', async () => {
  const owner = await service.signUp()
  const { brand, ids } = await brandWithPrompts(owner, ['One?', 'Two?'])
  const tags = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
  await owner.ok(`PATCH /api/prompts/${ids[0]}`, { tags })
  const add = (add_tags: string[]) =>
    owner.call('POST /api/prompts/bulk', { brand_id: brand.id, prompt_ids: ids, add_tags })
  expect(await add(['tag 0', 'tag 1'])).toMatchObject({ status: 200 })
  const reply = await add(['one more'])
  expect(reply.status).toBe(400)
  expect(reply.text).toContain('at most 20 tags')
  for (const separator of [',', ';', '|'])
    expect(await add([`a${separator}b`]), separator).toMatchObject({ status: 400 })
  expect((await listed(owner, brand.id)).map((prompt: { tags: string[] }) => prompt.tags.length)).toEqual([
    20, 2,
  ])
})
