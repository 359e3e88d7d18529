import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatDuration, formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { costText } from '../ui/cost-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { BackLink } from '../ui/page/BackLink.tsx'
import { Page } from '../ui/page/Page.tsx'
import { PageSkeleton } from '../ui/page/Skeleton.tsx'
import { isUnderWay, type RunReport, runQuery, useRunReport } from './queries.ts'
import { RunAnswersLink } from './RunAnswersLink.tsx'
import { PlatformStatus, RunProgressBar } from './RunStatus.tsx'
import { durationMs, runTones, startedByLabel } from './run-status.ts'

/** One run: its progress, the status of each platform and the results. */
export function RunPage() {
  const { brand, slug } = useBrand()
  const { id } = useParams({ from: '/dashboard/brands/$slug/runs/$id' })
  const { data: run, error } = useRunReport(id)
  if (error && !run) throw error
  if (!run) return <PageSkeleton />
  return (
    <Page
      back={
        <BackLink to="/dashboard/brands/$slug/runs" params={{ slug }}>
          {t('runs.runPage.back')}
        </BackLink>
      }
      title={t('runs.runPage.title', { createdAt: formatTime(run.created_at) })}
      within={brand.name}
      lead={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone={runTones[run.status]}>{t(`labels.runStatus.${run.status}`)}</Badge>
          <span>{t('runs.runPage.triggeredBy', { name: startedByLabel(run) })}</span>
          {run.result !== null && run.result.simulated > 0 && (
            <Badge tone="caution">{t('labels.surface.simulated')}</Badge>
          )}
        </span>
      }
      actions={isUnderWay(run) && <CancelButton run={run} />}
    >
      {error && (
        <div className="mb-4">
          <Notice tone="bad" live>
            {t('runs.runPage.notRefreshed', { reason: error.message })}
          </Notice>
        </div>
      )}
      {isUnderWay(run) && <RunProgressBar run={run} />}
      {run.failed_reason && (
        <div className="mb-4">
          <Notice tone="bad">{run.failed_reason}</Notice>
        </div>
      )}
      <Facts run={run} />
      <PlatformStatus run={run} />
    </Page>
  )
}

function CancelButton({ run }: { run: RunReport }) {
  const { mayWrite } = useCurrentUser()
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api('DELETE /api/tracking/job/:jobId', { params: { jobId: run.id } }),
    onSettled: () => invalidate(queryClient, runQuery(run.id).queryKey),
  })
  if (!mayWrite) return null
  return (
    <div className="flex flex-col items-end gap-1">
      <Button busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
        {cancel.isSuccess ? t('runs.progress.cancelling') : t('runs.progress.cancel')}
      </Button>
      {cancel.error && (
        <p role="alert" className="text-sm text-bad">
          {cancel.error.message}
        </p>
      )}
    </div>
  )
}

function Facts({ run }: { run: RunReport }) {
  const took = durationMs(run)
  const answered = sum(run, 'answered')
  const failed = sum(run, 'failed')
  const planned = sum(run, 'planned')
  const facts: [label: string, value: ReactNode][] = [
    // If none failed, the link can include refused and empty answers.
    [
      t('runs.runPage.answers'),
      <RunAnswersLink key="answers" run={run} count={answered} {...(failed === 0 && { status: 'any' })} />,
    ],
    [t('runs.runPage.failed'), <RunAnswersLink key="failed" run={run} count={failed} status="failed" />],
    [
      isUnderWay(run) ? t('runs.runPage.remaining') : t('runs.runPage.skipped'),
      formatCount(Math.max(0, planned - answered - failed)),
    ],
  ]
  if (run.result) {
    facts.push([t('runs.runPage.mentions'), formatCount(run.result.mentions)])
    facts.push([t('runs.runPage.citations'), formatCount(run.result.citations)])
  }
  if (run.cost_micros !== null)
    facts.push([t('runs.runPage.cost'), costText(run.cost_micros, run.estimated_micros)])
  if (took !== null) facts.push([t('runs.runPage.duration'), formatDuration(took)])
  return (
    <dl className="card mb-4 flex flex-wrap gap-x-10 gap-y-4 px-4 py-3.5 sm:px-5">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const sum = ({ by_platform }: RunReport, key: 'answered' | 'failed' | 'planned') =>
  by_platform.reduce((all, each) => all + each[key], 0)
