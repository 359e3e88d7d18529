/**
 * The route table on Fastify: proof, rights, ids, validation, the work, and one shape of error for everything.
 */
import { randomUUID } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { type Access, type Actor, type AppContext, requireAccess } from '../core/context.ts'
import { AppError, errorStatuses } from '../core/errors.ts'
import { parseRequestPart, serializeRoute } from './call-route.ts'
import {
  type ConnectionTimeouts,
  closeConnections,
  defaultTimeouts,
  disconnectSlowReaders,
  handleClientError,
  maxConnections,
} from './connections.ts'
import { routeNotFound, toAppError } from './error-mapping.ts'
import { sendBytes, sendWithEtag } from './etag.ts'
import { observeRequest } from './request-metrics.ts'
import type { Http, RawRoute, Route, RouteTable } from './route.ts'

export type Authenticated = { organizationId: string; actor: Actor }

/** Which proof the addresses below a prefix take. The longest prefix counts. */
export type Surface = {
  prefix: string
  name: 'api_key' | 'session' | 'session_or_token' | 'cron' | 'public'
  /** Throws `unauthorized`, `csrf` or `rate_limited`; returns who asks. Absent: nobody is asked. */
  prove?: (ctx: AppContext, request: FastifyRequest, reply: FastifyReply) => Promise<Authenticated>
}

export function createServer(
  loggerInstance: FastifyBaseLogger,
  trustProxy: string | null,
  patience: ConnectionTimeouts = defaultTimeouts,
): FastifyInstance {
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => saneRequestId(request.headers['x-request-id']) ?? randomUUID(),
    trustProxy: trustProxy === null ? false : addressesOf(trustProxy),
    bodyLimit: 1_048_576,
    requestTimeout: patience.requestMs,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.lookEveryMs },
    connectionTimeout: patience.readerMs,
    keepAliveTimeout: 65_000,
    // A request that slips in while we close is answered like any other: the database closes after us.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => sendError(request, reply, error),
    clientErrorHandler: handleClientError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.server.maxConnections = maxConnections
  readJsonOnly(app)
  disconnectSlowReaders(app)
  const paths = new WeakMap<FastifyRequest, string>()
  app.addHook('onRequest', async (request, reply) => {
    // Now, for a route that finds nothing is forgotten by the time of its response.
    paths.set(request, loggedPath(request))
    reply.header('X-Request-Id', request.id)
    // Before the body is looked at: nothing is wrong with it if nobody is here to take it.
    if (request.is404) throw routeNotFound()
  })
  app.addHook('onResponse', async (request, reply) => {
    observeRequest(app.server, {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    request.log.info(
      {
        method: request.method,
        path: paths.get(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, error))
  app.setNotFoundHandler((request, reply) => sendError(request, reply, routeNotFound()))
  closeConnections(app, patience)
  return app
}

function addressesOf(trustProxy: string): string[] {
  const addresses = trustProxy.split(',').map((part) => part.trim())
  const wrong = addresses.find((address) => !isAddressOrRange(address))
  if (wrong === undefined) return addresses
  throw new AppError('invalid_setting', `TRUST_PROXY: "${wrong}" is neither an address nor a CIDR range.`)
}

/** As the proxy's list takes them: addresses, `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, and its names for private ranges. */
function isAddressOrRange(text: string): boolean {
  const [address = '', range, more] = text.split('/')
  if (more !== undefined) return false
  if (range === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || range === undefined) return bits > 0
  return isIPv4(range) || (/^\d+$/.test(range) && Number(range) > 0 && Number(range) <= bits)
}

/** The path without its query, which may hold what a person typed, and without the token of an invitation. */
function loggedPath({ url, routeOptions: { url: pattern = '' } }: FastifyRequest): string {
  return /:(token|invitation)\b/.test(pattern) ? pattern : url.replace(/\?.*$/s, '')
}

/** JSON is the only body; an empty one is "no body", which the route then accepts or refuses. */
function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, String(body), done)
  })
}

