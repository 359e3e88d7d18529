/**
 * The route table as an OpenAPI 3.1 document: the schemas that validate are the schemas it shows, so it cannot say
 * anything else than what the service does.
 */
import { z } from 'zod'
import { type ErrorCode, errorMeanings, errorStatuses } from '../../core/errors.ts'
import { type ApiSurface, surfaceOf } from '../api-surfaces.ts'
import { createSchemaRegistry, type Schema, type Schemas } from '../json-schemas.ts'
import { type RawRoute, type Route, type RouteTable, splitRouteKey } from '../route.ts'
import type { Media, OpenApi, Operation, Parameter, Ref, Response, Verb } from './document.ts'
import { addExamples } from './examples.ts'

/** `baseUrl`: where people reach the service, without a slash at the end. Throws on a schema that JSON cannot show. */
export function openApiDocument(
  routes: RouteTable,
  surfaces: readonly ApiSurface[],
  { version, baseUrl }: { version: string; baseUrl: string },
): OpenApi {
  const schemas = createSchemaRegistry()
  const paths: OpenApi['paths'] = {}
  const tags = new Map<string, Shelf>()
  for (const [address, route] of Object.entries(routes)) {
    const { method, url } = splitRouteKey(address)
    const surface = surfaceOf(url, surfaces)
    const operation = explainFailure(address, () => describeRoute(route, method, url, surface, schemas))
    for (const tag of operation.tags) tags.set(tag, shelfOf(surface))
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

/** The body of every error, on every surface. */
export const ErrorBody = z
  .looseObject({
    error: z
      .string()
      .describe('One sentence a person can act on.')
      .meta({ examples: ['days: must be a whole number.'] }),
    code: z.enum(sentCodes()).describe('What a program goes by.'),
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('Each parameter or field that is wrong.'),
    retry_after_seconds: z.number().optional().describe('With status 429: how long to wait.'),
    request_id: z.string().describe('Finds this request in the log of the service.'),
  })
  .meta({ id: 'Error' })

const description = `Everything is JSON in UTF-8. Ids are UUIDs, timestamps are ISO 8601 in UTC, days are \`YYYY-MM-DD\` in UTC.

A parameter or field that is not known is refused with 400, so that a misspelt name never changes an answer silently. What belongs to another organization answers 404, as if it did not exist. Every response carries \`X-Request-Id\`; limited surfaces carry \`RateLimit-*\` headers. Every GET with an API key carries an \`ETag\`; sent back in \`If-None-Match\`, it is answered with 304 when nothing changed.

Integrations use \`/api/v1\` (read-only, versioned) and \`/api/mcp\` with an API key. The session endpoints serve the dashboard.`

/** An address of the dashboard that also takes a token stands among the others of the dashboard. */
type Shelf = Exclude<ApiSurface['name'], 'session_or_token'>
const shelfOf = ({ name }: ApiSurface): Shelf => (name === 'session_or_token' ? 'session' : name)

const groups: Record<Shelf, string> = {
  api_key: 'API key',
  session: 'Session',
  cron: 'Cron secret',
  public: 'No proof',
}

const securitySchemes: OpenApi['components']['securitySchemes'] = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ans_…',
    description: 'An API key, made in the settings. It sees the brands that its owner sees.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ansight_session',
    description: 'The cookie that signing in sets.',
  },
  xsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the cookie XSRF-TOKEN, which comes with any response to a session.',
  },
  callbackToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token that the `callback_url` of a webhook carries: for one opportunity, 90 days.',
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
 * Verb and noun, from the address alone, so that it changes only when the address does: `GET /api/brands/:brand` is
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
    const told = index < segments.length - 1 || singular(before) !== before
    return told ? [] : ['by', parameterName(segment)]
  })
  const last = words.at(-1) ?? 'home'
  const makes = method === 'POST' && singular(last) !== last
  const noun = [...words.slice(0, -1), makes ? singular(last) : last]
  return (makes ? 'create' : verbs[method]) + noun.map(capitalized).join('')
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
 * `/api/brands/…` is brands, `/api/v1/…` is v1, `/broadcasting/…` is broadcasting, `/api/audits.csv` stands with audits; what
 * stands alone and open to all is public.
 */
