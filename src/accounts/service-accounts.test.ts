import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { addMember } from '../notifications/notifications.fixture.ts'
import { browser, newAddress, secondProcess, signInOwner } from './browser.fixture.ts'
import { createEmailLink } from './email-links.ts'

const service = await sharedService()

const callWith = (token: string, address: string, body?: unknown) =>
  browser(service.app).send(address, body, { authorization: `Bearer ${token}` })

async function createAccount(role = 'editor', brand_ids: string[] | null = null) {
  const owner = await signInOwner(service)
  const account = (await owner.send('POST /api/service-accounts', { name: 'CI', role, brand_ids })).body
  const created = await owner.send('POST /api/api-keys', { name: 'CI', service_account_id: account.id })
  expect(created.status).toBe(201)
  return { owner, account, ...created.body }
}

test('a service account has keys with its role, is not a member in lists and quotas, and is named in whoami and the audit log', async () => {
  const { owner, account, token, key } = await createAccount()
  expect(account).toMatchObject({ name: 'CI', role: 'editor', brand_ids: null })
  expect(key.user).toEqual({
    id: account.id,
    name: 'CI',
    kind: 'service',
    is_member: true,
    last_signed_in_at: null,
  })
  expect((await callWith(token, 'GET /api/v1/whoami')).body).toMatchObject({
    user: { id: account.id, name: 'CI', email: '' },
    key: { scopes: null },
  })
  expect((await owner.send('GET /api/service-accounts')).body.items).toEqual([account])
  const members = (await owner.send('GET /api/members')).body.items
  expect(members.map(({ name }: { name: string }) => name)).toEqual(['Ada'])
  const brand = (await owner.send('POST /api/brands', { name: 'Acme', domain: 'acme.com' })).body
  const audit = { brand_id: brand.id, url: 'https://acme.com/' }
  expect((await callWith(token, 'POST /api/mcp/site-audits', audit)).status).toBe(202)
  const { items } = (await owner.send('GET /api/audit-log')).body
  expect(items[0]).toMatchObject({
    kind: 'audit.requested',
    actor: { kind: 'api_key', user: { id: account.id, name: 'CI', email: null }, key: { id: key.id } },
  })
})

test('a plan does not count service accounts as members', async () => {
  const cloud = await secondProcess(service, { DEPLOYMENT: 'cloud' })
  const owner = await signInOwner(cloud)
  await service.base.db
    .updateTable('organizations')
    .set({ plan: 'starter' })
    .where('id', '=', owner.organizationId)
    .execute()
  const { members } = (await owner.send('GET /api/plan')).body.limits
  expect(members).toBeGreaterThan(0)
  for (let account = 0; account < members; account++)
    expect((await owner.send('POST /api/service-accounts', { name: 'CI', role: 'viewer' })).status).toBe(201)
  const invitation = { email: newAddress(), role: 'viewer' }
  expect((await owner.send('POST /api/invitations', invitation)).status).toBe(members > 1 ? 201 : 402)
})

test('keys of a service account outlive the person who created them', async () => {
  const owner = await service.signUp()
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  const account = await admin.ok('POST /api/service-accounts', { name: 'CI', role: 'viewer' })
  const { token } = await admin.ok('POST /api/api-keys', { name: 'CI', service_account_id: account.id })
  expect((await owner.call(`DELETE /api/members/${admin.userId}`)).status).toBe(204)
  expect((await callWith(token, 'GET /api/v1/whoami')).status).toBe(200)
})

test('deleting a service account revokes its keys', async () => {
  const { owner, account, token, key } = await createAccount()
  expect((await owner.send(`DELETE /api/service-accounts/${account.id}`)).status).toBe(204)
  expect((await callWith(token, 'GET /api/v1/whoami')).status).toBe(401)
  expect((await owner.send('GET /api/service-accounts')).body.items).toEqual([])
  const { items } = (await owner.send('GET /api/audit-log')).body
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'service_account.deleted', data: { user_id: account.id, name: 'CI' } },
    { kind: 'api_key.revoked', data: { key_id: key.id } },
  ])
})

