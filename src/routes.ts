/** The routes of all features, and the authentication of each URL prefix. */
import {
  authenticateAgent,
  authenticateApiKey,
  authenticateCron,
  authenticateSession,
} from './accounts/authenticate.ts'
import { accountRoutes } from './accounts/routes.ts'
import { findSession } from './accounts/sessions.ts'
import { actionRoutes } from './actions/routes.ts'
import { aiFileRoutes } from './ai-files/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditRoutes } from './audits/routes.ts'
import { noteRoutes } from './brands/note-routes.ts'
import { brandRoutes } from './brands/routes.ts'
import { savedViewRoutes } from './brands/saved-view-routes.ts'
import { citedPageRoutes } from './cited-pages/routes.ts'
import { claimRoutes } from './claims/routes.ts'
import { competitorSuggestionRoutes } from './competitor-suggestions/routes.ts'
import { dataTransferRoutes } from './data-transfer/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { digestRoutes } from './digests/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { engineRoutes } from './engines/routes.ts'
import { fileImportRoutes } from './first-party/files/routes.ts'
import { firstPartyRoutes } from './first-party/routes.ts'
import { type ApiDescription, apiReferenceRoutes } from './http/api-reference.ts'
import type { ApiSurface } from './http/api-surfaces.ts'
import { dashboardRoutes } from './http/dashboard.ts'
import { healthRoutes } from './http/health.ts'
import { securityTxtRoutes } from './http/security-txt.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { answerListRoutes } from './metrics/answer-list-routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { monitoringRoutes } from './monitoring/routes.ts'
import { opportunityWebhookTests } from './notifications/kinds/opportunity-webhook.ts'
import { notificationWebhooks } from './notifications/kinds/webhook.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { suggestionRoutes } from './onboarding/routes.ts'
import { briefRoutes } from './opportunities/briefs/routes.ts'
import { opportunityRoutes } from './opportunities/routes.ts'
import { authenticateSessionOrToken } from './opportunities/webhooks/callback-auth.ts'
import { opportunityWebhooks } from './opportunities/webhooks/payload.ts'
import { webhookRoutes } from './opportunities/webhooks/routes.ts'
import { outreachRoutes } from './outreach/routes.ts'
import { portfolioRoutes } from './portfolio/routes.ts'
import { promptRoutes } from './prompts/routes.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import { sentimentCorrectionRoutes } from './reanalysis/routes.ts'
import { brandingRoutes } from './reports/branding-routes.ts'
import { embedRoutes } from './reports/embed-routes.ts'
import { pdfRoutes } from './reports/pdf-routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { scheduleRoutes } from './reports/schedule-routes.ts'
import { sealRoutes } from './reports/seal/routes.ts'
import { findSharedLanguage } from './reports/share-links.ts'
import { shareRoutes } from './reports/share-routes.ts'
import { templateRoutes } from './reports/template-routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { ssoRoutes } from './sso/routes.ts'
import { cronRoutes } from './tracking/cron-routes.ts'
import { jobRoutes } from './tracking/job-routes.ts'
import { platformRoutes } from './tracking/platform-routes.ts'
import { runRoutes, variantRoutes } from './tracking/routes.ts'
import { samplingRoutes } from './tracking/sampling/routes.ts'
import { spendRoutes } from './tracking/spend/routes.ts'
import { goalRoutes } from './traffic/goal-routes.ts'
import { logRoutes } from './traffic/log-routes.ts'
import { trafficRoutes } from './traffic/routes.ts'

export const routes = {
  ...healthRoutes,
  ...securityTxtRoutes,
  ...accountRoutes,
  ...brandRoutes,
  ...savedViewRoutes,
  ...noteRoutes,
  ...citedPageRoutes,
  ...claimRoutes,
  ...outreachRoutes,
  ...alertRoutes,
  ...competitorSuggestionRoutes,
  ...auditRoutes,
  ...aiFileRoutes,
  ...opportunityRoutes,
  ...actionRoutes,
  ...briefRoutes,
  ...webhookRoutes,
  ...sentimentCorrectionRoutes,
  ...reportRoutes,
  ...pdfRoutes,
  ...shareRoutes,
  ...sealRoutes,
  ...brandingRoutes,
  ...embedRoutes,
  ...scheduleRoutes,
  ...templateRoutes,
  ...retentionRoutes,
  ...engineRoutes,
  ...platformRoutes,
  ...promptRoutes,
  ...discoveryRoutes,
  ...demoRoutes,
  ...suggestionRoutes,
  ...ssoRoutes,
  ...runRoutes,
  ...variantRoutes,
  ...cronRoutes,
  ...jobRoutes,
  ...realtimeRoutes,
  ...samplingRoutes,
  ...spendRoutes,
  ...metricRoutes,
  ...answerListRoutes,
  ...portfolioRoutes,
  ...trafficRoutes,
  ...logRoutes,
  ...firstPartyRoutes,
  ...goalRoutes,
  ...fileImportRoutes,
  ...notificationRoutes,
  ...digestRoutes,
  ...dataTransferRoutes,
  ...monitoringRoutes,
  ...oauthRoutes,
  ...mcpRoutes(describeApi),
  ...apiReferenceRoutes(describeApi),
  ...dashboardRoutes((ctx, { headers }) => findSession(ctx, headers), findSharedLanguage),
}

export const webhooks = { ...opportunityWebhooks, ...opportunityWebhookTests, ...notificationWebhooks }

export type Routes = typeof routes

/** The return type is explicit, because its inference would be circular: `routes` contains routes that call this function. */
function describeApi(): ApiDescription {
  return { routes, surfaces: authentication, webhooks }
}

/** The authentication of a request depends only on the prefix of its URL. */
export const authentication: readonly ApiSurface[] = [
  { prefix: '/api/v1', name: 'api_key', authenticate: authenticateApiKey },
  { prefix: '/api/mcp', name: 'api_key', authenticate: authenticateAgent },
  { prefix: '/api/content/:id/status', name: 'session_or_token', authenticate: authenticateSessionOrToken },
  { prefix: '/api/internal', name: 'cron', authenticate: authenticateCron },
  { prefix: '/api/auth', name: 'public' },
  { prefix: '/api/health', name: 'public' },
  { prefix: '/api/logs', name: 'public' },
  { prefix: '/api/shared', name: 'public' },
  { prefix: '/api/openapi.json', name: 'public' },
  { prefix: '/api/openapi-agents.json', name: 'public' },
  { prefix: '/api/openapi-dashboard.json', name: 'public' },
  { prefix: '/api', name: 'session', authenticate: authenticateSession },
  { prefix: '/broadcasting', name: 'session', authenticate: authenticateSession },
  { prefix: '', name: 'public' },
]
