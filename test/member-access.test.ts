/** What members see and change who are limited to some brands, viewers or clients, over all routes. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RouteTable } from '../src/http/route.ts'
import { addMember } from '../src/notifications/notifications.fixture.ts'
import { routes } from '../src/routes.ts'
import { testService } from './support.ts'
import { createTenantData, readEverything, type TenantData } from './tenant-data.ts'
import { authenticatedRoutes, getSlots, requestWith } from './tenant-requests.ts'
import { insertAlert } from './tenant-rows.ts'

const service = await testService()
const table: RouteTable = routes

/** Kinds of ids that belong to a brand, to reports on brands or to webhooks of brands: their finders reject brands that the caller may not see. */
const ofBrands = [
  'brand',
  'candidate',
  'competitor',
  'product',
  'topic',
  'view',
  'note',
  'logSource',
  'connection',
  'goal',
  'action',
  'alert',
  'alertRule',
  'prompt',
  'job',
  'opportunity',
  'answer',
  'audit',
  'report',
  'report_schedule',
  'share_link',
  'notification',
  'page',
  'channel',
]

/** Routes for any member that take no such id, and what they are limited to. */
const others: Record<string, string> = {
  'GET /api/organization': 'its name, formats and plan, and the membership of the caller',
  'GET /api/v1/whoami': 'the caller',
  'GET /api/mcp/whoami': 'the caller',
  'GET /api/api-keys': 'keys of the caller, unless they manage the organization',
  'POST /api/api-keys': 'a key of the caller, or of a service account for those who manage the organization',
  'POST /api/api-keys/:key/rotate':
    'keys of the caller, and of service accounts for those who manage the organization',
  'DELETE /api/api-keys/:key': 'keys of the caller, unless they manage the organization',
  'GET /api/consents/:uid': 'the request of an app in the browser of the caller',
  'POST /api/consents/:uid/approve': 'a grant for the caller',
  'POST /api/consents/:uid/deny': 'the request of an app in the browser of the caller',
  'GET /api/brands': 'visible brands',
  'GET /api/v1/brands': 'visible brands',
  'GET /api/mcp/brands': 'visible brands',
  'GET /api/portfolio': 'visible brands',
  'GET /api/audits/quota': 'a limit of the plan and its use',
  'GET /api/mcp/site-audits/quota': 'a limit of the plan and its use',
  'GET /api/audits/method': 'the same for all organizations',
  'GET /api/traffic/agent-ranges': 'the same for all organizations',
  'POST /api/connections/finish': 'a consent that the caller started for a visible brand',
  'GET /api/reports': 'reports on visible brands',
  'GET /api/v1/reports': 'reports on visible brands',
  'GET /api/mcp/reports': 'reports on visible brands',
  'GET /api/report-schedules': 'schedules for visible brands',
  'GET /api/report-templates': 'names and sections, to create a report',
  'GET /api/report-branding': 'name, color and logo, which every report shows',
  'GET /api/platforms': 'the platforms, without settings and keys',
  'POST /api/suggestions/prompts': 'stores nothing',
  'GET /api/realtime': 'what the browser connects to',
  'GET /api/channels': 'webhooks of visible brands, unless they manage the organization',
  'POST /broadcasting/auth': 'channels of visible brands',
  'GET /api/notifications': 'the inbox of the caller',
  'GET /api/v1/notifications': 'the inbox of the caller',
  'GET /api/mcp/notifications': 'the inbox of the caller',
  'GET /api/notifications/unread-count': 'the inbox of the caller',
  'POST /api/notifications/read-all': 'the inbox of the caller',
  'GET /api/digest': 'the digest of the caller',
}

test('every route for any member concerns a brand, the caller alone, or is listed with what it is limited to', () => {
  const open = authenticatedRoutes.filter(({ route }) => ['report', 'read', 'write'].includes(route.access))
  const unscoped = open.filter(
    ({ address, route }) =>
      !getSlots(address, route).some(({ kind, isRequired }) => isRequired && ofBrands.includes(kind)),
  )
  expect(unscoped.map(({ address }) => address).sort()).toEqual(Object.keys(others).sort())
})

const word = 'Ownword'
const data = await createTenantData(service, word)
const limited = await addMember(service, data.owner, { role: 'editor', brandIds: [data.ids.brand ?? ''] })
const viewer = await addMember(service, data.owner, { role: 'viewer', brandIds: null })

test.each([
  ['a member limited to some brands', limited],
  ['a viewer', viewer],
])('%s gets 403 from every route for the whole organization', async (_who, client) => {
  const routes = authenticatedRoutes.filter(
    ({ address, route }) =>
      ['organization', 'manage', 'own'].includes(route.access) && !/ \/api\/(v1|mcp)\//.test(address),
  )
  const before = await readEverything(data)
  const allowed: string[] = []
  for (const { address, route } of routes) {
    const slots = getSlots(address, route).filter(({ isRequired }) => isRequired)
    const { url, body, headers } = requestWith(address, route, slots, ({ kind }) => data.ids[kind] ?? '')
    const { status } = await client.call(url, body, headers)
    if (status !== 403) allowed.push(`${url} → ${status}`)
  }
  expect(allowed).toEqual([])
  expect(routes.length).toBeGreaterThan(20)
  expect(await readEverything(data)).toEqual(before)
})

