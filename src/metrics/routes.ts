import { route } from '../core/route.ts'
import { readVisibilitySummary, VisibilitySummary, visibilitySummary } from './visibility-summary.ts'
import { mcpQuery, metricFind, scopeOf, v1Query } from './window.ts'

const mcpDefaultDays = 30

export const metricRoutes = {
  'GET /api/v1/visibility-summary': route({
    ...visibilitySummary,
    access: 'read',
    query: v1Query,
    find: metricFind,
    returns: VisibilitySummary,
    run: async (ctx, { found, query }) =>
      readVisibilitySummary(ctx, await scopeOf(ctx, found.brand, query, null)),
  }),
  'GET /api/mcp/visibility-summary': route({
    ...visibilitySummary,
    access: 'read',
    query: mcpQuery,
    find: metricFind,
    returns: VisibilitySummary,
    run: async (ctx, { found, query }) =>
      readVisibilitySummary(ctx, await scopeOf(ctx, found.brand, query, mcpDefaultDays)),
  }),
  'GET /api/metrics/visibility-summary': route({
    ...visibilitySummary,
    access: 'read',
    query: mcpQuery,
    find: metricFind,
    returns: VisibilitySummary,
    run: async (ctx, { found, query }) =>
      readVisibilitySummary(ctx, await scopeOf(ctx, found.brand, query, null)),
  }),
}
