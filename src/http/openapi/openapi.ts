/** Generates the OpenAPI 3.1 document from the route table, with the schemas that also validate requests. */
import { z } from 'zod'
import { type ErrorCode, errorMeanings, errorStatuses } from '../../core/errors.ts'
import { type ApiSurface, surfaceOf } from '../api-surfaces.ts'
import { createSchemaRegistry, type Schema, type Schemas } from '../json-schemas.ts'
import { type RawRoute, type Route, type RouteTable, splitRouteKey } from '../route.ts'
import type { Media, OpenApi, Operation, Parameter, Ref, Response, Verb } from './document.ts'
import { addExamples } from './examples.ts'

/** `baseUrl` has no trailing slash. Throws for a schema that JSON Schema cannot represent. */
export function openApiDocument(
  routes: RouteTable,
  surfaces: readonly ApiSurface[],
  { version, baseUrl }: { version: string; baseUrl: string },
): OpenApi {
  const schemas = createSchemaRegistry()
  const paths: OpenApi['paths'] = {}
  const tags = new Map<string, TagGroup>()
  for (const [address, route] of Object.entries(routes)) {
    const { method, url } = splitRouteKey(address)
    const surface = surfaceOf(url, surfaces)
    const operation = explainFailure(address, () => describeRoute(route, method, url, surface, schemas))
    for (const tag of operation.tags) tags.set(tag, tagGroupOf(surface))
    const path = pathOf(url)
    paths[path] = { ...paths[path], [verbOf(method)]: operation }
  }
  schemas.add(ErrorBody, 'output')
  const document: OpenApi = {
    openapi: '3.1.1',
    info: { title: 'Ansight API', version, description },
    servers: [{ url: baseUrl }],
    ...groupTags(tags),
    paths,
    components: { schemas: schemas.all(), responses: failureResponses(), securitySchemes },
  }
  addExamples(document)
  return document
}

/** The body of all errors. */
export const ErrorBody = z
  .looseObject({
    error: z
      .string()
      .describe('A sentence for people.')
      .meta({ examples: ['days: must be an integer.'] }),
    code: z.enum(sentCodes()).describe('The code for programs.'),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('Each invalid parameter or field.'),
    retry_after_seconds: z.number().optional().describe('With status 429: the number of seconds to wait.'),
    request_id: z.string().describe('Identifies this request in the log of the service.'),
  })
  .meta({ id: 'Error' })

const description = `Everything is JSON in UTF-8. Ids are UUIDs, timestamps are ISO 8601 in UTC, days are \`YYYY-MM-DD\` in UTC.

Unknown parameters and fields are rejected with 400, so that a misspelled name cannot change a result unnoticed. Resources of other organizations answer 404, as if they did not exist. Every response has \`X-Request-Id\`; responses of rate-limited endpoints have \`RateLimit-*\` headers. Responses to GET requests with an API key have an \`ETag\`: send it in \`If-None-Match\` to get 304 when nothing has changed.

Integrations use \`/api/v1\` (read-only, versioned) and \`/api/mcp\` with an API key. The session endpoints serve the dashboard.`

/** Session endpoints that also accept a token are listed with the other session endpoints. */
type TagGroup = Exclude<ApiSurface['name'], 'session_or_token'>
const tagGroupOf = ({ name }: ApiSurface): TagGroup => (name === 'session_or_token' ? 'session' : name)

const groups: Record<TagGroup, string> = {
  api_key: 'API key',
  session: 'Session',
  cron: 'Cron secret',
  public: 'Public',
}

const securitySchemes: OpenApi['components']['securitySchemes'] = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ans_…',
    description: 'An API key from the settings. It has access to the brands of its owner.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ansight_session',
    description: 'The cookie that sign-in sets.',
  },
  xsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the cookie XSRF-TOKEN, which every response to a session sets.',
  },
  callbackToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the `callback_url` of a webhook. It is valid for one opportunity and 90 days.',
  },
  cron: {
    type: 'http',
    scheme: 'bearer',
    description: 'The value of the setting CRON_SECRET.',
  },
}

