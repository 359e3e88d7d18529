import { Link } from '@tanstack/react-router'
import { formatCount, formatDay, formatRange, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { VerdictBadge } from '../claims/VerdictBadge.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { EvidenceLink } from './EvidenceLink.tsx'
import type { CorrectionData, OpportunityDetail } from './queries.ts'

type Fact = CorrectionData['facts'][number]

type CorrectionSectionProps = { opportunity: OpportunityDetail; data: CorrectionData }

/** The facts that a page states wrong: the approved value, the words of the page, and the answers that do so too. */
export function CorrectionSection({ opportunity, data }: CorrectionSectionProps) {
  const { brand, slug } = useBrand()
  const { page, window, wrong, answers, wrong_pct, wrong_interval, facts } = data
  return (
    <Section
      title={t('opportunities.correction.title')}
      lead={t('opportunities.correction.lead', {
        wrong,
        answers,
        brand: brand.name,
        pct: wrong_pct ?? 0,
        interval: wrong_interval ? formatRange(wrong_interval) : noData,
        dateFrom: formatDay(window.date_from),
        dateTo: formatDay(window.date_to),
      })}
      actions={<DownloadCsv fileName="opportunity-facts" columns={fileColumns} rows={facts} />}
    >
      <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm [overflow-wrap:anywhere]">
        <ExternalLink href={page.url}>{page.title ?? page.url}</ExternalLink>
        <EvidenceLink of={opportunity} which={{ url: page.url }}>
          {t('ui.figure.viewAnswers')}
        </EvidenceLink>
        {opportunity.type === 'earned' && (
          <Link
            to="/dashboard/brands/$slug/citations"
            params={{ slug }}
            search={{ source: page.domain }}
            className="link"
          >
            {t('opportunities.correction.contact', { domain: page.domain })}
          </Link>
        )}
      </p>
      <DataTable
        caption={t('opportunities.correction.caption')}
        columns={columnsFor(slug)}
        rows={facts}
        getKey={({ fact_id }) => fact_id}
      />
    </Section>
  )
}

const fileColumns = [
  ['subject', ({ subject }: Fact) => subject],
  ['statement', ({ statement }: Fact) => statement],
  ['source_url', ({ source_url }: Fact) => source_url],
  ['verdict', ({ verdict }: Fact) => verdict],
  ['quote', ({ quote }: Fact) => quote],
  ['answers', ({ answers }: Fact) => answers],
] as const

const columnsFor = (slug: string): Column<Fact>[] => [
  {
    label: t('opportunities.correction.fact'),
    className: 'sm:min-w-48',
    cell: ({ fact_id, statement, source_url }) => (
      <>
        <Link
          to="/dashboard/brands/$slug/claims"
          params={{ slug }}
          search={{ fact: fact_id }}
          className="link [overflow-wrap:anywhere]"
        >
          {statement}
        </Link>
        {source_url && (
          <span className="block text-xs">
            <ExternalLink href={source_url}>{t('opportunities.correction.source')}</ExternalLink>
          </span>
        )}
      </>
    ),
  },
  {
    label: t('opportunities.correction.onPage'),
    className: 'sm:min-w-48',
    cell: ({ verdict, quote }) => (
      <>
        <VerdictBadge verdict={verdict} />
        <q className="block [overflow-wrap:anywhere]">{quote}</q>
      </>
    ),
  },
  numberColumn(t('opportunities.correction.wrongAnswers'), ({ answers }) => formatCount(answers)),
]
