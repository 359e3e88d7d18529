import { expect, test } from 'vitest'
import { createClientFor, sharedService } from '../../test/support.ts'

const service = await sharedService()

test('a view is created, renamed, listed by name and deleted', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const views = `/api/brands/${id}/views`
  const created = await owner.ok(`POST ${views}`, { name: 'Weekly', search: 'days=7&platform=grok,gemini' })
  await owner.ok(`POST ${views}`, { name: 'All time', search: 'days=all' })
  await owner.ok(`PATCH ${views}/${created.id}`, { name: 'A week' })
  expect((await owner.ok(`GET ${views}`)).items).toMatchObject([
    { name: 'A week', search: 'days=7&platform=grok,gemini' },
    { name: 'All time', search: 'days=all' },
  ])
  await owner.call(`DELETE ${views}/${created.id}`)
  expect((await owner.ok(`GET ${views}`)).items).toMatchObject([{ name: 'All time' }])
})

test('two views of a person cannot have the same name, and a search must be a query string', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const save = (name: string, search: string) => owner.call(`POST /api/brands/${id}/views`, { name, search })
  expect((await save('Weekly', 'days=7')).status).toBe(201)
  expect((await save('Weekly', 'days=30')).status).toBe(409)
  expect((await save('Other', 'javascript:alert(1)')).status).toBe(400)
})

test('views of another member are not listed and cannot be changed or deleted', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const views = `/api/brands/${id}/views`
  const own = await owner.ok(`POST ${views}`, { name: 'Mine', search: 'days=7' })
  const invited = await owner.ok('POST /api/invitations', { email: `v-${id}@example.com`, role: 'viewer' })
  const account = { email: invited.invitation.email, password: 'correct horse battery' }
  const viewer = createClientFor(service.app, account)
  await viewer.ok(`POST /api/invitations/${invited.token}/accept`, {
    name: 'Viewer',
    password: account.password,
  })
  expect((await viewer.ok(`GET ${views}`)).items).toEqual([])
  expect((await viewer.call(`PATCH ${views}/${own.id}`, { name: 'Theirs' })).status).toBe(404)
  expect((await viewer.call(`DELETE ${views}/${own.id}`)).status).toBe(404)
  await viewer.ok(`POST ${views}`, { name: 'Mine', search: 'days=30' })
  expect((await owner.ok(`GET ${views}`)).items).toMatchObject([{ name: 'Mine', search: 'days=7' }])
})
