import { Link } from '@tanstack/react-router'
import { formatCount, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import type { Traffic } from './queries.ts'

type VisitedPage = Traffic['top_pages'][number]

const path = (): Column<VisitedPage> => ({
  label: t('traffic.pages.page'),
  cell: ({ url }) => <span className="font-mono [overflow-wrap:anywhere]">{url}</span>,
  className: 'sm:min-w-48',
})
const visits = (): Column<VisitedPage> =>
  numberColumn(t('traffic.pages.visits'), ({ visits: count }) => formatCount(count))
const citations = (): Column<VisitedPage> =>
  numberColumn(t('traffic.pages.citations'), ({ citations: count }) => formatCount(count))

export function TopPages({ pages, csv }: { pages: VisitedPage[]; csv: string }) {
  return (
    <Section
      title={t('traffic.pages.landingPages')}
      lead={t('traffic.pages.landingPagesLead')}
      actions={<CsvLink href={csv} />}
    >
      <DataTable
        caption={t('traffic.pages.landingPagesCaption')}
        columns={[path(), visits(), citations()]}
        rows={pages}
        getKey={({ url }) => url}
      />
    </Section>
  )
}

type CitedPagesProps = {
  pages: VisitedPage[]
  csv: string
  /** Without the script, it is not known whether a page has visits. */
  isMeasured: boolean
}

/** Cited pages with and without visits. */
export function CitedPages({ pages, csv, isMeasured }: CitedPagesProps) {
  const { slug } = useBrand()
  if (pages.length === 0) return null
  return (
    <Section
      title={t('traffic.pages.citedPages')}
      lead={
        <>
          {isMeasured ? measuredLead(pages) : t('traffic.pages.citedPagesNotMeasured')}{' '}
          <Link to="/dashboard/brands/$slug/citations" params={{ slug }} className="link">
            {t('traffic.pages.allCitations')}
          </Link>
        </>
      }
      actions={<CsvLink href={csv} />}
    >
      <DataTable
        caption={t('traffic.pages.citedPagesCaption')}
        columns={[path(), citations(), { ...visits(), cell: isMeasured ? VisitCount : () => noData }]}
        rows={pages}
        getKey={({ url }) => url}
      />
    </Section>
  )
}

function VisitCount({ visits: count }: VisitedPage) {
  return count === 0 ? <Badge tone="caution">{formatCount(0)}</Badge> : formatCount(count)
}

function measuredLead(pages: readonly VisitedPage[]): string {
  const withoutVisits = pages.filter((page) => page.visits === 0).length
  return withoutVisits > 0
    ? t('traffic.pages.citedPagesWithoutVisits', { count: withoutVisits })
    : t('traffic.pages.citedPagesLead')
}
