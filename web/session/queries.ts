import type { QueryClient } from '@tanstack/react-query'
import { read } from '../api.ts'

export const session = read('GET /api/auth/get-session')
export const organization = read('GET /api/organization')
export const platformBackends = read('GET /api/platforms')

/**
 * What every screen of the dashboard stands on: who looks, in which organization, and what serves the platforms. Without
 * a session the organization answers 401, and whoever hears that goes to sign in.
 */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(session),
    queryClient.ensureQueryData(organization),
    queryClient.ensureQueryData(platformBackends),
  ])
}
