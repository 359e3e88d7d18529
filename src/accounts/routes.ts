import { ownAccountRoutes } from './account-routes.ts'
import { apiKeyRoutes } from './api-key-routes.ts'
import { authRoutes } from './auth-routes.ts'
import { grantRoutes } from './grant-routes.ts'
import { organizationRoutes } from './organization-routes.ts'

export const accountRoutes = {
  ...authRoutes,
  ...ownAccountRoutes,
  ...organizationRoutes,
  ...apiKeyRoutes,
  ...grantRoutes,
}
