import SwaggerParser from '@apidevtools/swagger-parser'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createAppContext } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { plainMessage } from '../../languages/message.ts'
import type { ApiSurface } from '../api-surfaces.ts'
import { mountRoutes } from '../mount-routes.ts'
import { type RouteTable, raw, route } from '../route.ts'
import { createServer } from '../server.ts'
import { getParameters } from './document.ts'
import { ErrorBody } from './error-responses.ts'
import { openApiDocument } from './openapi.ts'

const prove = async () => ({ organizationId: 'o', actor: { kind: 'system' as const } })
const surfaces: ApiSurface[] = [
  { prefix: '/api/v1', name: 'api_key', authenticate: prove },
  { prefix: '/api/internal', name: 'cron', authenticate: prove },
  { prefix: '/api/health', name: 'public' },
  { prefix: '/api', name: 'session', authenticate: prove },
  { prefix: '', name: 'public' },
]

const Brand = z
  .object({ id: z.uuid(), name: z.string().describe('As people say it'), made_at: z.iso.datetime() })
  .meta({ id: 'TestBrand' })
/** Both input and output: the default makes the field optional in the input. */
const Rule = z.object({ kind: z.enum(['a', 'b']), weight: z.int().default(1) }).meta({ id: 'Rule' })

const routes: RouteTable = {
  'GET /api/v1/brands': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the brands',
    description: 'List the brands',
    returns: z.array(Brand),
    run: async () => [],
  }),
  'GET /api/v1/visibility-trend': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the trend',
    description: 'Day by day.',
    query: {
      brand_id: z.uuid().describe('Whose'),
      limit: z.coerce.number().int().min(1).default(50).describe('Page size'),
    },
    returns: z.object({ brand: Brand.nullable() }),
    run: async () => ({ brand: null }),
  }),
  'POST /api/brands': route({
    access: 'manage',
    summary: 'Create a brand',
    description: 'Create a brand',
    body: z.strictObject({ name: z.string().min(1), rules: z.array(Rule) }),
    returns: Brand,
    status: 201,
    errors: ['plan_limit', 'conflict', 'unsafe_url'],
    run: async () => ({ id: crypto.randomUUID(), name: '', made_at: new Date().toISOString() }),
  }),
  'PUT /api/brands/:brand/rules': route({
    access: 'write',
    summary: 'Set the rules',
    description: 'Set the rules',
    params: { brand: z.string().describe('Id of the brand.') },
    body: z.array(Rule),
    returns: z.array(Rule),
    run: async (_ctx, { body }) => body,
  }),
  'DELETE /api/brands/:brand': route({
    access: 'own',
    summary: 'Delete a brand',
    description: 'Delete a brand',
    params: { brand: z.string().describe('Id of the brand.') },
    returns: z.undefined(),
    status: 204,
    run: async () => undefined,
  }),
  'GET /api/content/:id': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get one',
    description: 'Get one',
    params: { id: z.uuid().describe('Id of the item.') },
    returns: Brand,
    run: async () => {
      throw new AppError('not_found', plainMessage('No such item.'))
    },
  }),
  'POST /api/internal/tick': route({
    access: 'cron',
    summary: 'Tick',
    description: 'Tick',
    returns: z.object({ ok: z.boolean() }),
    run: async () => ({ ok: true }),
  }),
  'GET /ai/:token/*': raw({
    access: 'none',
    summary: 'Get a file',
    description: 'Get a file',
    params: { token: z.string().describe('Token'), '*': z.string().describe('Path') },
    returns: { 'text/plain': 'The file.' },
    run: async () => '',
  }),
  'POST /track/:code': raw({
    access: 'none',
    summary: 'Count a visit',
    description: 'Count a visit',
    params: { code: z.string().describe('Code') },
    returns: {},
    run: async () => '',
  }),
}

