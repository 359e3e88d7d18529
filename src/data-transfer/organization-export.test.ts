import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientOf, type Json, testService } from '../../test/support.ts'
import { createTenantData } from '../../test/tenant-data.ts'
import { excludedTables, exportedTables } from './organization-tables.ts'

const service = await testService()

/** Below the organizations and brands. */
async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = ${column}`.execute(service.base.db)
  return rows.map(({ name }) => name)
}

test('every table that holds what is somebody’s is either told or left for a reason', async () => {
  const owned = new Set([...(await tablesWith('organization_id')), ...(await tablesWith('brand_id'))])
  const known = new Set([...Object.keys(exportedTables), ...Object.keys(excludedTables)])
  expect([...owned].filter((table) => !known.has(table))).toEqual([])
  expect([...known].filter((table) => !owned.has(table))).toEqual([])
})

test('the export holds all that is the organization’s, no secret, and nothing of another', async () => {
  const own = await createTenantData(service, 'Ownword')
  await createTenantData(service, 'Alienword')
  const reply = await own.send('GET /api/organization/export')
  expect(reply.status).toBe(200)
  const lines = reply.text
    .trimEnd()
    .split('\n')
    .map((line): Json => JSON.parse(line))
  // A cited page is made out of the answers that cite it; here none does.
  const { page: _, ...ids } = own.ids
  for (const id of Object.values(ids)) expect(reply.text).toContain(id)
  expect(reply.text).not.toMatch(/alienword|token_hash|password/i)
  const tables = new Set(lines.map(({ table }) => table))
  for (const table of ['organizations', 'users', 'members', 'brands', 'prompts', 'answers', 'events'])
    expect(tables, table).toContain(table)
  const answer = lines.find(({ table }) => table === 'answers')
  expect(answer).toMatchObject({ platform: 'chatgpt', prompt: 'What do people say about Ownword?' })
})

test('who ends the organization says its name, and then all of it is gone but for the others', async () => {
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
  const again = clientOf(service.app, owner)
  const credentials = { email: owner.email, password: owner.password }
  expect((await again.call('POST /api/auth/sign-in/email', credentials)).status).toBe(401)
  expect((await stranger.ok('GET /api/brands')).items).toHaveLength(1)
})

test('only an owner may do either', async () => {
  const owner = await service.signUp()
  const { invitation, token } = await owner.ok('POST /api/invitations', {
    email: 'bo@example.com',
    role: 'admin',
  })
  const admin = clientOf(service.app, { email: invitation.email, password: 'correct horse battery' })
  await admin.ok(`POST /api/invitations/${token}/accept`, { name: 'Bo', password: admin.password })
  const { name } = await owner.ok('GET /api/organization')
  expect((await admin.call('GET /api/organization/export')).status).toBe(403)
  expect((await admin.call('DELETE /api/organization', { name })).status).toBe(403)
})
