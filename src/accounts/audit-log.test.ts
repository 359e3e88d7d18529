import { expect, test } from 'vitest'
import { createClientFor, getKey, type Json, signUp, testService } from '../../test/support.ts'
import { createTenantData } from '../../test/tenant-data.ts'
import { secondProcess } from './browser.fixture.ts'

const service = await testService()

test('the audit log lists every change with its actor, newest first, in pages, filtered by kind', async () => {
  const owner = await service.signUp('Ada')
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Shoes' })
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items.map((entry: { kind: string }) => entry.kind)).toEqual([
    'topic.created',
    'brand.created',
    'user.signed_in',
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

test('entries keep the names of a person and a key that no longer exist', async () => {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { invitation, token } = await owner.ok('POST /api/invitations', {
    email: `${crypto.randomUUID()}@example.com`,
    role: 'admin',
  })
  const admin = createClientFor(service.app, { email: invitation.email, password: 'correct horse battery' })
  const { user } = await admin.ok(`POST /api/invitations/${token}/accept`, {
    name: 'Bo',
    password: admin.password,
  })
  const { key, token: secret } = await admin.ok('POST /api/api-keys', { name: 'Nightly script' })
  const audit = { brand_id: brand.id, url: 'https://acme.com/' }
  await owner.call('POST /api/mcp/site-audits', audit, { authorization: `Bearer ${secret}` })
  await admin.ok(`POST /api/brands/${brand.id}/topics`, { name: 'Shoes' })
  await service.base.db.deleteFrom('users').where('id', '=', user.id).execute()
  const { items } = await owner.ok('GET /api/audit-log')
  const bo = { id: user.id, name: 'Bo', email: null }
  expect(items.map(({ kind, actor }: Json) => [kind, actor]).slice(0, 2)).toEqual([
    ['topic.created', { kind: 'user', user: bo, key: null }],
    ['audit.requested', { kind: 'api_key', user: bo, key: { id: key.id, name: 'Nightly script' } }],
  ])
})

test('only owners can read the audit log, and only the log of their own organization', async () => {
  const owner = await service.signUp()
  const { invitation, token } = await owner.ok('POST /api/invitations', {
    email: 'admin@example.com',
    role: 'admin',
  })
  const admin = createClientFor(service.app, { email: invitation.email, password: 'correct horse battery' })
  await admin.ok(`POST /api/invitations/${token}/accept`, { name: 'Bo', password: admin.password })
  expect((await admin.call('GET /api/audit-log')).status).toBe(403)
  const stranger = await service.signUp('Eve')
  const { items } = await stranger.ok('GET /api/audit-log')
  expect(items.map((entry: { kind: string }) => entry.kind)).toEqual([
    'user.signed_in',
    'organization.created',
  ])
  const withKey = await getKey(owner, service.app)
  expect((await withKey('GET /api/audit-log')).status).toBe(401)
})

test('sign-in, failed sign-in and sign-out are recorded with the request id and a hash of the address', async () => {
  const owner = await service.signUp('Ada')
  const headers = { 'x-request-id': 'request-of-the-test' }
  const again = createClientFor(service.app, owner)
  const account = { email: owner.email, password: owner.password }
  const wrong = { ...account, password: 'not the password' }
  expect((await again.call('POST /api/auth/sign-in/email', wrong, headers)).status).toBe(401)
  expect((await again.call('POST /api/auth/sign-in/email', account, headers)).status).toBe(200)
  expect((await again.call('POST /api/auth/sign-out', undefined, headers)).status).toBe(200)
  const { items } = await owner.ok('GET /api/audit-log')
  const [out, signedIn, failed] = items
  expect([out.kind, signedIn.kind, failed.kind]).toEqual([
    'user.signed_out',
    'user.signed_in',
    'user.sign_in_failed',
  ])
  expect(signedIn.actor).toMatchObject({ kind: 'user', user: { email: owner.email } })
  expect(failed).toMatchObject({ actor: { kind: 'anonymous', user: null }, data: { email: owner.email } })
  expect([out, signedIn, failed].map(({ request_id }) => request_id)).toEqual(
    Array(3).fill('request-of-the-test'),
  )
  expect(failed.address).toMatch(/^[0-9a-f]{16}$/)
  expect(new Set([out, signedIn, failed].map(({ address }) => address)).size).toBe(1)
  const stranger = await service.signUp('Eve')
  expect((await stranger.ok('GET /api/audit-log')).items[0].address).not.toBe(failed.address)
})

test('a wrong password for an unknown address is recorded nowhere', async () => {
  const count = async () => (await service.base.db.selectFrom('audit_log').select('id').execute()).length
  const before = await count()
  const account = { email: 'nobody@example.com', password: 'not the password' }
  expect(
    (await createClientFor(service.app, account).call('POST /api/auth/sign-in/email', account)).status,
  ).toBe(401)
  expect(await count()).toBe(before)
})

test('with AUDIT_LOG_IP_HASH=false entries contain no address', async () => {
  const owner = await signUp(await secondProcess(service, { AUDIT_LOG_IP_HASH: 'false' }))
  expect((await owner.ok('GET /api/audit-log')).items[0]).toMatchObject({
    request_id: expect.any(String),
    address: null,
  })
})

test('an export, a platform test and a manual reanalysis are recorded', async () => {
  const own = await createTenantData(service, 'Auditword')
  expect((await own.send('GET /api/organization/export')).status).toBe(200)
  expect((await own.send('POST /api/platforms/chatgpt/test')).status).toBe(200)
  expect((await own.send(`POST /api/brands/${own.ids.brand}/reanalyse`)).status).toBe(202)
  const { items } = (await own.send('GET /api/audit-log')).body as Json
  expect(items.slice(0, 3)).toMatchObject([
    { kind: 'reanalysis.requested', actor: { kind: 'user' }, brand: { id: own.ids.brand } },
    { kind: 'platform.tested', actor: { kind: 'user' }, data: { platform: 'chatgpt' } },
    { kind: 'organization.exported', actor: { kind: 'user' } },
  ])
})

test('a deleted organization leaves a record of who deleted it', async () => {
  const owner = await service.signUp('Ada')
  const { id, name } = await owner.ok('GET /api/organization')
  const { items: members } = await owner.ok('GET /api/members')
  await owner.call('DELETE /api/organization', { name }, { 'x-request-id': 'deletion' })
  const tombstone = await service.base.db
    .selectFrom('deleted_organizations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(tombstone).toMatchObject({
    name,
    actor_kind: 'user',
    actor_user_id: members[0].user_id,
    actor_name: 'Ada',
    request_id: 'deletion',
    address_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
})
