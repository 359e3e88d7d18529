import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { newestRunOf, promptsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { isUnderWay, useRunReport } from '../runs/queries.ts'
import { PlatformStatus, RunProgressBar } from '../runs/RunStatus.tsx'
import { useCurrentUser } from '../session/current-user.ts'
import { buttonClasses } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { FirstInsight } from './FirstInsight.tsx'
import { PlatformsStep } from './PlatformsStep.tsx'
import { StepIndicator } from './StepIndicator.tsx'

/** From a brand with prompts to its first results. */
export function FirstRunPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const { data: prompts } = useSuspenseQuery(promptsOf(brand.id))
  const { data: runs } = useSuspenseQuery(newestRunOf(brand.id))
  const runId = runs.items[0]?.id
  const hasPrompts = prompts.items.some(({ is_active }) => is_active)
  return (
    <Page
      title="First run"
      within={brand.name}
      lead={`We are running your prompts about ${brand.name}. Every answer is stored in full.`}
    >
      <StepIndicator current="First run" />
      {runId !== undefined ? (
        <Run id={runId} />
      ) : !hasPrompts ? (
        <EmptyState
          isCard
          Icon={MessageCircleQuestion}
          title="No prompts yet"
          action={
            <Link to="/dashboard/brands/$slug/prompts" params={{ slug }} className={buttonClasses('primary')}>
              Add prompts
            </Link>
          }
        >
          Write what a customer would ask before they know you, then come back here.
        </EmptyState>
      ) : mayWrite ? (
        <PlatformsStep />
      ) : (
        <Notice tone="caution">A member with write access can start the first run.</Notice>
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
        <p className="mt-3 text-sm text-muted">
          You can leave this page; the run continues in the background.
        </p>
        <PlatformStatus run={run} />
      </>
    )
  if (run.result !== null) return <FirstInsight run={run} />
  return (
    <>
      <Notice tone="bad">
        {run.failed_reason ?? 'The run was cancelled before any engine answered.'}{' '}
        <Link to="/dashboard/brands/$slug/runs" params={{ slug }} className="link">
          Try again
        </Link>
      </Notice>
      <PlatformStatus run={run} />
    </>
  )
}