test('a changed role or list of brands applies to the next request', async () => {
  const { owner, account, token } = await createAccount('editor')
  const [acme, other] = [
    (await owner.send('POST /api/brands', { name: 'Acme', domain: 'acme.com' })).body.id,
    (await owner.send('POST /api/brands', { name: 'Other', domain: 'other.com' })).body.id,
  ]
  const changed = await owner.send(`PATCH /api/service-accounts/${account.id}`, {
    name: 'Nightly',
    role: 'viewer',
    brand_ids: [acme],
  })
  expect(changed.body).toMatchObject({ name: 'Nightly', role: 'viewer', brand_ids: [acme] })
  const brands = JSON.stringify((await callWith(token, 'GET /api/v1/brands')).body)
  expect([brands.includes(acme), brands.includes(other)]).toEqual([true, false])
  const audit = { brand_id: acme, url: 'https://acme.com/' }
  expect((await callWith(token, 'POST /api/mcp/site-audits', audit)).status).toBe(403)
})

test('a service account cannot sign in or reset a password, whatever address is tried', async () => {
  const { account } = await createAccount()
  const stored = await service.base.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', account.id)
    .executeTakeFirst()
  expect(stored).toEqual({ email: null, password_hash: null })
  for (const email of [`${account.id}@example.com`, 'ci@example.com', 'null@example.com']) {
    const page = browser(service.app)
    const signIn = await page.send('POST /api/auth/sign-in/email', {
      email,
      password: 'correct horse battery',
    })
    expect(signIn.status).toBe(401)
    expect(page.cookies.has('ansight_session')).toBe(false)
  }
  const link = { kind: 'reset', email: 'ci@example.com', userId: account.id } as const
  const token = await createEmailLink(service.base, link)
  const reset = await browser(service.app).send(`POST /api/auth/links/${token}`, {
    password: 'correct horse battery staple',
  })
  expect(reset.status).toBeGreaterThanOrEqual(400)
  const sessions = await service.base.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', account.id)
    .execute()
  expect(sessions).toEqual([])
})

test('the database refuses a service account with an address or a password, and a person without an address', async () => {
  const insert = (values: { kind: string; email: string | null; password_hash?: string }) =>
    service.base.db
      .insertInto('users')
      .values({ id: newId(), name: 'x', ...values })
      .execute()
  await expect(insert({ kind: 'service', email: newAddress() })).rejects.toThrow(/check constraint/)
  await expect(insert({ kind: 'service', email: null, password_hash: 'x' })).rejects.toThrow(/check/)
  await expect(insert({ kind: 'person', email: null })).rejects.toThrow(/check constraint/)
})

test('only those who manage the organization create service accounts and their keys, and nobody an owner', async () => {
  const owner = await service.signUp()
  const editor = await addMember(service, owner, { role: 'editor', brandIds: null })
  const account = await owner.ok('POST /api/service-accounts', { name: 'CI', role: 'admin' })
  const { key } = await owner.ok('POST /api/api-keys', { name: 'CI', service_account_id: account.id })
  const request = { name: 'Mine', service_account_id: account.id }
  expect((await editor.call('POST /api/api-keys', request)).status).toBe(403)
  expect((await editor.call('POST /api/service-accounts', { name: 'x', role: 'viewer' })).status).toBe(403)
  expect((await editor.call(`POST /api/api-keys/${key.id}/rotate`, {})).status).toBe(404)
  for (const role of ['owner', 'client'])
    expect((await owner.call('POST /api/service-accounts', { name: 'x', role })).status).toBe(400)
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  expect((await admin.call(`POST /api/api-keys/${key.id}/rotate`, {})).status).toBe(201)
})

test('members and service accounts are no ids of each other, and those of another organization are unknown', async () => {
  const { owner, account } = await createAccount()
  const other = await createAccount()
  const memberId = other.owner.session.user.id
  expect((await owner.send(`PATCH /api/members/${account.id}`, { role: 'owner' })).status).toBe(404)
  expect((await owner.send(`DELETE /api/members/${account.id}`)).status).toBe(404)
  expect((await other.owner.send(`DELETE /api/service-accounts/${memberId}`)).status).toBe(404)
  for (const id of [other.account.id, memberId]) {
    expect((await owner.send(`DELETE /api/service-accounts/${id}`)).status).toBe(404)
    const created = await owner.send('POST /api/api-keys', { name: 'x', service_account_id: id })
    expect(created.status).toBe(404)
  }
})

test('creating a key without the XSRF header is refused', async () => {
  const { owner, account } = await createAccount()
  const request = { name: 'x', service_account_id: account.id }
  const answer = await owner.send('POST /api/api-keys', request, { 'x-xsrf-token': '' })
  expect(answer).toMatchObject({ status: 403, body: { code: 'csrf' } })
})
