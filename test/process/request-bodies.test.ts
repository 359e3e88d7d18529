/** Attempts to fill the memory with request bodies, on real connections. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { publicBodies } from '../../src/http/body-limits.ts'
import { splitRouteKey } from '../../src/http/route.ts'
import { routes } from '../../src/routes.ts'
import { contextWith, createClientFor, createTestApp, testService } from '../support.ts'

const { base, signUp } = await testService()
const owner = await signUp()
const secret = 'a scraper secret of these tests'
const context = contextWith(base, { config: { ...base.config, SCRAPER_WEBHOOK_SECRET: secret } })
const [app, signedApp] = [await createTestApp(base), await createTestApp(context)]
const budget = context.use(publicBodies)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const signedUrl = await signedApp.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await app.close()
  await signedApp.close()
})

const mib = 1024 * 1024

/** Sends headers that announce a body, and the part of it that is given. */
function upload(to: string, [method, path]: [string, string], headers: Record<string, string>, part = '') {
  const socket = connect(Number(new URL(to).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n${part}`)
  const response = once(socket, 'data').then(([bytes]) => String(bytes))
  return { socket, response }
}

const json = { 'Content-Type': 'application/json', 'Content-Length': String(8 * mib) }

test('every route with authentication answers a stranger without waiting for the body', async () => {
  const guarded = Object.entries(routes).filter(
    ([key, { access }]) => access !== 'none' && splitRouteKey(key).method !== 'GET',
  )
  expect(guarded.length).toBeGreaterThan(50)
  for (const [key] of guarded) {
    const { method, url: pattern } = splitRouteKey(key)
    const path = pattern.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000')
    const { socket, response } = upload(url, [method, path], json)
    expect(await response, key).toMatch(/^HTTP\/1.1 (401|503) /)
    socket.destroy()
  }
})

test('a delivery is rejected from its headers alone', async () => {
  const now = String(Math.floor(Date.now() / 1000))
  const late = String(Math.floor(Date.now() / 1000) - 301)
  const signature = `v1=${'0'.repeat(64)}`
  const attempts: [to: string, headers: Record<string, string>, status: number][] = [
    [url, {}, 503],
    [url, { 'X-Scraper-Timestamp': now, 'X-Scraper-Signature': signature }, 503],
    [signedUrl, {}, 401],
    [signedUrl, { 'X-Scraper-Timestamp': now }, 401],
    [signedUrl, { 'X-Scraper-Timestamp': late, 'X-Scraper-Signature': signature }, 401],
    [
      signedUrl,
      { 'X-Scraper-Timestamp': now, 'X-Scraper-Signature': signature, 'Content-Encoding': 'rot13' },
      415,
    ],
  ]
  for (const [to, headers, status] of attempts) {
    const { socket, response } = upload(to, ['POST', '/scraper/callback'], { ...json, ...headers })
    expect(await response).toContain(`HTTP/1.1 ${status} `)
    socket.destroy()
  }
})

test('slow deliveries with a valid timestamp occupy limited memory, which is released when they end', async () => {
  const headers = {
    ...json,
    'X-Scraper-Timestamp': String(Math.floor(Date.now() / 1000)),
    'X-Scraper-Signature': `v1=${'0'.repeat(64)}`,
  }
  const part = 'x'.repeat(7 * mib)
  const uploads = Array.from({ length: 12 }, () =>
    upload(signedUrl, ['POST', '/scraper/callback'], headers, part),
  )
  const rejected: string[] = []
  for (const { response } of uploads) response.then((text) => rejected.push(text))
  // At most three uploads fit the limit of an address; they get no response before their end.
  await expect.poll(() => rejected.length).toBeGreaterThanOrEqual(9)
  for (const text of rejected) expect(text).toMatch(/^HTTP\/1.1 429 [\s\S]*"retry_after_seconds":5/)
  expect(budget.usedBytes()).toBeLessThanOrEqual(24 * mib)
  for (const { socket } of uploads) socket.destroy()
  await expect.poll(() => budget.usedBytes()).toBe(0)
})

test('a route without authentication accepts only small bodies', async () => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(20_000) })
  const reply = await owner.call('POST /api/auth/sign-in/email', body, { 'content-type': 'application/json' })
  expect(reply).toMatchObject({ status: 413, body: { code: 'too_large' } })
})

test('a compressed body counts as decoded', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(10 * mib) })),
  })
  expect(reply.statusCode).toBe(413)
})

test.each(['rot13', 'br', 'zstd', 'gzip, gzip'])(
  'a body with Content-Encoding %s gets 415',
  async (encoding) => {
    for (const [method, path] of [
      ['POST', '/api/brands'],
      ['POST', '/api/auth/sign-in/email'],
      ['PATCH', '/api/organization'],
    ]) {
      const reply = await owner.call(`${method} ${path}`, '{"name":"x"}', {
        'content-type': 'application/json',
        'content-encoding': encoding,
      })
      expect(reply, path).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    }
  },
)

test('strangers cannot use up the memory for authenticated requests', async () => {
  const reservation = budget.reserve('127.0.0.1')
  reservation.add(24 * mib)
  const signed = {
    'x-scraper-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-scraper-signature': 'v1=0',
  }
  const delivery = await createClientFor(signedApp, owner).call('POST /scraper/callback', 'x'.repeat(mib), {
    'content-type': 'application/json',
    ...signed,
  })
  expect(delivery.status).toBe(429)
  const key = await owner.ok('POST /api/api-keys', { name: 'test' })
  const large = await signedApp.inject({
    method: 'POST',
    url: '/api/mcp',
    headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ padding: 'x'.repeat(mib / 2) }),
  })
  expect(large.statusCode).not.toBe(429)
  reservation.release()
})
