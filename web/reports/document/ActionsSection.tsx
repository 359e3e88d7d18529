import { formatCount, formatDay, joinFacts, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { listCosts } from '../../actions/cost-text.ts'
import { numberColumn } from '../../ui/table/number-column.ts'
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
    cell: (row) => (
      <span className="[overflow-wrap:anywhere]">
        {row.result.statement}
        <span className="mt-1 block text-xs text-muted sm:hidden print:hidden">
          {joinFacts(figures.map(({ label, value }) => `${t(label)}: ${value(row)}`))}
        </span>
      </span>
    ),
  },
  ...figures.map(({ label, value }) => numberColumn(t(label), value, { onlyWide: true })),
]

/** In columns of their own on wide screens and paper, below the result on a phone. */
const figures = [
  { label: 'actions.list.citations', value: ({ brought }: Row) => formatKnown(brought.citing_answers) },
  { label: 'actions.list.visits', value: ({ brought }: Row) => formatKnown(brought.visits) },
  { label: 'actions.list.cost', value: (row: Row) => joinFacts(listCosts(row)) || noData },
] as const

const formatKnown = (count: number | null): string => (count === null ? noData : formatCount(count))
