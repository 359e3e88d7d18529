import type { QueryClient } from '@tanstack/react-query'
import { setEventZone } from '../../vocabulary/formats.ts'
import { type Returns, read } from '../api.ts'
import { followLanguage } from '../language.ts'

export const session = read('GET /api/auth/get-session')
export const organization = read('GET /api/organization')
export const members = read('GET /api/members')
export const platformBackends = read('GET /api/platforms')

/** Whether a member sees what concerns the whole organization: its members, engines, templates and new brands. */
export const seesOrganization = ({ member }: Returns<'GET /api/organization'>): boolean =>
  member.role !== 'viewer' && member.brand_ids === null

/**
 * What every screen of the dashboard needs: the user, the organization and the engines of the platforms. Without a
 * session the organization request returns 401, which redirects to sign-in.
 */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  const [{ time_zone }, current] = await Promise.all([
    queryClient.ensureQueryData(organization),
    queryClient.ensureQueryData(session),
    queryClient.ensureQueryData(platformBackends),
  ])
  setEventZone(time_zone)
  await followLanguage(current?.user.language ?? null)
}
