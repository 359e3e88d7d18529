import { useQuery } from '@tanstack/react-query'
import { formatCost, formatCount, formatDuration } from '../../vocabulary/formats.ts'
import { type Returns, read } from '../api.ts'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { keysOf } from '../ui/typed-keys.ts'
import { copy } from './copy.ts'

type Plan = Returns<'GET /api/plan'>

/** The limits of the plan; self-hosted installations have none. */
export function PlanPanel() {
  const plan = useQuery(read('GET /api/plan'))
  return (
    <QueryBoundary query={plan} className="mb-4 h-20">
      {({ name, deployment, limits }) => (
        <Panel
          title={copy.planPanel.title}
          lead={deployment === 'self_hosted' ? copy.planPanel.selfHosted : copy.planPanel.cloud(name)}
        >
          {deployment === 'cloud' && <Limits limits={limits} />}
        </Panel>
      )}
    </QueryBoundary>
  )
}

type LimitName = keyof Plan['limits']

const labels: Record<LimitName, string> = copy.planPanel.limits

function Limits({ limits }: { limits: Plan['limits'] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-3">
      {keysOf(labels).map((name) => (
        <div key={name} className="flex justify-between gap-3 sm:block">
          <dt className="text-muted">{labels[name]}</dt>
          <dd className="font-medium tabular-nums">{shown(name, limits[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(name: LimitName, limit: number | null): string {
  if (limit === null)
    return name === 'run_cooldown_seconds' ? copy.planPanel.noCooldown : copy.planPanel.noLimit
  if (name === 'spend_micros_per_month') return formatCost(limit)
  return name === 'run_cooldown_seconds' ? formatDuration(limit * 1_000) : formatCount(limit)
}
