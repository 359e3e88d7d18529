import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { formatList } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'

/** In the top bar of every screen with simulated data, so that it is not mistaken for real answers. */
export function SimulatedChip({ brandId }: { brandId?: string }) {
  const { seesOrganization } = useCurrentUser()
  const { data } = useSuspenseQuery(platformBackends)
  const { data: everything } = useQuery({
    ...read('GET /api/metrics/visibility-summary', { query: { brand_id: brandId ?? '' } }),
    enabled: brandId !== undefined,
  })
  const simulated = data.items.filter(({ surface }) => surface === 'simulated')
  if (simulated.length === 0 && !everything?.simulated) return null
  const isAll = simulated.length === data.items.filter(({ configured }) => configured).length
  return (
    <p
      title={getExplanation(simulated, isAll)}
      className="flex min-h-8 items-center gap-1.5 whitespace-nowrap rounded-md bg-caution-soft px-2.5 text-sm text-caution"
    >
      <FlaskConical aria-hidden className="size-4" />
      {isAll ? t('brands.simulated.chipAll') : t('brands.simulated.chipSome')}
      {seesOrganization && (
        <Link
          to="/dashboard/settings/engines"
          className="ml-1 font-medium underline underline-offset-2 max-sm:sr-only"
        >
          {t('brands.simulated.connect')}
        </Link>
      )}
    </p>
  )
}

type Backends = Returns<'GET /api/platforms'>['items']

function getExplanation(simulated: Backends, isAll: boolean): string {
  if (isAll) return t('brands.simulated.all')
  return simulated.length > 0
    ? t('brands.simulated.some', {
        platforms: formatList(simulated.map(({ platform }) => platformLabels[platform])),
      })
    : t('brands.simulated.past')
}
