import { expect, onTestFinished, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import { browser, newAddress, password, signInOwner } from './browser.fixture.ts'
import { passwordCost } from './passwords.ts'

const service = await sharedService()
const owner = await signInOwner(service)

/** Accepts an invitation of the address with a new account. */
async function signUp(email: string, secret: string) {
  const { token } = (await owner.send('POST /api/invitations', { email, role: 'editor' })).body
  return browser(service.app).send(`POST /api/invitations/${token}/accept`, { name: 'Ada', password: secret })
}

test.each([
  ['password', 'ada@people.test', /leaked/],
  ['PassWord', 'ada@people.test', /leaked/],
  ['12345678', 'ada@people.test', /leaked/],
  ['ｐａｓｓｗｏｒｄ', 'ada@people.test', /leaked/],
  ['iloveyou1', 'ada@people.test', /leaked/],
  ['ada.lovelace@people.test', 'ada.lovelace@people.test', /email/],
  ['Ada.Lovelace', 'ada.lovelace@people.test', /email/],
  ['lovelace2026', 'ada.lovelace@people.test', /email/],
  ['lovelaceada!', 'ada.lovelace@people.test', /email/],
  ['analytical-engines', 'ada@analytical-engines.test', /email/],
])('the password "%s" of %s is refused', async (secret, email, message) => {
  const answer = await signUp(email, secret)
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
  expect(answer.body.error).toMatch(message)
})

test.each([
  ['correct horse battery', 'ada@horse.test'],
  ['ada likes long passphrases', 'ada@people.test'],
  ['naïve Überraschung', 'eve@people.test'],
])('the password "%s" of %s is accepted', async (secret, email) => {
  expect((await signUp(email, secret)).status).toBe(200)
})

test('signing in replaces a hash of another cost, and the password stays valid', async () => {
  const email = newAddress()
  await signUp(email, password)
  const hash = async () =>
    (
      await service.base.db
        .selectFrom('users')
        .select('password_hash')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).password_hash
  expect(await hash()).toMatch(/^\$scrypt\$ln=8,r=1,p=1\$/)
  const cost = service.base.use(passwordCost)
  onTestFinished(() => void Object.assign(cost, { logN: 8 }))
  Object.assign(cost, { logN: 9 })
  const signIn = (secret: string) =>
    browser(service.app).send('POST /api/auth/sign-in/email', { email, password: secret })
  expect((await signIn('not the password')).status).toBe(401)
  expect(await hash()).toMatch(/^\$scrypt\$ln=8,/)
  expect((await signIn(password)).status).toBe(200)
  const rehashed = await hash()
  expect(rehashed).toMatch(/^\$scrypt\$ln=9,/)
  expect((await signIn(password)).status).toBe(200)
  expect(await hash()).toBe(rehashed)
})
