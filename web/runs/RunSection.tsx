import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../vocabulary/texts.ts'
import { read } from '../api.ts'
import { useInvalidateAfter } from '../brands/invalidate-answers.ts'
import { newestRunQuery } from '../brands/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Notice } from '../ui/Notice.tsx'
import { usePollInterval } from './queries.ts'
import { RunOutcome } from './RunOutcome.tsx'
import { RunProgress } from './RunProgress.tsx'
import { isUnfinished, type RunState } from './run-status.ts'
import { StartRun } from './StartRun.tsx'

/** Starts a run and shows its progress and result. */
export function RunSection({ brand }: { brand: { id: string; slug: string; is_demo: boolean } }) {
  const { data: newest } = useSuspenseQuery(newestRunQuery(brand.id))
  const { mayWrite } = useCurrentUser()
  const { run, error } = useRun(newest.items[0]?.id ?? null)
  if (run && isUnfinished(run)) {
    return (
      <div className="card mt-4 p-4 sm:p-5">
        <RunProgress key={run.jobId} run={run} mayCancel={mayWrite} />
        <RunLink slug={brand.slug} id={run.jobId} />
      </div>
    )
  }
  return (
    <div className="card mt-4 divide-y divide-line">
      {mayWrite && !brand.is_demo && <StartRun brand={brand} />}
      {error && (
        <div className="p-4">
          <Notice tone="bad">{error.message}</Notice>
        </div>
      )}
      {run && (
        <div className="px-4 py-3 sm:px-5">
          <RunOutcome run={run} />
          <RunLink slug={brand.slug} id={run.jobId} />
        </div>
      )}
    </div>
  )
}

function RunLink({ slug, id }: { slug: string; id: string }) {
  return (
    <Link
      to="/dashboard/brands/$slug/runs/$id"
      params={{ slug, id }}
      className="link mt-2 inline-block text-sm font-medium"
    >
      {t('runs.lastRun.details')}
    </Link>
  )
}

/** Polls a run until it ends, then invalidates everything computed from answers. */
function useRun(jobId: string | null): { run: RunState | undefined; error: Error | null } {
  const pollMs = usePollInterval()
  const { data: run, error } = useQuery({
    ...read('GET /api/tracking/status', { query: { jobId: jobId ?? '' } }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? pollMs : false),
  })
  useInvalidateAfter(run !== undefined && isUnfinished(run))
  return { run, error }
}
