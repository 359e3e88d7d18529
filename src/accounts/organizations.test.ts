import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import type { Context, Role } from '../core/context.ts'
import { newId, newToken } from '../core/ids.ts'
import { createOwner, createUser } from './accounts.ts'
import { type Browser, browser, newAddress, password, secondProcess } from './browser.fixture.ts'
import { changeMember } from './members.ts'
import { accountRoutes } from './routes.ts'

type Page = Browser & { userId: string; email: string }

let nowMs = Date.parse('2026-03-01T00:00:00Z')
// Advances on every read, so that later events have later timestamps.
const now = () => new Date(nowMs++)
const service = await testService({ SIGNUPS: 'invite_only' }, { now })

/** Returns an organization with a signed-in owner and one more signed-in user per given role. */
async function organization<R extends Role[]>(
  ...roles: R
): Promise<{ ctx: Context; owner: Page; others: { [K in keyof R]: Page } }>
async function organization(...roles: Role[]): Promise<{ ctx: Context; owner: Page; others: Page[] }> {
  const email = newAddress()
  const { organizationId, user } = await createOwner(service.base, { name: 'Owner', email, password })
  const ctx: Context = { ...service.base, organizationId, actor: { kind: 'system' } }
  const others: Page[] = []
  for (const role of roles) {
    const email = newAddress()
    const brandIds = role === 'client' ? [] : null
    const { id } = await createUser(ctx, { name: role, email, password, role, brandIds })
    others.push(await signIn(email, id))
  }
  return { ctx, owner: await signIn(email, user.id), others }
}

async function signIn(email: string, userId: string): Promise<Page> {
  const page = browser(service.app)
  expect((await page.send('POST /api/auth/sign-in/email', { email, password })).status).toBe(200)
  return { ...page, userId, email }
}

async function brand({ db, organizationId }: Context): Promise<string> {
  const id = newId()
  await db
    .insertInto('brands')
    .values({
      organization_id: organizationId,
      id,
      slug: id,
      name: 'Acme',
      domain: 'acme.com',
      tracking_code: id,
      ai_files_token: id,
    })
    .execute()
  return id
}

const invited = async (by: Page, fields: object = {}) => {
  const { status, body } = await by.send('POST /api/invitations', {
    email: newAddress(),
    role: 'editor',
    ...fields,
  })
  expect(status).toBe(201)
  return body
}

const accept = (token: string, body: object = { name: 'Bea', password }) =>
  browser(service.app).send(`POST /api/invitations/${token}/accept`, body)

