import { useSuspenseQuery } from '@tanstack/react-query'
import { organization, session } from './queries.ts'

/** Who looks, and what their role lets them do. The server decides; this only keeps back what it would refuse. */
export function useCurrentUser() {
  const { data: current } = useSuspenseQuery(session)
  const { data } = useSuspenseQuery(organization)
  const user = current?.user
  const member = data.members.find((each) => each.user_id === user?.id)
  const role = member?.role ?? 'viewer'
  return {
    id: user?.id ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
    role,
    mayWrite: role !== 'viewer',
    /** Who is limited to chosen brands adds none. */
    mayAddBrands: role !== 'viewer' && (member?.brand_ids ?? null) === null,
    mayManage: role === 'owner' || role === 'admin',
  }
}
