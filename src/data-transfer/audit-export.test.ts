import { expect, test } from 'vitest'
import { type Json, sharedService } from '../../test/support.ts'
import { newId } from '../core/ids.ts'
import { addMember, organizationContext } from '../notifications/notifications.fixture.ts'

const service = await sharedService()

const lines = (text: string): Json[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('the export has the entries of the list as JSON Lines, all of them, and is recorded itself', async () => {
  const owner = await service.signUp()
  const ctx = await organizationContext(service, owner)
  await ctx.db
    .insertInto('audit_log')
    .values(
      Array.from({ length: 1100 }, (_, index) => ({
        organization_id: ctx.organizationId,
        id: newId(Date.parse('2026-01-01T00:00:00Z') + index),
        kind: 'topic.created',
        actor_kind: 'system',
        created_at: new Date(Date.parse('2026-01-01T00:00:00Z') + index),
      })),
    )
    .execute()
  const reply = await owner.call('GET /api/audit-log/export?format=jsonl')
  expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="ansight-audit-log-.+\.jsonl"$/)
  const exported = lines(reply.text)
  const { items } = await owner.ok('GET /api/audit-log?limit=500')
  expect(exported).toHaveLength(1103)
  expect(exported.slice(0, 500)).toEqual(items)
  expect(items[0]).toMatchObject({ kind: 'audit_log.exported', data: { format: 'jsonl', filters: [] } })
})

test('list and export have the same filters: kind, actor and days', async () => {
  const owner = await service.signUp()
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  await admin.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  const { key, token } = await admin.ok('POST /api/api-keys', { name: 'Script' })
  const [brand] = (await owner.ok('GET /api/brands')).items
  const audit = { brand_id: brand.id, url: 'https://acme.com/' }
  await owner.call('POST /api/mcp/site-audits', audit, { authorization: `Bearer ${token}` })
  const kinds = async (query: string) => {
    const listed = await owner.ok(`GET /api/audit-log?${query}`)
    const exported = lines((await owner.call(`GET /api/audit-log/export?format=jsonl&${query}`)).text)
    expect(exported).toEqual(listed.items)
    return listed.items.map((entry: Json) => entry.kind)
  }
  expect(await kinds(`actor=${admin.userId}`)).toEqual([
    'audit.requested',
    'api_key.created',
    'brand.created',
    'user.signed_in',
  ])
  expect(await kinds(`actor=${key.id}`)).toEqual(['audit.requested'])
  expect(await kinds(`actor=${admin.userId}&kind=brand.created`)).toEqual(['brand.created'])
  const today = new Date().toISOString().slice(0, 10)
  expect(await kinds(`actor=${key.id}&date_from=${today}&date_to=${today}`)).toEqual(['audit.requested'])
  expect(await kinds(`actor=${key.id}&date_to=2026-01-01`)).toEqual([])
})

test.each([
  ['format', 'format=xml'],
  ['format', ''],
  ['actor', 'format=csv&actor=me'],
  ['date_from', 'format=csv&date_from=yesterday'],
  ['limit', 'format=csv&limit=5'],
])('a wrong %s is rejected before anything is sent or recorded (%s)', async (path, query) => {
  const owner = await service.signUp()
  const reply = await owner.call(`GET /api/audit-log/export?${query}`)
  expect(reply).toMatchObject({ status: 400, body: { details: [{ path }] } })
  const { items } = await owner.ok('GET /api/audit-log?kind=audit_log.exported')
  expect(items).toEqual([])
})

test('CSV has one row per entry, and a name that is a formula is not one in a spreadsheet', async () => {
  const owner = await service.signUp('=HYPERLINK("http://evil.test";"a")')
  await owner.ok('POST /api/brands', { name: '+cmd|/c calc', domain: 'acme.com' })
  await owner.ok('POST /api/api-keys', { name: '@SUM(1+1)\t=1+1' })
  const { text, headers } = await owner.call('GET /api/audit-log/export?format=csv')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [header = '', ...rows] = text.trimEnd().split('\r\n')
  expect(header).toBe(
    'created_at,kind,summary,actor_kind,user_id,user_name,user_email,key_id,key_name,brand_id,brand_name,data,request_id,address,id',
  )
  expect(rows).toHaveLength(5)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.test"";""a"")"`)
  expect(text).toContain(",'+cmd|/c calc,")
  for (const cell of text.split(/[,\r\n]/)) expect(cell).not.toMatch(/^"?[=+@]/)
})

test('only owners export the audit log, with a session and only their own', async () => {
  const owner = await service.signUp()
  const admin = await addMember(service, owner, { role: 'admin', brandIds: null })
  const client = await addMember(service, owner, { role: 'client', brandIds: [] })
  for (const person of [admin, client])
    expect((await person.call('GET /api/audit-log/export?format=csv')).status).toBe(403)
  const { token } = await owner.ok('POST /api/api-keys', { name: 'x' })
  const withKey = await admin.call('GET /api/audit-log/export?format=csv', undefined, {
    authorization: `Bearer ${token}`,
    cookie: '',
  })
  expect(withKey.status).toBe(401)
  const stranger = await service.signUp('Eve')
  const exported = lines((await stranger.call('GET /api/audit-log/export?format=jsonl')).text)
  expect(exported.map(({ kind }) => kind)).toEqual([
    'audit_log.exported',
    'user.signed_in',
    'organization.created',
  ])
})
