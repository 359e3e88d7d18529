/** The HTTP server: response headers, and the route table with its authentication. */
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { getBasePath } from './core/config.ts'
import type { AppContext } from './core/context.ts'
import { SettingError } from './core/settings.ts'
import { rejectUnknownHosts } from './http/allowed-hosts.ts'
import type { ApiSurface } from './http/api-surfaces.ts'
import { type ConnectionTimeouts, defaultTimeouts } from './http/connections.ts'
import { dashboardFiles } from './http/dashboard.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { type RouteTable, splitRouteKey } from './http/route.ts'
import { createServer, rejectUnknownRoutes } from './http/server.ts'
import { websocketOrigins } from './realtime/pusher.ts'

export async function createApp(
  base: AppContext,
  routes: RouteTable,
  authentication: readonly ApiSurface[],
  timeouts: ConnectionTimeouts = defaultTimeouts,
): Promise<FastifyInstance> {
  const basePath = getBasePath(base.baseUrl)
  requireFreePath(basePath, routes)
  const app = createServer(base.log, base.config.TRUST_PROXY, timeouts, basePath)
  await app.register(compress, {
    global: true,
    threshold: 1024,
    // Decoders of br and zstd allocate megabytes for a few bytes of body.
    requestEncodings: ['gzip', 'deflate', 'identity'],
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...websocketOrigins(base.config)],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Over plain HTTP the header would lock browsers out of this host for a year.
    strictTransportSecurity: base.baseUrl.startsWith('https:'),
  })
  // After the security headers, which errors need too, and before the body is parsed.
  rejectUnknownHosts(app, base)
  rejectUnknownRoutes(app)
  await app.register(serveFiles, { root: dashboardFiles, serve: false })
  if (base.config.METRICS_TOKEN !== null) {
    // Loaded on demand, because most installations have no Prometheus.
    const { observeRequests } = await import('./monitoring/monitoring.ts')
    observeRequests(app, base)
  }
  mountRoutes(app, base, routes, authentication)
  return app
}

/** A request through a proxy that removes the path would be indistinguishable from one to a route of the same name. */
function requireFreePath(basePath: string, routes: RouteTable): void {
  const [, first = ''] = basePath.split('/')
  if (first === '' || !Object.keys(routes).some((key) => splitRouteKey(key).url.split('/')[1] === first))
    return
  throw new SettingError(`BASE_URL: the path cannot start with /${first}, which is a path of Ansight.`)
}
