import { expect, test } from 'vitest'
import { createClientFor, sharedService, type TestService } from '../../test/support.ts'
import type { Context, Role } from '../core/context.ts'
import { newId, sha256 } from '../core/ids.ts'
import { mountRoutes } from '../http/mount-routes.ts'
import { raw } from '../http/route.ts'
import { createServer } from '../http/server.ts'
import { routes } from '../routes.ts'
import { createOwner, createUser } from './accounts.ts'
import { findApiKey } from './api-keys.ts'
import { authenticateCron } from './authenticate.ts'
import { type Browser, browser, newAddress, password, secondProcess } from './browser.fixture.ts'
import { removeMember } from './members.ts'

const service = await sharedService()

/** Returns an organization with one signed-in user per given role, the owner first. */
async function organization(...roles: Role[]) {
  const email = newAddress()
  const { organizationId, user } = await createOwner(service.base, { name: 'Owner', email, password })
  const ctx: Context = { ...service.base, organizationId, actor: { kind: 'system' } }
  const owner = { userId: user.id, ...(await signIn(email)) }
  const others = []
  for (const role of roles) {
    const email = newAddress()
    const { id } = await createUser(ctx, { name: role, email, password, role, brandIds: null })
    others.push({ userId: id, ...(await signIn(email)) })
  }
  return { ctx, owner, others }
}

async function signIn(email: string) {
  const page = browser(service.app)
  expect((await page.send('POST /api/auth/sign-in/email', { email, password })).status).toBe(200)
  return page
}

const whoami = async (token: string, { app }: Pick<TestService, 'app'> = service, path = '/api/v1/whoami') =>
  browser(app).send(`GET ${path}`, undefined, { authorization: `Bearer ${token}` })

test('a new key is returned once, stored as its SHA-256, and whoami names its user', async () => {
  const { ctx, owner } = await organization()
  const created = await owner.send('POST /api/api-keys', { name: ' Sheets ' })
  expect(created.status).toBe(201)
  const { key, token } = created.body
  expect(token).toMatch(/^ans_[\w-]{43}$/)
  expect(key).toMatchObject({
    name: 'Sheets',
    prefix: token.slice(0, 12),
    last_used_at: null,
    revoked_at: null,
  })
  const listed = await owner.send('GET /api/api-keys')
  expect(listed.body).toEqual({ items: [key], next_cursor: null })
  expect(JSON.stringify(listed.body)).not.toContain(token)
  const stored = await ctx.db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow()
  expect(stored.token_hash).toEqual(sha256(token))
  expect(JSON.stringify(stored)).not.toContain(token)
  const answer = await whoami(token)
  expect(answer.body).toEqual({
    user: { id: owner.userId, name: 'Owner', email: expect.stringContaining('@people.test') },
    organization: { id: ctx.organizationId, name: "Owner's organization" },
    plan: {
      name: 'self_hosted',
      deployment: 'self_hosted',
      limits: {
        brands: null,
        prompts: null,
        members: null,
        platforms: null,
        runs_per_day: null,
        run_cooldown_seconds: null,
        spend_micros_per_month: null,
        site_audits_per_month: null,
        briefs_per_month: null,
      },
    },
    key: {
      id: key.id,
      name: 'Sheets',
      prefix: key.prefix,
      scopes: null,
      brand_ids: null,
      expires_at: null,
    },
  })
  expect((await whoami(token, service, '/api/mcp/whoami')).body).toEqual(answer.body)
})

test('a revoked key gets 401 on the next request, in other processes too', async () => {
  const other = await secondProcess(service)
  const { owner } = await organization()
  const { key, token } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  expect((await whoami(token)).status).toBe(200)
  expect((await whoami(token, other)).status).toBe(200)
  expect((await owner.send(`DELETE /api/api-keys/${key.id}`)).status).toBe(204)
  expect((await whoami(token, other)).status).toBe(401)
  expect((await whoami(token)).status).toBe(401)
})