export function mountRoutes(
  app: FastifyInstance,
  base: AppContext,
  routes: RouteTable,
  surfaces: readonly Surface[],
): void {
  const methods = new Map<string, string[]>()
  for (const [address, route] of Object.entries(routes)) {
    const { method, url } = splitRouteKey(address)
    const surface = surfaceOf(url, surfaces)
    if (route.access !== 'none' && !surface.prove)
      throw new Error(`${address} asks for a right where nobody shows who they are`)
    const preflight = route.kind === 'raw' && route.anyOrigin && method === 'POST'
    methods.set(url, [...(methods.get(url) ?? []), method, ...(preflight ? ['OPTIONS'] : [])])
    if (preflight) answerPreflight(app, url, method)
    app.register(async (scope) => {
      takeBodies(scope, route)
      if (route.kind === 'raw' && route.anyOrigin) openToAll(scope)
      const bodyLimit = route.maxBodyBytes ?? undefined
      scope.route({
        method,
        url,
        ...(bodyLimit !== undefined && { bodyLimit }),
        ...(route.kind === 'raw' && route.takesPacked && { decompress: false }),
        // What guards our own pages says nothing to a script or an empty answer on those of others.
        ...(route.kind === 'raw' &&
          route.anyOrigin && { helmet: false, ...(method === 'POST' && { compress: false }) }),
        handler: (request, reply) =>
          route.kind === 'raw'
            ? handleRaw(base, route, surface, request, reply)
            : handleJson(base, route, surface, request, reply),
      })
    })
  }
  for (const [url, present] of methods) refuseOtherMethods(app, url, present)
}

/** JSON unless the route says otherwise: text of the types it names, or for a raw route the bytes as they came. */
function takeBodies(scope: FastifyInstance, route: Route | RawRoute): void {
  if (route.kind === 'json' && route.accepts === null) return
  scope.removeAllContentTypeParsers()
  if (route.kind === 'raw')
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  else
    scope.addContentTypeParser([...(route.accepts ?? [])], { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
}

/** Pages of other sites may load it and read the answer, an error too. */
function openToAll(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply
      .header('Access-Control-Allow-Origin', '*')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .header('X-Content-Type-Options', 'nosniff')
  })
}

/** Browsers ask first whether a page of another site may send JSON. */
function answerPreflight(app: FastifyInstance, url: string, method: string): void {
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

export function splitRouteKey(address: string): {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
} {
  const [method, url] = address.split(' ')
  if (
    (method !== 'GET' &&
      method !== 'POST' &&
      method !== 'PUT' &&
      method !== 'PATCH' &&
      method !== 'DELETE') ||
    !url
  ) {
    throw new Error(`${address} is not a method and a path`)
  }
  return { method, url }
}

export function surfaceOf(url: string, surfaces: readonly Surface[]): Surface {
  const [longest] = surfaces
    .filter(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`) || prefix === '')
    .sort((a, b) => b.prefix.length - a.prefix.length)
  if (!longest) throw new Error(`No surface holds ${url}`)
  return longest
}

async function handleJson(
  base: AppContext,
  route: Route,
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const ctx = await contextFor(base, route.access, surface, request, reply)
  // What a session saw is not kept by the browser for whoever uses it next; a program may keep and ask again.
  const kept = surface.name === 'api_key' && request.method === 'GET'
  reply.code(route.status).header('Cache-Control', kept ? 'private, no-cache' : 'no-store')
  const text = await serializeRoute(ctx, route, request, httpOf(request, reply))
  if (text === null) return reply.send()
  const type = 'application/json; charset=utf-8'
  return kept ? sendWithEtag(request, reply, type, text) : sendBytes(reply, type, text.body)
}

async function handleRaw(
  base: AppContext,
  route: RawRoute,
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const ctx = await contextFor(base, route.access, surface, request, reply)
  parseRequestPart('params', route.params, request.params)
  return route.run(ctx, request, reply)
}

async function contextFor(
  base: AppContext,
  access: Access,
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const ctx = { ...base, log: request.log as Logger }
  if (access === 'none' || !surface.prove) return ctx
  const proven = await surface.prove(ctx, request, reply)
  requireAccess(proven.actor, access)
  return { ...ctx, ...proven }
}

function httpOf(request: FastifyRequest, reply: FastifyReply): Http {
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

function refuseOtherMethods(app: FastifyInstance, url: string, present: string[]): void {
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const allow = present.includes('GET') ? [...present, 'HEAD'] : present
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Allow', allow.join(', '))
    throw new AppError('method_not_allowed', `This address takes ${allow.join(', ')}.`)
  }
  app.route({
    method: all.filter((method) => !allow.includes(method)),
    url,
    // Before the body is read: whatever is wrong with it, the method is wrong first.
    onRequest: refuse,
    handler: refuse,
  })
}

/** Inbound ids are kept when they cannot break a header, a log line or a page. */
function saneRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const known = toAppError(error)
  const status = errorStatuses[known.code]
  if (status >= 500 && known.code === 'internal') request.log.error({ err: error }, 'unexpected error')
  const retryAfter = known.extra.retry_after_seconds
  if (typeof retryAfter === 'number') reply.header('Retry-After', String(retryAfter))
  return reply
    .code(status)
    .header('X-Request-Id', request.id)
    .header('Cache-Control', 'no-store')
    .send({
      error: known.message,
      code: known.code,
      ...(known.details && { details: known.details }),
      ...known.extra,
      request_id: request.id,
    })
}