/** Without the sign-ins of the setup. */
const getEvents = async ({ db, organizationId }: Context) =>
  (
    await db
      .selectFrom('audit_log')
      .select('kind')
      .where('organization_id', '=', organizationId)
      .where('kind', '<>', 'user.signed_in')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

// The routes that each role may call. Every other route under /api gets 403.
const allowed: Record<Role, string[]> = {
  client: ['GET /api/organization'],
  viewer: ['GET /api/organization'],
  editor: [
    'GET /api/organization',
    'GET /api/members',
    'GET /api/plan',
    'GET /api/api-keys',
    'POST /api/api-keys',
    'DELETE /api/api-keys/:key',
    'POST /api/api-keys/:key/rotate',
  ],
  admin: [],
  owner: [],
}
/** Routes that only an owner may call. */
const ownerOnly = [
  'GET /api/audit-log',
  'PUT /api/organization/second-factor',
  'POST /api/organization/test-email',
]

test.each(['client', 'viewer', 'editor', 'admin', 'owner'] as const)(
  'the role %s grants its documented access, and a visitor without a session gets none',
  async (role) => {
    const { owner, others } = await organization(...(role === 'owner' ? [] : [role]))
    const page = others[0] ?? owner
    // The routes of a person's own account need no organization.
    const authenticated = Object.entries(accountRoutes).filter(
      ([at, { access }]) => access !== 'none' && !at.includes('whoami'),
    )
    expect(authenticated.length).toBeGreaterThan(9)
    for (const [at] of authenticated) {
      const send = (by: Browser) =>
        by.send(at.replace(/:\w+/g, newId()), at.startsWith('GET') ? undefined : {})
      expect({ at, status: (await send(browser(service.app))).status }).toEqual({ at, status: 401 })
      const { status } = await send(page)
      const hasFullAccess = role === 'owner' || (role === 'admin' && !ownerOnly.includes(at))
      expect({ at, forbidden: status === 403 }).toEqual({
        at,
        forbidden: !hasFullAccess && !allowed[role].includes(at),
      })
    }
  },
)

test('members are listed with role and brands', async () => {
  const {
    ctx,
    owner,
    others: [ada],
  } = await organization('editor')
  const acme = await brand(ctx)
  await changeMember(ctx, ada.userId, { brand_ids: [acme] })
  expect((await owner.send('GET /api/organization')).body).toMatchObject({
    id: ctx.organizationId,
    name: "Owner's organization",
    plan: 'self_hosted',
    member: { role: 'owner', brand_ids: null, has_second_factor: false },
  })
  expect((await owner.send('GET /api/members')).body.items).toEqual([
    {
      user_id: owner.userId,
      name: 'Owner',
      email: owner.email,
      role: 'owner',
      brand_ids: null,
      has_second_factor: false,
      created_at: expect.any(String),
    },
    {
      user_id: ada.userId,
      name: 'editor',
      email: ada.email,
      role: 'editor',
      brand_ids: [acme],
      has_second_factor: false,
      created_at: expect.any(String),
    },
  ])
})

test('a member limited to brands sees the names of members of their brands only, and deleted brands are omitted', async () => {
  const {
    ctx,
    owner,
    others: [ada, bea],
  } = await organization('editor', 'viewer')
  const [acme, other] = [await brand(ctx), await brand(ctx)]
  await changeMember(ctx, ada.userId, { brand_ids: [acme] })
  await changeMember(ctx, bea.userId, { brand_ids: [other] })
  const membership = async (page: Page) => (await page.send('GET /api/organization')).body.member
  expect(await membership(ada)).toMatchObject({ role: 'editor', brand_ids: [acme] })
  expect((await ada.send('GET /api/members')).status).toBe(403)
  expect((await ada.send(`GET /api/brands/${acme}/members`)).body.items).toEqual([
    { user_id: owner.userId, name: 'Owner' },
    { user_id: ada.userId, name: 'editor' },
  ])
  expect((await ada.send(`GET /api/brands/${other}/members`)).status).toBe(404)
  await ctx.db.deleteFrom('brands').where('id', '=', acme).execute()
  expect(await membership(ada)).toMatchObject({ role: 'editor', brand_ids: [] })
  const { items } = (await owner.send('GET /api/members')).body
  expect(items.map(({ brand_ids }: { brand_ids: string[] | null }) => brand_ids)).toEqual([null, [], [other]])
})

test('renaming the organization trims the name and applies to every member', async () => {
  const {
    owner,
    others: [admin],
  } = await organization('admin')
  expect((await admin.send('PATCH /api/organization', { name: '  Acme   Inc ' })).body.name).toBe('Acme Inc')
  expect((await owner.send('GET /api/organization')).body.name).toBe('Acme Inc')
  expect((await admin.send('PATCH /api/organization', { name: '' })).status).toBe(400)
})

test('the organization has a time zone and a first day of the week, and unknown ones are rejected', async () => {
  const { owner } = await organization()
  const { body } = await owner.send('GET /api/organization')
  expect(body).toMatchObject({ time_zone: null, week_start: 'monday' })
  const change = { time_zone: 'Europe/Berlin', week_start: 'sunday' }
  expect((await owner.send('PATCH /api/organization', change)).body).toMatchObject(change)
  const rejected = [{ time_zone: 'Europe/Atlantis' }, { week_start: 'friday' }]
  for (const each of rejected) expect((await owner.send('PATCH /api/organization', each)).status).toBe(400)
})

test('a changed role or brand limit applies to the next request', async () => {
  const {
    ctx,
    owner,
    others: [ada],
  } = await organization('editor')
  const acme = await brand(ctx)
  const answer = await owner.send(`PATCH /api/members/${ada.userId}`, {
    role: 'viewer',
    brand_ids: [acme.toUpperCase(), acme],
  })
  expect(answer.body).toMatchObject({ user_id: ada.userId, role: 'viewer', brand_ids: [acme] })
  expect((await ada.send('POST /api/api-keys', { name: 'a' })).status).toBe(403)
  expect((await owner.send(`PATCH /api/members/${ada.userId}`, { role: 'editor' })).body).toMatchObject({
    role: 'editor',
    brand_ids: [acme],
  })
  expect(
    (await owner.send(`PATCH /api/members/${ada.userId}`, { brand_ids: null })).body.brand_ids,
  ).toBeNull()
  expect(await getEvents(ctx)).toEqual([
    'organization.created',
    'member.joined',
    'member.changed',
    'member.changed',
    'member.changed',
  ])
})

test('owners and admins see every brand: a brand limit is rejected, and removed on promotion', async () => {
  const {
    ctx,
    owner,
    others: [ada],
  } = await organization('editor')
  const acme = await brand(ctx)
  const change = (body: object) => owner.send(`PATCH /api/members/${ada.userId}`, body)
  expect(await change({ role: 'admin', brand_ids: [acme] })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'brand_ids' }] },
  })
  expect((await change({ brand_ids: [acme] })).body.brand_ids).toEqual([acme])
  expect((await change({ role: 'admin' })).body).toMatchObject({ role: 'admin', brand_ids: null })
  expect((await change({ brand_ids: [acme] })).status).toBe(400)
})

