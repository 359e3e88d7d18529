import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { setEventZone } from '../../vocabulary/formats.ts'
import { ApiError, type Returns, read } from '../api.ts'
import { followLanguage } from '../language.ts'

export const session = read('GET /api/auth/get-session')
/** The second factors of the person, and with what they can confirm who they are. */
export const ownFactors = read('GET /api/auth/factors')
export const organization = read('GET /api/organization')
export const members = read('GET /api/members')
export const platformBackends = read('GET /api/platforms')

type Organization = Returns<'GET /api/organization'>

export const mayWrite = ({ member: { role } }: Organization): boolean =>
  role === 'owner' || role === 'admin' || role === 'editor'

/** Whether a member sees what concerns the whole organization: its members, engines, templates and new brands. */
export const seesOrganization = (data: Organization): boolean =>
  mayWrite(data) && data.member.brand_ids === null

/** Clients see published reports of their brands, and no other screen. */
export const isClient = ({ member }: Organization): boolean => member.role === 'client'

/**
 * What every screen of the dashboard needs: the user, the organization and the engines of the platforms. Without a session
 * the organization request returns 401, which redirects to sign-in; a person without an organization, or without the second
 * factor that it requires, gets their account.
 */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  const loading = queryClient.ensureQueryData(session)
  const shown = await queryClient.ensureQueryData(organization).catch(async (error: unknown) => {
    const current = await loading
    const needsAccountPage =
      (current !== null && current.session.organization_id === null) || lacksSecondFactor(error)
    throw needsAccountPage ? redirect({ to: '/account' }) : error
  })
  // Screens that show platforms wait for them.
  if (!isClient(shown)) void queryClient.prefetchQuery(platformBackends)
  setEventZone(shown.time_zone)
  await followLanguage((await loading)?.user.language ?? null)
}

export const lacksSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_required'
