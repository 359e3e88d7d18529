import { useQuery } from '@tanstack/react-query'
import { formatCount, formatDay, formatPct, formatRange } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { useChartNotes } from '../notes/chart-notes.ts'
import { NotesButton } from '../notes/NotesButton.tsx'
import { Figure } from '../ui/Figure.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { Card } from '../ui/page/Card.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { SourceLink } from './SourceLink.tsx'

type Changes = Returns<'GET /api/metrics/source-changes'>
type Changed = Changes['new_sources'][number]

/** Sources that answers started or stopped citing. */
export function SourceChanges() {
  const { slug, query } = useBrand()
  const changes = useQuery(read('GET /api/metrics/source-changes', { query }))
  const dates = changes.data?.buckets.map(({ date }) => date) ?? []
  const notes = useChartNotes(dates, 7)
  return (
    <QueryBoundary query={changes} className="h-96">
      {(data) => (
        <div className="grid gap-4">
          {data.buckets.some((bucket) => bucket.new_sources + bucket.lost_sources > 0) && (
            <LineChart
              heading={<h2 className="font-semibold">{t('citations.changes.title')}</h2>}
              lead={t('citations.changes.lead')}
              label={t('citations.changes.chart')}
              fileName={`${slug}-sources`}
              csv={csvHref('GET /api/metrics/source-changes', query, 'buckets')}
              dates={dates}
              series={[
                {
                  name: t('citations.changes.added'),
                  values: data.buckets.map((bucket) => bucket.new_sources),
                },
                {
                  name: t('citations.changes.lost'),
                  values: data.buckets.map((bucket) => bucket.lost_sources),
                },
              ]}
              notes={notes}
              format={formatCount}
              step="week"
            >
              <NotesButton />
            </LineChart>
          )}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <List
              title={t('citations.changes.newTitle', { count: data.new_count })}
              lead={t('citations.changes.newLead')}
              rows={data.new_sources}
              answers={data.result_count}
              isNew
            />
            <List
              title={t('citations.changes.lostTitle', { count: data.lost_count })}
              lead={t('citations.changes.lostLead')}
              rows={data.lost_sources}
              answers={data.previous_result_count ?? 0}
            />
          </div>
          <p className="text-xs text-muted">{t('citations.changes.caution')}</p>
        </div>
      )}
    </QueryBoundary>
  )
}

type ListProps = { title: string; lead: string; rows: readonly Changed[]; answers: number; isNew?: boolean }

function List({ title, lead, rows, answers, isNew = false }: ListProps) {
  return (
    <Card title={title} lead={lead}>
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('citations.changes.none')}</p>
      ) : (
        <DataTable
          isInCard
          caption={lead}
          columns={getColumns(answers, isNew)}
          rows={rows}
          getKey={({ domain }) => domain}
        />
      )}
    </Card>
  )
}

const getColumns = (answers: number, isNew: boolean): Column<Changed>[] => [
  {
    label: t('citations.changes.columns.source'),
    cell: ({ domain, category }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <SourceLink domain={domain} />
        <span className="text-xs text-muted">{sourceCategoryLabel(category)}</span>
      </span>
    ),
  },
  numberColumn(
    t('citations.changes.columns.answers'),
    ({ domain, results_citing, usage_pct, usage_interval, first_cited }) => (
      <Figure
        label={t('citations.changes.columns.answers')}
        value={formatCount(results_citing)}
        range={usage_interval && `${formatPct(usage_pct)}, ${formatRange(usage_interval, '%')}`}
        count={answers}
        evidence={
          <AnswersLink of={{ domain }} {...(!isNew && { filter: { days: '', from: first_cited } })}>
            {t('ui.figure.viewAnswers')}
          </AnswersLink>
        }
      />
    ),
  ),
  numberColumn(t('ui.period.change'), ({ change }) => (
    <PeriodMark change={change} format={formatPct} isOthers />
  )),
  numberColumn(
    isNew ? t('citations.changes.columns.first') : t('citations.changes.columns.last'),
    ({ first_cited, last_cited }) => formatDay(isNew ? first_cited : last_cited),
  ),
]
