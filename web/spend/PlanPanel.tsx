import { useQuery } from '@tanstack/react-query'
import { formatCost, formatCount, formatDuration } from '../../vocabulary/formats.ts'
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
          title="Plan"
          lead={
            deployment === 'self_hosted'
              ? 'Self-hosted: no plan limits apply, only the settings of this service.'
              : `“${name}”. Anything beyond these limits is rejected; existing data is kept.`
          }
        >
          {deployment === 'cloud' && <Limits limits={limits} />}
        </Panel>
      )}
    </QueryBoundary>
  )
}

const labels = {
  brands: 'Brands',
  prompts: 'Active prompts',
  members: 'Members',
  platforms: 'Platforms per brand',
  runs_per_day: 'Manual runs per day',
  run_cooldown_seconds: 'Minimum time between runs of a brand',
  spend_micros_per_month: 'Monthly spend',
  site_audits_per_month: 'Site audits per month',
  briefs_per_month: 'Briefs per month',
} as const satisfies Record<keyof Plan['limits'], string>

type LimitName = keyof typeof labels

function Limits({ limits }: { limits: Plan['limits'] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-3">
      {namesOf(labels).map((name) => (
        <div key={name} className="flex justify-between gap-3 sm:block">
          <dt className="text-muted">{labels[name]}</dt>
          <dd className="font-medium tabular-nums">{shown(name, limits[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(name: LimitName, limit: number | null): string {
  if (limit === null) return name === 'run_cooldown_seconds' ? 'None' : 'No limit'
  if (name === 'spend_micros_per_month') return formatCost(limit)
  return name === 'run_cooldown_seconds' ? formatDuration(limit * 1_000) : formatCount(limit)
}

/** `Object.keys` does not keep the key types. */
function namesOf(constant: typeof labels): LimitName[] {
  return Object.keys(constant) as LimitName[]
}
