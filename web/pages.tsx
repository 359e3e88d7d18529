/**
 * The table of screens: address → its data and its component, which is loaded on demand. Everything below /dashboard
 * requires a session.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { apiKeysQuery, auditSearch, loadInvitation, loadStatus, signInSearch } from './accounts/queries.ts'
import { aiFileSearch } from './ai-files/search.ts'
import { answerQuery } from './answers/queries.ts'
import { answerSearch } from './answers/search.ts'
import { auditQuery } from './audits/queries.ts'
import { siteAuditSearch, siteAuditsSearch } from './audits/search.ts'
import { brandFilter } from './brands/filter.ts'
import { loadBrand } from './brands/load-brand.ts'
import { portfolioSearch } from './brands/portfolio-search.ts'
import { brandQuery, brandsQuery, newestRunOf, platformsOf, promptsOf } from './brands/queries.ts'
import { citationSearch, citedPageSearch } from './citations/search.ts'
import { competitorSearch } from './competitors/search.ts'
import { opportunityQuery } from './opportunities/queries.ts'
import { opportunityPart, opportunitySearch } from './opportunities/search.ts'
import { promptQuery } from './prompts/queries.ts'
import { promptsSearch } from './prompts/search.ts'
import { runQuery } from './runs/queries.ts'
import { loadSession } from './session/queries.ts'
import { shoppingSearch } from './shopping/search.ts'
import { spendSearch } from './spend/month.ts'
import { FirstSkeleton } from './ui/page/Skeleton.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

const entrance = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: signInSearch,
  loader: ({ context }) => loadStatus(context.queryClient),
  component: lazyRouteComponent(() => import('./accounts/SignInPage.tsx'), 'SignInPage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  loader: ({ context }) => loadStatus(context.queryClient),
  component: lazyRouteComponent(() => import('./accounts/SignInPage.tsx'), 'SignInPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  loader: ({ context, params }) => loadInvitation(context.queryClient, params.token),
  component: lazyRouteComponent(() => import('./accounts/InvitationPage.tsx'), 'InvitationPage'),
  errorComponent: lazyRouteComponent(() => import('./accounts/InvitationError.tsx'), 'InvitationError'),
})

const frame = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  loader: ({ context }) => loadSession(context.queryClient),
  pendingComponent: FirstSkeleton,
  component: lazyRouteComponent(() => import('./layout/Layout.tsx'), 'Layout'),
})

const brands = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: portfolioSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(brandsQuery),
  component: lazyRouteComponent(() => import('./brands/BrandsPage.tsx'), 'BrandsPage'),
})

const newBrand = createRoute({
  getParentRoute: () => frame,
  path: '/brands/new',
  component: lazyRouteComponent(() => import('./onboarding/NewBrandPage.tsx'), 'NewBrandPage'),
})

/** Wraps every screen of one brand; period and filters are part of each URL. */
const brand = createRoute({
  getParentRoute: () => frame,
  path: '/brands/$slug',
  validateSearch: brandFilter,
  loader: ({ context, params }) => loadBrand(context.queryClient, params.slug),
  component: lazyRouteComponent(() => import('./layout/BrandLayout.tsx'), 'BrandLayout'),
})

const overview = createRoute({
  getParentRoute: () => brand,
  path: '/',
  component: lazyRouteComponent(() => import('./overview/OverviewPage.tsx'), 'OverviewPage'),
})

const prompts = createRoute({
  getParentRoute: () => brand,
  path: '/prompts',
  validateSearch: promptsSearch,
  loader: async ({ context: { queryClient }, params }) => {
    const { id } = await queryClient.ensureQueryData(brandQuery(params.slug))
    await queryClient.ensureQueryData(promptsOf(id))
  },
  component: lazyRouteComponent(() => import('./prompts/PromptsPage.tsx'), 'PromptsPage'),
})

const prompt = createRoute({
  getParentRoute: () => brand,
  path: '/prompts/$id',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(promptQuery(params.id)),
  component: lazyRouteComponent(() => import('./prompts/PromptPage.tsx'), 'PromptPage'),
})

