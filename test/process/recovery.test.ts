/** The steps of docs/recovery.md, with the commands that it names. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browser, newAddress, password } from '../../src/accounts/browser.fixture.ts'
import { addApp, codeOf } from '../../src/accounts/factors.fixture.ts'
import { newId } from '../../src/core/ids.ts'
import { encryptSecret } from '../../src/db/encryption.ts'
import type { RunningService } from '../../src/main.ts'
import { backupNameIn } from './backup-files.ts'
import { createDatabase, createEmptyDatabase, dataFolder, query } from './databases.ts'
import { type Env, runHere, startHere } from './processes.ts'

const newPassword = 'another correct horse'

/** Runs a command, which must succeed, and returns what it prints. */
async function command(env: Env, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(words, env)
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
  return stdout
}

function open({ server }: RunningService) {
  if (server === null) throw new Error('The service has no HTTP server')
  return browser(server)
}

async function signIn(service: RunningService, email: string, secret = password) {
  const page = open(service)
  const { status, body } = await page.send('POST /api/auth/sign-in/email', { email, password: secret })
  return { ...page, status, body }
}

/** An installation with one owner. */
async function install(settings: Env = {}) {
  const env = { ...(await createDatabase()), ...settings }
  const email = newAddress()
  await command(env, 'user', 'create', '--email', email, '--name', 'Ada', '--password', password)
  return { env, email, service: await startHere(env) }
}

/** Follows the link that `user reset-link` prints. */
async function setPassword(service: RunningService, env: Env, email: string) {
  const printed = await command(env, 'user', 'reset-link', '--email', email)
  const token = /\/link\/([\w-]+)/.exec(printed)?.[1]
  return open(service).send(`POST /api/auth/links/${token}`, { password: newPassword })
}

test('without email, the administrator replaces a forgotten password and a lost mailbox', async () => {
  const { env, email, service } = await install()
  expect((await open(service).send('POST /api/auth/forgot-password', { email })).status).toBe(503)
  const address = newAddress()
  await command(env, 'user', 'email', '--email', email, '--to', address)
  expect((await setPassword(service, env, address)).status).toBeLessThan(300)
  expect((await signIn(service, address, newPassword)).status).toBe(200)
  expect((await signIn(service, email, newPassword)).status).toBe(401)
})

test('an authenticator and its recovery codes are lost: the administrator removes the factors', async () => {
  const { env, email, service } = await install()
  await addApp(await signIn(service, email), service.app)
  expect((await signIn(service, email)).body.second_factor).toEqual(['totp', 'recovery_code'])
  await command(env, 'user', 'remove-factors', '--email', email)
  expect((await signIn(service, email)).body.user.email).toBe(email)
})

test('the only owner is gone: the administrator makes another person an owner', async () => {
  const { env, email, service } = await install()
  const other = newAddress()
  const name = (await (await signIn(service, email)).send('GET /api/organization')).body.name
  const person = ['--email', other, '--name', 'Bob', '--password', password]
  await command(env, 'user', 'create', ...person, '--organization', name, '--role', 'owner')
  const bob = await signIn(service, other)
  expect((await bob.send('GET /api/organization')).body.member.role).toBe('owner')
  await command(env, 'member', 'remove', '--email', email)
  expect((await bob.send('GET /api/members')).body.items).toHaveLength(1)
})

test('the required provider is gone: the owner with emergency access stops requiring it, and the others set passwords', async () => {
  const { env, email, service } = await install({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
  const owner = await signIn(service, email)
  const { organization_id: organizationId } = owner.body.session
  const member = newAddress()
  await command(env, 'user', 'create', '--email', member, '--name', 'Bob', '--password', password)
  await command(env, 'member', 'add', '--email', member, '--organization', organizationId)
  const id = newId()
  const { app } = service
  await app.db
    .insertInto('sso_providers')
    .values({
      id,
      organization_id: organizationId,
      issuer: 'http://127.0.0.1:1',
      client_id: 'ansight',
      client_secret: encryptSecret(app, 'a secret', id),
      groups_claim: 'groups',
      default_role: null,
      is_required: true,
      emergency_user_id: owner.body.user.id,
      updated_at: app.now(),
    })
    .execute()
  const organizations = async () =>
    (await (await signIn(service, member)).send('GET /api/auth/organizations')).body.items.length
  expect(await organizations()).toBe(2)
  const show = async () => {
    const page = await signIn(service, member)
    return (await page.send('POST /api/auth/organization', { organization_id: organizationId })).status
  }
  expect(await show()).toBe(403)
  // The emergency owner has forgotten the password.
  expect((await setPassword(service, env, email)).status).toBeLessThan(300)
  const emergency = await signIn(service, email, newPassword)
  const off = { is_required: false, emergency_user_id: owner.body.user.id }
  expect((await emergency.send('PUT /api/sso/requirement', off)).status).toBe(200)
  expect(await show()).toBeLessThan(300)
})

test('SECRET_KEY is lost: passwords, recovery codes and API keys work, codes of apps do not, and doctor says so', async () => {
  const { env, email, service } = await install()
  const page = await signIn(service, email)
  const { secret, recoveryCodes } = await addApp(page, service.app)
  const { token } = (await page.send('POST /api/api-keys', { name: 'Sheets' })).body
  await service.stop()
  const changed = { ...env, SECRET_KEY: 'b'.repeat(64) }
  const later = await startHere(changed)
  const waiting = await signIn(later, email)
  expect(waiting.status).toBe(200)
  const finish = (code: string) => waiting.send('POST /api/auth/sign-in/factor', { code })
  expect((await finish(codeOf(secret, later.app))).status).toBe(401)
  expect((await finish(String(recoveryCodes[0]))).status).toBe(200)
  // A new app replaces the one whose secret cannot be read.
  const again = await addApp(waiting, later.app)
  expect(again.secret).not.toBe(secret)
  const withKey = await open(later).send('GET /api/v1/whoami', undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(withKey.status).toBe(200)
})

test('a restored database has the accounts as they were: removed members, revoked keys and used recovery codes are back', async () => {
  const { env, email, service } = await install()
  const page = await signIn(service, email)
  const { token, key } = (await page.send('POST /api/api-keys', { name: 'Sheets' })).body
  const name = backupNameIn(await command(env, 'backup'))
  await page.send(`DELETE /api/api-keys/${key.id}`)
  const target = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: await dataFolder() }
  await command(target, 'restore', name, '--from', join(env.DATA_DIR, 'backups'))
  const restored = await startHere(target)
  const use = (at: RunningService) =>
    open(at).send('GET /api/v1/whoami', undefined, { authorization: `Bearer ${token}` })
  expect([(await use(service)).status, (await use(restored)).status]).toEqual([401, 200])
  // The statements of the page.
  await query({ connectionString: target.DATABASE_URL }, 'delete from sessions')
  await query({ connectionString: target.DATABASE_URL }, 'delete from oauth_grants')
  await query(
    { connectionString: target.DATABASE_URL },
    'update api_keys set revoked_at = now() where revoked_at is null',
  )
  expect((await use(restored)).status).toBe(401)
  expect((await signIn(restored, email)).status).toBe(200)
})
