/** Screens and settings of one brand. */
import { createRoute } from '@tanstack/react-router'
import { newActionSearch } from '../actions/search.ts'
import { aiFileSearch } from '../ai-files/search.ts'
import { alertSearch } from '../alerts/search.ts'
import { answerQuery } from '../answers/queries.ts'
import { answerSearch, compareSearch } from '../answers/search.ts'
import { auditQuery } from '../audits/queries.ts'
import { siteAuditSearch, siteAuditsSearch } from '../audits/search.ts'
import { loadRunSetup, ofBrand } from '../brands/load-brand.ts'
import { brandQuery, platformsQuery, promptsQuery } from '../brands/queries.ts'
import { citationSearch, citedPageSearch } from '../citations/search.ts'
import { claimsSearch } from '../claims/search.ts'
import { competitorSearch } from '../competitors/search.ts'
import { opportunityQuery } from '../opportunities/queries.ts'
import { opportunityPart, opportunitySearch } from '../opportunities/search.ts'
import { overviewSearch } from '../overview/search.ts'
import { coverageSearch, discoverSearch } from '../prompts/discover/candidates.ts'
import { promptQuery } from '../prompts/queries.ts'
import { promptsSearch } from '../prompts/search.ts'
import { brandingQuery, onlyBrand, reportQuery } from '../reports/queries.ts'
import { runQuery } from '../runs/queries.ts'
import { searchesSearch } from '../searches/search.ts'
import { sentimentSearch } from '../sentiment/search.ts'
import { mayWrite } from '../session/queries.ts'
import { shoppingSearch } from '../shopping/search.ts'
import { funnelSearch } from '../traffic/funnel-search.ts'
import { brand, brandSettings, byId, page, visibleTo } from './layouts.tsx'

