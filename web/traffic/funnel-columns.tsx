import { Link } from '@tanstack/react-router'
import { formatCount, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { moneyText } from './money-text.ts'
import type { Funnel } from './queries.ts'

type Row = Funnel['pages'][number]

/** `open` shows the details of a page. */
export const funnelColumns = (
  { stages: { conversions } }: Funnel,
  open: (path: string) => void,
): Column<Row>[] => {
  const column = (
    name: 'requests' | 'visits' | 'sessions' | 'conversions',
    note: (row: Row) => string = () => '',
  ) => ({
    label: t(`traffic.funnel.columns.${name}`),
    isNumber: true,
    sortBy: name,
    cell: (row: Row) => (
      <>
        {row[name] ? (
          <button type="button" className="link" onClick={() => open(row.path)}>
            {formatCount(row[name])}
          </button>
        ) : (
          <span className="text-muted">{row[name] === null ? noData : formatCount(0)}</span>
        )}
        <span className="block text-xs text-muted sm:whitespace-normal">{note(row)}</span>
      </>
    ),
  })
  const currency = conversions?.currency ?? null
  return [
    {
      label: t('traffic.funnel.columns.page'),
      className: 'sm:min-w-56',
      cell: ({ path, gaps }) => (
        <>
          <button
            type="button"
            className="link text-left font-mono [overflow-wrap:anywhere]"
            onClick={() => open(path)}
          >
            {path}
          </button>
          <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
            {gaps.map((gap) => (
              <Badge key={gap} tone="caution">
                {t(`traffic.funnel.gaps.${gap}`)}
              </Badge>
            ))}
          </span>
        </>
      ),
    },
    {
      label: t('traffic.funnel.columns.citations'),
      isNumber: true,
      sortBy: 'citations',
      cell: (row) => <Citations row={row} />,
    },
    column('requests', ({ requests, search_requests, user_requests, training_requests, agent_requests }) =>
      requests
        ? t('traffic.funnel.byPurpose', {
            search: search_requests ?? 0,
            user: user_requests ?? 0,
            training: training_requests ?? 0,
            agent: agent_requests ?? 0,
          })
        : '',
    ),
    column('visits'),
    column('sessions', ({ key_events }) =>
      key_events ? t('traffic.funnel.keyEvents', { count: key_events }) : '',
    ),
    column('conversions', ({ value }) => (value && currency !== null ? moneyText(value, currency) : '')),
  ]
}

function Citations({ row: { url, citations } }: { row: Row }) {
  const { slug, filter } = useBrand()
  if (url === null) return <span className="text-muted">{formatCount(citations)}</span>
  return (
    <Link
      to="/dashboard/brands/$slug/citations/page"
      params={{ slug }}
      search={{ ...brandFilter(filter), url }}
      className="link"
    >
      {formatCount(citations)}
    </Link>
  )
}