const document = openApiDocument(routes, surfaces, { version: '1.2.3', baseUrl: 'https://example.com' })
const operation = (path: string, verb: 'get' | 'post' | 'put' | 'delete') => {
  const found = document.paths[path]?.[verb]
  if (!found) throw new Error(`${verb} ${path} is not described`)
  return found
}
const statuses = (path: string, verb: 'get' | 'post' | 'put' | 'delete') =>
  Object.keys(operation(path, verb).responses).join(' ')

test('the document is valid OpenAPI', async () => {
  await expect(SwaggerParser.validate(structuredClone(validatorInput(document)))).resolves.toBeDefined()
})

test('a schema with an id is a component that others reference', () => {
  expect(operation('/api/v1/brands', 'get').responses['200']).toMatchObject({
    description: expect.any(String),
    content: {
      'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/TestBrand' } } },
    },
  })
  expect(document.components.schemas.TestBrand).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', description: 'As people say it' },
      made_at: { type: 'string', format: 'date-time' },
    },
    required: ['id', 'name', 'made_at'],
    examples: [expect.objectContaining({ name: expect.any(String) })],
  })
})

test('a component whose input differs from its output has a name for each', () => {
  expect(document.components.schemas.Rule).toMatchObject({ required: ['kind', 'weight'] })
  expect(document.components.schemas.RuleInput).toMatchObject({ required: ['kind'] })
  expect(
    operation('/api/brands/{brand}/rules', 'put').requestBody?.content['application/json']?.schema,
  ).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/RuleInput' },
  })
})

