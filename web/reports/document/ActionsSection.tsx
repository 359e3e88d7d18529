import { formatCount, formatDay, joinFacts, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { listCosts } from '../../actions/cost-text.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData } from './report-data.ts'

type Row = BrandData['actions'][number]

/** What was done, what it changed, what followed, and what it cost. */
export const ActionsSection = ({ brand: { actions } }: { brand: BrandData }) => (
  <ReportTable
    caption={t('reports.sections.actions')}
    columns={columns()}
    rows={actions}
    getKey={({ id }) => id}
  />
)

const columns = (): ReportColumn<Row>[] => [
  {
    label: t('actions.list.action'),
    cell: ({ title, kind, day }) => (
      <span className="[overflow-wrap:anywhere]">
        <span className="font-medium">{title}</span>
        <span className="block text-xs text-muted">
          {joinFacts([t(`actions.kinds.${kind}`), formatDay(day)])}
        </span>
      </span>
    ),
  },
  {
    label: t('actions.list.result'),
    cell: ({ result }) => <span className="[overflow-wrap:anywhere]">{result.statement}</span>,
  },
  {
    label: t('actions.list.citations'),
    isNumber: true,
    cell: ({ brought }) => formatKnown(brought.citing_answers),
  },
  { label: t('actions.list.visits'), isNumber: true, cell: ({ brought }) => formatKnown(brought.visits) },
  {
    label: t('actions.list.cost'),
    isNumber: true,
    cell: (row) => joinFacts(listCosts(row)) || noData,
  },
]

const formatKnown = (count: number | null): string => (count === null ? noData : formatCount(count))
