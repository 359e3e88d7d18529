/** Screens and settings of the organization. */
import { createRoute } from '@tanstack/react-router'
import { apiKeysQuery, auditSearch, grantsQuery, ssoQuery } from '../accounts/queries.ts'
import { portfolioSearch } from '../brands/portfolio-search.ts'
import { brandsQuery } from '../brands/queries.ts'
import { inboxSearch } from '../notifications/queries.ts'
import { isClient, mayWrite, seesOrganization } from '../session/queries.ts'
import { spendSearch } from '../spend/month.ts'
import { dashboard, page, settings, visibleTo } from './layouts.tsx'

export const dashboardPages = [
  createRoute({
    ...page(dashboard, '/', () => import('../brands/BrandsPage.tsx'), 'BrandsPage'),
    validateSearch: portfolioSearch,
    loader: ({ context }) => context.queryClient.ensureQueryData(brandsQuery),
  }),
  createRoute({
    ...page(dashboard, '/notifications', () => import('../notifications/InboxPage.tsx'), 'InboxPage'),
    ...visibleTo((data) => !isClient(data)),
    validateSearch: inboxSearch,
  }),
  createRoute(page(dashboard, '/brands/new', () => import('../onboarding/NewBrandPage.tsx'), 'NewBrandPage')),
] as const

export const settingsPages = [
  createRoute({
    ...page(settings, '/', () => import('../accounts/OrganizationPage.tsx'), 'OrganizationPage'),
    ...visibleTo(seesOrganization),
  }),
  createRoute({
    ...page(settings, '/members', () => import('../accounts/MembersPage.tsx'), 'MembersPage'),
    ...visibleTo(seesOrganization),
  }),
  createRoute({
    ...page(settings, '/api-keys', () => import('../accounts/ApiKeysPage.tsx'), 'ApiKeysPage'),
    ...visibleTo(mayWrite),
    loader: ({ context }) => context.queryClient.ensureQueryData(apiKeysQuery()),
  }),
  createRoute({
    ...page(settings, '/apps', () => import('../accounts/ConnectedAppsPage.tsx'), 'ConnectedAppsPage'),
    ...visibleTo(({ member: { role } }) => role === 'owner' || role === 'admin'),
    loader: ({ context }) => context.queryClient.ensureQueryData(grantsQuery),
  }),
  createRoute(page(settings, '/channels', () => import('../notifications/ChannelsPage.tsx'), 'ChannelsPage')),
  createRoute(page(settings, '/digest', () => import('../notifications/DigestPage.tsx'), 'DigestPage')),
  createRoute({
    ...page(settings, '/engines', () => import('../engines/EnginesPage.tsx'), 'EnginesPage'),
    ...visibleTo(seesOrganization),
  }),
  createRoute({
    ...page(settings, '/spend', () => import('../spend/SpendPage.tsx'), 'SpendPage'),
    validateSearch: spendSearch,
  }),
  createRoute({
    ...page(settings, '/sso', () => import('../accounts/sso/SsoPage.tsx'), 'SsoPage'),
    ...visibleTo(({ member }) => member.role === 'owner'),
    loader: ({ context }) => context.queryClient.ensureQueryData(ssoQuery),
  }),
  createRoute({
    ...page(settings, '/audit-log', () => import('../accounts/AuditLogPage.tsx'), 'AuditLogPage'),
    validateSearch: auditSearch,
  }),
] as const