test('parameters have types, descriptions and examples; path parameters are required', () => {
  expect(getParameters(operation('/api/v1/visibility-trend', 'get'), document)).toEqual([
    {
      name: 'brand_id',
      in: 'query',
      required: true,
      description: 'Whose',
      schema: { type: 'string', format: 'uuid' },
      example: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
    {
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Page size',
      schema: { type: 'integer', minimum: 1, default: 50 },
      example: 50,
    },
  ])
  expect(
    getParameters(operation('/ai/{token}/{path}', 'get'), document).map(({ name, required }) => [
      name,
      required,
    ]),
  ).toEqual([
    ['token', true],
    ['path', true],
  ])
})

test('each surface has its security scheme, and sessions also the XSRF header for writes', () => {
  expect(operation('/api/v1/brands', 'get').security).toEqual([{ apiKey: [] }])
  expect(operation('/api/content/{id}', 'get').security).toEqual([{ session: [] }])
  expect(operation('/api/brands', 'post').security).toEqual([{ session: [], xsrf: [] }])
  expect(operation('/api/internal/tick', 'post').security).toEqual([{ cron: [] }])
  expect(operation('/track/{code}', 'post').security).toEqual([])
})

test('the error statuses come from the kind of route and from what the route declares', () => {
  expect(statuses('/api/v1/brands', 'get')).toBe('200 304 400 401 403 429 default')
  expect(statuses('/api/brands', 'post')).toBe('201 400 401 402 403 409 429 default')
  expect(statuses('/api/brands/{brand}', 'delete')).toBe('204 400 401 403 404 429 default')
  expect(statuses('/api/internal/tick', 'post')).toBe('200 400 401 default')
  expect(statuses('/ai/{token}/{path}', 'get')).toBe('200 400 404 default')
})

test('shared parameters are components, and all others stay with their operation', () => {
  const brand = { $ref: '#/components/parameters/brand' }
  expect(operation('/api/brands/{brand}', 'delete').parameters).toEqual([brand])
  expect(operation('/api/brands/{brand}/rules', 'put').parameters).toEqual([brand])
  expect(document.components.parameters).toEqual({
    brand: expect.objectContaining({ in: 'path', description: 'Id of the brand.' }),
  })
  expect(operation('/api/content/{id}', 'get').parameters).toMatchObject([{ name: 'id' }])
})

test('a parameter without a description, and a URL without a tag, throw with the name of the route', () => {
  const info = { version: '1', baseUrl: 'http://localhost' }
  const bare = route({
    access: 'read',
    invalidatedBy: null,
    summary: 'A',
    description: 'A',
    query: { limit: z.string() },
    returns: z.string(),
    run: async () => never(),
  })
  expect(() => openApiDocument({ 'GET /api/v1/a': bare }, surfaces, info)).toThrow(/GET \/api\/v1\/a.*limit/)
  expect(() => openApiDocument({ 'GET /api/unknown': bare }, surfaces, info)).toThrow(
    /GET \/api\/unknown.*tag/,
  )
})

test('operation ids are derived from the route and unique', () => {
  const ids = Object.values(document.paths).flatMap((verbs) =>
    Object.values(verbs).map((each) => each.operationId),
  )
  expect(ids).toEqual([
    'getV1Brands',
    'getV1VisibilityTrend',
    'createBrand',
    'setBrandRules',
    'deleteBrand',
    'getContentById',
    'postInternalTick',
    'getAiByPath',
    'postTrackByCode',
  ])
})

test('tags are grouped by authentication', () => {
  expect(document['x-tagGroups']).toEqual([
    { name: 'API key', tags: ['Metrics v1'] },
    { name: 'Session', tags: ['Brands', 'Opportunities'] },
    { name: 'Cron secret', tags: ['Scheduling'] },
    { name: 'Public', tags: ['Public'] },
  ])
})

test('two schemas with the same id, and a type that JSON cannot represent, throw with the name of the route', () => {
  const clash = {
    'GET /api/v1/a': route({
      access: 'read',
      invalidatedBy: null,
      summary: 'A',
      description: 'A',
      returns: Brand,
      run: async () => never(),
    }),
    'GET /api/v1/b': route({
      access: 'read',
      invalidatedBy: null,
      summary: 'B',
      description: 'B',
      returns: z.object({ other: z.object({ x: z.string() }).meta({ id: 'Clash' }) }),
      run: async () => never(),
    }),
    'GET /api/v1/c': route({
      access: 'read',
      invalidatedBy: null,
      summary: 'C',
      description: 'C',
      returns: z.object({ other: z.object({ y: z.string() }).meta({ id: 'Clash' }) }),
      run: async () => never(),
    }),
  }
  const info = { version: '1', baseUrl: 'http://localhost' }
  expect(() => openApiDocument(clash, surfaces, info)).toThrow(/GET \/api\/v1\/c .*Clash/)
  const date = {
    'GET /api/v1/d': route({
      access: 'read',
      invalidatedBy: null,
      summary: 'D',
      description: 'D',
      returns: z.date(),
      run: async () => never(),
    }),
  }
  expect(() => openApiDocument(date, surfaces, info)).toThrow(/GET \/api\/v1\/d cannot be described.*Date/)
})

test('an error response matches the schema of the document', async () => {
  const app = createServer(pino({ level: 'silent' }), null)
  mountRoutes(app, contextWithoutDatabase(), { 'GET /free': freeRoute }, surfaces)
  const response = await app.inject('/free?unknown=1')
  expect(response.statusCode).toBe(400)
  expect(ErrorBody.parse(response.json())).toMatchObject({
    code: 'invalid_request',
    details: [{ path: 'unknown' }],
  })
  await app.close()
})

const freeRoute = route({
  access: 'none',
  summary: 'Free',
  description: 'Free',
  returns: z.string(),
  run: async () => '',
})

function never(): never {
  throw new Error('not called')
}

/** The invalid request is rejected before the route uses the database. */
function contextWithoutDatabase() {
  return createAppContext({ database: {} } as Parameters<typeof createAppContext>[0]).app
}

/** The validator's document type uses its own enums; the JSON is the same. */
function validatorInput(value: unknown) {
  return value as Parameters<typeof SwaggerParser.validate>[0]
}