const competitors = createRoute({
  getParentRoute: () => brand,
  path: '/competitors',
  validateSearch: competitorSearch,
  component: lazyRouteComponent(() => import('./competitors/CompetitorsPage.tsx'), 'CompetitorsPage'),
})

const answers = createRoute({
  getParentRoute: () => brand,
  path: '/answers',
  validateSearch: answerSearch,
  component: lazyRouteComponent(() => import('./answers/AnswersPage.tsx'), 'AnswersPage'),
})

const answer = createRoute({
  getParentRoute: () => brand,
  path: '/answers/$id',
  validateSearch: answerSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(answerQuery(params.id)),
  component: lazyRouteComponent(() => import('./answers/AnswerPage.tsx'), 'AnswerPage'),
})

const citations = createRoute({
  getParentRoute: () => brand,
  path: '/citations',
  validateSearch: citationSearch,
  component: lazyRouteComponent(() => import('./citations/CitationsPage.tsx'), 'CitationsPage'),
})

const citedPage = createRoute({
  getParentRoute: () => brand,
  path: '/citations/page',
  validateSearch: citedPageSearch,
  component: lazyRouteComponent(() => import('./citations/CitedPage.tsx'), 'CitedPage'),
})

const shopping = createRoute({
  getParentRoute: () => brand,
  path: '/shopping',
  validateSearch: shoppingSearch,
  component: lazyRouteComponent(() => import('./shopping/ShoppingPage.tsx'), 'ShoppingPage'),
})

const products = createRoute({
  getParentRoute: () => brand,
  path: '/products',
  component: lazyRouteComponent(() => import('./products/ProductsPage.tsx'), 'ProductsPage'),
})

const runs = createRoute({
  getParentRoute: () => brand,
  path: '/runs',
  loader: async ({ context: { queryClient }, params }) => {
    const { id } = await queryClient.ensureQueryData(brandQuery(params.slug))
    await Promise.all([
      queryClient.ensureQueryData(promptsOf(id)),
      queryClient.ensureQueryData(newestRunOf(id)),
      queryClient.ensureQueryData(platformsOf(params.slug)),
    ])
  },
  component: lazyRouteComponent(() => import('./runs/RunsPage.tsx'), 'RunsPage'),
})

const opportunities = createRoute({
  getParentRoute: () => brand,
  path: '/opportunities',
  validateSearch: opportunitySearch,
  component: lazyRouteComponent(() => import('./opportunities/OpportunitiesPage.tsx'), 'OpportunitiesPage'),
})

const opportunity = createRoute({
  getParentRoute: () => brand,
  path: '/opportunities/$id',
  validateSearch: opportunityPart,
  loader: ({ context: { queryClient }, params }) =>
    ofBrand(queryClient, params.slug, queryClient.ensureQueryData(opportunityQuery(params.id))),
  component: lazyRouteComponent(() => import('./opportunities/OpportunityPage.tsx'), 'OpportunityPage'),
})

const firstRun = createRoute({
  getParentRoute: () => brand,
  path: '/start',
  loader: async ({ context: { queryClient }, params }) => {
    const { id } = await queryClient.ensureQueryData(brandQuery(params.slug))
    await Promise.all([
      queryClient.ensureQueryData(promptsOf(id)),
      queryClient.ensureQueryData(newestRunOf(id)),
      queryClient.ensureQueryData(platformsOf(params.slug)),
    ])
  },
  component: lazyRouteComponent(() => import('./onboarding/FirstRunPage.tsx'), 'FirstRunPage'),
})

const traffic = createRoute({
  getParentRoute: () => brand,
  path: '/traffic',
  component: lazyRouteComponent(() => import('./traffic/TrafficPage.tsx'), 'TrafficPage'),
})

/** Wraps the brand's settings screens. */
const brandSettings = createRoute({
  getParentRoute: () => brand,
  path: '/settings',
  component: lazyRouteComponent(() => import('./brands/BrandSettingsLayout.tsx'), 'BrandSettingsLayout'),
})

const brandIdentity = createRoute({
  getParentRoute: () => brandSettings,
  path: '/',
  component: lazyRouteComponent(() => import('./brands/BrandSettingsPage.tsx'), 'BrandSettingsPage'),
})

