import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCount } from '../../vocabulary/formats.ts'
import { Notice } from '../ui/Notice.tsx'
import { readAfterRuns, reanalysisOf } from './queries.ts'
import { useBrand } from './useBrand.ts'

const pollMs = 3_000

/** Names have changed and history is being read again: until that is done, a new name has no number yet. */
export function ReadingNotice() {
  const { slug } = useBrand()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...reanalysisOf(slug),
    refetchInterval: ({ state }) => (state.data?.job ? pollMs : false),
  })
  const job = data?.job
  const goesOn = job !== null && job !== undefined
  useEffect(() => {
    if (!goesOn) return
    return () => {
      for (const address of readAfterRuns) void queryClient.invalidateQueries({ queryKey: [address] })
    }
  }, [goesOn, queryClient])
  if (!job) return null
  const { completed = 0, total = 0 } = job.progress ?? {}
  return (
    <div className="mb-6">
      <Notice tone="caution" live>
        Names have changed: history is being read again
        {total > 0 && `, ${formatCount(completed)} of ${formatCount(total)} answers so far`}. Until then the
        numbers are those of the old names, and a new name counts as never mentioned.
      </Notice>
    </div>
  )
}
