/**
 * The routes: each path with its search parameters, its data and its component, which is loaded on demand. Everything
 * below /dashboard requires a session.
 */
import { brandPages, brandSettingsPages } from './pages/brand-pages.ts'
import { brand, brandSettings, dashboard, root, settings } from './pages/layouts.tsx'
import { dashboardPages, settingsPages } from './pages/organization-pages.ts'
import { publicPages } from './pages/public-pages.ts'

export const routeTree = root.addChildren([
  ...publicPages,
  dashboard.addChildren([
    ...dashboardPages,
    brand.addChildren([...brandPages, brandSettings.addChildren(brandSettingsPages)]),
    settings.addChildren(settingsPages),
  ]),
])
