import { expect, test } from 'vitest'
import { clientOf, keyOf, testService } from '../../test/support.ts'

const service = await testService()

test('the audit log lists every change with its actor, newest first, in pages, filtered by kind', async () => {
  const owner = await service.signUp('Ada')
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Shoes' })
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items.map((entry: { kind: string }) => entry.kind)).toEqual([
    'topic.created',
    'brand.created',
    'organization.created',
  ])
  expect(items[0]).toMatchObject({
    summary: 'A topic was added',
    actor: { kind: 'user', user: { name: 'Ada', email: owner.email }, key: null },
    brand: { id: brand.id, name: 'Acme' },
  })
  const first = await owner.ok('GET /api/audit-log?limit=2')
  const second = await owner.ok(`GET /api/audit-log?limit=2&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items]).toEqual(items)
  expect(second.next_cursor).toBeNull()
  expect(first.kinds).toContainEqual({ kind: 'brand.created', summary: 'A brand was created' })
  const some = await owner.ok('GET /api/audit-log?kind=brand.created')
  expect(some.items).toEqual([items[1]])
  expect((await owner.call('GET /api/audit-log?kind=brand.eaten')).status).toBe(400)
})

test('entries about deleted objects remain, without their names', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.call(`DELETE /api/brands/${brand.id}`)
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items[0]).toMatchObject({ kind: 'brand.deleted', brand: { id: brand.id, name: null } })
})

test('only owners can read the audit log, and only that of their own organization', async () => {
  const owner = await service.signUp()
  const { invitation, token } = await owner.ok('POST /api/invitations', {
    email: 'admin@example.com',
    role: 'admin',
  })
  const admin = clientOf(service.app, { email: invitation.email, password: 'correct horse battery' })
  await admin.ok(`POST /api/invitations/${token}/accept`, { name: 'Bo', password: admin.password })
  expect((await admin.call('GET /api/audit-log')).status).toBe(403)
  const stranger = await service.signUp('Eve')
  const { items } = await stranger.ok('GET /api/audit-log')
  expect(items.map((entry: { kind: string }) => entry.kind)).toEqual(['organization.created'])
  const withKey = await keyOf(owner, service.app)
  expect((await withKey('GET /api/audit-log')).status).toBe(401)
})
