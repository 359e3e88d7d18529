import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type AppContext, createAppContext } from '../core/context.ts'
import { type ApiDescription, apiReferenceRoutes } from './api-reference.ts'
import type { ApiSurface } from './api-surfaces.ts'
import { mountRoutes } from './mount-routes.ts'
import { type RouteTable, route } from './route.ts'
import { createServer } from './server.ts'

const authenticate = async () => ({ organizationId: 'o', actor: { kind: 'system' as const } })
const surfaces: ApiSurface[] = [
  { prefix: '/api/v1', name: 'api_key', authenticate },
  { prefix: '', name: 'public' },
]
const routes: RouteTable = {
  'GET /api/v1/things': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List things',
    description: 'List things',
    returns: z.array(z.string()),
    run: async () => [],
  }),
  ...apiReferenceRoutes((): ApiDescription => ({ routes, surfaces, webhooks: {} })),
}

const app = createServer(pino({ level: 'silent' }), null)
mountRoutes(app, contextFor('https://ansight.example'), routes, surfaces)

test('the page loads only files of this service, all of which exist, and contains no inline script or style', async () => {
  const { body, headers } = await app.inject('/docs')
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('<meta property="og:title" content="API reference · Ansight">')
  expect(body).not.toMatch(/<style|<script>| style=| on[a-z]+=/)
  const files = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url ?? '')
  expect(files).toHaveLength(4)
  for (const file of files) {
    expect(file).toMatch(/^\/docs\/[a-z.-]+$/)
    const { statusCode, headers } = await app.inject(file)
    expect(statusCode, file).toBe(200)
    expect(headers['content-type'], file).toMatch(/^(text\/css|(text|application)\/javascript)/)
  }
})

test('only the files of the page can be read below /docs', async () => {
  for (const path of ['api-reference.ts', '../server.ts', '..%2Fserver.ts', 'index.html', '', 'constructor'])
    expect((await app.inject(`/docs/${path}?x=1`)).statusCode, path).toBe(path === '' ? 200 : 404)
})

test('document, page and files are revalidated: the same ETag answers 304 without a body', async () => {
  for (const url of ['/api/openapi.json', '/docs', '/docs/swagger-ui-bundle.js']) {
    const first = await app.inject(url)
    expect(first.statusCode, url).toBe(200)
    expect(first.headers['cache-control'], url).toBe('no-cache')
    const etag = String(first.headers.etag)
    const repeated = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } })
    expect([repeated.statusCode, repeated.body], url).toEqual([304, ''])
    const changed = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(changed.statusCode, url).toBe(200)
  }
})

test('the document contains the routes that serve it and the base URL', async () => {
  const document = (await app.inject('/api/openapi.json')).json()
  expect(Object.keys(document.paths)).toEqual([
    '/api/v1/things',
    '/api/openapi.json',
    '/api/openapi-agents.json',
    '/api/openapi-dashboard.json',
  ])
  expect(document.servers).toMatchObject([
    { variables: { base_url: { default: 'https://ansight.example' } } },
  ])
  for (const url of ['/api/openapi-agents.json', '/api/openapi-dashboard.json'])
    expect((await app.inject(url)).json().paths, url).toEqual({})
})

test.each(['/api/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])(
  '%s is compressed once per encoding, however many requests arrive',
  async (url) => {
    const compressions = [vi.spyOn(zlib, 'brotliCompress'), vi.spyOn(zlib, 'gzip')]
    const read = (encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } })
    const plain = await read('identity, br;q=0')
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const replies = await Promise.all(Array.from({ length: 5 }, () => read(encoding)))
      for (const { headers, rawPayload } of replies) {
        expect(headers).toMatchObject({
          'content-encoding': encoding,
          vary: expect.stringMatching(/accept-encoding/i),
        })
        expect(headers.etag).toBe(plain.headers.etag)
        expect(decode(rawPayload).equals(plain.rawPayload)).toBe(true)
      }
    }
    for (const compression of compressions) expect(compression).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  },
)

/** The routes read only the base URL and their own resource. */
function contextFor(baseUrl: string): AppContext {
  return createAppContext({ baseUrl, database: {} } as Parameters<typeof createAppContext>[0]).app
}
