/** Describes a route as an operation of the OpenAPI document. */
import type { z } from 'zod'
import { type ApiSurface, getSurface } from '../api-surfaces.ts'
import type { Schema, Schemas } from '../json-schemas.ts'
import { type RawRoute, type Route, splitRouteKey } from '../route.ts'
import type { Media, Operation, Parameter, Ref, Response } from './document.ts'
import { errorRefs } from './error-responses.ts'
import { getOperationId } from './operation-id.ts'
import { getSecurity } from './security.ts'
import { getTag } from './tags.ts'

export function describeRoute(
  address: string,
  route: Route | RawRoute,
  surfaces: readonly ApiSurface[],
  schemas: Schemas,
): Operation {
  const { method, url } = splitRouteKey(address)
  const surface = getSurface(url, surfaces)
  return {
    operationId: getOperationId(method, url),
    tags: [getTag(url)],
    summary: route.summary,
    description: route.description,
    security: getSecurity(route, method, surface),
    parameters: [...parametersIn('path', route.params, schemas), ...getQuery(route, schemas)],
    ...(route.kind === 'json' &&
      route.body !== null && { requestBody: { required: true, content: getBody(route, schemas) } }),
    responses: {
      ...(route.kind === 'json' ? getSuccessResponse(route, schemas) : getRawSuccessResponse(route)),
      ...(route.kind === 'json' && method === 'GET' && surface.name === 'api_key' && { 304: unchanged }),
      ...errorRefs(route, method, surface),
      ...(route.kind === 'json' ? getOtherResponses(route, schemas) : getRawOtherResponses(route)),
    },
    'x-access': route.access,
    ...(surface.name === 'api_key' && route.scope !== null && { 'x-scope': route.scope }),
  }
}

/** Responses other than errors that several operations share. */
export const sharedResponses: Record<string, Response> = {
  NotModified: {
    description: 'Unchanged since the response whose ETag is in `If-None-Match`. The response has no body.',
  },
}

const unchanged: Ref = { $ref: '#/components/responses/NotModified' }

function getQuery(route: Route | RawRoute, schemas: Schemas): Parameter[] {
  const query = route.kind === 'raw' ? route.query?.() : route.query
  return query ? parametersIn('query', query, schemas) : []
}

function parametersIn(location: 'path' | 'query', shape: z.ZodObject, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } =
    location === 'query' ? schemas.addQuery(shape) : schemas.add(shape, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'boolean' ? {} : property
    if (description === undefined) throw new Error(`the parameter ${name} has no description`)
    return {
      name: location === 'path' && name === '*' ? 'path' : name,
      in: location,
      required: location === 'path' || required.includes(name),
      description,
      ...(schema.type === 'array' && { style: 'form' as const, explode: false as const }),
      schema,
    }
  })
}

function getBody({ body, accepts }: Route, schemas: Schemas): Record<string, Media> {
  if (body === null) return {}
  const schema = schemas.add(body, 'input')
  return Object.fromEntries((accepts ?? ['application/json']).map((type) => [type, { schema }]))
}

function getSuccessResponse(route: Route, schemas: Schemas): Operation['responses'] {
  const description = successes[route.status]
  if (route.status === 204) return { 204: { description } }
  return { [route.status]: { description, content: json(schemas.add(route.returns, 'output')) } }
}

function getOtherResponses(route: Route, schemas: Schemas): Operation['responses'] {
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

function getRawSuccessResponse(route: RawRoute): Operation['responses'] {
  const types = Object.entries(route.returns)
  if (types.length === 0) return { 204: { description: successes[204] } }
  return {
    200: {
      description: types.map(([, meaning]) => meaning).join(' '),
      content: Object.fromEntries(types.map(([type]) => [type, rawMedia(type)])),
    },
  }
}

function getRawOtherResponses({ otherStatuses = {} }: RawRoute): Operation['responses'] {
  const others = Object.entries(otherStatuses)
  return Object.fromEntries(
    others.map(([status, { description, type }]) => [
      status,
      { description, ...(type !== null && { content: { [type]: rawMedia(type) } }) },
    ]),
  )
}

const rawMedia = (type: string): Media => ({ schema: type.includes('json') ? {} : { type: 'string' } })

const json = (schema: Schema): Record<string, Media> => ({ 'application/json': { schema } })
