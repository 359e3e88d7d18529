import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { formatList } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { platformBackends } from '../session/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { summaryQuery } from './queries.ts'

const exampleKey = 'OPENAI_API_KEY'
const dayMs = 86_400_000

type SimulatedBannerProps = {
  brandId?: string
  /** When the brand was created: the banner is a pill from the second day on. */
  since: string
}

/** Shown on every screen with simulated data, so that it is not mistaken for real answers. */
export function SimulatedBanner({ brandId, since }: SimulatedBannerProps) {
  const { data } = useSuspenseQuery(platformBackends)
  const { data: everything } = useQuery({
    ...summaryQuery(brandId ?? '', null),
    enabled: brandId !== undefined,
  })
  const simulated = data.items.filter(({ surface }) => surface === 'simulated')
  if (simulated.length === 0 && !everything?.simulated) return null
  const isAll = simulated.length === data.items.filter(({ configured }) => configured).length
  if (!isFirstDay(since)) return <Pill isAll={isAll} explanation={getExplanation(simulated, isAll)} />
  return (
    <div className="mb-4">
      <Notice tone="caution">
        <strong className="font-semibold">
          {isAll ? t('brands.simulated.allTitle') : t('brands.simulated.someTitle')}
        </strong>{' '}
        <span className="max-sm:hidden">
          {getExplanation(simulated, isAll)} {isAll && <code className="font-mono">{exampleKey}</code>}
        </span>
      </Notice>
    </div>
  )
}

export const isFirstDay = (since: string, nowMs = Date.now()): boolean => nowMs - Date.parse(since) < dayMs

type Backends = Returns<'GET /api/platforms'>['items']

function getExplanation(simulated: Backends, isAll: boolean): string {
  if (isAll) return t('brands.simulated.all')
  return simulated.length > 0
    ? t('brands.simulated.some', {
        platforms: formatList(simulated.map(({ platform }) => platformLabels[platform])),
      })
    : t('brands.simulated.past')
}

function Pill({ isAll, explanation }: { isAll: boolean; explanation: string }) {
  const { seesOrganization } = useCurrentUser()
  return (
    <p
      title={isAll ? `${explanation} ${exampleKey}` : explanation}
      className="mb-3 ml-auto flex w-fit items-center gap-1.5 rounded-full bg-caution-soft px-3 py-0.5 text-xs font-medium text-caution"
    >
      <FlaskConical aria-hidden className="size-3.5" />
      {isAll ? t('brands.simulated.pillAll') : t('brands.simulated.pillSome')}
      {seesOrganization && (
        <Link to="/dashboard/settings/engines" className="underline underline-offset-2">
          {t('brands.simulated.connect')}
        </Link>
      )}
    </p>
  )
}