test('members, brands and invitations of another organization get 404 before anything else is validated', async () => {
  const {
    owner,
    others: [ada],
  } = await organization('editor')
  const other = await organization('editor')
  const otherBrand = await brand(other.ctx)
  const { invitation } = await invited(other.owner)
  const answers = [
    await owner.send(`PATCH /api/members/${other.others[0].userId}`, { role: 'none' }),
    await owner.send(`DELETE /api/members/${other.owner.userId}`),
    await owner.send(`PATCH /api/members/${ada.userId}`, { brand_ids: [otherBrand], role: 'none' }),
    await owner.send('POST /api/invitations', { brand_ids: [otherBrand] }),
    await owner.send(`DELETE /api/invitations/${invitation.id}`),
    await owner.send(`DELETE /api/invitations/${newId()}`),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(6).fill([404, 'not_found']))
  expect((await other.owner.send('GET /api/members')).body.items).toHaveLength(2)
  expect((await other.owner.send('GET /api/invitations')).body.items).toHaveLength(1)
})

test('the last owner cannot be demoted or removed, even by two owners concurrently', async () => {
  const {
    owner,
    others: [second],
  } = await organization('owner')
  const [lowered, removed] = await Promise.all([
    owner.send(`PATCH /api/members/${second.userId}`, { role: 'editor' }),
    second.send(`DELETE /api/members/${owner.userId}`),
  ])
  expect([lowered.status === 200, removed.status === 204].filter(Boolean)).toHaveLength(1)
  const last = lowered.status === 200 ? owner : second
  for (const attempt of [
    await last.send(`PATCH /api/members/${last.userId}`, { role: 'admin' }),
    await last.send(`DELETE /api/members/${last.userId}`),
  ]) {
    expect(attempt).toMatchObject({ status: 409, body: { code: 'conflict' } })
  }
  expect((await last.send('GET /api/organization')).status).toBe(200)
})

test('only an owner can add, change or remove owners', async () => {
  const {
    owner,
    others: [admin, member],
  } = await organization('admin', 'editor')
  for (const attempt of [
    await admin.send(`PATCH /api/members/${member.userId}`, { role: 'owner' }),
    await admin.send(`PATCH /api/members/${owner.userId}`, { role: 'viewer' }),
    await admin.send(`DELETE /api/members/${owner.userId}`),
  ]) {
    expect(attempt).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
  expect((await owner.send(`PATCH /api/members/${member.userId}`, { role: 'owner' })).body.role).toBe('owner')
})

test('a removed member loses access to this organization immediately, keeps the account and can rejoin', async () => {
  const {
    ctx,
    owner,
    others: [ada],
  } = await organization('editor')
  expect((await owner.send(`DELETE /api/members/${ada.userId}`)).status).toBe(204)
  expect((await ada.send('GET /api/organization')).status).toBe(401)
  const again = await signIn(ada.email, ada.userId)
  expect((await again.send('GET /api/auth/get-session')).body.session.organization_id).toBeNull()
  expect(await again.send('GET /api/organization')).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  const { token } = await invited(owner, { email: ada.email, role: 'viewer' })
  const joined = await again.send(`POST /api/invitations/${token}/accept`, {})
  expect(joined.body.session.organization_id).toBe(ctx.organizationId)
  expect((await again.send('GET /api/organization')).body.member).toMatchObject({
    role: 'viewer',
    brand_ids: null,
  })
  // The session from before the removal stays invalid.
  expect((await ada.send('GET /api/organization')).status).toBe(401)
  expect(await getEvents(ctx)).toEqual([
    'organization.created',
    'member.joined',
    'member.removed',
    'invitation.created',
    'member.joined',
  ])
})

test('a person joins several organizations and switches between them; removal from one ends only its sessions', async () => {
  const first = await organization('editor')
  const [ada] = first.others
  const second = await organization()
  const { token } = await invited(second.owner, { email: ada.email, role: 'admin' })
  expect((await ada.send(`POST /api/invitations/${token}/accept`, {})).status).toBe(200)
  const current = async (page: Page) => (await page.send('GET /api/organization')).body
  expect(await current(ada)).toMatchObject({ id: second.ctx.organizationId, member: { role: 'admin' } })
  expect((await ada.send('GET /api/auth/organizations')).body.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: first.ctx.organizationId, role: 'editor', is_current: false }),
      expect.objectContaining({ id: second.ctx.organizationId, role: 'admin', is_current: true }),
    ]),
  )
  const other = await signIn(ada.email, ada.userId)
  // A sign-in starts in the organization that the person used last.
  expect((await current(other)).id).toBe(second.ctx.organizationId)
  const switched = await other.send('POST /api/auth/organization', {
    organization_id: first.ctx.organizationId,
  })
  expect(switched.body.session.organization_id).toBe(first.ctx.organizationId)
  expect(await current(other)).toMatchObject({ id: first.ctx.organizationId, member: { role: 'editor' } })
  const foreign = await organization()
  for (const id of [foreign.ctx.organizationId, newId()])
    expect((await other.send('POST /api/auth/organization', { organization_id: id })).status).toBe(404)
  expect((await second.owner.send(`DELETE /api/members/${ada.userId}`)).status).toBe(204)
  expect((await ada.send('GET /api/organization')).status).toBe(401)
  expect((await current(other)).id).toBe(first.ctx.organizationId)
})