test('revoking a key twice changes nothing and records one event', async () => {
  const { ctx, owner } = await organization()
  const { key } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  expect((await owner.send(`DELETE /api/api-keys/${key.id}`)).status).toBe(204)
  const first = (await owner.send('GET /api/api-keys')).body.items[0].revoked_at
  expect(first).toEqual(expect.any(String))
  expect((await owner.send(`DELETE /api/api-keys/${key.id}`)).status).toBe(204)
  expect((await owner.send('GET /api/api-keys')).body.items[0].revoked_at).toBe(first)
  const events = await ctx.db
    .selectFrom('audit_log')
    .select(['kind', 'actor_kind', 'actor_user_id'])
    .where('organization_id', '=', ctx.organizationId)
    .where('kind', 'like', 'api_key.%')
    .orderBy('id')
    .execute()
  const actor = { actor_kind: 'user', actor_user_id: owner.userId }
  expect(events).toEqual([
    { kind: 'api_key.created', ...actor },
    { kind: 'api_key.revoked', ...actor },
  ])
})

test.each([
  ['nothing', undefined],
  ['another scheme', 'Basic YTpi'],
  ['no token', 'Bearer '],
  ['an unknown key', `Bearer ans_${'A'.repeat(43)}`],
  ['a truncated key', 'Bearer ans_AAAA'],
  ['two tokens', `Bearer ans_${'A'.repeat(43)} ans_${'A'.repeat(43)}`],
])(
  'a request with %s instead of a key gets 401 with a message about the expected header',
  async (_, authorization) => {
    const answer = await browser(service.app).send(
      'GET /api/v1/whoami',
      undefined,
      authorization ? { authorization } : {},
    )
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', error: expect.stringContaining('ans_') },
    })
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  },
)

