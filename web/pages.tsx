/**
 * THE table of screens: address → what it needs before it shows, and the component, which is fetched with it. Below
 * /dashboard every screen stands in the frame, which lets in only people with a session.
 */
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { entranceSearch, everyApiKey, invitationNeeds, statusNeeds } from './accounts/needs.ts'
import { brandNeeds, brandSearch } from './brands/needs.ts'
import { everyBrand } from './brands/queries.ts'
import { frameNeeds } from './frame/needs.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

const entrance = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: entranceSearch,
  loader: ({ context }) => statusNeeds(context.queryClient),
  component: lazyRouteComponent(() => import('./accounts/EntrancePage.tsx'), 'EntrancePage'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: entranceSearch,
  loader: ({ context }) => statusNeeds(context.queryClient),
  component: lazyRouteComponent(() => import('./accounts/EntrancePage.tsx'), 'EntrancePage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  loader: ({ context, params }) => invitationNeeds(context.queryClient, params.token),
  component: lazyRouteComponent(() => import('./accounts/InvitationPage.tsx'), 'InvitationPage'),
  errorComponent: lazyRouteComponent(() => import('./accounts/InvitationError.tsx'), 'InvitationError'),
})

const frame = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  loader: ({ context }) => frameNeeds(context.queryClient),
  component: lazyRouteComponent(() => import('./frame/Frame.tsx'), 'Frame'),
})

const brands = createRoute({
  getParentRoute: () => frame,
  path: '/',
  loader: ({ context }) => context.queryClient.ensureQueryData(everyBrand),
  component: lazyRouteComponent(() => import('./brands/BrandsPage.tsx'), 'BrandsPage'),
})

const newBrand = createRoute({
  getParentRoute: () => frame,
  path: '/brands/new',
  component: lazyRouteComponent(() => import('./brands/NewBrandPage.tsx'), 'NewBrandPage'),
})

const brand = createRoute({
  getParentRoute: () => frame,
  path: '/brands/$slug',
  validateSearch: brandSearch,
  loader: ({ context, params }) => brandNeeds(context.queryClient, params.slug),
  component: lazyRouteComponent(() => import('./brands/BrandPage.tsx'), 'BrandPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => frame,
  path: '/settings/api-keys',
  loader: ({ context }) => context.queryClient.ensureQueryData(everyApiKey),
  component: lazyRouteComponent(() => import('./accounts/ApiKeysPage.tsx'), 'ApiKeysPage'),
})

const members = createRoute({
  getParentRoute: () => frame,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./accounts/MembersPage.tsx'), 'MembersPage'),
})

export const routeTree = root.addChildren([
  entrance,
  signIn,
  invitation,
  frame.addChildren([brands, newBrand, brand, apiKeys, members]),
])
