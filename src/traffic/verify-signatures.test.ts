import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { findWrongSums } from './agent-requests.ts'
import { getThumbprint } from './http-signature.ts'
import { listKeyDirectories } from './key-directories.ts'
import { allLogFields } from './log-senders.ts'
import { createLoggedBrand } from './logged-brand.fixture.ts'
import { type Dns, verifyHosts } from './verify-hosts.ts'
import { verifySignatures } from './verify-signatures.ts'

const start = new Date('2026-11-28T12:00:00Z')
let now = start
const service = await testService({ ALLOW_PRIVATE_NETWORK: 'true' }, { now: () => now })

type KeyPair = { x: string; privateKey: KeyObject }
function createKey(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { x: publicKey.export({ format: 'jwk' }).x ?? '', privateKey }
}
const key = createKey()

const directoryType = 'application/http-message-signatures-directory+json'
const served = { status: 200, type: directoryType, keys: [key.x], cacheControl: 'max-age=600', requests: 0 }
const server = createServer((_request, response) => {
  served.requests += 1
  response
    .writeHead(served.status, { 'content-type': served.type, 'cache-control': served.cacheControl })
    .end(JSON.stringify({ keys: served.keys.map((x) => ({ kty: 'OKP', crv: 'Ed25519', x })) }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const verify = () => verifySignatures(service.base, base)

const browser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0.0.0 Safari/537.36'

type Signing = { by?: KeyPair; host?: string; authority?: string; at?: Date; lifetime?: number }

/** The headers of a request to shop.acme.com, with Signature-Agent as a dictionary. */
function signHeaders({
  by = key,
  host = 'chatgpt.com',
  authority = 'shop.acme.com',
  at = now,
  lifetime = 300,
}: Signing) {
  const created = at.getTime() / 1000
  const params = `("@authority" "signature-agent";key="a");created=${created};expires=${created + lifetime};keyid="${getThumbprint(by.x)}";alg="ed25519";tag="web-bot-auth"`
  const text = `"@authority": ${authority}\n"signature-agent";key="a": "https://${host}"\n"@signature-params": ${params}`
  return {
    'signature-agent': `a="https://${host}"`,
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${sign(null, Buffer.from(text), by.privateKey).toString('base64')}:`,
  }
}

const plain = (headers: Record<string, string>, more: Record<string, unknown> = {}) => ({
  time: now,
  host: 'shop.acme.com',
  path: '/a',
  ip: '9.9.9.9',
  user_agent: browser,
  ...headers,
  ...more,
})

const counts = { verified: 0, not_confirmed: 0, unverifiable: 0, spoofed: 0 }

test('a signature identifies and verifies an agent that looks like a browser, in the logs of each sender', async () => {
  const { report, log, countPending } = await createLoggedBrand(service)
  const headers = signHeaders({})
  await log([plain(headers), plain({ ...headers, user_agent: 'ChatGPT-User/1.0' })])
  const underscores = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('-', '_'), value]),
  )
  await log([plain(underscores, { path: '/b' })])
  const cloudflare = {
    EdgeStartTimestamp: now,
    ClientRequestHost: 'shop.acme.com',
    ClientRequestURI: '/c',
    ClientIP: '9.9.9.9',
    ClientRequestUserAgent: browser,
    RequestHeaders: headers,
  }
  await log([cloudflare], allLogFields)
  const caddy = {
    ts: now.getTime() / 1000,
    request: {
      host: 'shop.acme.com',
      uri: '/d',
      method: 'GET',
      remote_ip: '9.9.9.9',
      headers: {
        'User-Agent': [browser],
        'Signature-Agent': [headers['signature-agent']],
        'Signature-Input': [headers['signature-input']],
        Signature: [headers.signature],
      },
    },
  }
  await log([caddy])
  expect(await report()).toMatchObject({ verification: { ...counts, unverifiable: 5 } })
  await verify()
  expect(await report()).toMatchObject({
    verification: { ...counts, verified: 5 },
    agents: [
      { agent: 'ChatGPT Agent', hits: 4, methods: ['signature'] },
      { agent: 'ChatGPT-User', hits: 1, methods: ['signature'] },
    ],
  })
  expect(await countPending()).toBe(0)
})

test('a signature by another key, of another host or over another site shows that the request is spoofed', async () => {
  const { report, log } = await createLoggedBrand(service)
  const forged = { ...createKey(), x: key.x }
  await log([
    plain(signHeaders({ by: forged })),
    plain(signHeaders({ authority: 'other.example' }), { path: '/b' }),
  ])
  await verify()
  expect((await report()).verification).toEqual({ ...counts, spoofed: 2 })
})

test('a signature proves nothing about an agent of another operator, outside of its time, or for longer than a day', async () => {
  const { report, log, countPending } = await createLoggedBrand(service)
  const hour = 3_600_000
  await log([
    plain(signHeaders({ host: 'evil.example' }), { user_agent: 'ChatGPT-User/1.0' }),
    plain(signHeaders({}), { user_agent: 'xAI-Bot/1.0 GrokBot/1.0 Bytespider' }),
    plain(signHeaders({ at: new Date(now.getTime() - hour) }), { path: '/late' }),
    plain(signHeaders({ at: new Date(now.getTime() + hour) }), { path: '/early' }),
    plain(signHeaders({ lifetime: 90_000 }), { path: '/long' }),
    // Without an agent, the request is not stored.
    plain(signHeaders({ host: 'evil.example' })),
  ])
  const before = served.requests
  await verify()
  expect((await report()).verification).toEqual({ ...counts, unverifiable: 5 })
  expect([served.requests, await countPending()]).toEqual([before, 0])
})

test('a key that is published later verifies, and one that was removed does not verify later requests', async () => {
  const { report, log, countPending } = await createLoggedBrand(service)
  const next = createKey()
  await log([plain(signHeaders({ by: next }))])
  await verify()
  expect(await countPending()).toBe(1)
  served.keys = [next.x]
  now = new Date(start.getTime() + 11 * 60_000)
  await verify()
  expect((await report()).verification).toEqual({ ...counts, verified: 1 })
  await log([plain(signHeaders({}), { path: '/still-cached-elsewhere' })])
  await verify()
  expect((await report()).verification).toEqual({ ...counts, verified: 2 })
  now = new Date(start.getTime() + 3 * 86_400_000)
  await log([plain(signHeaders({}), { path: '/leaked-key' })])
  await log([plain(signHeaders({ at: start }), { time: start, path: '/old-log' })])
  await verify()
  expect((await report()).verification).toEqual({ ...counts, verified: 3, unverifiable: 1 })
  now = new Date(now.getTime() + 2 * 86_400_000 + 1000)
  await verifyHosts(service.base, {
    reverse: async () => [],
    resolve4: async () => [],
    resolve6: async () => [],
  })
  expect(await countPending()).toBe(0)
  expect((await report()).verification).toEqual({ ...counts, verified: 3, unverifiable: 1 })
})

test('the keys of a host are fetched once per lifetime, and a failure keeps them', async () => {
  const { log } = await createLoggedBrand(service)
  const unknown = createKey()
  await log([plain(signHeaders({ by: unknown }))])
  served.keys = [key.x]
  await verify()
  const read = async () => (await listKeyDirectories(service.base)).find(({ host }) => host === 'chatgpt.com')
  const fetched = await read()
  const before = served.requests
  await verify()
  expect(served.requests).toBe(before)
  for (const [change, problem] of [
    [{ status: 503 }, 'status 503'],
    [{ type: 'text/html' }, 'another media type'],
    [{ keys: ['short'] }, 'no keys'],
  ] as const) {
    now = new Date(now.getTime() + 11 * 60_000)
    Object.assign(served, { status: 200, type: directoryType, keys: [key.x] }, change)
    await verify()
    expect(await read()).toMatchObject({ keys: fetched?.keys, fetchedAt: fetched?.fetchedAt, problem })
  }
  Object.assign(served, { status: 200, type: directoryType, keys: [key.x], cacheControl: 'max-age=99999999' })
  now = new Date(now.getTime() + 11 * 60_000)
  await verify()
  expect(await read()).toMatchObject({
    problem: null,
    fetchedAt: now,
    refreshAt: new Date(now.getTime() + 86_400_000),
  })
})

test('an address that the DNS verifies counts for more than a signature that does not match', async () => {
  const { ctx, brand, report, log, countPending } = await createLoggedBrand(service)
  const google = { host: 'agent.bot.goog', user_agent: 'Googlebot/2.1', ip: '66.249.66.1' }
  const dns: Dns = {
    reverse: async () => ['crawl-66-249-66-1.googlebot.com'],
    resolve4: async () => ['66.249.66.1'],
    resolve6: async () => [],
  }
  await log([
    plain(signHeaders({ host: google.host, authority: 'proxy.internal' }), {
      user_agent: google.user_agent,
      ip: google.ip,
    }),
  ])
  await verify()
  expect((await report()).agents).toMatchObject([{ verification: { ...counts, spoofed: 1 } }])
  await verifyHosts(service.base, dns)
  expect((await report()).agents).toMatchObject([
    { verification: { ...counts, verified: 1 }, methods: ['dns'] },
  ])
  expect(await countPending()).toBe(0)
  expect(await findWrongSums(ctx, brand.id)).toBeUndefined()
})
