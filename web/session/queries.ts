import type { QueryClient } from '@tanstack/react-query'
import { setDateFormat } from '../../vocabulary/formats.ts'
import { type Returns, read } from '../api.ts'

export const session = read('GET /api/auth/get-session')
export const organization = read('GET /api/organization')
export const platformBackends = read('GET /api/platforms')

/**
 * What every screen of the dashboard needs: the user, the organization and the engines of the platforms. Without a
 * session the organization request returns 401, which redirects to sign-in.
 */
export async function loadSession(queryClient: QueryClient): Promise<void> {
  const [loaded] = await Promise.all([
    queryClient.ensureQueryData(organization),
    queryClient.ensureQueryData(session),
    queryClient.ensureQueryData(platformBackends),
  ])
  applyDateFormat(loaded)
}

/** Dates are in the locale of the person; times of events are in the time zone of the organization. */
export const applyDateFormat = ({ time_zone }: Pick<Returns<'GET /api/organization'>, 'time_zone'>): void =>
  setDateFormat({ locale: personLocale(), timeZone: time_zone })

/** The first language of the browser that is a valid language tag: some systems report names such as `en-US@posix`. */
function personLocale(): string {
  return navigator.languages.find(isLanguageTag) ?? 'en-GB'
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