function describeRoute(
  route: Route | RawRoute,
  method: string,
  url: string,
  surface: ApiSurface,
  schemas: Schemas,
): Operation {
  return {
    operationId: operationIdOf(method, url),
    tags: [tagOf(url, surface)],
    summary: route.summary,
    ...(route.kind === 'json' && route.description !== undefined && { description: route.description }),
    security: securityOf(route, method, surface),
    parameters: [...parametersOf('path', route.params, schemas), ...queryOf(route, schemas)],
    ...(route.kind === 'json' &&
      route.body !== null && {
        requestBody: { required: true, content: json(schemas.add(route.body, 'input')) },
      }),
    responses: {
      ...(route.kind === 'json' ? successOf(route, schemas) : rawSuccessOf(route)),
      ...(route.kind === 'json' && method === 'GET' && surface.name === 'api_key' && { 304: unchanged }),
      ...Object.fromEntries(
        failuresOf(route, method, surface).map((status) => [String(status), failureRef(status)]),
      ),
      ...(route.kind === 'json' ? otherOf(route, schemas) : rawOtherOf(route)),
      default: failureRef('default'),
    },
    'x-access': route.access,
  }
}

/**
 * Derives verb and noun from the route alone, so that an id changes only with its route: `GET /api/brands/:brand` is
 * getBrand, `POST /api/brands` createBrand, `GET /api/content/:id` getContentById.
 */
function operationIdOf(method: string, url: string): string {
  const segments = url
    .replace(/^\/api\//, '/')
    .split('/')
    .filter((segment) => segment !== '')
  const words = segments.flatMap((segment, index) => {
    if (!isParameter(segment)) return isParameter(segments[index + 1] ?? '') ? [singular(segment)] : [segment]
    const before = segments[index - 1] ?? ''
    const isImplied = index < segments.length - 1 || singular(before) !== before
    return isImplied ? [] : ['by', parameterName(segment)]
  })
  const last = words.at(-1) ?? 'home'
  const isCreate = method === 'POST' && singular(last) !== last
  const noun = [...words.slice(0, -1), isCreate ? singular(last) : last]
  return (isCreate ? 'create' : verbs[method]) + noun.map(capitalized).join('')
}

const verbs: Record<string, string> = {
  GET: 'get',
  POST: 'post',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^sui])s$/, '$1')

const capitalized = (words: string) =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const isParameter = (segment: string) => segment.startsWith(':') || segment === '*'
const parameterName = (segment: string) => (segment === '*' ? 'path' : segment.slice(1))

const pathOf = (url: string) =>
  url
    .split('/')
    .map((segment) => (isParameter(segment) ? `{${parameterName(segment)}}` : segment))
    .join('/')

/**
 * Returns the first path segment after `/api`: brands for `/api/brands/…`, v1 for `/api/v1/…`, audits for
 * `/api/audits.csv`; public for endpoints of the public surface.
 */
function tagOf(url: string, surface: ApiSurface): string {
  const isPublic = surface.name === 'public' && (surface.prefix === '' || surface.prefix === url)
  const [, first = '', second = ''] = url.split('/')
  return isPublic ? 'public' : (first === 'api' ? second : first).replace(/\.csv$/, '')
}

function groupTags(tags: Map<string, TagGroup>): Pick<OpenApi, 'tags' | 'x-tagGroups'> {
  const shown = Object.entries(groups).map(([surface, name]) => ({
    name,
    tags: [...tags].flatMap(([tag, group]) => (group === surface ? [tag] : [])),
  }))
  const filled = shown.filter((group) => group.tags.length > 0)
  return {
    tags: filled.flatMap((group) =>
      group.tags.map((name) => ({ name, description: `Authentication: ${group.name}` })),
    ),
    'x-tagGroups': filled,
  }
}

function securityOf(route: Route | RawRoute, method: string, surface: ApiSurface): Operation['security'] {
  if (!requiresAuthentication(route, surface)) return []
  if (surface.name === 'api_key') return [{ apiKey: [] }]
  if (surface.name === 'cron') return [{ cron: [] }]
  if (surface.name === 'session_or_token') return [{ session: [], xsrf: [] }, { callbackToken: [] }]
  return [method === 'GET' ? { session: [] } : { session: [], xsrf: [] }]
}

const requiresAuthentication = (route: Route | RawRoute, surface: ApiSurface) =>
  route.access !== 'none' && surface.authenticate !== undefined

function queryOf(route: Route | RawRoute, schemas: Schemas): Parameter[] {
  const query = route.kind === 'raw' ? route.query?.() : route.query
  return query ? parametersOf('query', query, schemas) : []
}

function parametersOf(location: 'path' | 'query', shape: z.ZodObject, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } =
    location === 'query' ? schemas.addQuery(shape) : schemas.add(shape, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'boolean' ? {} : property
    return {
      name: location === 'path' && name === '*' ? 'path' : name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      ...(schema.type === 'array' && { style: 'form' as const, explode: false as const }),
      schema,
    }
  })
}

