import { PassThrough } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { contextWith, createTestApp, sharedService } from '../../test/support.ts'
import { newId, newToken } from '../core/ids.ts'
import { routes } from '../routes.ts'
import { splitRouteKey } from './route.ts'

const service = await sharedService()

/** Returns everything that the service logs for these requests. */
async function getLog(urls: readonly string[]): Promise<string> {
  const output = new PassThrough()
  const app = await createTestApp(contextWith(service.base, { log: pino({ level: 'trace' }, output) }))
  for (const url of urls)
    for (const method of ['GET', 'POST', 'DELETE'] as const) await app.inject({ method, url })
  await app.close()
  return output
    .end()
    .setEncoding('utf8')
    .toArray()
    .then((chunks) => chunks.join(''))
}

test('a path with a token is logged without it, whether or not it matches a route', async () => {
  const patterns = Object.keys(routes)
    .map((key) => splitRouteKey(key).url)
    .filter((url) => /:(token|invitation)/.test(url))
  expect(patterns.length).toBeGreaterThan(8)
  // As long as the shortest token that gives access.
  const token = newToken(18)
  const urls = patterns.flatMap((pattern) => {
    const url = pattern.replace(/:(token|invitation)/, token).replace(/:\w+|\*/, 'x')
    const above = url.slice(0, url.indexOf(token) + token.length)
    return [
      ...[url, above, `${above}/`, `${url}/more/than/that`, `/ansight${url}`, `/dashboard${url}`],
      ...[
        `${above}.`,
        `${above}).`,
        `${above}%20`,
        `${above}%zz`,
        `/${url}`,
        url.replace(/^\/\w+/, (first) => first.toUpperCase()),
      ],
      ...[
        encodeURIComponent(above),
        `${above}%3Fa=b`,
        `${above}?${token}`,
        above.replace(token, `x${token}`),
      ],
    ]
  })
  const log = await getLog(urls)
  expect(log.match(/"msg":"request"/g)?.length).toBeGreaterThan(urls.length)
  expect(log).not.toContain(token)
})

test('a path without a token is logged as it was requested, with its ids', async () => {
  const id = newId(Date.now())
  for (const path of [`/api/answers/${id}`, '/api/v1/competitor-comparisons', '/wp-login.php'])
    expect(await getLog([path])).toContain(`"path":"${path}"`)
})

test('a proxy that is not trusted is logged once, because all clients share its address', async () => {
  const output = new PassThrough()
  const app = await createTestApp(contextWith(service.base, { log: pino({ level: 'warn' }, output) }))
  await app.inject({ url: '/api/health' })
  for (const client of ['203.0.113.9', '198.51.100.1'])
    await app.inject({ url: '/api/health', headers: { 'x-forwarded-for': client } })
  await app.close()
  const lines = (await output.end().setEncoding('utf8').toArray()).join('').trim().split('\n')
  expect(lines).toEqual([expect.stringContaining('TRUST_PROXY is not set')])
})
