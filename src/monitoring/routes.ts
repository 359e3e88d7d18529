import { bearerToken, timingSafeEqualText, unauthorized } from '../http/bearer.ts'
import { routeNotFound } from '../http/error-mapping.ts'
import { raw } from '../http/route.ts'
import { untranslated } from '../languages/message.ts'

export const monitoringRoutes = {
  'GET /metrics': raw({
    access: 'none',
    summary: 'Get Prometheus metrics',
    description: 'Requires METRICS_TOKEN as a bearer token. Responds with 404 if METRICS_TOKEN is not set.',
    errors: ['unauthorized', 'not_found'],
    returns: { 'text/plain': 'Metrics of this process, and the unfinished jobs of all processes.' },
    run: async (ctx, request, reply) => {
      if (ctx.config.METRICS_TOKEN === null) throw routeNotFound(request)
      const token = bearerToken(request.headers)
      if (token === null || !timingSafeEqualText(token, ctx.config.METRICS_TOKEN))
        throw unauthorized(untranslated('Send METRICS_TOKEN: "Authorization: Bearer <METRICS_TOKEN>".'))
      const { prometheus } = await import('./monitoring.ts')
      const { registry } = ctx.use(prometheus)
      return reply
        .type(registry.contentType)
        .header('Cache-Control', 'no-store')
        .send(await registry.metrics())
    },
  }),
}
