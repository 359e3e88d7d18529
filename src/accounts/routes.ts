import { ownAccountRoutes } from './account-routes.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { authRoutes } from './auth-routes.ts'
import { factorRoutes } from './factor-routes.ts'
import { organizationRoutes } from './organization-routes.ts'

export const accountRoutes = {
  ...authRoutes,
  ...ownAccountRoutes,
  ...factorRoutes,
  ...organizationRoutes,
  ...apiKeyRoutes,
}