function successOf(route: Route, schemas: Schemas): Operation['responses'] {
  const description = successes[route.status]
  if (route.status === 204) return { 204: { description } }
  return { [route.status]: { description, content: json(schemas.add(route.returns, 'output')) } }
}

function otherOf(route: Route, schemas: Schemas): Operation['responses'] {
  const content = () => json(schemas.add(route.returns, 'output'))
  const others = Object.entries(route.otherStatuses)
  return Object.fromEntries(
    others.map(([status, description]) => [status, { description, content: content() }]),
  )
}

const successes: Record<Route['status'], string> = {
  200: 'The result.',
  201: 'The created resource.',
  202: 'Accepted; the work continues in the background.',
  204: 'Done. The response has no body.',
}

function rawSuccessOf(route: RawRoute): Operation['responses'] {
  const types = Object.entries(route.returns)
  if (types.length === 0) return { 204: { description: successes[204] } }
  return {
    200: {
      description: types.map(([, meaning]) => meaning).join(' '),
      content: Object.fromEntries(types.map(([type]) => [type, rawMedia(type)])),
    },
  }
}

function rawOtherOf({ otherStatuses = {} }: RawRoute): Operation['responses'] {
  const others = Object.entries(otherStatuses)
  return Object.fromEntries(
    others.map(([status, { description, type }]) => [
      status,
      { description, ...(type !== null && { content: { [type]: rawMedia(type) } }) },
    ]),
  )
}

const rawMedia = (type: string): Media => ({ schema: type.includes('json') ? {} : { type: 'string' } })

const unchanged: Response = {
  description: 'Unchanged since the response whose ETag is in `If-None-Match`. The response has no body.',
}

const json = (schema: Schema): Record<string, Media> => ({ 'application/json': { schema } })

/** Returns the error statuses of this kind of route. Those of the route's own rules fall under `default`. */
function failuresOf(route: Route | RawRoute, method: string, surface: ApiSurface): number[] {
  const isAuthenticated = requiresAuthentication(route, surface)
  const isWrite = method !== 'GET'
  const hasParams = Object.keys(route.params.shape).length > 0
  const isJson = route.kind === 'json'
  const hasBody = isJson && route.body !== null
  const needsRole = isAuthenticated && surface.name !== 'cron' && route.access !== 'read'
  const possible: Record<number, boolean> = {
    400: isJson || hasParams || route.query !== undefined,
    401: isAuthenticated,
    402: isAuthenticated && isWrite && surface.name !== 'cron',
    403: needsRole || (isAuthenticated && isWrite && surface.name.startsWith('session')),
    404: hasParams || (isJson ? Object.keys(route.find).length > 0 : route.query !== undefined),
    409: isAuthenticated && isWrite,
    413: hasBody,
    415: hasBody,
    429: surface.name !== 'cron' && (isAuthenticated || isWrite),
    500: true,
    503: true,
  }
  return Object.keys(possible)
    .map(Number)
    .filter((status) => possible[status])
}

const failureRef = (status: number | 'default'): Ref => ({
  $ref: `#/components/responses/${failureName(status)}`,
})
const failureName = (status: number | 'default') => (status === 'default' ? 'Error' : `Error${status}`)

/** Returns one response per error status, with its codes. */
function failureResponses(): Record<string, Response> {
  const content = json({ $ref: '#/components/schemas/Error' })
  const statuses = [...new Set(sentCodes().map((code) => errorStatuses[code]))]
  const entries = statuses.map((status): [string, Response] => {
    const codes = sentCodes().filter((code) => errorStatuses[code] === status)
    return [
      failureName(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorMeanings[code]}`).join(' '),
        ...(status === 429 && { headers: { 'Retry-After': retryAfter } }),
        content,
      },
    ]
  })
  return {
    ...Object.fromEntries(entries),
    [failureName('default')]: { description: 'Any other error.', content },
  }
}

const retryAfter = { description: 'Seconds to wait.', schema: { type: 'integer' as const } }

/** All codes except the one that aborts the start. */
function sentCodes(): ErrorCode[] {
  return codesOf(errorStatuses).filter((code) => code !== 'invalid_setting')
}

/** `Object.keys` loses the type of the keys. */
function codesOf(statuses: typeof errorStatuses): ErrorCode[] {
  return Object.keys(statuses) as ErrorCode[]
}

/** `splitRouteKey` returns one of these five in upper case. */
function verbOf(method: string): Verb {
  return method.toLowerCase() as Verb
}

function explainFailure<T>(address: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${address} cannot be described: ${reason}`, { cause })
  }
}
