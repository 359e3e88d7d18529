import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, read } from '../api.ts'
import { pollMs } from '../polling.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { type Audit, auditQuery } from './queries.ts'

/** The progress of an audit, with a cancel button. */
export function AuditProgress({ audit, mayCancel }: { audit: Audit; mayCancel: boolean }) {
  const { data: job } = useQuery({
    ...read('GET /api/jobs/:job', { params: { job: audit.id } }),
    refetchInterval: pollMs,
  })
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api('DELETE /api/audits/:id', { params: { id: audit.id } }),
    onSettled: () => invalidate(queryClient, auditQuery(audit.id).queryKey),
  })
  const { completed = 0, total = audit.pages } = job?.progress ?? {}
  return (
    <div className="card space-y-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p role="status" className="font-semibold">
            {cancel.isSuccess ? t('audits.progress.stopping') : t(`labels.auditStatus.${audit.status}`)}
          </p>
          <p className="text-sm text-muted tabular-nums">
            {t('audits.progress.details', { completed, total })}
          </p>
        </div>
        {mayCancel && (
          <Button size="small" busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
            {t('audits.progress.cancel')}
          </Button>
        )}
      </div>
      <ProgressBar
        label={t('audits.progress.bar')}
        said={t('audits.progress.pages', { completed, total })}
        total={total}
        parts={[{ count: completed, look: 'bg-accent' }]}
      />
      <ErrorNotice error={cancel.error} />
    </div>
  )
}
