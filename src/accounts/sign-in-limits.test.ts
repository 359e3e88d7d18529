import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { type TestService, testService } from '../../test/support.ts'
import { browser, newAddress, password, secondProcess, signInOwner } from './browser.fixture.ts'
import { deleteOldSignInAttempts } from './sign-in-limits.ts'

const service = await testService()

/** Browsers of different IP addresses, which a trusted proxy forwards, and a clock that the test moves. */
async function limited(env: Record<string, string> = { SIGN_IN_FAILURES: '3' }) {
  const clock = { now: new Date('2026-03-01T00:00:00Z') }
  const { app, base } = await secondProcess(
    service,
    { TRUST_PROXY: 'loopback', ...env },
    { now: () => clock.now },
  )
  const wait = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  return { app, base, wait }
}

const from = (app: FastifyInstance, ip: string) => browser(app, { 'x-forwarded-for': ip })
const signIn = (app: FastifyInstance, ip: string, email: string, attempt = 'not the password') =>
  from(app, ip).send('POST /api/auth/sign-in/email', { email, password: attempt })

async function account({ app, base }: Pick<TestService, 'app' | 'base'>, ip: string) {
  const owner = await signInOwner({ app, base }, undefined, { 'x-forwarded-for': ip })
  return owner.person.email
}

async function fail(app: FastifyInstance, ip: string, email: string, times: number) {
  for (let n = 0; n < times; n += 1) await signIn(app, ip, email)
}

test('an attacker at another address cannot lock the owner out', async () => {
  const { app, base } = await limited()
  const email = await account({ app, base }, '192.0.2.1')
  await fail(app, '192.0.2.66', email, 20)
  expect((await signIn(app, '192.0.2.66', email, password)).status).toBe(429)
  expect((await signIn(app, '192.0.2.1', email, password)).status).toBe(200)
  expect((await signIn(app, '192.0.2.2', email, password)).status).toBe(200)
})

test('a correct password from an address that signed in before is accepted after its own wrong attempts', async () => {
  const { app, base } = await limited({ SIGN_IN_FAILURES: '3', RATE_LIMIT_SIGN_IN_ADDRESS: '5' })
  const email = await account({ app, base }, '192.0.2.1')
  await fail(app, '192.0.2.1', email, 50)
  expect((await signIn(app, '192.0.2.1', email, password)).status).toBe(200)
  expect((await signIn(app, '192.0.2.1', newAddress(), password)).status).toBe(429)
})

test('guessing from a known address must wait after 100 consecutive failures', async () => {
  const { app, base } = await limited()
  const email = await account({ app, base }, '192.0.2.1')
  await fail(app, '192.0.2.1', email, 100)
  expect((await signIn(app, '192.0.2.1', email, password)).status).toBe(429)
})

test('after SIGN_IN_FAILURES failures the wait doubles up to 15 minutes, with Retry-After', async () => {
  const { app, wait } = await limited()
  const email = newAddress()
  expect((await signIn(app, '192.0.2.9', email)).status).toBe(401)
  expect((await signIn(app, '192.0.2.9', email.toUpperCase())).status).toBe(401)
  expect((await signIn(app, '192.0.2.9', email)).status).toBe(401)
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    const refused = await signIn(app, '192.0.2.9', email)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', retry_after_seconds: seconds },
      headers: { 'retry-after': String(seconds) },
    })
    wait(seconds)
    expect((await signIn(app, '192.0.2.9', email)).status).toBe(401)
  }
  wait(24 * 3_600 + 1)
  const statuses: number[] = []
  for (let n = 0; n < 4; n += 1) statuses.push((await signIn(app, '192.0.2.9', email)).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('concurrent guesses cannot pass the limit together', async () => {
  const { app } = await limited()
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(app, '192.0.2.9', email)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
})

test('a successful sign-in forgets the failures of its address', async () => {
  const { app, base } = await limited()
  const email = await account({ app, base }, '192.0.2.1')
  await fail(app, '192.0.2.7', email, 2)
  expect((await signIn(app, '192.0.2.7', email, password)).status).toBe(200)
  await fail(app, '192.0.2.7', email, 10)
  expect((await signIn(app, '192.0.2.7', email, password)).status).toBe(200)
})

test('an unknown account is limited like a known one', async () => {
  const { app, base } = await limited()
  const known = await account({ app, base }, '192.0.2.1')
  const statuses = async (email: string) => {
    const all: number[] = []
    for (let n = 0; n < 5; n += 1) all.push((await signIn(app, '192.0.2.8', email)).status)
    return all
  }
  expect(await statuses(newAddress())).toEqual(await statuses(known))
})

test('failures are deleted after a day, known addresses after a year without a sign-in', async () => {
  const { app, base, wait } = await limited()
  const email = await account({ app, base }, '192.0.2.1')
  const count = async () => (await base.db.selectFrom('sign_in_attempts').select('id').execute()).length
  const before = await count()
  await fail(app, '192.0.2.9', email, 1)
  wait(25 * 3_600)
  await deleteOldSignInAttempts(base)
  expect(await count()).toBeLessThanOrEqual(before)
  await fail(app, '192.0.2.1', email, 20)
  expect((await signIn(app, '192.0.2.1', email, password)).status).toBe(200)
  wait(366 * 24 * 3_600)
  await deleteOldSignInAttempts(base)
  expect(await count()).toBe(0)
})
