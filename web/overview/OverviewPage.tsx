import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MessagesSquare, Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { OpenAlerts } from '../alerts/OpenAlerts.tsx'
import { read } from '../api.ts'
import { FilterBar } from '../brands/FilterBar.tsx'
import { newestRunQuery, promptsQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { InTransition } from '../ui/page/InTransition.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryError } from '../ui/page/QueryError.tsx'
import { Bar } from '../ui/page/Skeleton.tsx'
import { useHasWidth } from '../ui/useHasWidth.ts'
import { Circumstances } from './Circumstances.tsx'
import { Competitors } from './Competitors.tsx'
import { Drivers } from './Drivers.tsx'
import { HeatMap } from './HeatMap.tsx'
import { KpiStrip } from './KpiStrip.tsx'
import type { Comparison, Summary } from './metrics.ts'
import { NextActions } from './NextActions.tsx'
import { overviewSearch } from './search.ts'
import { Trend } from './Trend.tsx'
import { Verdict } from './Verdict.tsx'
import { WonAndLost } from './WonAndLost.tsx'

const RunDialog = lazy(async () => ({ default: (await import('../runs/RunDialog.tsx')).RunDialog }))

/** One brand at a glance: how it is doing, who is ahead, and what to do next. */
export function OverviewPage() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  return (
    <Page
      title={t('overview.page.screen')}
      within={brand.name}
      filters={<FilterBar />}
      actions={
        <>
          {brand.status === 'paused' && <Badge tone="caution">{t('labels.brandStatus.paused')}</Badge>}
          <OpenAlerts />
          {mayWrite && !brand.is_demo && <RunButton />}
        </>
      }
    >
      <Overview />
    </Page>
  )
}

function Overview() {
  const { query } = useBrand()
  const summary = useQuery(read('GET /api/metrics/visibility-summary', { query }))
  const comparison = useQuery(read('GET /api/metrics/competitor-comparison', { query }))
  if (summary.error) return <QueryError query={summary} />
  if (comparison.error) return <QueryError query={comparison} />
  if (!summary.data || !comparison.data) return <OverviewSkeleton />
  if (summary.data.result_count === 0) return <NoAnswers />
  return <Loaded summary={summary.data} comparison={comparison.data} />
}

function Loaded({ summary, comparison }: { summary: Summary; comparison: Comparison }) {
  const { metric = 'visibility' } = overviewSearch(useSearch({ strict: false }))
  const isWide = useHasWidth('40rem')
  return (
    <>
      <Verdict summary={summary} comparison={comparison} />
      <KpiStrip summary={summary} comparison={comparison} selected={metric} />
      <div className="mb-4 grid gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Trend summary={summary} comparison={comparison} />
        <Drivers />
      </div>
      <InTransition>
        <div className="mb-4 grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_20rem]">
          <WonAndLost />
          {isWide && <Competitors comparison={comparison} />}
          <NextActions />
        </div>
        <HeatMap summary={summary} />
        <Circumstances />
      </InTransition>
    </>
  )
}

/** Has the height of the loaded overview, so that the layout does not shift. */
function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <Bar className="mb-4 h-12 w-2/3" />
      <Bar className="mb-4 h-28 rounded-xl" />
      <Bar className="h-88 rounded-xl" />
    </div>
  )
}

function RunButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Play aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{t('overview.page.run')}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RunDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function NoAnswers() {
  const { brand, slug } = useBrand()
  const { data: prompts } = useQuery(promptsQuery(brand.id))
  const { data: runs } = useQuery(newestRunQuery(brand.id))
  if (!prompts || !runs) return <Bar className="h-64 rounded-xl" />
  const hasPrompts = prompts.items.length > 0
  const next = !hasPrompts ? 'prompts' : runs.items.length === 0 ? 'start' : 'runs'
  return (
    <EmptyState
      isCard
      Icon={MessagesSquare}
      title={t('overview.noAnswers.title')}
      action={
        <Link to={`/dashboard/brands/$slug/${next}`} params={{ slug }} className={buttonClasses('primary')}>
          {next === 'start'
            ? t('onboarding.firstRunPage.title')
            : hasPrompts
              ? t('overview.noAnswers.run')
              : t('overview.noAnswers.addPrompts')}
        </Link>
      }
    >
      {hasPrompts ? t('overview.noAnswers.hint') : t('overview.noAnswers.noPromptsHint')}
    </EmptyState>
  )
}
