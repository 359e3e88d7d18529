import { formatCount } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { Badge } from '../ui/Badge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { EvidenceLink } from './EvidenceLink.tsx'
import type { OpportunityDetail } from './queries.ts'

type Source = OpportunityDetail['source_data']['sources'][number]

/** The cited pages to get mentioned on, or to outperform. */
export function SourcesSection({ opportunity }: { opportunity: OpportunityDetail }) {
  const { sources, source_categories: categories } = opportunity.source_data
  if (sources.length === 0)
    return (
      <Section title="Cited pages">
        <p className="text-muted">
          These answers cite no sources: they come from the engines’ training data.
        </p>
      </Section>
    )
  return (
    <Section
      title="Cited pages"
      lead={`The ten most cited. Citations by type: ${categories
        .map(({ category, citations }) => `${sourceCategoryLabel(category)} ${formatCount(citations)}`)
        .join(', ')}.`}
      actions={<DownloadCsv fileName="opportunity-sources" columns={fileColumns} rows={sources} />}
    >
      <DataTable
        caption="Pages cited in these answers"
        columns={columnsFor(opportunity)}
        rows={sources}
        keyOf={({ url }) => url}
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
] as const

const columnsFor = (opportunity: OpportunityDetail): Column<Source>[] => [
  {
    label: 'Page',
    className: 'sm:min-w-56',
    cell: ({ url, title, domain }) => (
      <>
        <ExternalLink href={url}>{title ?? url}</ExternalLink>
        <span className="block text-xs text-muted [overflow-wrap:anywhere]">{domain}</span>
      </>
    ),
  },
  { label: 'Type', cell: ({ category }) => <Badge>{sourceCategoryLabel(category)}</Badge> },
  {
    label: 'Answers',
    isNumber: true,
    cell: ({ url, answers }) => (
      <EvidenceLink of={opportunity} which={{ url }}>
        {formatCount(answers)}
      </EvidenceLink>
    ),
  },
]
