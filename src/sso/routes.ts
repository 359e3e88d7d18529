import { organizationSsoRoutes } from './organization-routes.ts'
import { visitRoutes } from './visit-routes.ts'

export const ssoRoutes = { ...visitRoutes, ...organizationSsoRoutes }
