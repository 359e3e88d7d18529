/** The Fastify server: limits and timeouts, request ids, the request log, and one shape for all errors. */
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
import type { Language } from '../../vocabulary/languages.ts'
import { errorStatuses } from '../core/errors.ts'
import { SettingError } from '../core/settings.ts'
import { isDatabaseUnavailable, isStorageUnavailable } from '../db/connection-errors.ts'
import { formatMessage, type Message } from '../languages/message.ts'
import { bearerChallenge } from './bearer.ts'
import {
  type ConnectionTimeouts,
  closeConnections,
  defaultTimeouts,
  disconnectStalledReaders,
  handleClientError,
  maxConnections,
} from './connections.ts'
import { earlyErrorHeaders, routeNotFound, toAppError } from './error-mapping.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the response. */
    language: Language
  }
}

/**
 * `trustProxy`: comma-separated addresses and CIDR ranges. Throws a `SettingError` when one is neither. `basePath`: the
 * path of the public URL, which a proxy may remove or not.
 */
export function createServer(
  loggerInstance: FastifyBaseLogger,
  trustProxy: string | null,
  timeouts: ConnectionTimeouts = defaultTimeouts,
  basePath = '',
): FastifyInstance {
  const app = Fastify({
    loggerInstance,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, basePath),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => validRequestId(request.headers['x-request-id']) ?? randomUUID(),
    trustProxy: trustProxy === null ? false : parseTrustProxy(trustProxy),
    bodyLimit: 1_048_576,
    requestTimeout: timeouts.requestMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkIntervalMs },
    connectionTimeout: timeouts.stalledReaderMs,
    keepAliveTimeout: 65_000,
    // The database closes after the server, so requests that arrive during shutdown are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // These requests have no `language` yet.
    frameworkErrors: (error, request, reply) =>
      sendError(request, reply.headers(earlyErrorHeaders), error, 'en'),
    clientErrorHandler: handleClientError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.server.maxConnections = maxConnections
  // The route table adds the parsers of each route.
  app.removeAllContentTypeParsers()
  app.decorateRequest('language', 'en')
  disconnectStalledReaders(app)
  logRequests(app)
  if (trustProxy === null) warnOfUntrustedProxy(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, error))
  app.setNotFoundHandler((request, reply) => sendError(request, reply, routeNotFound(request)))
  closeConnections(app, timeouts)
  return app
}

function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/** Rejects unknown paths before the body is parsed, so that an invalid body does not hide the wrong path. */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw routeNotFound(request)
  })
}

function logRequests(app: FastifyInstance): void {
  const paths = new WeakMap<FastifyRequest, string>()
  app.addHook('onRequest', async (request) => {
    // Fastify drops the route of an unmatched request before onResponse.
    paths.set(request, loggedPath(request))
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, path: paths.get(request), status: reply.statusCode, ms }, 'request')
  })
}

/** Behind a proxy that is not trusted, all clients have one address, and share its rate limits. */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isLogged = false
  app.addHook('onRequest', async ({ headers, ip, log }) => {
    if (isLogged || headers['x-forwarded-for'] === undefined) return
    isLogged = true
    log.warn({ proxy: ip }, 'X-Forwarded-For is ignored, because TRUST_PROXY is not set')
  })
}

function parseTrustProxy(trustProxy: string): string[] {
  const addresses = trustProxy.split(',').map((part) => part.trim())
  const invalid = addresses.find((address) => !isAddressOrRange(address))
  if (invalid === undefined) return addresses
  throw new SettingError(`TRUST_PROXY: "${invalid}" is neither an address nor a CIDR range.`)
}

/** Accepts what Fastify's `trustProxy` accepts: addresses, `10.0.0.0/8`, `10.0.0.0/255.0.0.0` and named private ranges. */
function isAddressOrRange(text: string): boolean {
  const [address = '', range, more] = text.split('/')
  if (more !== undefined) return false
  if (range === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || range === undefined) return bits > 0
  return isIPv4(range) || (/^\d+$/.test(range) && Number(range) > 0 && Number(range) <= bits)
}

/** Omits the query, which may contain user input, and tokens: also those in a path that matches no route. */
function loggedPath({ url, routeOptions: { url: pattern = '' } }: FastifyRequest): string {
  return /:(token|invitation)\b/.test(pattern) ? pattern : redactTokens(url.replace(/\?.*/s, ''))
}

/** Replaces what can be part of a token: long runs of the characters of base64url and percent-encoding. */
const redactTokens = (path: string): string =>
  path.replace(/[\w%-]{16,}/g, (run) => (readableSegment.test(run) ? run : '…'))

/** A UUID, or lowercase words as in the paths of routes. */
const readableSegment = /^([\da-fA-F]{8}(-[\da-fA-F]{4}){3}-[\da-fA-F]{12}|[a-z]+([-_][a-z]+)*)$/

/** Returns the client's request id when it is safe in headers, log lines and pages. */
function validRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  language: Language = request.language,
) {
  const known = toAppError(error)
  const status = errorStatuses[known.code]
  const getText = (each: Message) => formatMessage(each, language)
  if (isStorageUnavailable(error)) request.log.error({ err: error }, 'data cannot be stored')
  else if (isDatabaseUnavailable(error)) request.log.warn({ err: error }, 'database unavailable')
  else if (known.code === 'internal') request.log.error({ err: error }, 'unexpected error')
  const retryAfter = known.extra.retry_after_seconds
  if (typeof retryAfter === 'number') reply.header('Retry-After', String(retryAfter))
  // A route may have described its own content, whose stream then failed.
  reply.removeHeader('Content-Disposition')
  if (known.code === 'insufficient_scope')
    reply.header('WWW-Authenticate', bearerChallenge(String(known.extra.scope)))
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .header('X-Request-Id', request.id)
    .header('Cache-Control', 'no-store')
    .send({
      error: getText(known.text),
      code: known.code,
      ...(known.details && {
        details: known.details.map(({ path, message }) => ({ path, message: getText(message) })),
      }),
      ...known.extra,
      request_id: request.id,
    })
}
