/** THE table of URLs: the routes of every noun, spread into one object. */
import { accountRoutes } from './accounts/routes.ts'
import { aiFileRoutes } from './ai-files/routes.ts'
import { auditRoutes } from './audits/routes.ts'
import { brandRoutes } from './brands/routes.ts'
import { candidateRoutes } from './competitor-suggestions/routes.ts'
import { contentRoutes } from './opportunities/routes.ts'
import { healthRoutes } from './http/health.ts'
import type { Surface } from './http/server.ts'
import type { RouteTable } from './http/route.ts'
import { dashboardRoutes } from './http/dashboard.ts'
import { engineRoutes } from './tracking/platform-routes.ts'
import { evidenceRoutes } from './metrics/answer-list-routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { monitoringRoutes } from './monitoring/routes.ts'
import { portfolioRoutes } from './metrics/merge--routes.ts'
import { promptRoutes } from './prompts/routes.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import { referenceRoutes } from './http/api-reference.ts'
import { runRoutes } from './tracking/routes.ts'
import { spendRoutes } from './tracking/spend/routes.ts'
import { suggestionRoutes } from './onboarding/routes.ts'
import { surfaces } from './merge--surfaces.ts'
import { takeoutRoutes } from './data-transfer/routes.ts'
import { trafficRoutes } from './traffic/routes.ts'
import { volumeRoutes } from './prompts/volumes/routes.ts'

export const routes = {
  ...healthRoutes,
  ...accountRoutes,
  ...brandRoutes,
  ...candidateRoutes,
  ...auditRoutes,
  ...aiFileRoutes,
  ...contentRoutes,
  ...engineRoutes,
  ...promptRoutes,
  ...suggestionRoutes,
  ...runRoutes,
  ...realtimeRoutes,
  ...spendRoutes,
  ...metricRoutes,
  ...evidenceRoutes,
  ...portfolioRoutes,
  ...trafficRoutes,
  ...volumeRoutes,
  ...takeoutRoutes,
  ...monitoringRoutes,
  ...mcpRoutes(describe),
  ...referenceRoutes(describe),
  ...dashboardRoutes,
}

export type Routes = typeof routes

/** With its type written out: the table holds the routes that describe the table. */
function describe(): { routes: RouteTable; surfaces: readonly Surface[] } {
  return { routes, surfaces }
}
