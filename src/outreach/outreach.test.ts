import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'

const service = await sharedService()
const domain = 'shoelab.com'

async function createCitedBrand() {
  const brand = await createTestBrand(service)
  const cites = [`https://${domain}/guide`, 'https://other.com/']
  await brand.write({ prompt: brand.prompts.plain, day: '2026-03-03', text: 'Quilmar.', cites })
  const edit = (body: object) =>
    brand.owner.ok(`PATCH /api/brands/${brand.brand.id}/outreach`, { domain, ...body })
  return { ...brand, edit }
}

test('each field of the outreach to a source is edited alone, and only a new status has a new date', async () => {
  const { owner, edit } = await createCitedBrand()
  const { items } = await owner.ok('GET /api/members')
  const owner_id = items[0].user_id
  expect(await edit({ owner_id, contact: 'Lea Voss, editor' })).toMatchObject({
    status: 'new',
    status_changed_at: null,
    owner: { user_id: owner_id },
    contact: 'Lea Voss, editor',
  })
  const contacted = await edit({ status: 'contacted', follow_up_on: '2026-03-20', notes: 'Sent a pair.' })
  expect(contacted).toMatchObject({
    status: 'contacted',
    contact: 'Lea Voss, editor',
    follow_up_on: '2026-03-20',
    notes: 'Sent a pair.',
  })
  expect(contacted.status_changed_at).not.toBeNull()
  expect(await edit({ status: 'contacted', owner_id: null, follow_up_on: null })).toMatchObject({
    status_changed_at: contacted.status_changed_at,
    owner: null,
    follow_up_on: null,
  })
})

test('sources are filtered by the status of their outreach; without outreach it is new', async () => {
  const { owner, brand, edit } = await createCitedBrand()
  await edit({ status: 'contacted' })
  const list = async (status: string) => {
    const found = await owner.ok(`GET /api/metrics/source-targets?brand_id=${brand.id}&status=${status}`)
    expect(found.source_count).toBe(found.sources.length)
    return found.sources.map((source: Json) => source.domain)
  }
  expect(await list('contacted')).toEqual([domain])
  expect(await list('new')).toEqual(['other.com'])
  expect(await list('listed')).toEqual([])
})

test('a source that no answer cites gets 404, and so does an owner of another organization', async () => {
  const { owner, brand } = await createCitedBrand()
  const stranger = (await (await service.signUp()).ok('GET /api/members')).items[0].user_id
  const path = `PATCH /api/brands/${brand.id}/outreach`
  for (const body of [
    { domain: 'nowhere.com', status: 'listed' },
    { domain, owner_id: stranger },
  ])
    expect(await owner.call(path, body)).toMatchObject({ status: 404 })
})
