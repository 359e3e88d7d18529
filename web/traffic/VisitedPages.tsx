import { Link } from '@tanstack/react-router'
import { formatCount } from '../../vocabulary/formats.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import type { Traffic } from './queries.ts'

type VisitedPage = Traffic['top_pages'][number]

const path: Column<VisitedPage> = {
  label: 'Page',
  cell: ({ url }) => <span className="font-mono [overflow-wrap:anywhere]">{url}</span>,
  className: 'sm:min-w-48',
}
const visits: Column<VisitedPage> = {
  label: 'Visits',
  isNumber: true,
  cell: ({ visits: count }) => formatCount(count),
}
const citations: Column<VisitedPage> = {
  label: 'Citations',
  isNumber: true,
  cell: ({ citations: count }) => formatCount(count),
}

export function TopPages({ pages, csv }: { pages: VisitedPage[]; csv: string }) {
  return (
    <Section
      title="Landing pages"
      lead="Pages that visitors from AI platforms land on, and how often answers in this period cite them."
      actions={<CsvLink href={csv} />}
    >
      <DataTable
        caption="Pages by visits"
        columns={[path, visits, citations]}
        rows={pages}
        keyOf={({ url }) => url}
      />
    </Section>
  )
}

/** Cited pages with and without visits. */
export function CitedPages({ pages, csv }: { pages: VisitedPage[]; csv: string }) {
  const { slug } = useBrand()
  if (pages.length === 0) return null
  const silent = pages.filter((page) => page.visits === 0).length
  return (
    <Section
      title="Most cited pages"
      lead={
        <>
          Your most cited pages
          {silent > 0 && `, ${formatCount(silent)} without visits`}. A citation does not always lead to a
          visit.{' '}
          <Link to="/dashboard/brands/$slug/citations" params={{ slug }} className="link">
            All citations
          </Link>
        </>
      }
      actions={<CsvLink href={csv} />}
    >
      <DataTable
        caption="Pages by citations"
        columns={[path, citations, { ...visits, cell: VisitCount }]}
        rows={pages}
        keyOf={({ url }) => url}
      />
    </Section>
  )
}

function VisitCount({ visits: count }: VisitedPage) {
  return count === 0 ? <Badge tone="caution">0</Badge> : formatCount(count)
}
