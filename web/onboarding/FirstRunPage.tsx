import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { newestRunQuery, promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { isUnderWay, useRunReport } from '../runs/queries.ts'
import { PlatformStatus, RunProgressBar } from '../runs/RunStatus.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { ConnectStep } from './ConnectStep.tsx'
import { FirstInsight } from './FirstInsight.tsx'
import { PlatformsStep } from './PlatformsStep.tsx'
import { StepIndicator } from './StepIndicator.tsx'

/** From a brand with prompts to its first results. */
export function FirstRunPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data: prompts } = useSuspenseQuery(promptsQuery(brand.id))
  const { data: runs } = useSuspenseQuery(newestRunQuery(brand.id))
  const runId = runs.items[0]?.id
  const [isConnected, setConnected] = useState(false)
  const hasPrompts = prompts.items.some(({ is_active }) => is_active)
  return (
    <Page
      title={t('onboarding.firstRunPage.title')}
      within={brand.name}
      lead={t('onboarding.firstRunPage.lead', { brand: brand.name })}
    >
      <StepIndicator current={runId === undefined && !isConnected ? 'engine' : 'firstRun'} />
      {runId !== undefined ? (
        <Run id={runId} />
      ) : !hasPrompts ? (
        <EmptyState
          isCard
          Icon={MessageCircleQuestion}
          title={t('onboarding.firstRunPage.noPrompts')}
          action={
            <Link to="/dashboard/brands/$slug/prompts" params={{ slug }} className={buttonClasses('primary')}>
              {t('onboarding.firstRunPage.addPrompts')}
            </Link>
          }
        >
          {t('onboarding.firstRunPage.noPromptsHint')}
        </EmptyState>
      ) : mayWrite && !isConnected ? (
        <ConnectStep onDone={() => setConnected(true)} />
      ) : mayWrite ? (
        <PlatformsStep onBack={() => setConnected(false)} />
      ) : (
        <Notice tone="caution">{t('onboarding.firstRunPage.notAllowed')}</Notice>
      )}
    </Page>
  )
}

function Run({ id }: { id: string }) {
  const { slug } = useBrand()
  const { data: run, error } = useRunReport(id)
  if (error && !run) return <Notice tone="bad">{error.message}</Notice>
  if (!run) return <Bar className="h-64 rounded-xl" />
  if (isUnderWay(run))
    return (
      <>
        <RunProgressBar run={run} />
        <p className="mt-3 text-sm text-muted">{t('onboarding.firstRunPage.leavePage')}</p>
        <PlatformStatus run={run} />
      </>
    )
  if (run.result !== null) return <FirstInsight run={run} />
  return (
    <>
      <Notice tone="bad">
        {run.failed_reason ?? t('onboarding.firstRunPage.cancelled')}{' '}
        <Link to="/dashboard/brands/$slug/runs" params={{ slug }} className="link">
          {t('onboarding.firstRunPage.tryAgain')}
        </Link>
      </Notice>
      <PlatformStatus run={run} />
    </>
  )
}
