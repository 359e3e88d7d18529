/**
 * The routes: each path with its search parameters, its data and its component, which is loaded on demand. Everything
 * below /dashboard requires a session.
 */
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazy,
  notFound,
} from '@tanstack/react-router'
import {
  apiKeysQuery,
  auditSearch,
  emailLinkQuery,
  grantsQuery,
  loadAccount,
  loadConsent,
  loadInvitation,
  loadStatus,
  serviceStatus,
  signInSearch,
  ssoQuery,
  visitQuery,
} from './accounts/queries.ts'
import { newActionSearch } from './actions/search.ts'
import { aiFileSearch } from './ai-files/search.ts'
import { alertSearch } from './alerts/search.ts'
import { answerQuery } from './answers/queries.ts'
import { answerSearch, compareSearch } from './answers/search.ts'
import type { Returns } from './api.ts'
import { auditQuery } from './audits/queries.ts'
import { siteAuditSearch, siteAuditsSearch } from './audits/search.ts'
import { brandFilter } from './brands/filter.ts'
import { loadBrand, loadRunSetup, ofBrand } from './brands/load-brand.ts'
import { portfolioSearch } from './brands/portfolio-search.ts'
import { brandQuery, brandsQuery, platformsQuery, promptsQuery } from './brands/queries.ts'
import { citationSearch, citedPageSearch } from './citations/search.ts'
import { competitorSearch } from './competitors/search.ts'
import { inboxSearch } from './notifications/queries.ts'
import { opportunityQuery } from './opportunities/queries.ts'
import { opportunityPart, opportunitySearch } from './opportunities/search.ts'
import { overviewSearch } from './overview/search.ts'
import { coverageSearch, discoverSearch } from './prompts/discover/candidates.ts'
import { promptQuery } from './prompts/queries.ts'
import { promptsSearch } from './prompts/search.ts'
import { brandingQuery, onlyBrand, reportQuery, sharedReportQuery } from './reports/queries.ts'
import { runQuery } from './runs/queries.ts'
import { searchesSearch } from './searches/search.ts'
import { sentimentSearch } from './sentiment/search.ts'
import { isClient, loadSession, mayWrite, organization, seesOrganization } from './session/queries.ts'
import { shoppingSearch } from './shopping/search.ts'
import { spendSearch } from './spend/month.ts'
import { funnelSearch } from './traffic/funnel-search.ts'
import { FirstSkeleton } from './ui/page/Skeleton.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

const dashboard = createRoute({
  ...page(root, '/dashboard', () => import('./layout/Layout.tsx'), 'Layout'),
  loader: ({ context }) => loadSession(context.queryClient),
  pendingComponent: FirstSkeleton,
})

/** Wraps every screen of one brand; period and filters are part of each URL. */
const brand = createRoute({
  ...page(dashboard, '/brands/$slug', () => import('./layout/BrandLayout.tsx'), 'BrandLayout'),
  validateSearch: brandFilter,
  loader: ({ context, params }) => loadBrand(context.queryClient, params.slug),
})

/** Wraps the brand's settings screens. */
const brandSettings = createRoute(
  page(brand, '/settings', () => import('./brands/BrandSettingsLayout.tsx'), 'BrandSettingsLayout'),
)

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A URL with something else than an ID shows Not found, without asking the API. */
const byId = {
  beforeLoad: ({ params }: { params: { id: string } }) => {
    if (!uuid.test(params.id)) throw notFound()
  },
}

/** Members who may not see a screen of the organization get Not found. */
const visibleTo = (isVisible: (data: Returns<'GET /api/organization'>) => boolean) => ({
  beforeLoad: async ({ context }: { context: { queryClient: QueryClient } }) => {
    if (!isVisible(await context.queryClient.ensureQueryData(organization))) throw notFound()
  },
})

