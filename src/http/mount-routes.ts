/** Registers the route table with Fastify: authentication, access, validation, handler and response of each request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type AppContext, requireAccess } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { preferredLanguage, withLocale } from '../languages/localized.ts'
import { untranslated } from '../languages/message.ts'
import { type ApiSurface, getSurface } from './api-surfaces.ts'
import { parseRequestPart, serializeRoute, withinReadLimit } from './call-route.ts'
import { sendWithEtag } from './etag.ts'
import { addBodyParsers, getBodyLimit } from './request-body.ts'
import { type Http, type RawRoute, type Route, type RouteTable, splitRouteKey } from './route.ts'

/** Throws when a route requires access on a surface that has no authentication. */
export function mountRoutes(
  app: FastifyInstance,
  base: AppContext,
  routes: RouteTable,
  surfaces: readonly ApiSurface[],
): void {
  const methods = new Map<string, string[]>()
  for (const [key, route] of Object.entries(routes)) {
    const { method, url } = splitRouteKey(key)
    const surface = getSurface(url, surfaces)
    if (route.access !== 'none' && !surface.authenticate)
      throw new Error(`${key} requires ${route.access} access on a surface without authentication`)
    const hasPreflight = route.kind === 'raw' && route.anyOrigin && method === 'POST'
    methods.set(url, [...(methods.get(url) ?? []), method, ...(hasPreflight ? ['OPTIONS'] : [])])
    if (hasPreflight) addPreflight(app, url, method)
    const plugin = async (scope: FastifyInstance) => mountRoute(scope, base, { method, url, route, surface })
    // Fastify searches every loaded module for the name of a plugin without one.
    app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: key }))
  }
  for (const [url, allowed] of methods) rejectOtherMethods(app, url, allowed)
}

type Mounted = {
  method: ReturnType<typeof splitRouteKey>['method']
  url: string
  route: Route | RawRoute
  surface: ApiSurface
}

function mountRoute(
  scope: FastifyInstance,
  base: AppContext,
  { method, url, route, surface }: Mounted,
): void {
  const bodyLimit = getBodyLimit(route)
  const isCrossOrigin = route.kind === 'raw' && route.anyOrigin
  if (isCrossOrigin) addCorsHeaders(scope)
  const createContextFor = authenticateBeforeBody(scope, base, route, surface)
  addBodyParsers(scope, base, route)
  scope.route({
    method,
    url,
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(route.kind === 'raw' && route.acceptsCompressed && { decompress: false }),
    // Security headers of our pages have no effect on a script or an empty response that another site loads.
    ...(isCrossOrigin && { helmet: false, ...(method === 'POST' && { compress: false }) }),
    handler: (request, reply) =>
      route.kind === 'raw'
        ? withinReadLimit(createContextFor(request), route, () =>
            route.run(createContextFor(request), request, reply),
          )
        : handleJson(createContextFor(request), route, surface, request, reply),
  })
}

/** Allows pages of any origin to load the route and read its response, errors included. */
function addCorsHeaders(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('X-Content-Type-Options', 'nosniff')
  })
}

/** Browsers send a preflight request before JSON from another origin. */
function addPreflight(app: FastifyInstance, url: string, method: string): void {
  app.options(url, async (_request, reply) =>
    reply
      .code(204)
      .header('Access-Control-Allow-Origin', '*')
      .header('Access-Control-Allow-Methods', method)
      .header('Access-Control-Allow-Headers', 'Content-Type')
      .header('Access-Control-Max-Age', '86400')
      .send(),
  )
}

/**
 * Authenticates a request as soon as its headers have arrived, so that the body of a rejected request is never read.
 * Returns a function that returns the context of a request.
 */
function authenticateBeforeBody(
  scope: FastifyInstance,
  base: AppContext,
  route: Route | RawRoute,
  surface: ApiSurface,
): (request: FastifyRequest) => AppContext {
  const contexts = new WeakMap<FastifyRequest, AppContext>()
  scope.addHook('onRequest', async (request, reply) => {
    // Programs get the same text whatever their environment sends as a language.
    if (surface.name !== 'api_key') request.language = preferredLanguage(request.headers['accept-language'])
    const ctx = await contextFor(base, route, surface, request, reply)
    if (route.kind === 'raw') {
      parseRequestPart('params', route.params, request.params)
      await route.checkHead?.(ctx, request, reply)
    }
    contexts.set(request, ctx)
  })
  return (request) => {
    const ctx = contexts.get(request)
    if (ctx === undefined) throw new Error('The request was not authenticated')
    return ctx
  }
}

async function handleJson(
  ctx: AppContext,
  route: Route,
  surface: ApiSurface,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Shared browsers must not store session responses; API clients may store and revalidate theirs.
  const isCacheable = surface.name === 'api_key' && request.method === 'GET'
  reply.code(route.status).header('Cache-Control', isCacheable ? 'private, no-cache' : 'no-store')
  const text = await withLocale(request.language, () =>
    serializeRoute(ctx, route, request, toHttp(request, reply)),
  )
  if (text === null) return reply.send()
  const type = 'application/json; charset=utf-8'
  return isCacheable ? sendWithEtag(request, reply, type, text) : reply.type(type).send(text.body)
}

async function contextFor(
  base: AppContext,
  { access, scope }: Route | RawRoute,
  surface: ApiSurface,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const ctx: AppContext = {
    ...base,
    log: request.log as Logger,
    request: { id: request.id, ip: request.ip },
  }
  if (access === 'none' || !surface.authenticate) return ctx
  const authenticated = await surface.authenticate(ctx, request, reply)
  requireAccess(authenticated.actor, access, scope)
  return { ...ctx, ...authenticated }
}

function toHttp(request: FastifyRequest, reply: FastifyReply): Http {
  return {
    headers: request.headers,
    ip: request.ip,
    url: request.url,
    setHeader: (name, value) => {
      reply.header(name, value)
    },
    setStatus: (status) => {
      reply.code(status)
    },
  }
}

function rejectOtherMethods(app: FastifyInstance, url: string, methods: string[]): void {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
  const reject = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Allow', allowed.join(', '))
    throw new AppError(
      'method_not_allowed',
      untranslated(`${request.method} is not allowed here. Allowed: ${allowed.join(', ')}.`),
    )
  }
  app.route({
    method: all.filter((method) => !allowed.includes(method)),
    url,
    // Runs before the body is parsed, so that an invalid body does not hide the wrong method.
    onRequest: reject,
    handler: reject,
  })
}
