import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Plus, Radar } from 'lucide-react'
import { formatCount, formatPct, formatScore } from '../../vocabulary/formats.ts'
import { brandStatusLabels } from '../../vocabulary/labels.ts'
import { metricLabels } from '../../vocabulary/metrics.ts'
import type { Returns } from '../api.ts'
import { useMe } from '../frame/me.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClasses } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Page } from '../ui/Page.tsx'
import { Bar } from '../ui/Skeleton.tsx'
import { defaultWindowDays } from './filter.ts'
import { everyBrand, summaryOf } from './queries.ts'
import { SimulatedBanner } from './SimulatedBanner.tsx'

type Brand = Returns<'GET /api/brands'>['items'][number]

export function BrandsPage() {
  const { data: brands } = useSuspenseQuery(everyBrand)
  const { mayWrite } = useMe()
  if (brands.items.length === 0) return <NoBrands mayWrite={mayWrite} />
  return (
    <Page
      title="Brands"
      lead={`How AI engines answered about them in the last ${defaultWindowDays} days.`}
      actions={mayWrite && <NewBrandLink />}
    >
      <SimulatedBanner />
      <ul className="card divide-y divide-line">
        {brands.items.map((brand) => (
          <BrandRow key={brand.id} brand={brand} />
        ))}
      </ul>
      {brands.next_cursor !== null && (
        <p className="mt-3 text-sm text-muted">
          The first {formatCount(brands.items.length)} brands are shown.
        </p>
      )}
    </Page>
  )
}

function BrandRow({ brand }: { brand: Brand }) {
  return (
    <li className="relative flex items-center gap-4 px-4 py-4 first:rounded-t-xl last:rounded-b-xl hover:bg-sunken sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/dashboard/brands/$slug"
            params={{ slug: brand.slug }}
            className="font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            {brand.name}
          </Link>
          <Badge tone={brand.status === 'active' ? 'good' : 'caution'}>
            {brandStatusLabels[brand.status]}
          </Badge>
        </p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{brand.domain}</p>
      </div>
      <BrandScore brandId={brand.id} />
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </li>
  )
}

function BrandScore({ brandId }: { brandId: string }) {
  const { data, isError } = useQuery(summaryOf(brandId, defaultWindowDays))
  if (isError) return <p className="text-sm text-muted">Score not available</p>
  if (!data) return <Bar className="h-9 w-24" />
  if (data.result_count === 0) return <p className="text-right text-sm text-muted">No answers yet</p>
  return (
    <dl className="flex gap-6 text-right sm:gap-8">
      <div className="flex flex-col-reverse">
        <dt className="text-xs text-muted">{metricLabels.visibility_score.label}</dt>
        <dd className="text-lg font-semibold tabular-nums">{formatScore(data.avg_visibility_score)}</dd>
      </div>
      <div className="hidden flex-col-reverse sm:flex">
        <dt className="text-xs text-muted">
          {metricLabels.mention_rate.label}, n = {formatCount(data.result_count)}
        </dt>
        <dd className="text-lg font-semibold tabular-nums">{formatPct(data.mention_rate_pct)}</dd>
      </div>
    </dl>
  )
}

function NoBrands({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Page title="Brands">
      <div className="card">
        <EmptyState
          Icon={Radar}
          title={mayWrite ? 'Add the brand you want to watch' : 'No brand is watched yet'}
          action={mayWrite && <NewBrandLink />}
        >
          {mayWrite
            ? 'Name it, say where its site is and who competes with it. Then add the questions that your customers ask, and see in which answers it is named and cited.'
            : 'You see a brand here once someone adds one that you have access to.'}
        </EmptyState>
      </div>
    </Page>
  )
}

function NewBrandLink() {
  return (
    <Link to="/dashboard/brands/new" className={buttonClasses('primary')}>
      <Plus aria-hidden className="size-4" />
      Add a brand
    </Link>
  )
}