test('a session does not authenticate API-key routes, nor a key session routes', async () => {
  const { owner } = await organization()
  const { token } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  expect((await owner.send('GET /api/v1/whoami')).status).toBe(401)
  const withKey = await browser(service.app).send('GET /api/api-keys', undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(withKey.status).toBe(401)
})

test('members see and revoke their own keys, owners and admins all keys of their organization, and no one keys of another organization', async () => {
  const { owner, others } = await organization('admin', 'editor', 'editor')
  const [admin, ada, bea] = others
  if (!admin || !ada || !bea) throw new Error('expected three members')
  const { key } = (await ada.send('POST /api/api-keys', { name: "Ada's" })).body
  const seen = async (page: typeof ada) => (await page.send('GET /api/api-keys')).body.items
  expect(await seen(ada)).toEqual([key])
  expect(await seen(admin)).toEqual([key])
  expect(await seen(owner)).toEqual([key])
  expect(await seen(bea)).toEqual([])
  const { owner: stranger } = await organization()
  for (const page of [bea, stranger]) {
    expect(await page.send(`DELETE /api/api-keys/${key.id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
  expect((await admin.send(`DELETE /api/api-keys/${key.id}`)).status).toBe(204)
  expect((await stranger.send(`DELETE /api/api-keys/${newId()}`)).status).toBe(404)
  expect((await stranger.send('DELETE /api/api-keys/1')).status).toBe(400)
})

test('a viewer can neither list, create nor revoke keys', async () => {
  const {
    owner,
    others: [viewer],
  } = await organization('viewer')
  const { key } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  expect((await viewer?.send('GET /api/api-keys'))?.status).toBe(403)
  expect((await viewer?.send('POST /api/api-keys', { name: 'b' }))?.body.code).toBe('forbidden')
  expect((await viewer?.send(`DELETE /api/api-keys/${key.id}`))?.status).toBe(403)
})

test('keys are listed in pages, newest first', async () => {
  const { owner } = await organization()
  for (const name of ['1', '2', '3']) await owner.send('POST /api/api-keys', { name })
  const first = (await owner.send('GET /api/api-keys?limit=2')).body
  const second = (await owner.send(`GET /api/api-keys?limit=2&cursor=${first.next_cursor}`)).body
  expect([first, second].map(({ items }) => items.map((key: { name: string }) => key.name))).toEqual([
    ['3', '2'],
    ['1'],
  ])
  expect(second.next_cursor).toBeNull()
})

test('removing a member revokes their keys for good, even when they rejoin', async () => {
  const {
    ctx,
    others: [ada],
  } = await organization('editor')
  if (!ada) throw new Error('expected one member')
  const { token } = (await ada.send('POST /api/api-keys', { name: 'a' })).body
  await removeMember(ctx, ada.userId)
  expect((await whoami(token)).status).toBe(401)
  await ctx.db
    .insertInto('members')
    .values({ organization_id: ctx.organizationId, user_id: ada.userId, role: 'editor' })
    .execute()
  expect((await whoami(token)).status).toBe(401)
})

test('the last use of a key is recorded at most once a minute', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  // A single connection runs statements in order, so the list is read after the update of the previous request.
  const clocked = await secondProcess(service, {}, { now: () => now, connections: 1 })
  const { owner } = await organization()
  const { key, token } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  const use = async (at: string) => {
    now = new Date(at)
    expect((await whoami(token, clocked)).status).toBe(200)
    const row = await clocked.base.db
      .selectFrom('api_keys')
      .select('last_used_at')
      .where('id', '=', key.id)
      .executeTakeFirst()
    return row?.last_used_at?.toISOString()
  }
  expect(await use('2026-03-01T00:00:00Z')).toBe('2026-03-01T00:00:00.000Z')
  expect(await use('2026-03-01T00:00:59Z')).toBe('2026-03-01T00:00:00.000Z')
  expect(await use('2026-03-01T00:01:00Z')).toBe('2026-03-01T00:01:00.000Z')
})

test('a request does not wait until its use is recorded', async () => {
  const { owner } = await organization()
  const { key, token } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  await service.base.db.transaction().execute(async (tx) => {
    await tx.selectFrom('api_keys').select('id').where('id', '=', key.id).forUpdate().execute()
    expect((await whoami(token)).status).toBe(200)
  })
})

test('RATE_LIMIT_API_KEY limits the requests of one key', async () => {
  const limited = await secondProcess(service, { RATE_LIMIT_API_KEY: '1' })
  const { owner } = await organization()
  const [first, second] = [
    await owner.send('POST /api/api-keys', { name: 'a' }),
    await owner.send('POST /api/api-keys', { name: 'b' }),
  ]
  expect((await whoami(first.body.token, limited)).headers).toMatchObject({
    'ratelimit-limit': '1',
    'ratelimit-remaining': '0',
  })
  expect(await whoami(first.body.token, limited)).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  })
  expect((await whoami(second.body.token, limited)).status).toBe(200)
})

test('whoami reports plan limits in the cloud and none when self-hosted', async () => {
  const cloud = await secondProcess(service, { DEPLOYMENT: 'cloud' })
  const { ctx, owner } = await organization()
  const { token } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  await ctx.db
    .updateTable('organizations')
    .set({ plan: 'starter' })
    .where('id', '=', ctx.organizationId)
    .execute()
  expect((await whoami(token, cloud)).body.plan).toMatchObject({
    name: 'starter',
    deployment: 'cloud',
    limits: { brands: 1 },
  })
  expect((await whoami(token)).body.plan).toMatchObject({
    name: 'starter',
    deployment: 'self_hosted',
    limits: { brands: null },
  })
})

test.each([
  ['the secret', 'a secret of many words', 'Bearer a secret of many words', 200],
  ['a prefix of the secret', 'a secret of many words', 'Bearer a secret', 401],
  ['the secret with a suffix', 'a secret of many words', 'Bearer a secret of many words more', 401],
  ['no token', 'a secret of many words', '', 401],
  ['any token while no secret is set', '', 'Bearer a secret of many words', 503],
])('internal endpoints check %s', async (_, secret, authorization, status) => {
  const { base } = await secondProcess(service, { CRON_SECRET: secret })
  const app = createServer(base.log, null)
  const ping = raw({
    access: 'cron',
    summary: 'Ping',
    description: 'Ping',
    returns: {},
    run: async () => 'pong',
  })
  mountRoutes(app, base, { 'POST /api/internal/ping': ping }, [
    { prefix: '/api/internal', name: 'cron', authenticate: authenticateCron },
  ])
  const answer = await app.inject({ method: 'POST', url: '/api/internal/ping', headers: { authorization } })
  expect(answer.statusCode).toBe(status)
  await app.close()
})

const createKey = async (owner: Browser, limits: Record<string, unknown>) => {
  const { status, body } = await owner.send('POST /api/api-keys', { name: 'Limited', ...limits })
  expect(status).toBe(201)
  return { ...body, send: keySender(body.token) }
}

const keySender =
  (token: string, { app }: Pick<TestService, 'app'> = service) =>
  (address: string, body?: unknown) =>
    browser(app).send(address, body, { authorization: `Bearer ${token}` })

async function newBrand(owner: Browser, name: string): Promise<string> {
  return (await owner.send('POST /api/brands', { name, domain: `${name.toLowerCase()}.com` })).body.id
}

test('a key with the scope read reads what its user reads, and gets 403 with a challenge for every change', async () => {
  const { owner } = await organization()
  const brand = await newBrand(owner, 'Acme')
  const { key, send } = await createKey(owner, { scopes: ['read'] })
  expect(key).toMatchObject({ scopes: ['read'], brand_ids: null, expires_at: null })
  expect((await send('GET /api/v1/whoami')).body.key).toMatchObject({ scopes: ['read'] })
  expect((await send(`GET /api/v1/visibility-summary?brand_id=${brand}`)).status).toBe(200)
  const changes = Object.entries(routes).filter(
    ([address, route]) =>
      /^(POST|PATCH|PUT|DELETE) \/api\/(v1|mcp)\//.test(address) && route.access !== 'read',
  )
  expect(changes.length).toBeGreaterThan(0)
  for (const [address, { scope }] of changes) {
    const answer = await send(address.replaceAll(/:\w+/g, newId()), {})
    expect(answer, address).toMatchObject({ status: 403, body: { code: 'insufficient_scope', scope } })
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
  }
})

test.each([
  ['run', 'POST /api/mcp/site-audits', 400],
  ['content', 'POST /api/mcp/site-audits', 403],
  ['content', `PATCH /api/mcp/content-opportunities/${newId()}/status`, 404],
  ['run', `PATCH /api/mcp/content-opportunities/${newId()}/status`, 403],
  ['manage', 'POST /api/mcp/reports', 403],
  ['manage', 'GET /api/mcp/brands', 200],
])('a key with the scope %s that sends %s gets %i', async (scope, address, status) => {
  const { owner } = await organization()
  const { send } = await createKey(owner, { scopes: [scope] })
  expect((await send(address, address.startsWith('GET') ? undefined : { status: 'done' })).status).toBe(
    status,
  )
})

test('scopes do not allow what the role of the user does not', async () => {
  const { owner, others } = await organization('editor')
  const [member] = others
  if (!member) throw new Error('no member')
  const { send } = await createKey(member, { scopes: ['content', 'run'] })
  await owner.send(`PATCH /api/members/${member.userId}`, { role: 'viewer' })
  const answer = await send('POST /api/mcp/site-audits', { url: 'https://acme.com' })
  expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('an MCP tool that needs another scope than the key has gets 403 with a challenge', async () => {
  const { owner } = await organization()
  await newBrand(owner, 'Acme')
  const { token } = await createKey(owner, { scopes: ['read'] })
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'run_site_audit', arguments: { url: 'https://acme.com' } },
    },
  })
  expect(answer.statusCode).toBe(403)
  expect(answer.headers['www-authenticate']).toMatch(/error="insufficient_scope".*scope="run"/)
})

test('only a recent sign-in creates or rotates a key that can manage the organization', async () => {
  let now = new Date()
  const clock = await secondProcess(service, {}, { now: () => now })
  const { owner, others } = await organization('editor')
  const [editor] = others
  if (!editor) throw new Error('no member')
  const pageOf = (person: Browser) => {
    const page = browser(clock.app)
    for (const [name, value] of person.cookies) page.cookies.set(name, value)
    return page
  }
  const { key } = (await owner.send('POST /api/api-keys', { name: 'All' })).body
  now = new Date(now.getTime() + 11 * 60_000)
  const refused = { status: 403, body: { code: 'reauthentication_required' } }
  for (const scopes of [null, ['manage']])
    expect(await pageOf(owner).send('POST /api/api-keys', { name: 'a', scopes })).toMatchObject(refused)
  expect(await pageOf(owner).send(`POST /api/api-keys/${key.id}/rotate`, {})).toMatchObject(refused)
  const lesser = { name: 'a', scopes: ['read', 'run', 'content'] }
  expect((await pageOf(owner).send('POST /api/api-keys', lesser)).status).toBe(201)
  expect((await pageOf(editor).send('POST /api/api-keys', { name: 'a' })).status).toBe(201)
})

test('a rotated key works until the overlap is over, and its successor has the same limits and lifetime', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  const clock = await secondProcess(service, {}, { now: () => now })
  const { ctx, owner } = await organization()
  const page = browser(clock.app)
  for (const [name, value] of owner.cookies) page.cookies.set(name, value)
  const brand = await newBrand(owner, 'Acme')
  const limits = { name: 'Script', scopes: ['read', 'run'], brand_ids: [brand] }
  const old = (await page.send('POST /api/api-keys', { ...limits, expires_at: '2026-03-31T00:00:00Z' })).body
  now = new Date('2026-03-21T00:00:00Z')
  const rotated = await page.send(`POST /api/api-keys/${old.key.id}/rotate`, { overlap_hours: 48 })
  expect(rotated).toMatchObject({
    status: 201,
    body: { key: { ...limits, expires_at: '2026-04-20T00:00:00.000Z', successor_id: null } },
  })
  const { key: successor, token } = rotated.body
  const { items } = (await page.send('GET /api/api-keys')).body
  expect(items).toMatchObject([
    { id: successor.id },
    { id: old.key.id, successor_id: successor.id, expires_at: '2026-03-23T00:00:00.000Z', revoked_at: null },
  ])
  const status = async (key: string) => (await whoami(key, clock)).status
  now = new Date('2026-03-22T23:59:59Z')
  expect([await status(old.token), await status(token)]).toEqual([200, 200])
  now = new Date('2026-03-23T00:00:00Z')
  expect([await status(old.token), await status(token)]).toEqual([401, 200])
  const event = await ctx.db
    .selectFrom('audit_log')
    .select('data')
    .where('organization_id', '=', ctx.organizationId)
    .where('kind', '=', 'api_key.rotated')
    .executeTakeFirst()
  expect(event?.data).toMatchObject({ key_id: old.key.id, successor_id: successor.id })
})

test('a key is rotated once, never after its end, and an overlap does not extend it', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  const clock = await secondProcess(service, {}, { now: () => now })
  const { owner } = await organization()
  const page = browser(clock.app)
  for (const [name, value] of owner.cookies) page.cookies.set(name, value)
  const create = async () =>
    (await page.send('POST /api/api-keys', { name: 'a', expires_at: '2026-03-02T00:00:00Z' })).body.key.id
  const rotate = (id: string, body = {}) => page.send(`POST /api/api-keys/${id}/rotate`, body)
  const [first, second, third] = [await create(), await create(), await create()]
  expect((await rotate(first, { overlap_hours: 721 })).status).toBe(400)
  expect((await rotate(first, { overlap_hours: 720 })).status).toBe(201)
  const { items } = (await page.send('GET /api/api-keys')).body
  expect(items.find(({ id }: { id: string }) => id === first).expires_at).toBe('2026-03-02T00:00:00.000Z')
  const conflict = { status: 409, body: { code: 'conflict' } }
  expect(await rotate(first)).toMatchObject(conflict)
  await page.send(`DELETE /api/api-keys/${second}`)
  expect(await rotate(second)).toMatchObject(conflict)
  now = new Date('2026-03-02T00:00:00Z')
  expect(await rotate(third)).toMatchObject(conflict)
})

test('two concurrent rotations of a key create one successor', async () => {
  const { owner } = await organization()
  const { key } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  const replies = await Promise.all([1, 2].map(() => owner.send(`POST /api/api-keys/${key.id}/rotate`, {})))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await owner.send('GET /api/api-keys')).body.items).toHaveLength(2)
})

test('an admin cannot get a token of another person by rotating their key', async () => {
  const { owner, others } = await organization('admin')
  const [admin] = others
  const { key } = (await owner.send('POST /api/api-keys', { name: 'a' })).body
  expect(await admin?.send(`POST /api/api-keys/${key.id}/rotate`, {})).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  expect((await owner.send('GET /api/api-keys')).body.items).toEqual([key])
  const { owner: stranger } = await organization()
  expect((await stranger.send(`POST /api/api-keys/${key.id}/rotate`, {})).status).toBe(404)
})

test('keys are sorted by the last sign-in of their person and filtered by who their user is', async () => {
  const { ctx, owner, others } = await organization('editor', 'editor')
  const [ada, bea] = others
  if (!ada || !bea) throw new Error('expected two members')
  for (const page of [owner, bea, ada]) await page.send('POST /api/api-keys', { name: page.userId })
  const account = (await owner.send('POST /api/service-accounts', { name: 'CI', role: 'viewer' })).body
  await owner.send('POST /api/api-keys', { name: 'CI', service_account_id: account.id })
  for (const [user, at] of [
    [ada, '2026-02-01T00:00:00Z'],
    [owner, '2026-01-01T00:00:00Z'],
    [bea, null],
  ] as const)
    await ctx.db.updateTable('users').set({ last_signed_in_at: at }).where('id', '=', user.userId).execute()
  await removeMember(ctx, bea.userId)
  const names = async (query: string) =>
    (await owner.send(`GET /api/api-keys?${query}`)).body.items.map((key: { name: string }) => key.name)
  expect(await names('sort=last_signed_in')).toEqual([bea.userId, owner.userId, ada.userId, 'CI'])
  const first = (await owner.send('GET /api/api-keys?sort=last_signed_in&limit=2')).body
  expect(await names(`sort=last_signed_in&limit=2&cursor=${first.next_cursor}`)).toEqual([ada.userId, 'CI'])
  expect(await names('user=former')).toEqual([bea.userId])
  expect(await names('user=member')).toEqual([ada.userId, owner.userId])
  expect(await names('user=service')).toEqual(['CI'])
  expect(first.items[1].user).toEqual({
    id: owner.userId,
    name: 'Owner',
    kind: 'person',
    is_member: true,
    last_signed_in_at: '2026-01-01T00:00:00.000Z',
  })
})

test('a key that is limited to brands sees no other brand, and has no rights of an owner', async () => {
  const { owner } = await organization()
  const [acme, other] = [await newBrand(owner, 'Acme'), await newBrand(owner, 'Other')]
  const { key, send } = await createKey(owner, { brand_ids: [acme] })
  expect(key).toMatchObject({ scopes: null, brand_ids: [acme] })
  const listed = await send('GET /api/v1/brands')
  expect(JSON.stringify(listed.body)).toContain(acme)
  expect(JSON.stringify(listed.body)).not.toContain(other)
  const summary = (brand: string) => send(`GET /api/v1/visibility-summary?brand_id=${brand}`)
  expect((await summary(acme)).status).toBe(200)
  expect((await summary(other)).status).toBe(404)
  const found = await findApiKey(service.base, (await createKey(owner, { brand_ids: [acme] })).token)
  expect(found?.actor).toMatchObject({ role: 'editor', brandIds: [acme] })
})

test('a key loses the brands that its user may no longer see', async () => {
  const { owner, others } = await organization('editor')
  const [acme, other] = [await newBrand(owner, 'Acme'), await newBrand(owner, 'Other')]
  const [member] = others
  if (!member) throw new Error('no member')
  const { token } = await createKey(member, { brand_ids: [acme, other] })
  await owner.send(`PATCH /api/members/${member.userId}`, { brand_ids: [other] })
  expect((await findApiKey(service.base, token))?.actor.brandIds).toEqual([other])
  const hidden = await member.send('POST /api/api-keys', { name: 'Hidden', brand_ids: [acme] })
  expect(hidden.status).toBe(404)
})

test('an expired key gets 401 from its time of expiry, and no key can be created expired', async () => {
  let now = new Date('2026-03-01T00:00:00Z')
  const clock = await secondProcess(service, {}, { now: () => now })
  const { owner } = await organization()
  const page = browser(clock.app)
  for (const [name, value] of owner.cookies) page.cookies.set(name, value)
  const create = (expires_at: string) => page.send('POST /api/api-keys', { name: 'Short', expires_at })
  expect(await create('2026-03-01T00:00:00Z')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'expires_at' }] },
  })
  const { token, key } = (await create('2026-03-02T00:00:00Z')).body
  expect(key.expires_at).toBe('2026-03-02T00:00:00.000Z')
  const send = keySender(token, clock)
  now = new Date('2026-03-01T23:59:59Z')
  expect((await send('GET /api/v1/whoami')).status).toBe(200)
  now = new Date('2026-03-02T00:00:00Z')
  expect((await send('GET /api/v1/whoami')).status).toBe(401)
})

test.each([
  ['an unknown scope', { scopes: ['admin'] }, 400],
  ['no scope', { scopes: [] }, 400],
  ['an invalid time', { expires_at: 'tomorrow' }, 400],
  ['a brand of no organization', { brand_ids: [newId()] }, 404],
])('a key with %s is refused', async (_, wrong, status) => {
  const { owner } = await organization()
  expect((await owner.send('POST /api/api-keys', { name: 'Wrong', ...wrong })).status).toBe(status)
})

test('an API key on a session endpoint gets an error that says where keys work', async () => {
  const owner = await service.signUp()
  const { token } = await owner.ok('POST /api/api-keys', { name: 'Sheets' })
  const outside = createClientFor(service.app, { email: '', password: '' })
  const withKey = await outside.call('GET /api/brands', undefined, { authorization: `Bearer ${token}` })
  expect(withKey).toMatchObject({
    status: 401,
    body: { code: 'unauthorized', error: expect.stringContaining('only under /api/v1 and /api/mcp') },
  })
  expect((await outside.call('GET /api/brands')).body).toMatchObject({ error: 'Sign in first.' })
})