test('deleting an organization deletes the accounts that belong to no other', async () => {
  const doomed = await organization('editor', 'editor')
  const [ada, bea] = doomed.others
  const kept = await organization()
  const { token } = await invited(kept.owner, { email: ada.email })
  expect((await ada.send(`POST /api/invitations/${token}/accept`, {})).status).toBe(200)
  const { name } = (await doomed.owner.send('GET /api/organization')).body
  expect((await doomed.owner.send('DELETE /api/organization', { name })).status).toBe(204)
  expect((await ada.send('GET /api/organization')).body.id).toBe(kept.ctx.organizationId)
  const users = await service.base.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [ada.userId, bea.userId, doomed.owner.userId])
    .execute()
  expect(users).toEqual([{ id: ada.userId }])
})

test('a client always has a list of brands', async () => {
  const {
    ctx,
    owner,
    others: [ada],
  } = await organization('editor')
  const acme = await brand(ctx)
  for (const brand_ids of [undefined, null])
    expect(
      await owner.send('POST /api/invitations', { email: newAddress(), role: 'client', brand_ids }),
    ).toMatchObject({ status: 400, body: { details: [{ path: 'brand_ids' }] } })
  expect((await owner.send(`PATCH /api/members/${ada.userId}`, { role: 'client' })).status).toBe(400)
  const changed = await owner.send(`PATCH /api/members/${ada.userId}`, { role: 'client', brand_ids: [acme] })
  expect(changed.body).toMatchObject({ role: 'client', brand_ids: [acme] })
  expect((await owner.send(`PATCH /api/members/${ada.userId}`, { brand_ids: null })).status).toBe(400)
})

test('an invitation link shows its organization and role, and works once', async () => {
  const { ctx, owner } = await organization()
  const acme = await brand(ctx)
  const { invitation, token, link } = await invited(owner, { email: ' Bea@Guests.test ', brand_ids: [acme] })
  expect(link).toBe(`http://localhost:3000/invite/${token}`)
  expect(invitation).toMatchObject({ email: 'bea@guests.test', role: 'editor', brand_ids: [acme] })
  const listed = (await owner.send('GET /api/invitations')).body
  expect(listed).toEqual({ items: [invitation], next_cursor: null })
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await browser(service.app).send(`GET /api/invitations/${token}`)).body).toEqual({
    organization: { name: "Owner's organization" },
    email: 'bea@guests.test',
    role: 'editor',
    may_create_account: true,
    expires_at: invitation.expires_at,
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
  const [joined, ...late] = answers.sort((a, b) => a.status - b.status)
  expect(joined).toMatchObject({ status: 200, body: { user: { email: 'bea@guests.test', name: 'Bea' } } })
  expect(late.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await browser(service.app).send(`GET /api/invitations/${token}`)).status).toBe(404)
  expect((await owner.send('GET /api/invitations')).body.items).toEqual([])
  const bea = await signIn('bea@guests.test', joined?.body.user.id)
  expect((await bea.send('GET /api/organization')).body).toMatchObject({
    id: ctx.organizationId,
    member: { role: 'editor', brand_ids: [acme] },
  })
})

