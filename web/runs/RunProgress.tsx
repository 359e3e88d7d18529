import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import type { RunState } from './run-status.ts'

/** Longer than any running worker takes to pick up a run. */
const pickupTimeoutMs = 20_000

export function RunProgress({ run, mayCancel }: { run: RunState; mayCancel: boolean }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api('DELETE /api/tracking/job/:jobId', { params: { jobId: run.jobId } }),
    onSettled: () => invalidate(queryClient, 'GET /api/tracking/status'),
  })
  const { completed = 0, total = 0 } = run.progress ?? {}
  const phase = run.progress
    ? t(`labels.runPhase.${run.progress.phase}`)
    : t(`labels.runStatus.${run.status}`)
  // By the browser's clock, which may differ from the server's.
  const [sinceMs] = useState(Date.now)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p role="status" className="font-semibold">
            {cancel.isSuccess ? t('runs.progress.cancelling') : phase}
          </p>
          <p className="text-sm text-muted tabular-nums">
            {total > 0 ? t('runs.progress.queries', { completed, total }) : t('runs.progress.starting')}
          </p>
        </div>
        {mayCancel && (
          <Button size="small" busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
            {t('runs.progress.cancel')}
          </Button>
        )}
      </div>
      <ProgressBar
        label={t('runs.progress.label')}
        said={total > 0 ? t('runs.progress.queries', { completed, total }) : phase}
        total={total}
        parts={[{ count: completed, look: 'bg-accent' }]}
      />
      {run.status === 'waiting' && Date.now() - sinceMs > pickupTimeoutMs && (
        <p className="text-sm text-muted">{t('runs.progress.noWorker')}</p>
      )}
      <ErrorNotice error={cancel.error} />
    </div>
  )
}
