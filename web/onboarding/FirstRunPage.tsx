import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { newestRunOf, promptsOf } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useMe } from '../session/current-user.ts'
import { isUnderWay, useRunReport } from '../runs/queries.ts'
import { ByPlatform, Underway } from '../runs/RunStatus.tsx'
import { buttonClasses } from '../ui/Button.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { ChoosePlatforms } from './PlatformsStep.tsx'
import { FirstInsight } from './FirstInsight.tsx'
import { Steps } from './StepIndicator.tsx'

/** From a brand with prompts to the first thing one learns about it. */
export function FirstRunPage() {
  const { brand, slug } = useBrand()
  const { mayWrite } = useMe()
  const { data: prompts } = useSuspenseQuery(promptsOf(brand.id))
  const { data: runs } = useSuspenseQuery(newestRunOf(brand.id))
  const runId = runs.items[0]?.id
  const hasPrompts = prompts.items.some(({ is_active }) => is_active)
  return (
    <Page
      title="First run"
      within={brand.name}
      lead={`The engines are asked about ${brand.name}, and what they say is kept word for word.`}
    >
      <Steps current="First run" />
      {runId !== undefined ? (
        <Run id={runId} />
      ) : !hasPrompts ? (
        <div className="card">
          <EmptyState
            Icon={MessageCircleQuestion}
            title="Nothing to ask yet"
            action={
              <Link
                to="/dashboard/brands/$slug/prompts"
                params={{ slug }}
                className={buttonClasses('primary')}
              >
                Write prompts
              </Link>
            }
          >
            Write what a customer would ask before knowing you, then come back here.
          </EmptyState>
        </div>
      ) : mayWrite ? (
        <ChoosePlatforms />
      ) : (
        <Notice tone="caution">Somebody who may write starts the first run; come back then.</Notice>
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
        <Underway run={run} />
        <p className="mt-3 text-sm text-muted">
          It goes on without you: look around, and come back when you like.
        </p>
        <ByPlatform run={run} />
      </>
    )
  if (run.result !== null) return <FirstInsight run={run} />
  return (
    <>
      <Notice tone="bad">
        {run.failed_reason ?? 'The run was cancelled before an engine had answered.'}{' '}
        <Link to="/dashboard/brands/$slug/runs" params={{ slug }} className="link">
          Try again
        </Link>
      </Notice>
      <ByPlatform run={run} />
    </>
  )
}
