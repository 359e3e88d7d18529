/** The whole server: what every response carries, and the route table on its surfaces. */
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from './core/context.ts'
import { dashboardFiles } from './http/dashboard.ts'
import { createServer, mountRoutes } from './http/server.ts'
import { websocketOrigins } from './realtime/pusher.ts'
import { authentication, routes } from './routes.ts'

export async function createApp(base: AppContext): Promise<FastifyInstance> {
  const app = createServer(base.log, base.config.TRUST_PROXY)
  await app.register(compress, { global: true, threshold: 1024 })
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
    // Told only where it is true: a browser would otherwise refuse plain http on this host for a year.
    strictTransportSecurity: base.baseUrl.startsWith('https:'),
  })
  await app.register(serveFiles, { root: dashboardFiles, serve: false })
  mountRoutes(app, base, routes, authentication)
  return app
}
