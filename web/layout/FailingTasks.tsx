import { useQuery } from '@tanstack/react-query'
import { read } from '../api.ts'
import { unreadPollMs } from '../polling.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Notice } from '../ui/Notice.tsx'

/** Shows owners and admins of a self-hosted installation which scheduled tasks fail, such as the backup. */
export function FailingTasks() {
  const { mayManage } = useCurrentUser()
  const { data } = useQuery({
    ...read('GET /api/failing-tasks'),
    enabled: mayManage,
    refetchInterval: unreadPollMs,
  })
  return data?.items.map(({ name, message }) => (
    <div key={name} className="mb-4 print:hidden">
      <Notice tone="bad">{message}</Notice>
    </div>
  ))
}
