/** A public URL with a path, through a proxy that removes the path and one that keeps it. */
import { describe, expect, test } from 'vitest'
import { contextWith, createTestApp, testService } from '../support.ts'
import { basePath, startBehindProxy } from './base-path-proxy.ts'
import { brandWith, signIn } from './person.ts'

const service = await testService({ SCRAPER_WEBHOOK_SECRET: 'x'.repeat(32) })

describe.each([
  ['removes', true],
  ['keeps', false],
])('behind a proxy that %s the path', async (_name, removesPath) => {
  const url = await startBehindProxy(service, removesPath)
  const person = await signIn(url, await service.signUp())

  test('the API and the session work', async () => {
    const { id } = await brandWith(person, 1)
    const { text } = await person.call('GET /api/brands')
    expect(text).toContain(id)
  })

  test('browsers send the cookies to this service only', async () => {
    const cookies = (await signInReply(url)).headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) expect(cookie).toContain(`; Path=${basePath};`)
  })

  test('a visitor without a session is sent to the sign-in page, which then returns to the screen', async () => {
    const reply = await fetch(`${url}/dashboard/brands?days=7`, { redirect: 'manual' })
    const next = encodeURIComponent(`${basePath}/dashboard/brands?days=7`)
    expect(reply.headers.get('location')).toBe(`${basePath}/sign-in?next=${next}`)
  })

  test.each(['', '/', '/sign-in', '/docs', '/docs/'])('all files of the page %s load', async (page) => {
    const html = await (await fetch(`${url}${page}`)).text()
    const files = [...html.matchAll(/(?:src|href)="([^"]*\.(?:js|css|svg))"/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      expect(file).toMatch(new RegExp(`^${basePath}/`))
      expect((await fetch(new URL(file, url))).status, file).toBe(200)
    }
  })

  test('the OpenAPI document names the public URL', async () => {
    const { body } = await person.call('GET /api/openapi.json')
    expect(body).toMatchObject({ servers: [{ variables: { base_url: { default: url } } }] })
  })

  test('the tracking script, its beacon and the callback of the scraper are reached', async () => {
    const { id } = await brandWith(person, 0)
    const { snippet, code } = await person.ok(`GET /api/brands/${id}/pixel`)
    expect(snippet).toContain(`src="${url}/t.js"`)
    expect((await fetch(`${url}/t.js`)).status).toBe(200)
    const body = JSON.stringify({ u: 'https://acme-shoes.com/', r: 'https://chatgpt.com/', l: 'en', w: 100 })
    expect((await fetch(`${url}/track/${code}`, { method: 'POST', body })).status).toBe(204)
    expect((await fetch(`${url}/scraper/callback`, { method: 'POST', body: '{}' })).status).toBe(401)
  })

  test('an invitation links to the public URL', async () => {
    const { link } = await person.ok('POST /api/invitations', {
      email: 'cy@example.com',
      role: 'editor',
    })
    expect(link).toMatch(new RegExp(`^${url}/invite/`))
  })

  test('a path that only starts like the base path is not found', async () => {
    const port = new URL(url).port
    expect((await fetch(`http://127.0.0.1:${port}${basePath}-other/api/health`)).status).toBe(418)
  })
})

test('of two cookies of one name, the first counts, which is the one with the longer path', async () => {
  const url = await startBehindProxy(service, true)
  const sessionCookies = (await signInReply(url)).headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const others = ['XSRF-TOKEN=of-another-service', 'ansight_session=other.signature']
  const cookie = [...sessionCookies, ...others].join('; ')
  expect((await fetch(`${url}/api/brands`, { headers: { cookie } })).status).toBe(200)
})

test.each(['/api', '/dashboard/x', '/docs'])('the base path %s is refused', async (path) => {
  const base = contextWith(service.base, { baseUrl: `http://localhost:3000${path}` })
  await expect(createTestApp(base)).rejects.toThrow('BASE_URL: the path cannot start with')
})

async function signInReply(url: string) {
  const { email, password } = await service.signUp()
  return fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}