test('an invitation ends after seven days, when revoked, and when the address is invited again', async () => {
  const { owner } = await organization()
  const email = newAddress()
  const [first, second, third] = [
    await invited(owner, { email }),
    await invited(owner, { email }),
    await invited(owner),
  ]
  const works = async ({ token }: { token: string }) =>
    (await browser(service.app).send(`GET /api/invitations/${token}`)).status === 200
  expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true])
  expect((await owner.send(`DELETE /api/invitations/${second.invitation.id}`)).status).toBe(204)
  expect([await works(second), await works(third)]).toEqual([false, true])
  expect((await accept(second.token)).status).toBe(404)
  const before = nowMs
  nowMs = Date.parse(third.invitation.created_at) + 7 * 24 * 3_600_000
  expect(await works(third)).toBe(false)
  expect((await accept(third.token)).status).toBe(404)
  nowMs = before
  expect(await works(third)).toBe(true)
  expect(await works({ token: newToken() })).toBe(false)
})

test.each([
  ['an owner', { role: 'owner' }, 'role'],
  ['an admin limited to brands', { role: 'admin', brand_ids: [] }, 'brand_ids'],
  ['an invalid address', { email: 'bea' }, 'email'],
])('inviting %s is rejected with the name of the field', async (_, wrong, path) => {
  const { owner } = await organization()
  const answer = await owner.send('POST /api/invitations', { email: newAddress(), role: 'editor', ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.body.details).toMatchObject([{ path }])
})

test('accepting an invitation checks Origin and counts against the limit of the IP address', async () => {
  const limited = await secondProcess(service, { RATE_LIMIT_SIGN_IN_ADDRESS: '1' })
  const { owner } = await organization()
  const { token } = await invited(owner)
  const send = (headers: Record<string, string>, body: object) =>
    browser(limited.app, headers).send(`POST /api/invitations/${token}/accept`, body)
  const account = { name: 'Bea', password }
  expect(await send({ origin: 'https://evil.test' }, account)).toMatchObject({
    status: 403,
    body: { code: 'csrf' },
  })
  expect(await send({}, { password })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect((await send({}, { name: 'Bea', password: 'password' })).status).toBe(400)
  expect((await send({}, account)).status).toBe(429)
})

test('an invitation joins the signed-in person only with the XSRF token, whatever their address', async () => {
  const { ctx, owner } = await organization()
  const other = await organization('editor')
  const [ada] = other.others
  const { token } = await invited(owner, { email: newAddress() })
  const accept = `POST /api/invitations/${token}/accept`
  expect(await ada.send(accept, {}, { 'x-xsrf-token': '' })).toMatchObject({
    status: 403,
    body: { code: 'csrf' },
  })
  expect((await ada.send(accept, {})).status).toBe(200)
  expect((await ada.send('GET /api/organization')).body.id).toBe(ctx.organizationId)
  // A link that is passed on does not verify the address.
  const { user } = (await ada.send('GET /api/auth/get-session')).body
  expect(user).toMatchObject({ email: ada.email, email_verified_by: 'administrator' })
})

test('an invitation link that is passed on takes over no account', async () => {
  const { owner } = await organization()
  const other = await organization('editor')
  const [ada] = other.others
  const { token } = await invited(owner, { email: ada.email })
  const taken = await accept(token, { name: 'Attacker', password: 'the password of an attacker' })
  expect(taken).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await owner.send('GET /api/members')).body.items).toHaveLength(1)
  expect((await ada.send('GET /api/organization')).body.id).toBe(other.ctx.organizationId)
  await signIn(ada.email, ada.userId)
})

test('a member is not invited or added again', async () => {
  const {
    owner,
    others: [ada],
  } = await organization('editor')
  expect(await owner.send('POST /api/invitations', { email: ada.email, role: 'viewer' })).toMatchObject({
    status: 409,
  })
  const { token } = await invited(owner)
  expect(await ada.send(`POST /api/invitations/${token}/accept`, {})).toMatchObject({ status: 409 })
  // The invitation is still open for the person it is meant for.
  expect((await accept(token)).status).toBe(200)
})