const platformSettings = createRoute({
  getParentRoute: () => brandSettings,
  path: '/platforms',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(platformsOf(params.slug)),
  component: lazyRouteComponent(() => import('./brands/PlatformSettingsPage.tsx'), 'PlatformSettingsPage'),
})

const productSettings = createRoute({
  getParentRoute: () => brandSettings,
  path: '/products',
  component: lazyRouteComponent(() => import('./brands/ProductSettingsPage.tsx'), 'ProductSettingsPage'),
})

const topicSettings = createRoute({
  getParentRoute: () => brandSettings,
  path: '/topics',
  component: lazyRouteComponent(() => import('./prompts/TopicSettingsPage.tsx'), 'TopicSettingsPage'),
})

const webhook = createRoute({
  getParentRoute: () => brandSettings,
  path: '/webhook',
  component: lazyRouteComponent(() => import('./opportunities/webhooks/WebhookPage.tsx'), 'WebhookPage'),
})

const audits = createRoute({
  getParentRoute: () => brand,
  path: '/audits',
  validateSearch: siteAuditsSearch,
  component: lazyRouteComponent(() => import('./audits/AuditsPage.tsx'), 'AuditsPage'),
})

const audit = createRoute({
  getParentRoute: () => brand,
  path: '/audits/$id',
  validateSearch: siteAuditSearch,
  loader: ({ context: { queryClient }, params }) =>
    ofBrand(queryClient, params.slug, queryClient.ensureQueryData(auditQuery(params.id))),
  component: lazyRouteComponent(() => import('./audits/AuditPage.tsx'), 'AuditPage'),
})

const aiFiles = createRoute({
  getParentRoute: () => brand,
  path: '/ai-files',
  validateSearch: aiFileSearch,
  component: lazyRouteComponent(() => import('./ai-files/AiFilesPage.tsx'), 'AiFilesPage'),
})

const run = createRoute({
  getParentRoute: () => brand,
  path: '/runs/$id',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(runQuery(params.id)),
  component: lazyRouteComponent(() => import('./runs/RunPage.tsx'), 'RunPage'),
})

/** Wraps the organization's settings screens. */
const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('./accounts/SettingsLayout.tsx'), 'SettingsLayout'),
})

const organizationSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./accounts/OrganizationPage.tsx'), 'OrganizationPage'),
})

const engines = createRoute({
  getParentRoute: () => settings,
  path: '/engines',
  component: lazyRouteComponent(() => import('./engines/EnginesPage.tsx'), 'EnginesPage'),
})

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./accounts/AuditLogPage.tsx'), 'AuditLogPage'),
})

const spend = createRoute({
  getParentRoute: () => settings,
  path: '/spend',
  validateSearch: spendSearch,
  component: lazyRouteComponent(() => import('./spend/SpendPage.tsx'), 'SpendPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  loader: ({ context }) => context.queryClient.ensureQueryData(apiKeysQuery),
  component: lazyRouteComponent(() => import('./accounts/ApiKeysPage.tsx'), 'ApiKeysPage'),
})

const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  component: lazyRouteComponent(() => import('./accounts/MembersPage.tsx'), 'MembersPage'),
})

export const routeTree = root.addChildren([
  entrance,
  signIn,
  invitation,
  frame.addChildren([
    brands,
    newBrand,
    brand.addChildren([
      overview,
      prompts,
      prompt,
      answers,
      answer,
      competitors,
      citations,
      citedPage,
      shopping,
      products,
      firstRun,
      traffic,
      runs,
      run,
      opportunities,
      opportunity,
      audits,
      audit,
      aiFiles,
      brandSettings.addChildren([brandIdentity, platformSettings, productSettings, topicSettings, webhook]),
    ]),
    settings.addChildren([organizationSettings, members, apiKeys, engines, spend, auditLog]),
  ]),
])

/** Returns not found for a resource of another brand. */
async function ofBrand(queryClient: QueryClient, slug: string, loading: Promise<{ brand_id: string }>) {
  const [{ id }, found] = await Promise.all([queryClient.ensureQueryData(brandQuery(slug)), loading])
  if (found.brand_id !== id) throw notFound()
}