export const brandPages = [
  createRoute({
    ...page(brand, '/', () => import('../overview/OverviewPage.tsx'), 'OverviewPage'),
    validateSearch: overviewSearch,
  }),
  createRoute({
    ...page(brand, '/prompts', () => import('../prompts/PromptsPage.tsx'), 'PromptsPage'),
    validateSearch: promptsSearch,
    loader: async ({ context: { queryClient }, params }) => {
      const { id } = await queryClient.ensureQueryData(brandQuery(params.slug))
      await queryClient.ensureQueryData(promptsQuery(id))
    },
  }),
  createRoute({
    ...page(brand, '/prompts/discover', () => import('../prompts/discover/DiscoverPage.tsx'), 'DiscoverPage'),
    validateSearch: discoverSearch,
  }),
  createRoute({
    ...page(brand, '/prompts/coverage', () => import('../prompts/discover/CoveragePage.tsx'), 'CoveragePage'),
    validateSearch: coverageSearch,
  }),
  createRoute({
    ...page(brand, '/prompts/$id', () => import('../prompts/PromptPage.tsx'), 'PromptPage'),
    ...byId,
    // The list that the prompt was opened from.
    validateSearch: promptsSearch,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(promptQuery(params.id)),
  }),
  createRoute({
    ...page(brand, '/answers', () => import('../answers/AnswersPage.tsx'), 'AnswersPage'),
    validateSearch: answerSearch,
  }),
  createRoute({
    ...page(brand, '/answers/compare', () => import('../answers/ComparePage.tsx'), 'ComparePage'),
    validateSearch: compareSearch,
  }),
  createRoute({
    ...page(brand, '/answers/$id', () => import('../answers/AnswerPage.tsx'), 'AnswerPage'),
    ...byId,
    validateSearch: answerSearch,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(answerQuery(params.id)),
  }),
  createRoute({
    ...page(brand, '/competitors', () => import('../competitors/CompetitorsPage.tsx'), 'CompetitorsPage'),
    validateSearch: competitorSearch,
  }),
  createRoute({
    ...page(brand, '/competitors/$id', () => import('../competitors/CompetitorPage.tsx'), 'CompetitorPage'),
    ...byId,
  }),
  createRoute({
    ...page(brand, '/sentiment', () => import('../sentiment/SentimentPage.tsx'), 'SentimentPage'),
    validateSearch: sentimentSearch,
  }),
  createRoute({
    ...page(brand, '/citations', () => import('../citations/CitationsPage.tsx'), 'CitationsPage'),
    validateSearch: citationSearch,
  }),
  createRoute({
    ...page(brand, '/citations/page', () => import('../citations/CitedPage.tsx'), 'CitedPage'),
    validateSearch: citedPageSearch,
  }),
  createRoute({
    ...page(brand, '/searches', () => import('../searches/SearchesPage.tsx'), 'SearchesPage'),
    validateSearch: searchesSearch,
  }),
  createRoute({
    ...page(brand, '/claims', () => import('../claims/ClaimsPage.tsx'), 'ClaimsPage'),
    validateSearch: claimsSearch,
  }),
  createRoute({
    ...page(brand, '/shopping', () => import('../shopping/ShoppingPage.tsx'), 'ShoppingPage'),
    validateSearch: shoppingSearch,
  }),
  createRoute(page(brand, '/products', () => import('../products/ProductsPage.tsx'), 'ProductsPage')),
  createRoute({
    ...page(brand, '/start', () => import('../onboarding/FirstRunPage.tsx'), 'FirstRunPage'),
    loader: ({ context, params }) => loadRunSetup(context.queryClient, params.slug),
  }),
  createRoute(page(brand, '/traffic', () => import('../traffic/TrafficPage.tsx'), 'TrafficPage')),
  createRoute(page(brand, '/traffic/agents', () => import('../traffic/AgentsPage.tsx'), 'AgentsPage')),
  createRoute(
    page(brand, '/traffic/search', () => import('../traffic/SearchDataPage.tsx'), 'SearchDataPage'),
  ),
  createRoute({
    ...page(brand, '/traffic/funnel', () => import('../traffic/FunnelPage.tsx'), 'FunnelPage'),
    validateSearch: funnelSearch,
  }),
  createRoute({
    ...page(brand, '/runs', () => import('../runs/RunsPage.tsx'), 'RunsPage'),
    loader: ({ context, params }) => loadRunSetup(context.queryClient, params.slug),
  }),
  createRoute({
    ...page(brand, '/runs/plan', () => import('../plan/PlanPage.tsx'), 'PlanPage'),
    ...visibleTo(mayWrite),
  }),
  createRoute({
    ...page(brand, '/runs/$id', () => import('../runs/RunPage.tsx'), 'RunPage'),
    ...byId,
    loader: ({ context, params }) => context.queryClient.ensureQueryData(runQuery(params.id)),
  }),
  createRoute({
    ...page(
      brand,
      '/opportunities',
      () => import('../opportunities/OpportunitiesPage.tsx'),
      'OpportunitiesPage',
    ),
    validateSearch: opportunitySearch,
  }),
  createRoute({
    ...page(
      brand,
      '/opportunities/$id',
      () => import('../opportunities/OpportunityPage.tsx'),
      'OpportunityPage',
    ),
    ...byId,
    validateSearch: opportunityPart,
    loader: ({ context: { queryClient }, params }) =>
      ofBrand(queryClient, params.slug, queryClient.ensureQueryData(opportunityQuery(params.id))),
  }),
  createRoute(page(brand, '/actions', () => import('../actions/ActionsPage.tsx'), 'ActionsPage')),
  createRoute({
    ...page(brand, '/actions/new', () => import('../actions/ActionFormPage.tsx'), 'NewActionPage'),
    validateSearch: newActionSearch,
  }),
  createRoute({
    ...page(brand, '/actions/$id', () => import('../actions/ActionPage.tsx'), 'ActionPage'),
    ...byId,
  }),
  createRoute({
    ...page(brand, '/actions/$id/edit', () => import('../actions/ActionFormPage.tsx'), 'EditActionPage'),
    ...byId,
  }),
  createRoute({
    ...page(brand, '/alerts', () => import('../alerts/AlertsPage.tsx'), 'AlertsPage'),
    validateSearch: alertSearch,
  }),
  createRoute(page(brand, '/alerts/rules', () => import('../alerts/RulesPage.tsx'), 'RulesPage')),
  createRoute({
    ...page(brand, '/audits', () => import('../audits/AuditsPage.tsx'), 'AuditsPage'),
    validateSearch: siteAuditsSearch,
  }),
  createRoute({
    ...page(brand, '/audits/$id', () => import('../audits/AuditPage.tsx'), 'AuditPage'),
    ...byId,
    validateSearch: siteAuditSearch,
    loader: ({ context: { queryClient }, params }) =>
      ofBrand(queryClient, params.slug, queryClient.ensureQueryData(auditQuery(params.id))),
  }),
  createRoute(page(brand, '/reports', () => import('../reports/ReportsPage.tsx'), 'ReportsPage')),
  createRoute({
    ...page(brand, '/reports/$id', () => import('../reports/ReportPage.tsx'), 'ReportPage'),
    ...byId,
    loader: async ({ context: { queryClient }, params }) => {
      const report = await queryClient.ensureQueryData(reportQuery(params.id))
      await queryClient.ensureQueryData(brandingQuery(onlyBrand(report)))
    },
  }),
  createRoute({
    ...page(brand, '/ai-files', () => import('../ai-files/AiFilesPage.tsx'), 'AiFilesPage'),
    validateSearch: aiFileSearch,
  }),
] as const

export const brandSettingsPages = [
  createRoute(page(brandSettings, '/', () => import('../brands/BrandSettingsPage.tsx'), 'BrandSettingsPage')),
  createRoute({
    ...page(
      brandSettings,
      '/platforms',
      () => import('../brands/PlatformSettingsPage.tsx'),
      'PlatformSettingsPage',
    ),
    loader: ({ context, params }) => context.queryClient.ensureQueryData(platformsQuery(params.slug)),
  }),
  createRoute(
    page(
      brandSettings,
      '/products',
      () => import('../brands/ProductSettingsPage.tsx'),
      'ProductSettingsPage',
    ),
  ),
  createRoute(
    page(brandSettings, '/topics', () => import('../prompts/TopicSettingsPage.tsx'), 'TopicSettingsPage'),
  ),
  createRoute(
    page(
      brandSettings,
      '/personas',
      () => import('../prompts/PersonaSettingsPage.tsx'),
      'PersonaSettingsPage',
    ),
  ),
  createRoute(
    page(brandSettings, '/webhook', () => import('../opportunities/webhooks/WebhookPage.tsx'), 'WebhookPage'),
  ),
] as const
