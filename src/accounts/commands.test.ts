import { expect, test, vi } from 'vitest'
import { testService } from '../../test/support.ts'
import { browser, newAddress, password } from './browser.fixture.ts'
import { accountCommands } from './commands.ts'

const service = await testService({ SIGNUPS: 'invite_only' })
const commands = accountCommands((work) => work(service.base))

/** Runs a command and returns its output. */
async function run(name: string, values: Record<string, string>): Promise<string> {
  const printed: string[] = []
  const stdout = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => printed.push(String(text)) > 0)
  try {
    await commands[name]?.run({ values, positionals: [] })
  } finally {
    stdout.mockRestore()
  }
  return printed.join('')
}

const signIn = async (email: string, secret = password) => {
  const page = browser(service.app)
  return {
    ...page,
    status: (await page.send('POST /api/auth/sign-in/email', { email, password: secret })).status,
  }
}

const newOwner = async () => {
  const email = newAddress()
  const printed = await run('user create', { email, name: 'Ada', password })
  return { email, organizationId: printed.trim().split(' ').at(-1) ?? '' }
}

test('user create creates the owner of a new organization, who can sign in', async () => {
  const { email, organizationId } = await newOwner()
  const { send } = await signIn(email.toUpperCase())
  expect((await send('GET /api/organization')).body).toMatchObject({
    id: organizationId,
    member: { role: 'owner' },
  })
})

test('user create --organization adds a member to that organization', async () => {
  const { organizationId } = await newOwner()
  const email = newAddress()
  await run('user create', { email, name: 'Bea', password, organization: organizationId, role: 'viewer' })
  const { send } = await signIn(email)
  expect((await send('GET /api/organization')).body).toMatchObject({
    id: organizationId,
    member: { role: 'viewer' },
  })
})

test('user password sets a new password and ends every session of the user', async () => {
  const { email } = await newOwner()
  const { send } = await signIn(email)
  await run('user password', { email, password: 'another long secret' })
  expect((await send('GET /api/organization')).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(email, 'another long secret')).status).toBe(200)
})

test('user password revokes the API keys of the user and names them, unless --keep-keys keeps them', async () => {
  const { email } = await newOwner()
  const token = (await run('key create', { user: email, name: 'Sheets' })).trim()
  const status = async () =>
    (await browser(service.app).send('GET /api/v1/whoami', undefined, { authorization: `Bearer ${token}` }))
      .status
  const kept = await run('user password', { email, password: 'another long secret', 'keep-keys': 'true' })
  expect(kept).toMatch(/^These API keys of .+ are still valid: "Sheets"\n$/)
  expect(await status()).toBe(200)
  const revoked = await run('user password', { email, password: 'a third long secret' })
  expect(revoked).toMatch(/^Revoked the API keys of .+: "Sheets"\n$/)
  expect(await status()).toBe(401)
  expect(await run('user password', { email, password: 'a fourth long secret' })).toBe('')
})

test('user password and user create refuse passwords that are easy to guess', async () => {
  const { email } = await newOwner()
  await expect(run('user password', { email, password: 'password' })).rejects.toThrow('leaked')
  await expect(
    run('user create', { email: newAddress(), name: 'Bea', password: '12345678' }),
  ).rejects.toThrow('leaked')
})

test('key create prints a valid token and nothing else', async () => {
  const { email, organizationId } = await newOwner()
  const token = await run('key create', { user: email, name: 'Sheets' })
  expect(token).toMatch(/^ans_[\w-]{43}\n$/)
  const answer = await browser(service.app).send('GET /api/v1/whoami', undefined, {
    authorization: `Bearer ${token.trim()}`,
  })
  expect(answer.body).toMatchObject({
    user: { email },
    organization: { id: organizationId },
    key: { name: 'Sheets' },
  })
})

test('key create --scopes limits the key, and --service creates the service account once', async () => {
  const { email, organizationId: organization } = await newOwner()
  const getKey = async (token: string) =>
    (
      await browser(service.app).send('GET /api/v1/whoami', undefined, {
        authorization: `Bearer ${token.trim()}`,
      })
    ).body
  const limited = await run('key create', { user: email, name: 'Agent', scopes: 'read, run' })
  expect((await getKey(limited)).key.scopes).toEqual(['read', 'run'])
  const options = { service: 'CI', role: 'editor', organization }
  const first = await getKey(await run('key create', { ...options, name: 'First' }))
  const second = await getKey(await run('key create', { ...options, name: 'Second' }))
  expect(first).toMatchObject({ user: { name: 'CI', email: '' }, key: { scopes: null } })
  expect(second.user).toEqual(first.user)
})

test('plan set stores a known plan and lists the known plans when given another', async () => {
  const { organizationId } = await newOwner()
  await run('plan set', { organization: organizationId, plan: 'growth' })
  const stored = await service.base.db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  expect(stored?.plan).toBe('growth')
  await expect(run('plan set', { organization: organizationId, plan: 'gold' })).rejects.toThrow(
    '--plan must be one of self_hosted, none, starter, growth, enterprise.',
  )
})

test.each([
  ['user create', { email: newAddress(), name: 'Ada', password: 'short' }, /--password must have at least 8/],
  ['user create', { email: 'ada', name: 'Ada', password }, /--email must be an email address/],
  ['user create', { email: newAddress(), name: 'Ada' }, /--password is required/],
  [
    'user create',
    { email: newAddress(), name: 'Ada', password, role: 'viewer' },
    /--role requires --organization/,
  ],
  ['user create', { email: newAddress(), name: 'Ada', password, organization: 'Nobody Inc' }, /Nobody Inc/],
  ['user password', { email: 'nobody@people.test', password }, /nobody@people\.test/],
  ['key create', { user: 'nobody@people.test', name: 'a' }, /nobody@people\.test/],
  ['key create', { name: 'a' }, /Pass --user or --service/],
  ['key create', { user: 'a@people.test', name: 'a', service: 'CI' }, /Pass --user or --service/],
  ['key create', { service: 'CI', name: 'a' }, /--organization is required/],
  ['key create', { user: 'a@people.test', name: 'a', scopes: 'read,all' }, /--scopes must be a list of read/],
])('%s with %o fails with a one-line message', async (name, values, message) => {
  await expect(run(name, values)).rejects.toThrow(message)
})
