import { expect, test } from 'vitest'
import { type TestService, testService } from '../../test/support.ts'
import { createOwner } from './accounts.ts'
import { browser, newAddress, password, secondProcess } from './browser.fixture.ts'
import { findSetupCode } from './setup-code.ts'

const person = () => ({ name: 'Ada', email: newAddress(), password })
const signUp = ({ app }: Pick<TestService, 'app'>, more: Record<string, unknown> = {}) =>
  browser(app).send('POST /api/auth/sign-up/email', { ...person(), ...more })

test('an installation that others can reach accepts its first sign-up only with the setup code', async () => {
  const fresh = await testService({ SIGNUPS: 'invite_only', HOST: '0.0.0.0' })
  const status = async () => (await browser(fresh.app).send('GET /api/status')).body
  expect(await status()).toMatchObject({ first_run: true, setup_code_required: true })
  const code = (await findSetupCode(fresh.base)) ?? ''
  expect(code).toMatch(/^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/)
  for (const wrong of [{}, { setup_code: '' }, { setup_code: 'x' }, { setup_code: code.slice(0, -1) }]) {
    expect(await signUp(fresh, wrong)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'setup_code' }] },
    })
  }
  const answers = await Promise.all([1, 2, 3].map(() => signUp(fresh, { setup_code: code.toUpperCase() })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403])
  expect(await status()).toMatchObject({ first_run: false, setup_code_required: false })
  expect(await findSetupCode(fresh.base)).toBeNull()
  expect((await signUp(fresh, { setup_code: code })).status).toBe(403)
})

test('every process of an installation has the same setup code, and another secret key has another', async () => {
  const fresh = await testService({ SIGNUPS: 'invite_only', HOST: '0.0.0.0' })
  const second = await secondProcess(fresh)
  const code = await findSetupCode(fresh.base)
  expect(await findSetupCode(second.base)).toBe(code)
  expect(
    await findSetupCode({ ...fresh.base, secretKey: 'another secret key of thirty characters' }),
  ).not.toBe(code)
})

test('the command line creates the owner without a setup code', async () => {
  const fresh = await testService({ SIGNUPS: 'invite_only', HOST: '0.0.0.0' })
  await createOwner(fresh.base, person())
  expect(await findSetupCode(fresh.base)).toBeNull()
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000', 'invite_only', false],
  ['::1', 'http://[::1]:3000', 'invite_only', false],
  ['localhost', 'http://localhost:3000', 'invite_only', false],
  ['0.0.0.0', 'http://localhost:3000', 'invite_only', true],
  ['192.168.1.5', 'http://192.168.1.5:3000', 'invite_only', true],
  ['127.0.0.1', 'https://ansight.example.com', 'invite_only', true],
  ['0.0.0.0', 'http://localhost:3000', 'open', false],
] as const)(
  'with HOST=%s at %s and SIGNUPS=%s, a setup code is required: %s',
  async (host, baseUrl, signups, required) => {
    const { base } = await emptyInstallation
    const config = { ...base.config, HOST: host, SIGNUPS: signups }
    expect((await findSetupCode({ ...base, baseUrl, config })) !== null).toBe(required)
  },
)

const emptyInstallation = testService()
