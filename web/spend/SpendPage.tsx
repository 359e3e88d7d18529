import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { formatCost, formatCount, formatDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { costText } from '../ui/cost-text.ts'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Tab } from '../ui/page/TabbedPage.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { BrandBudgets } from './BrandBudgets.tsx'
import { LimitPanel, MonthPanel, monthName, NextMonthPanel } from './MonthPanels.tsx'
import { monthWindow, recentMonths, type SpendSearch } from './month.ts'
import { PlanPanel } from './PlanPanel.tsx'

type Spend = Returns<'GET /api/spend'>

const spendIn = (search: SpendSearch) =>
  read('GET /api/spend', { query: { ...monthWindow(search), limit: 500 } })

/** Spend on engines and the language model, the limits, and the forecast. */
export function SpendPage() {
  const search = useSearch({ from: '/dashboard/settings/spend' })
  const spend = useQuery(spendIn(search))
  return (
    <Tab title={t('spend.page.title')} within={t('spend.page.within')} lead={t('spend.page.lead')}>
      <QueryBoundary query={spend} className="h-96">
        {(data) => (
          <>
            <div className="grid gap-x-4 lg:grid-cols-2">
              <MonthPanel month={data.this_month} />
              <NextMonthPanel next={data.next_month} />
              <LimitPanel />
              <PlanPanel />
            </div>
            <BrandBudgets budgets={data.brand_budgets} />
            <Days data={data} search={search} />
          </>
        )}
      </QueryBoundary>
    </Tab>
  )
}

const totalText = ({ cost_micros, calls, estimated_micros: estimated }: Spend['total']) =>
  estimated > 0
    ? t('spend.period.totalWithEstimates', {
        cost: formatCost(cost_micros),
        calls,
        estimated: formatCost(estimated),
      })
    : t('spend.period.total', { cost: formatCost(cost_micros), calls })

function Days({ data, search }: { data: Spend; search: SpendSearch }) {
  const navigate = useNavigate()
  const { total, by_day, by_engine, by_kind, by_brand, window } = data
  const dates = daysBetween(window.date_from, window.date_to)
  const spent = new Map(by_day.map(({ date, cost_micros }) => [date, cost_micros]))
  return (
    <Section
      title={t('spend.period.title', { from: formatDay(window.date_from), to: formatDay(window.date_to) })}
      lead={totalText(total)}
      actions={
        <>
          <Select
            aria-label={t('spend.period.month')}
            value={search.month ?? ''}
            onChange={({ target }) =>
              navigate({
                to: '/dashboard/settings/spend',
                search: target.value === '' ? {} : { month: target.value },
                replace: true,
                resetScroll: false,
              })
            }
          >
            <option value="">{t('spend.period.thisMonth')}</option>
            <Options of={recentMonths().map((month) => [month, monthName(month)])} />
          </Select>
          {data.items.length > 0 && <DownloadCsv fileName="spend" columns={csvColumns} rows={data.items} />}
        </>
      }
    >
      {by_day.length === 0 ? (
        <EmptyState isCard Icon={Wallet} title={t('spend.period.empty')}>
          {t('spend.period.emptyHint')}
        </EmptyState>
      ) : (
        <>
          <LineChart
            label={t('spend.period.chart')}
            fileName="spend"
            csv={null}
            dates={dates}
            series={[
              {
                name: t('spend.period.chartSeries'),
                values: dates.map((date) => (spent.get(date) ?? 0) / 1_000_000),
              },
            ]}
            format={(dollars) => formatCost(Math.round(dollars * 1_000_000))}
            step="day"
          />
          <div className="mt-6 grid items-start gap-6 lg:grid-cols-3">
            <Sums
              caption={t('spend.tables.byEngine')}
              label={t('spend.tables.engine')}
              rows={by_engine}
              getName={({ label }) => label}
            />
            <Sums
              caption={t('spend.tables.byPurpose')}
              label={t('spend.tables.purpose')}
              rows={by_kind}
              getName={({ kind }) => t(`labels.spendKind.${kind}`)}
            />
            <Sums
              caption={t('spend.tables.byBrand')}
              label={t('spend.tables.brand')}
              rows={by_brand}
              getName={({ brand_id, name }) =>
                name ?? (brand_id === null ? t('spend.tables.noBrand') : t('spend.tables.deletedBrand'))
              }
            />
          </div>
        </>
      )}
    </Section>
  )
}

type Sum = { cost_micros: number; estimated_micros: number; calls: number }
type SumsProps<T extends Sum> = {
  caption: string
  label: string
  rows: readonly T[]
  getName: (row: T) => string
}

function Sums<T extends Sum>({ caption, label, rows, getName }: SumsProps<T>) {
  const columns: Column<T>[] = [
    { label, cell: getName },
    numberColumn(t('spend.tables.calls'), ({ calls }) => formatCount(calls)),
    numberColumn(t('spend.tables.cost'), ({ cost_micros, estimated_micros }) =>
      costText(cost_micros, estimated_micros),
    ),
  ]
  return <DataTable caption={caption} columns={columns} rows={rows} getKey={getName} />
}

type Item = Spend['items'][number]

const csvColumns: [string, (item: Item) => string | number | null][] = [
  ['date', ({ date }) => date],
  ['kind', ({ kind }) => kind],
  ['engine', ({ engine }) => engine],
  ['brand_id', ({ brand_id }) => brand_id],
  ['calls', ({ calls }) => calls],
  ['cost_micros', ({ cost_micros }) => cost_micros],
  ['estimated_micros', ({ estimated_micros }) => estimated_micros],
]
