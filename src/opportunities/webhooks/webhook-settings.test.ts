/** Attempts to obtain the secret of a webhook, or to use the callback URLs of a former receiver. */
import { expect, test } from 'vitest'
import { type Client, createClientFor, type Json, sharedService, testService } from '../../../test/support.ts'
import { createTestBrand, type TestBrand } from '../../metrics/answers.fixture.ts'
import { moveWebhook, receiver } from './receiver.fixture.ts'

const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' })
const strict = await sharedService()
const secret = 'a-secret-of-the-receiver'

const getAddress = ({ brand }: { brand: Json }) => `/api/content/webhook-config/${brand.id}`

async function invite(owner: Client, role: 'admin' | 'editor'): Promise<Client> {
  const email = `${role}-${owner.email}`
  const { token } = await owner.ok('POST /api/invitations', { email, role })
  const invited = createClientFor(service.app, { email, password: 'correct horse battery' })
  await invited.ok(`POST /api/invitations/${token}/accept`, { name: role, password: invited.password })
  return invited
}

test('a change of the origin requires the secret again; a change of the path does not', async () => {
  const testBrand = await createTestBrand(service)
  const put = (body: object) => testBrand.owner.call(`PUT ${getAddress(testBrand)}`, body)
  await put({ webhook_url: 'https://127.0.0.1:9/hook', webhook_secret: secret })
  for (const url of ['https://127.0.0.2:9/hook', 'https://127.0.0.1:10/hook', 'http://127.0.0.1:9/hook']) {
    const reply = await put({ webhook_url: url })
    expect(reply, url).toMatchObject({ status: 400, body: { details: [{ path: 'webhook_secret' }] } })
  }
  const shown = await testBrand.owner.ok(`GET ${getAddress(testBrand)}`)
  expect(shown).toMatchObject({ webhook_url: 'https://127.0.0.1:9/hook', webhook_secret: '••••iver' })
  expect((await put({ webhook_url: 'https://127.0.0.1:9/other' })).body).toMatchObject({
    webhook_secret: '••••iver',
  })
  expect((await put({ webhook_url: 'https://127.0.0.2:9/', webhook_secret: secret })).status).toBe(200)
  expect((await put({ webhook_url: 'https://127.0.0.3:9/', webhook_secret: null })).body).toMatchObject({
    webhook_secret: null,
  })
})

test('concurrent changes cannot combine a stored secret with another origin', async () => {
  const testBrand = await createTestBrand(service)
  const put = (body: object) => testBrand.owner.call(`PUT ${getAddress(testBrand)}`, body)
  await put({ webhook_url: 'https://127.0.0.1:9/', webhook_secret: null })
  await Promise.all([
    put({ webhook_url: 'https://127.0.0.2:9/' }),
    put({ webhook_url: 'https://127.0.0.1:9/', webhook_secret: secret }),
  ])
  // Either the move came first, or it was rejected.
  expect(await testBrand.owner.ok(`GET ${getAddress(testBrand)}`)).toMatchObject({
    webhook_url: 'https://127.0.0.1:9/',
    webhook_secret: '••••iver',
  })
})

test('only admins and owners change a webhook or revoke its callbacks', async () => {
  const testBrand = await createTestBrand(service)
  const [admin, member] = [await invite(testBrand.owner, 'admin'), await invite(testBrand.owner, 'editor')]
  const change = { webhook_url: 'https://127.0.0.1:9/hook', webhook_secret: secret }
  expect((await member.call(`PUT ${getAddress(testBrand)}`, change)).status).toBe(403)
  expect((await member.call(`POST ${getAddress(testBrand)}/revoke-callbacks`)).status).toBe(403)
  expect((await admin.call(`PUT ${getAddress(testBrand)}`, change)).status).toBe(200)
  expect((await member.call(`PUT ${getAddress(testBrand)}`, { is_active: false })).status).toBe(403)
  expect((await admin.call(`POST ${getAddress(testBrand)}/revoke-callbacks`)).status).toBe(204)
})

test('the audit log has the old and the new URL of a change, without secrets', async () => {
  const testBrand = await createTestBrand(service)
  const put = (body: object) => testBrand.owner.ok(`PUT ${getAddress(testBrand)}`, body)
  await put({ webhook_url: 'https://127.0.0.1:9/services/T00000000/XyZsecret?token=hidden' })
  await put({ webhook_url: 'https://127.0.0.2:9/in', webhook_secret: secret })
  await put({ webhook_url: null })
  const { items } = await testBrand.owner.ok('GET /api/audit-log')
  const changes = items
    .filter(({ kind }: Json) => kind.startsWith('channel.'))
    .map(({ kind, data }: Json) => [kind, data.old_url, data.new_url])
  const first = 'https://127.0.0.1:9/serv…/T000…/XyZs…?…'
  expect(changes).toEqual([
    ['channel.deleted', 'https://127.0.0.2:9/in', undefined],
    ['channel.changed', first, 'https://127.0.0.2:9/in'],
    ['channel.created', undefined, first],
  ])
})

test('a secret is refused over plain http, when saved and when sent, unless private networks are allowed', async () => {
  const owner = await strict.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Zorvex', domain: 'zorvex.com' })
  const put = (body: object) => owner.call(`PUT ${getAddress({ brand })}`, body)
  expect(await put({ webhook_url: 'http://192.88.100.1/', webhook_secret: secret })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'webhook_url' }] },
  })
  expect((await put({ webhook_url: 'http://192.88.100.1/' })).status).toBe(200)
  expect((await put({ webhook_secret: secret })).status).toBe(400)
  expect((await put({ webhook_url: 'https://192.88.100.1/', webhook_secret: secret })).status).toBe(200)
  // The setting may have changed since the webhook was saved.
  await moveWebhook(strict.base, brand.id, 'http://192.88.100.1/')
  expect((await owner.call(`POST ${getAddress({ brand })}/test`)).status).toBe(400)
})

/** Delivers an opportunity and returns the path of its callback URL. */
async function deliver(testBrand: TestBrand, id: string, received: { body: Json }[]): Promise<string> {
  await testBrand.owner.ok(`POST /api/content/${id}/send`)
  const { pathname, search } = new URL(received.at(-1)?.body.callback_url)
  return `${pathname}${search}`
}

test('revoked callback URLs are rejected, and later deliveries have new ones', async () => {
  const there = await receiver((outgoing) => outgoing.end())
  const testBrand = await createTestBrand(service)
  const day = new Date().toISOString().slice(0, 10)
  await testBrand.write({ prompt: testBrand.prompts.plain, day, text: 'Quilmar is the one to buy.' })
  await testBrand.owner.ok('POST /api/content/generate', { brand_id: testBrand.brand.id })
  await testBrand.owner.ok(`PUT ${getAddress(testBrand)}`, { webhook_url: there.url })
  const { items } = await testBrand.owner.ok(`GET /api/content?brand_id=${testBrand.brand.id}`)
  const outside = createClientFor(service.app, { email: '', password: '' })
  const report = async (path: string, status: string) =>
    (await outside.call(`PATCH ${path}`, { status })).status

  const first = await deliver(testBrand, items[0].id, there.received)
  expect(await report(first, 'in_progress')).toBe(200)
  await testBrand.owner.ok(`POST ${getAddress(testBrand)}/revoke-callbacks`)
  expect(await report(first, 'done')).toBe(401)
  const second = await deliver(testBrand, items[0].id, there.received)
  expect(await report(second, 'done')).toBe(200)
  const log = await testBrand.owner.ok('GET /api/audit-log')
  expect(log.items.some(({ kind }: Json) => kind === 'callbacks.revoked')).toBe(true)
})
