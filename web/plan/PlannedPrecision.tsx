import { Link } from '@tanstack/react-router'
import { formatCount, formatDay, formatRange, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { numberLabel } from './number-label.ts'
import type { Plan } from './queries.ts'

type Row = Plan['precision'][number]

/** The chosen numbers with their intervals now and, with a proposal, under it. */
export function PlannedPrecision({ plan }: { plan: Plan }) {
  const { precision, proposal, window } = plan
  const unitOf = ({ number }: Row) => (number === 'score' ? '' : '%')
  const columns: Column<Row>[] = [
    {
      label: t('sampling.precision.number'),
      cell: (row) => (
        <span>
          {numberLabel(row.number)}
          <span className="block text-xs text-muted">
            {row.part === 'all' ? t('sampling.parts.all') : row.name}
          </span>
        </span>
      ),
    },
    numberColumn(t('sampling.precision.value'), (row) =>
      row.value === null
        ? noData
        : row.number === 'score'
          ? t('sampling.precision.points', { value: row.value })
          : t('sampling.precision.percent', { value: row.value }),
    ),
    numberColumn(t('sampling.precision.answers'), (row) => <AnswersLink row={row} window={window} />),
    numberColumn(t('sampling.precision.now'), (row) =>
      row.interval ? formatRange(row.interval, unitOf(row)) : noData,
    ),
    ...(proposal
      ? [
          numberColumn(t('sampling.precision.expected'), (row: Row) =>
            row.expected_interval ? (
              <span>
                {formatRange(row.expected_interval, unitOf(row))}
                <span className="block text-xs text-muted">{describeWidth(row)}</span>
              </span>
            ) : (
              noData
            ),
          ),
        ]
      : []),
  ]
  return (
    <Section
      title={t('sampling.precision.title')}
      lead={t(proposal ? 'sampling.precision.simulated' : 'sampling.precision.lead', {
        from: formatDay(window.date_from ?? ''),
        to: formatDay(window.date_to ?? ''),
      })}
    >
      <DataTable
        caption={t('sampling.goal.numbers')}
        columns={columns}
        rows={precision}
        getKey={({ number, part, platform, topic_id }) => [number, part, platform, topic_id].join(' ')}
      />
    </Section>
  )
}

const widthOf = (interval: Row['interval']) => (interval ? interval.high - interval.low : 0)

function describeWidth({ interval, expected_interval }: Row): string {
  const now = widthOf(interval)
  const pct = now === 0 ? 0 : Math.round((100 * widthOf(expected_interval)) / now - 100)
  if (pct === 0) return t('sampling.precision.same')
  return pct > 0
    ? t('sampling.precision.wider', { share: pct / 100 })
    : t('sampling.precision.narrower', { share: -pct / 100 })
}

function AnswersLink({ row, window }: { row: Row; window: Plan['window'] }) {
  const { slug } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/answers"
      params={{ slug }}
      search={{
        ...(window.date_from && { from: window.date_from }),
        ...(window.date_to && { to: window.date_to }),
        ...(row.platform && { platform: row.platform }),
        ...(row.topic_id && { topic: row.topic_id }),
      }}
      className="link tabular-nums"
    >
      {formatCount(row.result_count)}
    </Link>
  )
}
