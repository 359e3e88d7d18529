import { useSuspenseQuery } from '@tanstack/react-query'
import { organization, session } from './queries.ts'

/** The current user and what their role allows. The server decides; the dashboard only hides what it would reject. */
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
    /** Users limited to selected brands cannot add brands. */
    mayAddBrands: role !== 'viewer' && (member?.brand_ids ?? null) === null,
    mayManage: role === 'owner' || role === 'admin',
  }
}
