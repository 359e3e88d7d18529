import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { engineChecks } from '../engines/engine-checks.ts'
import { Notice } from '../ui/Notice.tsx'
import { copy } from './copy.ts'

/** A notice on the overview of a brand when answers are missing, or a model ends within two weeks. */
export function UrgentEngineFinding() {
  const { data } = useQuery(engineChecks)
  const urgent = data?.items
    .flatMap(({ findings }) => findings)
    .find(({ severity, ends_on }) => severity === 'fail' || (ends_on !== null && daysUntil(ends_on) <= 14))
  if (urgent === undefined) return null
  return (
    <div className="mb-4">
      <Notice tone={urgent.severity === 'fail' ? 'bad' : 'caution'}>
        {urgent.message}{' '}
        <Link to="/dashboard/settings/engines" className="link">
          {copy.page.openEngines}
        </Link>
      </Notice>
    </div>
  )
}

const daysUntil = (day: string): number => (Date.parse(day) - Date.now()) / 86_400_000
