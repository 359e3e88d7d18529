import { formatCount, joinFacts } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { EvidenceLink } from './EvidenceLink.tsx'
import type { GapData, OpportunityDetail } from './queries.ts'

type Source = GapData['sources'][number]

/** The cited pages to get mentioned on, or to outperform. */
export function SourcesSection({ opportunity, data }: { opportunity: OpportunityDetail; data: GapData }) {
  const { brand } = useBrand()
  const { sources, source_categories: categories } = data
  if (sources.length === 0)
    return (
      <Section title={t('opportunities.sources.title')}>
        <p className="text-muted">{t('opportunities.sources.none')}</p>
      </Section>
    )
  return (
    <Section
      title={t('opportunities.sources.title')}
      lead={t('opportunities.sources.lead', {
        byType: joinFacts(
          categories.map(
            ({ category, citations }) => `${sourceCategoryLabel(category)} ${formatCount(citations)}`,
          ),
        ),
      })}
      actions={<DownloadCsv fileName="opportunity-sources" columns={fileColumns} rows={sources} />}
    >
      <DataTable
        caption={t('opportunities.sources.caption')}
        columns={columnsFor(opportunity, brand.name)}
        rows={sources}
        getKey={({ url }) => url}
      />
    </Section>
  )
}

const fileColumns = [
  ['url', ({ url }: Source) => url],
  ['title', ({ title }: Source) => title],
  ['domain', ({ domain }: Source) => domain],
  ['category', ({ category }: Source) => category],
  ['answers', ({ answers }: Source) => answers],
  ['names_brand', ({ on_page }: Source) => (on_page === null ? null : String(on_page.names_brand))],
  ['competitors_on_page', ({ on_page }: Source) => on_page?.competitors.join(', ') ?? null],
] as const

const columnsFor = (opportunity: OpportunityDetail, brand: string): Column<Source>[] => [
  {
    label: t('opportunities.sources.page'),
    className: 'sm:min-w-56',
    cell: ({ url, title, domain, on_page }) => {
      const names = on_page ? [...(on_page.names_brand ? [brand] : []), ...on_page.competitors] : []
      return (
        <>
          <ExternalLink href={url}>{title ?? url}</ExternalLink>
          <span className="block text-xs text-muted [overflow-wrap:anywhere]">{domain}</span>
          {names.length > 0 && (
            <span className="block text-xs text-muted">
              {t('opportunities.source.names', { names: names.join(', ') })}
            </span>
          )}
        </>
      )
    },
  },
  {
    label: t('opportunities.sources.type'),
    cell: ({ category }) => <Badge>{sourceCategoryLabel(category)}</Badge>,
  },
  numberColumn(t('opportunities.sources.answers'), ({ url, answers }) => (
    <EvidenceLink of={opportunity} which={{ url }}>
      {formatCount(answers)}
    </EvidenceLink>
  )),
]
