import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'

const { app, base } = await testService({ ALLOWED_HOSTS: 'ansight, Metrics.Internal' })
base.baseUrl = 'https://ansight.example.com'

const getStatus = async (host: string, url = '/api/health', method: 'GET' | 'POST' = 'GET') =>
  (await app.inject({ method, url, headers: { host } })).statusCode

test.each([
  'ansight.example.com',
  'ANSIGHT.example.com:443',
  'ansight.example.com.',
  'localhost:3000',
  'app.localhost',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.1.5:3000',
  'ansight:3000',
  'metrics.internal',
])('a request for the host %s is answered', async (host) => {
  expect(await getStatus(host)).toBe(200)
})

test.each([
  'evil.test',
  'evil.test:3000',
  '127.0.0.1.evil.test',
  'localhost.evil.test',
  'ansight.example.com.evil.test',
  'evil-localhost',
  'localhost@evil.test',
  'evil.test/localhost',
])('a request for the unknown host "%s" gets 421 on every path and method', async (host) => {
  const answers = await Promise.all([
    getStatus(host),
    getStatus(host, '/'),
    getStatus(host, '/api/v1/whoami'),
    getStatus(host, '/no-such-page'),
    getStatus(host, '/api/auth/sign-up/email', 'POST'),
  ])
  expect(answers).toEqual([421, 421, 421, 421, 421])
})

test('errors for unknown paths and hosts have the security headers of every page', async () => {
  const page = await app.inject({ url: '/api/status' })
  const names = Object.keys(page.headers).filter((name) =>
    /^(x-(?!request|ratelimit)|content-security|cross-origin|referrer|origin-agent)/.test(name),
  )
  expect(names).toContain('content-security-policy')
  for (const [url, host] of [
    ['/no-such-page', 'localhost'],
    ['/api/none', 'localhost'],
    ['/', 'evil.test'],
  ] as const) {
    const { headers } = await app.inject({ url, headers: { host } })
    for (const name of names) expect([name, headers[name]]).toEqual([name, page.headers[name]])
  }
})

test('an error for an invalid URL cannot be framed, sniffed or run as a page', async () => {
  const { statusCode, headers } = await app.inject({ url: '/%ff', headers: { host: 'localhost' } })
  expect(statusCode).toBe(400)
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
})