test.each([
  ['a member limited to some brands', limited],
  ['a viewer', viewer],
])('%s reads no email address and no API key of others, and no name of a setting', async (_who, client) => {
  const { items: members } = await data.owner.ok('GET /api/members')
  const secrets: string[] = members
    .filter((member: { user_id: string }) => member.user_id !== client.userId)
    .map((member: { email: string }) => member.email)
  secrets.push(
    data.ids.key ?? '',
    data.ids.serviceAccount ?? '',
    data.ids.invitation ?? '',
    data.ids.channel ?? '',
    '_API_KEY',
  )
  const reader: TenantData = { ...data, send: client.call }
  const leaks = Object.entries(await readEverything(reader)).flatMap(([address, { text }]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${address}: ${secret}`),
  )
  expect(leaks).toEqual([])
})

/** Returns the addresses whose responses to a service account, as JSON and over MCP routes, contain one of the texts. */
async function findLeaks(account: { role: string; brand_ids: string[] | null }, texts: readonly string[]) {
  const { owner } = data
  const { id } = await owner.ok('POST /api/service-accounts', { name: 'A reader', ...account })
  const { token } = await owner.ok('POST /api/api-keys', { name: 'A key', service_account_id: id })
  const session = await addMember(service, owner, { role: 'viewer', brandIds: account.brand_ids })
  const send: TenantData['send'] = (address, body, headers) =>
    / \/api\/(v1|mcp)\//.test(address)
      ? owner.call(address, body, { ...headers, authorization: `Bearer ${token}` })
      : session.call(address, body, headers)
  const shown = await readEverything({ ...data, send })
  const read = Object.values(shown).filter(({ status }) => status === 200)
  expect(read.length).toBeGreaterThan(80)
  return Object.entries(shown).flatMap(([address, { text }]) =>
    texts.some((each) => text.includes(each)) ? [address] : [],
  )
}

test('a viewer reads no cost of answers and runs, and editors do', async () => {
  const { ids, owner } = data
  await sql`update answers set cost_micros = 123457 where brand_id = ${ids.brand}`.execute(service.base.db)
  await sql`update jobs set result = jsonb_set(result, '{costMicros}', '123457') where id = ${ids.job}`.execute(
    service.base.db,
  )
  const shown = await readEverything(data)
  const withCosts = Object.keys(shown).filter((address) => shown[address]?.text.includes('123457'))
  expect(withCosts).toEqual(
    expect.arrayContaining([
      'GET /api/answers/:id',
      'GET /api/jobs/:job',
      'GET /api/runs',
      'GET /api/runs/:run',
      'GET /api/tracking/job/:jobId',
      'GET /api/tracking/results',
      'GET /api/tracking/status',
    ]),
  )
  expect(await findLeaks({ role: 'viewer', brand_ids: [ids.brand ?? ''] }, ['123457'])).toEqual([])
  expect((await limited.call(`GET /api/runs/${ids.job}`)).text).toContain('123457')
  for (const address of [
    `GET /api/brands/${ids.brand}/prompt-cost`,
    'POST /api/tracking/estimate',
    'GET /api/report-templates',
  ])
    expect(
      (await viewer.call(address, address.startsWith('POST') ? { brandId: ids.brand } : undefined)).status,
    ).toBe(403)
  expect((await owner.call('POST /api/tracking/estimate', { brandId: ids.brand })).status).toBe(200)
})

test('a viewer and a member limited to some brands see no backend of a platform, and no alert about keys and spend', async () => {
  const { ids, owner } = data
  const brand = ids.brand ?? ''
  const hidden = await Promise.all(
    (['engine_key_failed', 'budget_reached'] as const).map((kind) =>
      insertAlert(service, brand, `${word} ${kind}`, kind),
    ),
  )
  for (const client of [limited, viewer]) {
    const { items } = await client.ok(`GET /api/brands/${brand}/alerts`)
    expect(items.map(({ id }: { id: string }) => id)).toEqual([ids.alert])
    for (const id of hidden)
      expect((await client.call(`GET /api/brands/${brand}/alerts/${id}`)).status).toBe(404)
    const { items: platforms } = await client.ok('GET /api/platforms')
    expect(platforms.length).toBeGreaterThan(5)
    for (const platform of platforms)
      expect(platform).toMatchObject({ backend: null, backend_label: '', missing: null, key: null })
  }
  const { items } = await owner.ok(`GET /api/brands/${brand}/alerts`)
  expect(items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(hidden))
  expect(await findLeaks({ role: 'viewer', brand_ids: [brand] }, hidden)).toEqual([])
})

test('a viewer of one brand reads nothing about another client of the organization: no name of a brand, a member or a report', async () => {
  const { ids, owner } = data
  const other = await owner.ok('POST /api/brands', { name: 'Otherclient', domain: 'otherclient.com' })
  await owner.ok('POST /api/report-schedules', {
    brand_ids: [ids.brand, other.id],
    frequency: 'weekly',
    title: 'Otherclient weekly',
  })
  await owner.ok('POST /api/channels', {
    kind: 'email',
    name: 'Otherclient channel',
    recipients: ['otherclient@example.com'],
    brand_ids: [other.id],
  })
  await owner.ok('POST /api/report-templates', {
    name: 'Otherclient template',
    sections: [{ section: 'trend' }],
  })
  await addMember(service, owner, { role: 'viewer', brandIds: [other.id], name: 'Otherclient person' })
  const shown = await readEverything(data)
  expect(Object.values(shown).filter(({ text }) => /otherclient/i.test(text)).length).toBeGreaterThan(8)
  expect(
    await findLeaks({ role: 'viewer', brand_ids: [ids.brand ?? ''] }, ['Otherclient', 'otherclient']),
  ).toEqual([])
})

test('a member limited to some brands still reads what the dashboard shows', async () => {
  const shown = await readEverything({ ...data, send: limited.call })
  const refused = Object.entries(shown).filter(([, { status }]) => status === 403)
  const open = authenticatedRoutes.filter(({ route }) => ['report', 'read', 'write'].includes(route.access))
  const addresses = open
    .map(({ address }) => address)
    .filter((address) => !/ \/api\/(v1|mcp)\//.test(address))
  expect(refused.map(([address]) => address).filter((address) => addresses.includes(address))).toEqual([])
  expect(await limited.ok('GET /api/organization')).toMatchObject({
    name: `${word} Ltd`,
    member: { role: 'editor', brand_ids: [data.ids.brand] },
  })
  const { items } = await limited.ok(`GET /api/brands/${data.ids.brand}/members`)
  expect(items).toContainEqual({ user_id: limited.userId, name: 'editor' })
})

/** What a client reads: the brands that they were given, and the reports on these. */
const forClients = [
  'GET /api/organization',
  'GET /api/brands',
  'GET /api/brands/:brand',
  'GET /api/reports',
  'GET /api/reports/:report',
  'GET /api/reports/:report/pdf',
  'GET /api/report-branding',
]

test('a client gets 403 from every route except the routes of reports', async () => {
  const client = await addMember(service, data.owner, { role: 'client', brandIds: [data.ids.brand ?? ''] })
  const json = new Map(authenticatedRoutes.map(({ address, route }) => [address, route]))
  const addresses = Object.entries(table).flatMap(([address, { access }]) =>
    access === 'none' || access === 'cron' || / \/api\/(v1|mcp)(\/|$)/.test(address) ? [] : [address],
  )
  const before = await readEverything(data)
  const allowed: string[] = []
  for (const address of addresses) {
    const route = json.get(address)
    const slots = route ? getSlots(address, route).filter(({ isRequired }) => isRequired) : []
    const request = route && requestWith(address, route, slots, ({ kind }) => data.ids[kind] ?? '')
    const url = request?.url ?? address.replace(':report', data.ids.report ?? '')
    const { status } = await client.call(url, request?.body, request?.headers)
    if (status !== 403) allowed.push(address)
  }
  expect(allowed.sort()).toEqual([...forClients].sort())
  expect(addresses.length).toBeGreaterThan(150)
  expect(await readEverything(data)).toEqual(before)
})

test('a client sees their brands without settings, and published reports on them only', async () => {
  const { owner, ids } = data
  const other = await owner.ok('POST /api/brands', { name: 'Otherbrand', domain: 'otherbrand.com' })
  const client = await addMember(service, owner, { role: 'client', brandIds: [ids.brand ?? ''] })
  const { items: brands } = await client.ok('GET /api/brands')
  expect(brands).toEqual([
    expect.objectContaining({
      id: ids.brand,
      name: word,
      aliases: [],
      tracking_code: '',
      ai_files_token: '',
    }),
  ])
  expect(await client.ok(`GET /api/brands/${ids.brand}`)).toEqual(brands[0])
  expect((await client.call(`GET /api/brands/${other.id}`)).status).toBe(404)

  const { date_from, date_to } = await owner.ok(`GET /api/reports/${ids.report}`)
  const draft = await owner.ok('POST /api/reports', { brand_ids: [ids.brand], date_from, date_to })
  const reports = async () => (await client.ok('GET /api/reports')).items.map(({ id }: { id: string }) => id)
  expect(await reports()).toEqual([ids.report])
  expect((await client.call(`GET /api/reports/${draft.id}`)).status).toBe(404)
  expect((await client.call(`GET /api/reports/${draft.id}/pdf`)).status).toBe(404)
  await owner.ok(`POST /api/reports/${draft.id}/publish`)
  expect(await reports()).toEqual([draft.id, ids.report])
})

test('a client needs at least one brand', async () => {
  const { owner } = data
  const invite = (brand_ids: string[] | null) =>
    owner.call('POST /api/invitations', { email: 'client@example.com', role: 'client', brand_ids })
  for (const none of [null, []])
    expect(await invite(none)).toMatchObject({ status: 400, body: { details: [{ path: 'brand_ids' }] } })
  expect((await invite([data.ids.brand ?? ''])).status).toBe(201)
})