function tagOf(url: string, surface: ApiSurface): string {
  const alone = surface.name === 'public' && (surface.prefix === '' || surface.prefix === url)
  const [, first = '', second = ''] = url.split('/')
  return alone ? 'public' : (first === 'api' ? second : first).replace(/\.csv$/, '')
}

function groupTags(tags: Map<string, Shelf>): Pick<OpenApi, 'tags' | 'x-tagGroups'> {
  const shown = Object.entries(groups).map(([surface, name]) => ({
    name,
    tags: [...tags].flatMap(([tag, at]) => (at === surface ? [tag] : [])),
  }))
  const filled = shown.filter((group) => group.tags.length > 0)
  return {
    tags: filled.flatMap((group) =>
      group.tags.map((name) => ({ name, description: `Proof: ${group.name}` })),
    ),
    'x-tagGroups': filled,
  }
}

function securityOf(route: Route | RawRoute, method: string, surface: ApiSurface): Operation['security'] {
  if (!asksForProof(route, surface)) return []
  if (surface.name === 'api_key') return [{ apiKey: [] }]
  if (surface.name === 'cron') return [{ cron: [] }]
  if (surface.name === 'session_or_token') return [{ session: [], xsrf: [] }, { callbackToken: [] }]
  return [method === 'GET' ? { session: [] } : { session: [], xsrf: [] }]
}

const asksForProof = (route: Route | RawRoute, surface: ApiSurface) =>
  route.access !== 'none' && surface.authenticate !== undefined

function queryOf(route: Route | RawRoute, schemas: Schemas): Parameter[] {
  const query = route.kind === 'raw' ? route.query?.() : route.query
  return query ? parametersOf('query', query, schemas) : []
}

function parametersOf(place: 'path' | 'query', shape: z.ZodObject, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } =
    place === 'query' ? schemas.addQuery(shape) : schemas.add(shape, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'boolean' ? {} : property
    return {
      name: place === 'path' && name === '*' ? 'path' : name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      // Several values of one name stand between commas.
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
  200: 'What was asked for.',
  201: 'What was made.',
  202: 'Taken on; the work follows.',
  204: 'Done. There is no body.',
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
  description: 'The same as the answer whose ETag came in `If-None-Match`. There is no body.',
}

const json = (schema: Schema): Record<string, Media> => ({ 'application/json': { schema } })

/** The statuses a caller of this route has to expect; what a rule of the route itself may add falls under `default`. */
function failuresOf(route: Route | RawRoute, method: string, surface: ApiSurface): number[] {
  const proof = asksForProof(route, surface)
  const changes = method !== 'GET'
  const named = Object.keys(route.params.shape).length > 0
  const isJson = route.kind === 'json'
  const body = isJson && route.body !== null
  const roleCounts = proof && surface.name !== 'cron' && route.access !== 'read'
  const possible: Record<number, boolean> = {
    400: isJson || named || route.query !== undefined,
    401: proof,
    402: proof && changes && surface.name !== 'cron',
    403: roleCounts || (proof && changes && surface.name.startsWith('session')),
    404: named || (isJson ? Object.keys(route.find).length > 0 : route.query !== undefined),
    409: proof && changes,
    413: body,
    415: body,
    429: surface.name !== 'cron' && (proof || changes),
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

/** One response per status that an error can have, naming its codes. */
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

/** Every code but the one that only ever stops the start. */
function sentCodes(): ErrorCode[] {
  return codesOf(errorStatuses).filter((code) => code !== 'invalid_setting')
}

/** `Object.keys` forgets what the keys of a constant are. */
function codesOf(statuses: typeof errorStatuses): ErrorCode[] {
  return Object.keys(statuses) as ErrorCode[]
}

/** `splitAddress` gives one of these five in capitals. */
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
