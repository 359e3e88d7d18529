import { Link, useSearch } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { formatCost, formatDay, formatScore, formatTime, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import type { Returns } from '../../api.ts'
import { Sparkline } from '../../charts/Sparkline.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { ChangeMark } from '../../ui/ChangeMark.tsx'
import { changeOrder, isUpOrDown } from '../../ui/change-text.ts'
import type { Column, Sort } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import { sortRows } from '../../ui/table/sort-rows.ts'
import { portfolioSearch } from '../portfolio-search.ts'

export type PortfolioData = Returns<'GET /api/portfolio'>
export type PortfolioRow = PortfolioData['brands'][number]

const values: Record<string, (row: PortfolioRow) => number | null> = {
  run: ({ last_run }) => (last_run === null ? null : Date.parse(last_run.created_at)),
  score: (row) => row.avg_visibility_score,
  change: ({ change }) => changeOrder(change),
  alerts: (row) => row.open_alerts,
  spend: (row) => row.spent_micros,
  forecast: (row) => row.forecast_micros,
  report: ({ next_report_on }) => (next_report_on === null ? null : Date.parse(next_report_on)),
}

/** Without a known column, the order is by name. */
export const sortBrands = (rows: readonly PortfolioRow[], sort: Sort): PortfolioRow[] =>
  sort.by in values ? sortRows(rows, values, sort) : sort.order === 'asc' ? [...rows] : rows.toReversed()

export const getColumns = ({ spend }: PortfolioData): Column<PortfolioRow>[] => [
  { label: t('brands.brands.columns.brand'), sortBy: 'name', cell: (row) => <BrandCell row={row} /> },
  { label: t('brands.brands.columns.lastRun'), sortBy: 'run', cell: (row) => <LastRun row={row} /> },
  numberColumn(
    t('labels.metric.visibility_score.label'),
    ({ avg_visibility_score }) => <span className="font-semibold">{formatScore(avg_visibility_score)}</span>,
    { sortBy: 'score' },
  ),
  {
    label: t('brands.brands.columns.trend'),
    className: 'sm:w-32',
    onlyWide: true,
    cell: (row) => <Trend row={row} />,
  },
  numberColumn(t('ui.period.change'), (row) => <Change row={row} />, { sortBy: 'change' }),
  numberColumn(t('brands.brands.columns.alerts'), (row) => <OpenAlerts row={row} />, { sortBy: 'alerts' }),
  ...(spend === null ? [] : spendColumns()),
  numberColumn(
    t('brands.brands.columns.nextReport'),
    ({ slug, next_report_on }) =>
      next_report_on === null ? (
        <span className="text-muted">{noData}</span>
      ) : (
        <Link to="/dashboard/brands/$slug/reports" params={{ slug }} className="hover:underline">
          {formatDay(next_report_on)}
        </Link>
      ),
    { sortBy: 'report' },
  ),
]

const spendColumns = (): Column<PortfolioRow>[] => [
  numberColumn(t('brands.brands.columns.spend'), (row) => <Spend row={row} />, { sortBy: 'spend' }),
  numberColumn(t('brands.brands.columns.forecast'), (row) => <Forecast row={row} />, {
    onlyWide: true,
    sortBy: 'forecast',
  }),
]

/** Shares of the budget from which it is shown in another color. */
const [almostUsed, nearlyAllUsed] = [0.9, 0.95]

function Spend({ row: { spent_micros: spent, limit_micros: limit } }: { row: PortfolioRow }) {
  if (spent === null) return noData
  if (limit === null) return formatCost(spent)
  const share = limit === 0 ? 1 : Math.min(1, spent / limit)
  const color = share > nearlyAllUsed ? 'bg-bad' : share > almostUsed ? 'bg-caution' : 'bg-edge'
  return (
    <span className="inline-flex items-center gap-3">
      <span aria-hidden className="h-1.5 w-12 overflow-hidden rounded-full bg-line max-sm:hidden">
        <span className={`block h-full ${color}`} style={{ width: `${share * 100}%` }} />
      </span>
      {t('brands.brands.spentOf', { spent: formatCost(spent), limit: formatCost(limit) })}
    </span>
  )
}

function Forecast({ row }: { row: PortfolioRow }) {
  const { forecast_micros: forecast } = row
  if (forecast === null) return noData
  if (!exceedsBudget(row)) return <span className="text-muted">{formatCost(forecast)}</span>
  return (
    <span title={t('brands.brands.overBudget')} className="inline-flex items-center gap-1.5 text-bad">
      <TriangleAlert aria-hidden className="size-3.5" />
      {formatCost(forecast)}
      <span className="sr-only">{t('brands.brands.overBudget')}</span>
    </span>
  )
}

/** Whether the estimate of the month is above the limit of the brand. */
export const exceedsBudget = ({ forecast_micros: forecast, limit_micros: limit }: PortfolioRow): boolean =>
  forecast !== null && limit !== null && forecast > limit

/** The chosen period, for the screens of a brand. */
function useDays() {
  const { days } = portfolioSearch(useSearch({ from: '/dashboard/' }))
  return days ? { days } : {}
}

function BrandCell({ row: { slug, name, domain, status, is_demo: isDemo } }: { row: PortfolioRow }) {
  const search = useDays()
  return (
    <span className="flex items-center gap-2.5">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded bg-sunken text-xs font-medium text-muted"
      >
        {name.slice(0, 1).toUpperCase()}
      </span>
      <Link
        to="/dashboard/brands/$slug"
        params={{ slug }}
        search={search}
        title={domain}
        className="truncate font-semibold hover:underline"
      >
        {name}
      </Link>
      {isDemo && <Badge tone="caution">{t('demo.badge')}</Badge>}
      {status === 'paused' && <Badge tone="caution">{t('labels.brandStatus.paused')}</Badge>}
    </span>
  )
}

function LastRun({ row: { slug, last_run: run } }: { row: PortfolioRow }) {
  if (!run) return <span className="text-muted">{t('brands.brands.noRuns')}</span>
  const isFailed = run.status === 'failed'
  return (
    <Link
      to="/dashboard/brands/$slug/runs/$id"
      params={{ slug, id: run.id }}
      title={
        run.troubled_platforms > 0
          ? t('brands.brands.platformsWithErrors', { platforms: run.troubled_platforms })
          : t(`labels.runStatus.${run.status}`)
      }
      className={`inline-flex items-center gap-1.5 whitespace-nowrap hover:underline ${isFailed ? 'text-bad' : ''}`}
    >
      {(isFailed || run.troubled_platforms > 0) && (
        <TriangleAlert aria-hidden className={`size-3.5 ${isFailed ? '' : 'text-caution'}`} />
      )}
      {isFailed
        ? t('brands.brands.failedAt', { at: formatTime(run.created_at) })
        : formatTime(run.created_at)}
      {run.troubled_platforms > 0 && !isFailed && (
        <span className="sr-only">
          {t('brands.brands.platformsWithErrors', { platforms: run.troubled_platforms })}
        </span>
      )}
    </Link>
  )
}

const fewDays = 3

/** The days of the period; colored only by an established change. */
function Trend({ row: { trend, change } }: { row: PortfolioRow }) {
  if (trend.length < fewDays)
    return (
      <span className="whitespace-nowrap text-xs text-muted">
        {t('brands.brands.daysSoFar', { days: trend.length })}
      </span>
    )
  const tone = change.state === 'up' ? 'good' : change.state === 'down' ? 'bad' : null
  return (
    <span className="block w-28">
      <Sparkline values={trend.map(({ avg_visibility_score }) => avg_visibility_score)} tone={tone} />
    </span>
  )
}

function Change({ row: { change } }: { row: PortfolioRow }) {
  if (isUpOrDown(change) || change.state !== 'no_significant_change') return <ChangeMark change={change} />
  return (
    <span title={change.reason} className="whitespace-nowrap text-xs text-muted">
      {t('brands.brands.usualRange')}
    </span>
  )
}

function OpenAlerts({ row: { slug, name, open_alerts } }: { row: PortfolioRow }) {
  if (open_alerts === 0) return <span className="text-muted">{noData}</span>
  return (
    <Link
      to="/dashboard/brands/$slug/alerts"
      params={{ slug }}
      aria-label={t('brands.brands.alertsOf', { count: open_alerts, name })}
      className="inline-grid min-w-6 place-items-center rounded-full bg-bad-soft px-1.5 text-xs font-semibold leading-6 text-bad hover:underline"
    >
      {open_alerts}
    </Link>
  )
}
