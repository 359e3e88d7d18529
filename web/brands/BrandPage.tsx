import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { brandStatusLabels, surfaceLabels } from '../../vocabulary/labels.ts'
import { AnswersSection } from '../answers/AnswersSection.tsx'
import { NumbersSection } from '../metrics/NumbersSection.tsx'
import { PromptsSection } from '../prompts/PromptsSection.tsx'
import { RunSection } from '../runs/RunSection.tsx'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Page } from '../ui/Page.tsx'
import { brandBy, newestAnswersOf } from './queries.ts'
import { SimulatedBanner, useIsSimulated } from './SimulatedBanner.tsx'

/** One brand: its numbers, what is asked, asking it now, and the answers that the numbers rest on. */
export function BrandPage() {
  const { slug } = useParams({ from: '/dashboard/brands/$slug' })
  const search = useSearch({ from: '/dashboard/brands/$slug' })
  const { data: brand } = useSuspenseQuery(brandBy(slug))
  const { data: newest } = useQuery(newestAnswersOf(brand.id))
  const isSimulated = useIsSimulated()
  return (
    <Page
      title={brand.name}
      lead={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <ExternalLink href={`https://${brand.domain}`}>{brand.domain}</ExternalLink>
          {isSimulated && <Badge tone="caution">{surfaceLabels.simulated}</Badge>}
          {brand.status === 'paused' && <Badge tone="caution">{brandStatusLabels.paused}</Badge>}
        </span>
      }
    >
      <SimulatedBanner answers={newest?.results} />
      <NumbersSection brandId={brand.id} search={search} />
      <PromptsSection brandId={brand.id} />
      <RunSection brand={brand} />
      <AnswersSection brand={brand} filter={search} />
    </Page>
  )
}
