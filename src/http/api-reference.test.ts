import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { apiReferenceRoutes } from './api-reference.ts'
import { type RouteTable, route } from './route.ts'
import { createServer, mountRoutes, type Surface } from './server.ts'

const prove = async () => ({ organizationId: 'o', actor: { kind: 'system' as const } })
const surfaces: Surface[] = [
  { prefix: '/api/v1', name: 'api_key', prove },
  { prefix: '/api/openapi.json', name: 'public' },
  { prefix: '/api', name: 'session', prove },
  { prefix: '', name: 'public' },
]
const Thing = z
  .object({ id: z.uuid(), label: z.string().describe('A <b>label</b> & more') })
  .meta({ id: 'Thing' })
const routes: RouteTable = {
  'GET /api/v1/things': route({
    access: 'read',
    dependsOn: null,
    summary: 'List <script>alert(1)</script>',
    query: { brand_id: z.uuid(), note: z.string().optional() },
    returns: z.array(Thing),
    run: async () => [],
  }),
  'POST /api/things/:thing': route({
    access: 'write',
    summary: "Change a thing's label",
    params: { thing: z.string() },
    body: z.strictObject({
      label: z.enum(["it's", 'other']),
      from: z.iso.date(),
      hint: z.string().optional(),
    }),
    returns: z.object({ things: z.array(z.object({ inner: Thing, count: z.int().nullable() })) }),
    run: async () => ({ things: [] }),
  }),
  ...apiReferenceRoutes((): { routes: RouteTable; surfaces: Surface[] } => ({ routes, surfaces })),
}

const app = createServer(pino({ level: 'silent' }), null)
mountRoutes(app, baseOf('https://ansight.example'), routes, surfaces)

test('the page has an anchor for every endpoint and every schema, and no link of it leads nowhere', async () => {
  const { body } = await app.inject('/docs')
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(expect.arrayContaining(['getV1Things', 'schema-Thing', 'schema-Error', 'error-429']))
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
})

test('texts of the document cannot become markup', async () => {
  const { body } = await app.inject('/docs')
  expect(body).toContain('List &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).toContain('A &lt;b&gt;label&lt;/b&gt; &amp; more')
  expect(body).not.toContain('<script')
})

test('the page runs no script, asks nobody else, and its policy allows exactly its one style sheet', async () => {
  const { body, headers } = await app.inject('/docs')
  const styles = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(styles).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(body).not.toMatch(/ style=| on[a-z]+=|<link|<img|@import|url\(/)
  expect([...body.matchAll(/(?:href|src)="(?!#)([^"]*)"/g)].map(([, url]) => url)).toEqual([
    '/api/openapi.json',
  ])
})

test('each endpoint has a request to paste, with its proof, what it needs, and quotes the shell can read', async () => {
  const { body } = await app.inject('/docs')
  const requests = [...body.matchAll(/<pre><code>([\s\S]*?)<\/code>/g)].map(([, text]) =>
    unescaped(text ?? ''),
  )
  expect(requests[0]).toBe(
    `curl -H 'Authorization: Bearer ans_…' \\\n  'https://ansight.example/api/v1/things?brand_id=0199c3f2-7b1e-7c4a-9d2e-5f8a6b3c1d20'`,
  )
  expect(requests[1]).toContain(`curl -X POST -H 'Cookie: …' \\\n  -H 'X-XSRF-TOKEN: …' \\\n`)
  expect(requests[1]).toContain(`"label": "it'\\''s",\n  "from": "2026-01-31"\n}'`)
  expect(requests[1]).toContain(`'https://ansight.example/api/things/THING'`)
})

test('document and page are sent once: the same tag answers 304 without a body', async () => {
  for (const url of ['/api/openapi.json', '/docs']) {
    const first = await app.inject(url)
    expect(first.statusCode).toBe(200)
    const held = { 'if-none-match': `"other", ${String(first.headers.etag).replace('W/', '')}` }
    const again = await app.inject({ url, headers: held })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  }
})

test('the document describes its own two addresses too', async () => {
  const document = (await app.inject('/api/openapi.json')).json()
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/openapi.json', '/docs']))
  expect(document.servers).toEqual([{ url: 'https://ansight.example' }])
})

const unescaped = (text: string) =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** These routes read nothing of the context but where the service is reached. */
function baseOf(baseUrl: string) {
  return { baseUrl } as AppContext
}
