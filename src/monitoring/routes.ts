import { bearerToken, timingSafeEqualText, unauthorized } from '../http/bearer.ts'
import { routeNotFound } from '../http/error-mapping.ts'
import { raw } from '../http/route.ts'
import { contentType, exposition } from './exposition.ts'
import { collectMetrics } from './monitoring.ts'

export const monitoringRoutes = {
  'GET /metrics': raw({
    access: 'none',
    summary: 'Watch the service with Prometheus, by the METRICS_TOKEN as a bearer token',
    returns: { 'text/plain': 'Counters and gauges of this process, and the jobs of all.' },
    run: async (ctx, request, reply) => {
      if (ctx.config.METRICS_TOKEN === null) throw routeNotFound()
      const token = bearerToken(request.headers)
      if (token === null || !timingSafeEqualText(token, ctx.config.METRICS_TOKEN))
        throw unauthorized('Send the token for monitoring: "Authorization: Bearer <METRICS_TOKEN>".')
      const families = await collectMetrics(ctx, request.server.server)
      return reply.type(contentType).header('Cache-Control', 'no-store').send(exposition(families))
    },
  }),
}