/** Wraps the organization's settings screens. */
const settings = createRoute({
  ...page(dashboard, '/settings', () => import('./accounts/SettingsLayout.tsx'), 'SettingsLayout'),
  ...visibleTo((data) => !isClient(data)),
})

const signIn = () => import('./accounts/SignInPage.tsx')

const publicPages = [
  createRoute({
    ...page(root, '/', signIn, 'SignInPage'),
    validateSearch: signInSearch,
    loader: ({ context }) => loadStatus(context.queryClient),
  }),
  createRoute({
    ...page(root, '/sign-in', signIn, 'SignInPage'),
    validateSearch: signInSearch,
    loader: ({ context }) => loadStatus(context.queryClient),
  }),
  createRoute({
    ...page(
      root,
      '/forgot-password',
      () => import('./accounts/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
    loader: ({ context }) => context.queryClient.ensureQueryData(serviceStatus),
  }),
  createRoute({
    ...page(root, '/link/$token', () => import('./accounts/LinkPage.tsx'), 'LinkPage'),
    loader: ({ context, params }) => context.queryClient.ensureQueryData(emailLinkQuery(params.token)),
    errorComponent: lazy(() => import('./accounts/LinkError.tsx'), 'LinkError'),
  }),
  createRoute({
    ...page(root, '/account', () => import('./accounts/own-account/AccountPage.tsx'), 'AccountPage'),
    loader: ({ context }) => loadAccount(context.queryClient),
  }),
  createRoute({
    ...page(root, '/oauth/consent/$uid', () => import('./accounts/ConsentPage.tsx'), 'ConsentPage'),
    loader: ({ context, params }) => loadConsent(context.queryClient, params.uid),
    errorComponent: lazy(() => import('./accounts/ConsentError.tsx'), 'ConsentError'),
  }),
  createRoute({
    ...page(root, '/sso/callback/$provider', () => import('./accounts/VisitPage.tsx'), 'VisitPage'),
    loader: ({ context, params, location }) =>
      context.queryClient.ensureQueryData(visitQuery(params.provider, location.searchStr.slice(1))),
    errorComponent: lazy(() => import('./accounts/VisitError.tsx'), 'VisitError'),
  }),
  createRoute(
    page(
      root,
      '/connections/google/callback',
      () => import('./traffic/ConnectionCallback.tsx'),
      'ConnectionCallback',
    ),
  ),
  createRoute({
    ...page(root, '/invite/$token', () => import('./accounts/InvitationPage.tsx'), 'InvitationPage'),
    loader: ({ context, params }) => loadInvitation(context.queryClient, params.token),
    errorComponent: lazy(() => import('./accounts/InvitationError.tsx'), 'InvitationError'),
  }),
  createRoute(
    page(
      root,
      '/confirm-address/$token',
      () => import('./notifications/ConfirmAddressPage.tsx'),
      'ConfirmAddressPage',
    ),
  ),
  createRoute(
    page(root, '/unsubscribe/$token', () => import('./notifications/UnsubscribePage.tsx'), 'UnsubscribePage'),
  ),
  createRoute({
    ...page(root, '/share/$token', () => import('./reports/SharedReportPage.tsx'), 'SharedReportPage'),
    loader: ({ context, params }) => context.queryClient.ensureQueryData(sharedReportQuery(params.token)),
    errorComponent: lazy(() => import('./reports/SharedReportError.tsx'), 'SharedReportError'),
  }),
  // Only the service opens it, to print it.
  createRoute({
    ...page(root, '/print/audits/$id', () => import('./audits/AuditPrintPage.tsx'), 'AuditPrintPage'),
    loader: async ({ context: { queryClient }, params }) => {
      await queryClient.ensureQueryData(auditQuery(params.id))
      await queryClient.ensureQueryData(brandingQuery(null))
    },
  }),
] as const

const dashboardPages = [
  createRoute({
    ...page(dashboard, '/', () => import('./brands/BrandsPage.tsx'), 'BrandsPage'),
    validateSearch: portfolioSearch,
    loader: ({ context }) => context.queryClient.ensureQueryData(brandsQuery),
  }),
  createRoute({
    ...page(dashboard, '/notifications', () => import('./notifications/InboxPage.tsx'), 'InboxPage'),
    ...visibleTo((data) => !isClient(data)),
    validateSearch: inboxSearch,
  }),
  createRoute(page(dashboard, '/brands/new', () => import('./onboarding/NewBrandPage.tsx'), 'NewBrandPage')),
] as const

const brandPages = [
  createRoute({
    ...page(brand, '/', () => import('./overview/OverviewPage.tsx'), 'OverviewPage'),
    validateSearch: overviewSearch,
  }),
  createRoute({
    ...page(brand, '/prompts', () => import('./prompts/PromptsPage.tsx'), 'PromptsPage'),
    validateSearch: promptsSearch,
    loader: async ({ context: { queryClient }, params }) => {
      const { id } = await queryClient.ensureQueryData(brandQuery(params.slug))
      await queryClient.ensureQueryData(promptsQuery(id))
    },
  }),
  createRoute({
    ...page(brand, '/prompts/discover', () => import('./prompts/discover/DiscoverPage.tsx'), 'DiscoverPage'),
    validateSearch: discoverSearch,
  }),
  createRoute({
    ...page(brand, '/prompts/coverage', () => import('./prompts/discover/CoveragePage.tsx'), 'CoveragePage'),
    validateSearch: coverageSearch,
  }),
  createRoute({
    ...page(brand, '/prompts/$id', () => import('./prompts/PromptPage.tsx'), 'PromptPage'),
    ...byId,
    // The list that the prompt was opened from.
    validateSearch: promptsSearch,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(promptQuery(params.id)),
  }),
  createRoute({
    ...page(brand, '/answers', () => import('./answers/AnswersPage.tsx'), 'AnswersPage'),
    validateSearch: answerSearch,
  }),
  createRoute({
    ...page(brand, '/answers/compare', () => import('./answers/ComparePage.tsx'), 'ComparePage'),
    validateSearch: compareSearch,
  }),
  createRoute({
    ...page(brand, '/answers/$id', () => import('./answers/AnswerPage.tsx'), 'AnswerPage'),
    ...byId,
    validateSearch: answerSearch,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(answerQuery(params.id)),
  }),
  createRoute({
    ...page(brand, '/competitors', () => import('./competitors/CompetitorsPage.tsx'), 'CompetitorsPage'),
    validateSearch: competitorSearch,
  }),
  createRoute({
    ...page(brand, '/competitors/$id', () => import('./competitors/CompetitorPage.tsx'), 'CompetitorPage'),
    ...byId,
  }),
  createRoute({
    ...page(brand, '/sentiment', () => import('./sentiment/SentimentPage.tsx'), 'SentimentPage'),
    validateSearch: sentimentSearch,
  }),
  createRoute({
    ...page(brand, '/citations', () => import('./citations/CitationsPage.tsx'), 'CitationsPage'),
    validateSearch: citationSearch,
  }),
  createRoute({
    ...page(brand, '/citations/page', () => import('./citations/CitedPage.tsx'), 'CitedPage'),
    validateSearch: citedPageSearch,
  }),
  createRoute({
    ...page(brand, '/searches', () => import('./searches/SearchesPage.tsx'), 'SearchesPage'),
    validateSearch: searchesSearch,
  }),
  createRoute({
    ...page(brand, '/shopping', () => import('./shopping/ShoppingPage.tsx'), 'ShoppingPage'),
    validateSearch: shoppingSearch,
  }),
  createRoute(page(brand, '/products', () => import('./products/ProductsPage.tsx'), 'ProductsPage')),
  createRoute({
    ...page(brand, '/start', () => import('./onboarding/FirstRunPage.tsx'), 'FirstRunPage'),
    loader: ({ context, params }) => loadRunSetup(context.queryClient, params.slug),
  }),
  createRoute(page(brand, '/traffic', () => import('./traffic/TrafficPage.tsx'), 'TrafficPage')),
  createRoute(page(brand, '/traffic/agents', () => import('./traffic/AgentsPage.tsx'), 'AgentsPage')),
  createRoute(page(brand, '/traffic/search', () => import('./traffic/SearchDataPage.tsx'), 'SearchDataPage')),
  createRoute({
    ...page(brand, '/traffic/funnel', () => import('./traffic/FunnelPage.tsx'), 'FunnelPage'),
    validateSearch: funnelSearch,
  }),
  createRoute({
    ...page(brand, '/runs', () => import('./runs/RunsPage.tsx'), 'RunsPage'),
    loader: ({ context, params }) => loadRunSetup(context.queryClient, params.slug),
  }),
  createRoute({
    ...page(brand, '/runs/plan', () => import('./plan/PlanPage.tsx'), 'PlanPage'),
    ...visibleTo(mayWrite),
  }),
  createRoute({
    ...page(brand, '/runs/$id', () => import('./runs/RunPage.tsx'), 'RunPage'),
    ...byId,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(runQuery(params.id)),
  }),
  createRoute({
    ...page(
      brand,
      '/opportunities',
      () => import('./opportunities/OpportunitiesPage.tsx'),
      'OpportunitiesPage',
    ),
    validateSearch: opportunitySearch,
  }),
  createRoute({
    ...page(
      brand,
      '/opportunities/$id',
      () => import('./opportunities/OpportunityPage.tsx'),
      'OpportunityPage',
    ),
    ...byId,
    validateSearch: opportunityPart,
    loader: ({ context: { queryClient }, params }) =>
      ofBrand(queryClient, params.slug, queryClient.ensureQueryData(opportunityQuery(params.id))),
  }),
  createRoute(page(brand, '/actions', () => import('./actions/ActionsPage.tsx'), 'ActionsPage')),
  createRoute({
    ...page(brand, '/actions/new', () => import('./actions/ActionFormPage.tsx'), 'NewActionPage'),
    validateSearch: newActionSearch,
  }),
  createRoute({
    ...page(brand, '/actions/$id', () => import('./actions/ActionPage.tsx'), 'ActionPage'),
    ...byId,
  }),
  createRoute({
    ...page(brand, '/actions/$id/edit', () => import('./actions/ActionFormPage.tsx'), 'EditActionPage'),
    ...byId,
  }),
  createRoute({
    ...page(brand, '/alerts', () => import('./alerts/AlertsPage.tsx'), 'AlertsPage'),
    validateSearch: alertSearch,
  }),
  createRoute(page(brand, '/alerts/rules', () => import('./alerts/RulesPage.tsx'), 'RulesPage')),
  createRoute({
    ...page(brand, '/audits', () => import('./audits/AuditsPage.tsx'), 'AuditsPage'),
    validateSearch: siteAuditsSearch,
  }),
  createRoute({
    ...page(brand, '/audits/$id', () => import('./audits/AuditPage.tsx'), 'AuditPage'),
    ...byId,
    validateSearch: siteAuditSearch,
    loader: ({ context: { queryClient }, params }) =>
      ofBrand(queryClient, params.slug, queryClient.ensureQueryData(auditQuery(params.id))),
  }),
  createRoute(page(brand, '/reports', () => import('./reports/ReportsPage.tsx'), 'ReportsPage')),
  createRoute({
    ...page(brand, '/reports/$id', () => import('./reports/ReportPage.tsx'), 'ReportPage'),
    ...byId,
    loader: async ({ context: { queryClient }, params }) => {
      const report = await queryClient.ensureQueryData(reportQuery(params.id))
      await queryClient.ensureQueryData(brandingQuery(onlyBrand(report)))
    },
  }),
  createRoute({
    ...page(brand, '/ai-files', () => import('./ai-files/AiFilesPage.tsx'), 'AiFilesPage'),
    validateSearch: aiFileSearch,
  }),
] as const

const brandSettingsPages = [
  createRoute(page(brandSettings, '/', () => import('./brands/BrandSettingsPage.tsx'), 'BrandSettingsPage')),
  createRoute({
    ...page(
      brandSettings,
      '/platforms',
      () => import('./brands/PlatformSettingsPage.tsx'),
      'PlatformSettingsPage',
    ),
    loader: ({ context, params }) => context.queryClient.ensureQueryData(platformsQuery(params.slug)),
  }),
  createRoute(
    page(brandSettings, '/products', () => import('./brands/ProductSettingsPage.tsx'), 'ProductSettingsPage'),
  ),
  createRoute(
    page(brandSettings, '/topics', () => import('./prompts/TopicSettingsPage.tsx'), 'TopicSettingsPage'),
  ),
  createRoute(
    page(
      brandSettings,
      '/personas',
      () => import('./prompts/PersonaSettingsPage.tsx'),
      'PersonaSettingsPage',
    ),
  ),
  createRoute(
    page(brandSettings, '/webhook', () => import('./opportunities/webhooks/WebhookPage.tsx'), 'WebhookPage'),
  ),
] as const

const settingsPages = [
  createRoute({
    ...page(settings, '/', () => import('./accounts/OrganizationPage.tsx'), 'OrganizationPage'),
    ...visibleTo(seesOrganization),
  }),
  createRoute({
    ...page(settings, '/members', () => import('./accounts/MembersPage.tsx'), 'MembersPage'),
    ...visibleTo(seesOrganization),
  }),
  createRoute({
    ...page(settings, '/api-keys', () => import('./accounts/ApiKeysPage.tsx'), 'ApiKeysPage'),
    ...visibleTo(mayWrite),
    loader: ({ context }) => context.queryClient.ensureQueryData(apiKeysQuery()),
  }),
  createRoute({
    ...page(settings, '/apps', () => import('./accounts/ConnectedAppsPage.tsx'), 'ConnectedAppsPage'),
    ...visibleTo(({ member: { role } }) => role === 'owner' || role === 'admin'),
    loader: ({ context }) => context.queryClient.ensureQueryData(grantsQuery),
  }),
  createRoute(page(settings, '/channels', () => import('./notifications/ChannelsPage.tsx'), 'ChannelsPage')),
  createRoute(page(settings, '/digest', () => import('./notifications/DigestPage.tsx'), 'DigestPage')),
  createRoute({
    ...page(settings, '/engines', () => import('./engines/EnginesPage.tsx'), 'EnginesPage'),
    ...visibleTo(seesOrganization),
  }),
  createRoute({
    ...page(settings, '/spend', () => import('./spend/SpendPage.tsx'), 'SpendPage'),
    validateSearch: spendSearch,
  }),
  createRoute({
    ...page(settings, '/sso', () => import('./accounts/sso/SsoPage.tsx'), 'SsoPage'),
    ...visibleTo(({ member }) => member.role === 'owner'),
    loader: ({ context }) => context.queryClient.ensureQueryData(ssoQuery),
  }),
  createRoute({
    ...page(settings, '/audit-log', () => import('./accounts/AuditLogPage.tsx'), 'AuditLogPage'),
    validateSearch: auditSearch,
  }),
] as const

export const routeTree = root.addChildren([
  ...publicPages,
  dashboard.addChildren([
    ...dashboardPages,
    brand.addChildren([...brandPages, brandSettings.addChildren(brandSettingsPages)]),
    settings.addChildren(settingsPages),
  ]),
])

/** The options that every route has; its component is loaded on demand. */
function page<Parent extends AnyRoute, const Path extends string, Module extends Record<string, unknown>>(
  parent: Parent,
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module,
) {
  return { getParentRoute: () => parent, path, component: lazy(load, name) }
}
