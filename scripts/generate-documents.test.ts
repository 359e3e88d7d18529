import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { raw, route } from '../src/http/route.ts'
import { generatedDocuments, withEngineTables } from './generate-documents.ts'

const authenticate = async () => ({ organizationId: 'o', actor: { kind: 'system' as const } })
const Brand = z.object({ id: z.uuid() }).meta({ id: 'DocumentsBrand' })
const routes = {
  'GET /api/v1/brands': route({
    access: 'read',
    dependsOn: null,
    summary: 'List a | b, not <i>',
    query: { brand_id: z.uuid(), limit: z.coerce.number().default(5) },
    returns: z.array(Brand),
    run: async () => [],
  }),
  'POST /api/v1/brands/:brand': route({
    access: 'write',
    summary: 'Edit a brand',
    params: { brand: z.string() },
    body: z.strictObject({ name: z.string(), note: z.string().optional() }),
    returns: Brand.nullable(),
    status: 201,
    run: async () => null,
  }),
  'POST /track/:code': raw({
    access: 'none',
    summary: 'Count a visit',
    params: { code: z.string() },
    returns: {},
    run: async () => '',
  }),
}
const api = openApiDocument(
  routes,
  [
    { prefix: '/api/v1', name: 'api_key', authenticate },
    { prefix: '', name: 'public' },
  ],
  { version: '1', baseUrl: 'http://localhost' },
)
const pages = generatedDocuments(api)

test('the API page has a row with request and response for each endpoint', () => {
  const lines = pages.get('docs/api.md')?.split('\n') ?? []
  expect(lines).toContain(
    '| `GET /api/v1/brands` | List a \\| b, not \\<i\\> | `brand_id`\\* `limit` |  | 200 list of `DocumentsBrand` |',
  )
  expect(lines).toContain(
    '| `POST /api/v1/brands/{brand}` | Edit a brand |  | `{ name, note? }` | 201 `DocumentsBrand` or null |',
  )
  expect(lines).toContain('| `POST /track/{code}` | Count a visit |  |  | 204 |')
  expect(lines.filter((line) => /^##+ /.test(line))).toEqual([
    '## API key',
    '### v1',
    '## Public',
    '### public',
  ])
})

test('the settings page shows defaults and secrecy, never a configured value', () => {
  const text = pages.get('docs/settings.md') ?? ''
  expect(text).toContain('| `PORT` | `3000` | Port to listen on; 0 picks a free one. |')
  expect(text).toMatch(/\| `OPENAI_API_KEY` \| {2}\| .* \*\*Secret\.\*\* \|/)
})

test('the tables of the engines page replace the text between their markers', () => {
  const emptyPage = ['platforms', 'scrapers', 'prices']
    .map((name) => `## ${name}\n<!-- generated: ${name} -->\nold\n<!-- end -->\n`)
    .join('')
  const page = withEngineTables(emptyPage)
  expect(page).toContain('| ChatGPT | `openai`, `openrouter`, `cloro`, `brightdata`, `dataforseo` |')
  expect(page).toContain('| `dataforseo` (DataForSEO) | `DATAFORSEO_LOGIN`, `DATAFORSEO_PASSWORD` |')
  expect(page).toContain('| `gpt-5.2` | 2025-12-11 | 1.75 |')
  expect(page).not.toContain('old')
  expect(withEngineTables(page)).toBe(page)
  expect(() => withEngineTables('')).toThrow('platforms')
})
