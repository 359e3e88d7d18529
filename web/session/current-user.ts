import { useSuspenseQuery } from '@tanstack/react-query'
import { isClient, mayWrite, organization, seesOrganization, session } from './queries.ts'

/** The current user and what their role allows. The server decides; the dashboard only hides what it would reject. */
export function useCurrentUser() {
  const { data: current } = useSuspenseQuery(session)
  const { data } = useSuspenseQuery(organization)
  const user = current?.user
  const { role } = data.member
  return {
    id: user?.id ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
    role,
    isClient: isClient(data),
    mayWrite: mayWrite(data),
    seesOrganization: seesOrganization(data),
    mayManage: role === 'owner' || role === 'admin',
  }
}
