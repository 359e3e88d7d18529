import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { read } from '../api.ts'
import { nextPollMs } from '../runs/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { readAfterRuns } from './queries.ts'

/** How far history has been read again; numbers are those of before until all of it has. */
export function RereadNote({ jobId }: { jobId: string }) {
  const queryClient = useQueryClient()
  const { data: job, error } = useQuery({
    ...read('GET /api/jobs/:job', { params: { job: jobId } }),
    refetchInterval: ({ state }) => {
      const goesOn = state.data?.status === 'waiting' || state.data?.status === 'active'
      return goesOn ? nextPollMs(state.dataUpdateCount) : false
    },
  })
  const isDone = job?.status === 'completed'
  useEffect(() => {
    if (!isDone) return
    for (const address of readAfterRuns) void queryClient.invalidateQueries({ queryKey: [address] })
  }, [isDone, queryClient])
  if (error) return <Notice tone="bad">{error.message}</Notice>
  if (!job) return null
  if (isDone)
    return (
      <Notice tone="good" live>
        All answers have been read again. Every number is by the new names.
      </Notice>
    )
  if (job.status === 'failed' || job.status === 'cancelled')
    return (
      <Notice tone="bad" live>
        {job.failed_reason ?? 'Reading the answers again was cancelled; numbers are those of before.'}
      </Notice>
    )
  const { completed = 0, total = 0 } = job.progress ?? {}
  return (
    <Notice tone="caution" live>
      The stored answers are being read again
      {total > 0 && `: ${formatCount(completed)} of ${formatCount(total)}`}. Until that is done, numbers are
      those of before.
    </Notice>
  )
}
