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
    description: 'List a | b, not <i>',
    query: {
      brand_id: z.uuid().describe('Id of the brand.'),
      limit: z.coerce.number().default(5).describe('Page size.'),
    },
    returns: z.array(Brand),
    run: async () => [],
  }),
  'POST /api/v1/brands/:brand': route({
    access: 'write',
    summary: 'Edit a brand',
    description: 'Changes its name.',
    params: { brand: z.string().describe('Brand.') },
    body: z.strictObject({ name: z.string(), note: z.string().optional() }),
    returns: Brand.nullable(),
    status: 201,
    run: async () => null,
  }),
  'POST /track/:code': raw({
    access: 'none',
    summary: 'Count a visit',
    description: 'Count a visit',
    params: { code: z.string().describe('Code.') },
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
  const row = (address: string) => lines.find((line) => line.startsWith(`| \`${address}\``))
  expect(row('GET /api/v1/brands')).toBe(
    '| `GET /api/v1/brands` | **List a \\| b, not \\<i\\>.** List a \\| b, not <i> | `brand_id`\\*: Id of the brand.<br>`limit`: Page size. |  | 200 list of [`DocumentsBrand`](#documentsbrand) |',
  )
  expect(row('POST /api/v1/brands/{brand}')).toBe(
    '| `POST /api/v1/brands/{brand}` | **Edit a brand.** Changes its name. |  | { `name`\\* string, `note` string } | 201 [`DocumentsBrand`](#documentsbrand) or null |',
  )
  expect(row('POST /track/{code}')).toBe(
    '| `POST /track/{code}` | **Count a visit.** Count a visit |  |  | 204 |',
  )
  expect(lines.filter((line) => /^##+ /.test(line))).toEqual([
    '## API key',
    '### Metrics v1',
    '## Public',
    '### Public',
    '## Parameters',
    '## Schemas',
    '### DocumentsBrand',
    '### Error',
  ])
  expect(lines).toContain('| `id`\\* | string (uuid) |  |')
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
  expect(page).toContain('| `gemini-4-argon` | 2026-12-01 | 4 |')
  expect(page).not.toContain('old')
  expect(withEngineTables(page)).toBe(page)
  expect(() => withEngineTables('')).toThrow('platforms')
})
