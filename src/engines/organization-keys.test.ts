/** Keys of organizations at engine vendors, with a local server in place of the vendors. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Client, contextWith, createClientFor, type Json, testService } from '../../test/support.ts'
import { startDueRuns } from '../tracking/schedule.ts'
import { openEngine } from './organization-keys.ts'

const received: string[] = []
let costUsd = 0.5

/** Answers as OpenRouter does, with a price, and rejects one key. */
const vendor = createServer((request, response) => {
  const key = request.headers.authorization?.replace('Bearer ', '') ?? ''
  received.push(key)
  request.resume()
  response.setHeader('content-type', 'application/json')
  if (key.includes('rejected')) {
    response.writeHead(401).end('{"error":{"code":401,"message":"No auth credentials found"}}')
    return
  }
  const message = { role: 'assistant', content: 'Paris, says Quilmar.' }
  const usage = { prompt_tokens: 3, completion_tokens: 2, cost: costUsd }
  response.end(JSON.stringify({ model: 'openai/test', choices: [{ message, finish_reason: 'stop' }], usage }))
})
await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening))
afterAll(() => void vendor.close())

const service = await testService({
  OPENROUTER_BASE_URL: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/api/v1`,
  OPENROUTER_API_KEY: 'key-of-the-settings',
  ENGINE_CHATGPT: 'openrouter',
  TRACKING_PER_ENGINE: '1',
})

const own = { OPENROUTER_API_KEY: 'sk-or-v1-key-of-the-organization' }

const getId = async (client: Client) => String((await client.ok('GET /api/organization')).id)

const buildRow = async (client: Client): Promise<Json> => {
  const { items } = await client.ok('GET /api/engine-keys')
  return items.find(({ backend }: Json) => backend === 'openrouter')
}

async function invite(owner: Client, role: string): Promise<Client> {
  const email = `${role}-${owner.email}`
  const { token } = await owner.ok('POST /api/invitations', { email, role })
  const invited = createClientFor(service.app, { email, password: 'correct horse battery' })
  await invited.ok(`POST /api/invitations/${token}/accept`, { name: role, password: invited.password })
  return invited
}

async function createTracked(owner: Client, prompts = 1): Promise<Json> {
  const brand = await owner.ok('POST /api/brands', { name: 'Quilmar', domain: 'quilmar.com' })
  for (let number = 1; number <= prompts; number += 1)
    await owner.ok('POST /api/prompts', {
      brand_id: brand.id,
      text: `What is the best shoe number ${number}?`,
    })
  return brand
}

async function trackChatgpt(owner: Client, brand: Json): Promise<Json> {
  const { jobId } = await owner.ok('POST /api/tracking/check', { brandId: brand.id, platforms: ['chatgpt'] })
  await service.work()
  return owner.ok(`GET /api/tracking/job/${jobId}`)
}

test('a stored key is never returned or exported, and is encrypted in the database', async () => {
  const owner = await service.signUp()
  expect(await buildRow(owner)).toMatchObject({ key: 'environment', last_characters: null })
  const replies = [
    await owner.call('PUT /api/engine-keys/openrouter', { credentials: own }),
    await owner.call('GET /api/engine-keys'),
    await owner.call('GET /api/platforms'),
    await owner.call('GET /api/audit-log'),
    await owner.call('GET /api/organization/export'),
  ]
  expect(replies.map(({ status }) => status)).toEqual([204, 200, 200, 200, 200])
  for (const { text } of replies) expect(text).not.toContain(own.OPENROUTER_API_KEY)
  expect(await buildRow(owner)).toMatchObject({
    key: 'organization',
    last_characters: 'tion',
    is_readable: true,
    is_in_settings: true,
    serving: expect.arrayContaining(['chatgpt', 'claude']),
  })
  const { rows } = await sql<{ row: string }>`
    select encode(credentials, 'escape') as row from engine_keys`.execute(service.base.db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { row } of rows) expect(row).not.toContain('sk-or')
  const { items } = await owner.ok('GET /api/audit-log')
  expect(items.find(({ kind }: Json) => kind === 'engine_key.changed')).toMatchObject({
    data: { backend: 'openrouter', key_changed: true, last_characters: 'tion' },
  })
})

test("an organization's key is used for its own queries only, until it is removed", async () => {
  const [owner, other] = [await service.signUp(), await service.signUp()]
  await owner.ok('PUT /api/engine-keys/openrouter', { credentials: own })
  const lastKey = async (client: Client) => {
    await client.ok('POST /api/platforms/chatgpt/test')
    return received.at(-1)
  }
  expect(await lastKey(owner)).toBe(own.OPENROUTER_API_KEY)
  expect(await lastKey(other)).toBe('key-of-the-settings')
  expect((await other.call('DELETE /api/engine-keys/openrouter')).status).toBe(404)
  expect((await other.call('POST /api/engine-keys/openrouter/test', {})).status).toBe(404)
  expect(await lastKey(owner)).toBe(own.OPENROUTER_API_KEY)
  const run = await trackChatgpt(owner, await createTracked(owner))
  expect(run).toMatchObject({ status: 'completed' })
  expect(received.at(-1)).toBe(own.OPENROUTER_API_KEY)
  expect((await owner.call('DELETE /api/engine-keys/openrouter')).status).toBe(204)
  expect(await lastKey(owner)).toBe('key-of-the-settings')
})

test('only owners and admins may see, set, test and remove engine keys', async () => {
  const owner = await service.signUp()
  const body = { credentials: own }
  const calls: [string, object?][] = [
    ['GET /api/engine-keys'],
    ['PUT /api/engine-keys/openrouter', body],
    ['POST /api/engine-keys/openrouter/test', body],
    ['DELETE /api/engine-keys/openrouter'],
  ]
  for (const role of ['editor', 'viewer']) {
    const invited = await invite(owner, role)
    for (const [address, sent] of calls)
      expect((await invited.call(address, sent)).status, `${role} ${address}`).toBe(403)
  }
  const admin = await invite(owner, 'admin')
  for (const [address, sent] of calls)
    expect((await admin.call(address, sent)).status, `admin ${address}`).toBeLessThan(300)
})

test('a key is tested before it is stored, and an error message does not contain it', async () => {
  const owner = await service.signUp()
  const rejected = { OPENROUTER_API_KEY: 'sk-or-v1-a-rejected-key' }
  const bad = await owner.call('POST /api/engine-keys/openrouter/test', { credentials: rejected })
  expect(bad.body).toMatchObject({
    success: false,
    message: expect.stringContaining('Organization > Engines'),
  })
  expect(bad.text).not.toContain(rejected.OPENROUTER_API_KEY)
  const good = await owner.ok('POST /api/engine-keys/openrouter/test', { credentials: own })
  expect(good).toMatchObject({ success: true, cost_micros: 500_000 })
  expect(await buildRow(owner)).toMatchObject({ key: 'environment', spent_micros: 500_000 })
})

test('credentials of another backend, incomplete ones and unknown backends are rejected', async () => {
  const owner = await service.signUp()
  const put = async (backend: string, credentials: object) =>
    (await owner.call(`PUT /api/engine-keys/${backend}`, { credentials })).body
  expect(await put('openrouter', { OPENAI_API_KEY: 'k' })).toMatchObject({
    details: [{ path: 'credentials.OPENAI_API_KEY' }],
  })
  expect(await put('dataforseo', { DATAFORSEO_LOGIN: 'me@example.com' })).toMatchObject({
    details: [{ path: 'credentials.DATAFORSEO_PASSWORD' }],
  })
  expect(await put('openrouter', { OPENROUTER_API_KEY: 'two words' })).toMatchObject({
    code: 'invalid_request',
  })
  expect(await put('bing', own)).toMatchObject({ code: 'invalid_request' })
})

test("a key of another vendor is rejected, except at a URL other than the vendor's", async () => {
  const owner = await service.signUp()
  const anthropicKey = { ANTHROPIC_API_KEY: 'pplx-of-the-organization' }
  for (const address of ['PUT /api/engine-keys/anthropic', 'POST /api/engine-keys/anthropic/test'])
    expect((await owner.call(address, { credentials: anthropicKey })).body).toMatchObject({
      code: 'invalid_request',
      details: [
        {
          path: 'credentials.ANTHROPIC_API_KEY',
          message: 'looks like a key of Perplexity, not of Anthropic',
        },
      ],
    })
  // OPENROUTER_BASE_URL is set here: a gateway has keys of its own.
  const ofGateway = { OPENROUTER_API_KEY: 'sk-of-a-gateway' }
  expect((await owner.call('PUT /api/engine-keys/openrouter', { credentials: ofGateway })).status).toBe(204)
})

test('only the settings configure an OpenAI-compatible server', async () => {
  const owner = await service.signUp()
  const listed = async (client: Client): Promise<Json | undefined> =>
    (await client.ok('GET /api/engine-keys')).items.find(({ backend }: Json) => backend === 'compatible')
  const platformFor = async (client: Client): Promise<Json> =>
    (await client.ok('GET /api/platforms')).items.find(({ platform }: Json) => platform === 'own_model')
  expect(await listed(owner)).toBeUndefined()
  expect(await platformFor(owner)).toMatchObject({ configured: false, allows_own_key: false })
  const credentials = { COMPATIBLE_BASE_URL: 'http://169.254.169.254', COMPATIBLE_MODEL: 'llama' }
  for (const address of ['PUT /api/engine-keys/compatible', 'POST /api/engine-keys/compatible/test'])
    expect((await owner.call(address, { credentials })).body).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'credentials' }],
    })
  expect(await owner.call('POST /api/platforms/own_model/test')).toMatchObject({
    status: 503,
    body: { error: 'Own model is not configured; set COMPATIBLE_BASE_URL and COMPATIBLE_MODEL.' },
  })

  const local = await testService({ COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1', COMPATIBLE_MODEL: 'llama' })
  const other = await local.signUp()
  expect(await listed(other)).toMatchObject({
    allows_own_key: false,
    key: 'environment',
    model: 'llama',
    serving: ['own_model'],
    typical_cost_micros: 0,
  })
  expect(await platformFor(other)).toMatchObject({ configured: true, backend: 'compatible' })
})

test('a key of another backend wins over the settings, except where ENGINE_<PLATFORM> names one', async () => {
  const owner = await service.signUp()
  await owner.ok('PUT /api/engine-keys/anthropic', {
    credentials: { ANTHROPIC_API_KEY: 'sk-ant-of-the-org' },
  })
  await owner.ok('PUT /api/engine-keys/openai', { credentials: { OPENAI_API_KEY: 'sk-of-the-organization' } })
  const { items } = await owner.ok('GET /api/platforms')
  const shown = (platform: string) => items.find((each: Json) => each.platform === platform)
  expect(shown('claude')).toMatchObject({ backend: 'anthropic', key: 'organization' })
  expect(shown('chatgpt')).toMatchObject({ backend: 'openrouter', key: 'environment' })
  expect(shown('grok')).toMatchObject({ backend: 'openrouter', key: 'environment' })
})

test('with another SECRET_KEY, or after the ciphertext changed, queries fail with the reason and use no other key', async () => {
  const owner = await service.signUp()
  const brand = await createTracked(owner)
  await owner.ok('PUT /api/engine-keys/openrouter', { credentials: own })
  const rotated = contextWith(service.base, { secretKey: 'another secret key that is long enough' })
  const organizationId = await getId(owner)
  await expect(openEngine({ ...rotated, organizationId }, 'chatgpt')).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('SECRET_KEY_PREVIOUS'),
  })
  const config = { ...service.base.config, SECRET_KEY_PREVIOUS: [service.base.secretKey] }
  const engine = await openEngine({ ...rotated, config, organizationId }, 'chatgpt')
  expect(engine).toMatchObject({ name: 'openrouter', keyOwner: organizationId })

  await sql`
    update engine_keys set credentials = set_byte(credentials, 40, get_byte(credentials, 40) # 1)
    where organization_id = ${organizationId}`.execute(service.base.db)
  const before = received.length
  const run = await trackChatgpt(owner, brand)
  expect(JSON.stringify(run)).toContain('cannot be decrypted')
  expect((await owner.call('POST /api/platforms/chatgpt/test')).body).toMatchObject({
    code: 'not_configured',
  })
  expect(received).toHaveLength(before)
  expect(await buildRow(owner)).toMatchObject({ is_readable: false, key: 'organization' })
})

test('a ciphertext of another organization cannot be used', async () => {
  const [owner, other] = [await service.signUp(), await service.signUp()]
  for (const client of [owner, other])
    await client.ok('PUT /api/engine-keys/openrouter', { credentials: own })
  await sql`
    update engine_keys set credentials = (
      select credentials from engine_keys where organization_id = ${await getId(other)}
    ) where organization_id = ${await getId(owner)}`.execute(service.base.db)
  expect(await buildRow(owner)).toMatchObject({ is_readable: false })
})

test('at the monthly limit of a backend, runs stop with the reason and the scheduler skips it', async () => {
  const owner = await service.signUp()
  const brand = await createTracked(owner, 6)
  await owner.ok('PUT /api/engine-keys/openrouter', { credentials: own, spend_limit_micros: 2_000_000 })
  costUsd = 1
  const run = await trackChatgpt(owner, brand)
  expect(JSON.stringify(run)).toContain('limit of $2.00 for OpenRouter is used up')
  const { spent_micros } = await buildRow(owner)
  expect(spent_micros).toBeGreaterThanOrEqual(2_000_000)
  const before = received.length
  expect(await owner.call('POST /api/platforms/chatgpt/test')).toMatchObject({
    status: 429,
    body: { code: 'run_cap', error: expect.stringContaining('OpenRouter') },
  })
  const { jobs } = await startDueRuns(service.base)
  expect(jobs.filter(({ brandId }) => brandId === brand.id)).toEqual([])
  expect(received).toHaveLength(before)
  await owner.ok('PUT /api/engine-keys/openrouter', { spend_limit_micros: null })
  expect(await owner.ok('POST /api/platforms/chatgpt/test')).toMatchObject({ success: true })
  costUsd = 0.5
})

test('a limit applies to a key of the settings too, and is removed with null', async () => {
  const owner = await service.signUp()
  await owner.ok('PUT /api/engine-keys/openrouter', { spend_limit_micros: 0 })
  expect(await buildRow(owner)).toMatchObject({ key: 'environment', spend_limit_micros: 0 })
  expect((await owner.call('POST /api/platforms/chatgpt/test')).status).toBe(429)
  await owner.ok('PUT /api/engine-keys/openrouter', { spend_limit_micros: null })
  expect(await buildRow(owner)).toMatchObject({ spend_limit_micros: null, updated_at: null })
})

test('the scheduler runs an organization on the platforms of its key', async () => {
  const simulated = await testService()
  const [owner, other] = [await simulated.signUp(), await simulated.signUp()]
  await owner.ok('PUT /api/engine-keys/anthropic', {
    credentials: { ANTHROPIC_API_KEY: 'sk-ant-of-the-org' },
  })
  const [brand, otherBrand] = [await createTracked(owner), await createTracked(other)]
  const { jobs } = await startDueRuns(simulated.base)
  const getPlatforms = async (id: string) => {
    const { jobId = '' } = jobs.find(({ brandId }) => brandId === id) ?? {}
    const row = await simulated.base.db
      .selectFrom('jobs')
      .select('input')
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    return (row.input as Json).platforms
  }
  expect(await getPlatforms(brand.id)).toEqual(['claude'])
  expect(await getPlatforms(otherBrand.id)).toHaveLength(8)
})
