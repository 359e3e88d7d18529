import { useQuery } from '@tanstack/react-query'
import { formatCost, formatCount, formatDuration } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'

type Plan = Returns<'GET /api/plan'>

/** The limits of the plan; self-hosted installations have none. */
export function PlanPanel() {
  const plan = useQuery(read('GET /api/plan'))
  return (
    <QueryBoundary query={plan} className="mb-4 h-20">
      {({ name, deployment, limits }) => (
        <Panel
          title={t('spend.planPanel.title')}
          lead={
            deployment === 'self_hosted'
              ? t('spend.planPanel.selfHosted')
              : t('spend.planPanel.cloud', { plan: name })
          }
        >
          {deployment === 'cloud' && <Limits limits={limits} />}
        </Panel>
      )}
    </QueryBoundary>
  )
}

type LimitName = keyof Plan['limits']

function Limits({ limits }: { limits: Plan['limits'] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-3">
      {(
        [
          'brands',
          'prompts',
          'members',
          'platforms',
          'runs_per_day',
          'run_cooldown_seconds',
          'spend_micros_per_month',
          'site_audits_per_month',
          'briefs_per_month',
        ] as const
      ).map((name) => (
        <div key={name} className="flex justify-between gap-3 sm:block">
          <dt className="text-muted">{t(`spend.planPanel.limits.${name}`)}</dt>
          <dd className="font-medium tabular-nums">{shown(name, limits[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(name: LimitName, limit: number | null): string {
  if (limit === null)
    return name === 'run_cooldown_seconds' ? t('spend.planPanel.noCooldown') : t('spend.planPanel.noLimit')
  if (name === 'spend_micros_per_month') return formatCost(limit)
  return name === 'run_cooldown_seconds' ? formatDuration(limit * 1_000) : formatCount(limit)
}
