/** The layouts: routes that wrap the screens of the dashboard, of a brand and of settings, and what all routes share. */
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazy,
  notFound,
} from '@tanstack/react-router'
import type { Returns } from '../api.ts'
import { brandFilter } from '../brands/filter.ts'
import { loadBrand } from '../brands/load-brand.ts'
import { isClient, loadSession, organization } from '../session/queries.ts'
import { FirstSkeleton } from '../ui/page/Skeleton.tsx'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

export const dashboard = createRoute({
  ...page(root, '/dashboard', () => import('../layout/Layout.tsx'), 'Layout'),
  loader: ({ context }) => loadSession(context.queryClient),
  pendingComponent: FirstSkeleton,
})

/** Wraps every screen of one brand; period and filters are part of each URL. */
export const brand = createRoute({
  ...page(dashboard, '/brands/$slug', () => import('../layout/BrandLayout.tsx'), 'BrandLayout'),
  validateSearch: brandFilter,
  loader: ({ context, params }) => loadBrand(context.queryClient, params.slug),
})

/** Wraps the brand's settings screens. */
export const brandSettings = createRoute(
  page(brand, '/settings', () => import('../brands/BrandSettingsLayout.tsx'), 'BrandSettingsLayout'),
)

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A URL with something else than an ID shows Not found, without asking the API. */
export const byId = {
  beforeLoad: ({ params }: { params: { id: string } }) => {
    if (!uuid.test(params.id)) throw notFound()
  },
}

/** Members who may not see a screen of the organization get Not found. */
export const visibleTo = (isVisible: (data: Returns<'GET /api/organization'>) => boolean) => ({
  beforeLoad: async ({ context }: { context: { queryClient: QueryClient } }) => {
    if (!isVisible(await context.queryClient.ensureQueryData(organization))) throw notFound()
  },
})

/** Wraps the organization's settings screens. */
export const settings = createRoute({
  ...page(dashboard, '/settings', () => import('../accounts/SettingsLayout.tsx'), 'SettingsLayout'),
  ...visibleTo((data) => !isClient(data)),
})

/** The options that every route has; its component is loaded on demand. */
export function page<
  Parent extends AnyRoute,
  const Path extends string,
  Module extends Record<string, unknown>,
>(parent: Parent, path: Path, load: () => Promise<Module>, name: keyof Module) {
  return { getParentRoute: () => parent, path, component: lazy(load, name) }
}
