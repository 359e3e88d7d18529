import { Link } from '@tanstack/react-router'
import { formatCount, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { type FunnelStep, getFunnelSteps } from './funnel-steps.ts'
import type { Funnel } from './queries.ts'

/** The totals of each step, with the source and what it covers. */
export function FunnelStages({ data }: { data: Funnel }) {
  return (
    <ol className="card mb-6 grid overflow-hidden sm:grid-cols-2 lg:grid-cols-5">
      {getFunnelSteps(data).map(({ step, count, facts }) => (
        <li key={step} className="-mb-px -mr-px border-b border-r border-line px-4 py-4 sm:px-5">
          <p className="text-sm text-muted">{t(`traffic.funnel.stages.${step}`)}</p>
          <p className="text-2xl font-semibold tabular-nums">
            {count === null ? noData : formatCount(count)}
          </p>
          <div className="mt-1 space-y-1 text-xs text-muted">
            {count === null ? <Missing step={step} /> : facts.map((fact) => <p key={fact}>{fact}</p>)}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Why a step was not measured, with the place to change it. */
function Missing({ step }: Pick<FunnelStep, 'step'>) {
  switch (step) {
    case 'requests':
      return <TabLink to="/dashboard/brands/$slug/traffic/agents">{t('traffic.funnel.noLogs')}</TabLink>
    case 'visits':
      return <TabLink to="/dashboard/brands/$slug/traffic">{t('traffic.funnel.noScript')}</TabLink>
    case 'sessions':
      return <p>{t('traffic.funnel.noSessions')}</p>
    case 'conversions':
      return (
        <a href="#goals" className="link">
          {t('traffic.funnel.noGoals')}
        </a>
      )
    // Citations are always measured.
    case 'citations':
      return null
  }
}

type TabLinkProps = {
  to: '/dashboard/brands/$slug/traffic' | '/dashboard/brands/$slug/traffic/agents'
  children: string
}

function TabLink({ to, children }: TabLinkProps) {
  const { slug, filter } = useBrand()
  return (
    <Link to={to} params={{ slug }} search={brandFilter(filter)} className="link">
      {children}
    </Link>
  )
}
