/** THE table of URLs: the routes of every noun, spread into one object. */
import { accountRoutes } from './accounts/routes.ts'
import { aiFileRoutes } from './ai-files/routes.ts'
import { auditRoutes } from './audits/routes.ts'
import { brandRoutes } from './brands/routes.ts'
import { candidateRoutes } from './candidates/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { healthRoutes } from './core/health.ts'
import type { Surface } from './core/http.ts'
import type { RouteTable } from './core/route.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { engineRoutes } from './engines/routes.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { monitoringRoutes } from './monitoring/routes.ts'
import { portfolioRoutes } from './portfolio/routes.ts'
import { promptRoutes } from './prompts/routes.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { runRoutes } from './runs/routes.ts'
import { spendRoutes } from './spend/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { surfaces } from './surfaces.ts'
import { takeoutRoutes } from './takeout/routes.ts'
import { trafficRoutes } from './traffic/routes.ts'
import { volumeRoutes } from './volumes/routes.ts'

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
