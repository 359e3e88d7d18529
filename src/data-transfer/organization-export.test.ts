import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createClientFor, type Json, testService } from '../../test/support.ts'
import { createTenantData } from '../../test/tenant-data.ts'
import { exportedTables } from './organization-tables.ts'

const service = await testService()

test('the export names the owner column of every exported table', async () => {
  const { rows } = await sql<{ table: string; owner: string }>`
    select table_name as table, column_name as owner from information_schema.columns
    where table_schema = 'public' and column_name in ('organization_id', 'brand_id')`.execute(service.base.db)
  for (const [table, { owner }] of exportedTables) expect(rows).toContainEqual({ table, owner })
})

test('the export has all data of the organization, no secret, and nothing of another organization', async () => {
  const own = await createTenantData(service, 'Ownword')
  await createTenantData(service, 'Alienword')
  const reply = await own.send('GET /api/organization/export')
  expect(reply.status).toBe(200)
  const lines = reply.text
    .trimEnd()
    .split('\n')
    .map((line): Json => JSON.parse(line))
  // Pages and domains of sources are derived from citations.
  const { page: _, source: __, ...ids } = own.ids
  for (const id of Object.values(ids)) expect(reply.text).toContain(id)
  expect(reply.text).not.toMatch(/alienword|token_hash|password_hash|scrypt|correct horse/i)
  const tables = new Set(lines.map(({ table }) => table))
  for (const table of ['organizations', 'users', 'members', 'brands', 'prompts', 'answers', 'audit_log'])
    expect(tables, table).toContain(table)
  const answer = lines.find(({ table }) => table === 'answers')
  expect(answer).toMatchObject({ platform: 'chatgpt', prompt: 'What do people say about Ownword?' })
})

test('deleting the organization requires its name, and removes all its data and no other', async () => {
  const owner = await service.signUp('Ada')
  const { name } = await owner.ok('GET /api/organization')
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  await owner.ok('POST /api/prompts', { brand_id: brand.id, text: 'What is best?' })
  const { token } = await owner.ok('POST /api/api-keys', { name: 'k' })
  const stranger = await service.signUp('Eve')
  await stranger.ok('POST /api/brands', { name: 'Other', domain: 'other.com' })

  expect((await owner.call('DELETE /api/organization', { name: 'wrong' })).status).toBe(400)
  await owner.ok('POST /api/tracking/check', { brandId: brand.id })
  await sql`update jobs set status = 'active' where brand_id = ${brand.id}`.execute(service.base.db)
  expect((await owner.call('DELETE /api/organization', { name })).status).toBe(409)
  expect((await owner.ok('GET /api/brands')).items).toHaveLength(1)
  await sql`update jobs set status = 'failed' where brand_id = ${brand.id}`.execute(service.base.db)

  expect((await owner.call('DELETE /api/organization', { name })).status).toBe(204)
  expect((await owner.call('GET /api/brands')).status).toBe(401)
  const key = { authorization: `Bearer ${token}` }
  expect((await owner.call('GET /api/v1/brands', undefined, key)).status).toBe(401)
  const again = createClientFor(service.app, owner)
  const credentials = { email: owner.email, password: owner.password }
  expect((await again.call('POST /api/auth/sign-in/email', credentials)).status).toBe(401)
  expect((await stranger.ok('GET /api/brands')).items).toHaveLength(1)
})

test('only an owner may export or delete', async () => {
  const owner = await service.signUp()
  const { invitation, token } = await owner.ok('POST /api/invitations', {
    email: 'bo@example.com',
    role: 'admin',
  })
  const admin = createClientFor(service.app, { email: invitation.email, password: 'correct horse battery' })
  await admin.ok(`POST /api/invitations/${token}/accept`, { name: 'Bo', password: admin.password })
  const { name } = await owner.ok('GET /api/organization')
  expect((await admin.call('GET /api/organization/export')).status).toBe(403)
  expect((await admin.call('DELETE /api/organization', { name, password: admin.password })).status).toBe(403)
})
