import { useSuspenseQuery } from '@tanstack/react-query'
import { organization, session } from './needs.ts'

/** Who looks, and what their role lets them do. The server decides; this only keeps back what it would refuse. */
export function useMe() {
  const { data: current } = useSuspenseQuery(session)
  const { data } = useSuspenseQuery(organization)
  const user = current?.user
  const role = data.members.find((member) => member.user_id === user?.id)?.role ?? 'viewer'
  return {
    id: user?.id ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
    role,
    mayWrite: role !== 'viewer',
    mayManage: role === 'owner' || role === 'admin',
  }
}
