import { Link } from '@tanstack/react-router'
import { formatPct } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Card } from '../ui/page/Card.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'

type Citations = Returns<'GET /api/metrics/citations'>
type SourceType = Citations['source_type_breakdown'][number]

/** The share of each type of source, each a link to its domains. */
export function SourceTypeBar({ citations, lead }: { citations: Citations; lead: string }) {
  const { slug, filter, query } = useBrand()
  const types = citations.source_type_breakdown
  return (
    <Card
      title={t('citations.sourceTypes.title')}
      lead={lead}
      actions={
        <CsvLink isCompact href={csvHref('GET /api/metrics/citations', query, 'source_type_breakdown')} />
      }
    >
      <div className="px-4 pb-3">
        <Bar types={types} />
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {types.map(({ category, citations: count, pct }) => (
            <li key={category}>
              <Link
                to="/dashboard/brands/$slug/citations"
                params={{ slug }}
                search={{ ...filter, view: 'domains', category }}
                title={t('citations.sourceTypes.filter', {
                  type: sourceCategoryLabel(category),
                  citations: count,
                })}
                className="text-muted hover:underline"
              >
                {sourceCategoryLabel(category)}{' '}
                <span className="font-medium text-ink tabular-nums">{formatPct(pct)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** Gray, except for the brand's own site and the sites of competitors. */
const tones: Partial<Record<SourceType['category'], string>> = {
  owned: 'stroke-accent',
  competitor: 'stroke-muted',
}

function Bar({ types }: { types: readonly SourceType[] }) {
  const parts = types.map(({ category, pct }, index) => ({
    category,
    from: types.slice(0, index).reduce((sum, each) => sum + (each.pct ?? 0), 0),
    pct: pct ?? 0,
  }))
  return (
    <svg aria-hidden viewBox="0 0 100 3" preserveAspectRatio="none" className="h-2.5 w-full">
      {parts.map(({ category, from, pct }) => (
        <line
          key={category}
          x1={from + 0.15}
          x2={Math.max(from + 0.15, from + pct - 0.15)}
          y1="1.5"
          y2="1.5"
          strokeWidth="3"
          className={tones[category] ?? 'stroke-line'}
        />
      ))}
    </svg>
  )
}
