import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { formatCost, formatCount, formatDay, formatQuantity } from '../../vocabulary/formats.ts'
import { backendLabel, limitedByLabels, spendKindLabels } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { api, type Returns, read } from '../api.ts'
import { daysBetween } from '../charts/days.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { organization } from '../frame/needs.ts'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextField } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { textOf } from '../ui/form-values.ts'
import { Loaded } from '../ui/Loaded.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SaveCsv } from '../ui/SaveCsv.tsx'
import { SavedNote } from '../ui/SavedNote.tsx'
import { Section } from '../ui/Section.tsx'
import { Tab } from '../ui/TabbedPage.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { monthsBack, type SpendSearch, windowOf } from './window.ts'

type Spend = Returns<'GET /api/spend'>

const spendIn = (search: SpendSearch) =>
  read('GET /api/spend', { query: { ...windowOf(search), limit: 500 } })

/** What engines and the language model cost, what is still allowed, and what the schedules will cost. */
export function SpendPage() {
  const search = useSearch({ from: '/dashboard/settings/spend' })
  const spend = useQuery(spendIn(search))
  return (
    <Tab
      title="Plan and spend"
      within="Settings"
      lead="Every paid call counts on the day its result was kept (UTC). The simulator costs nothing."
    >
      <Loaded query={spend} className="h-96">
        {(data) => (
          <>
            <div className="grid gap-x-4 lg:grid-cols-2">
              <MonthPanel month={data.this_month} />
              <NextMonthPanel next={data.next_month} />
              <LimitPanel />
              <PlanPanel />
            </div>
            <Days data={data} search={search} />
          </>
        )}
      </Loaded>
    </Tab>
  )
}

function MonthPanel({ month }: { month: Spend['this_month'] }) {
  const { spent_micros, limit_micros, limited_by, left_micros, resets_at } = month
  return (
    <Panel
      title="This month"
      lead={
        limit_micros === null
          ? 'There is no limit.'
          : `${limited_by === null ? 'The limit' : limitedByLabels[limited_by]}; it starts anew on ${formatDay(resets_at)}.`
      }
    >
      <p className="text-2xl font-semibold tabular-nums">
        {formatCost(spent_micros)}
        {limit_micros !== null && (
          <span className="text-base font-normal text-muted"> of {formatCost(limit_micros)}</span>
        )}
      </p>
      {limit_micros !== null && (
        <>
          <meter
            aria-label="Spent of the limit"
            min={0}
            max={Math.max(1, limit_micros)}
            value={Math.min(spent_micros, Math.max(1, limit_micros))}
            className="share-bar mt-2 h-2 w-full"
          />
          <p className="mt-1 text-sm text-muted">
            {left_micros === 0
              ? 'It is used up: nothing more is asked until then.'
              : `${formatCost(left_micros ?? 0)} are left.`}
          </p>
        </>
      )}
    </Panel>
  )
}

function LimitPanel() {
  const { data } = useSuspenseQuery(organization)
  const queryClient = useQueryClient()
  const limit = data.spend_limit_micros
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PATCH /api/organization', { body: { spend_limit_micros: microsIn(textOf(values, 'limit')) } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(organization.queryKey, changed)
      await queryClient.invalidateQueries({ queryKey: ['GET /api/spend'] })
    },
  })
  return (
    <Panel
      title="A limit of your own"
      lead="When a month has cost this much, nothing more is asked until the next one. A run that would not fit is not started."
    >
      <Form
        error={save.error}
        onSubmit={save.mutate}
        nameOf={() => 'limit'}
        className="flex max-w-xl flex-wrap items-start gap-x-3 gap-y-2"
      >
        <TextField
          label="US dollars a month"
          name="limit"
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          placeholder="No limit"
          defaultValue={limit === null ? '' : String(limit / 1_000_000)}
        />
        <div className="mt-6 flex items-center gap-3">
          <Button type="submit" busy={save.isPending}>
            Save
          </Button>
          <SavedNote isSaved={save.isSuccess} />
        </div>
      </Form>
    </Panel>
  )
}

/** Nothing typed is no limit. */
const microsIn = (dollars: string): number | null =>
  dollars.trim() === '' ? null : Math.round(Number(dollars) * 1_000_000)

function NextMonthPanel({ next }: { next: Spend['next_month'] }) {
  const { month, cost_micros, platforms, judgements_cost_micros } = next
  const questions = platforms.reduce((sum, each) => sum + each.questions, 0)
  return (
    <Panel
      title={`Expected for ${monthName(month)}`}
      lead="What the schedules of all active brands will ask, at what their answers cost of late. Runs by hand are not foreseen."
    >
      {cost_micros === null ? (
        <p className="text-sm text-muted">
          The schedule of this service is of a kind that cannot be counted ahead.
        </p>
      ) : (
        <>
          <p className="text-2xl font-semibold tabular-nums">
            {formatCost(cost_micros)}
            <span className="text-base font-normal text-muted">
              {' '}
              for {formatQuantity(questions, 'question')}
            </span>
          </p>
          {cost_micros > 0 && (
            <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
              {platforms.map((each) => (
                <li key={each.platform}>
                  {platformLabels[each.platform]}{' '}
                  <span className="text-ink tabular-nums">
                    {each.cost_micros === null ? 'not known' : formatCost(each.cost_micros)}
                  </span>
                </li>
              ))}
              {judgements_cost_micros > 0 && (
                <li>
                  Sentiment{' '}
                  <span className="text-ink tabular-nums">{formatCost(judgements_cost_micros)}</span>
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}

const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

function Days({ data, search }: { data: Spend; search: SpendSearch }) {
  const navigate = useNavigate()
  const { total, by_day, by_engine, by_kind, by_brand, window } = data
  const dates = daysBetween(window.date_from, window.date_to)
  const spent = new Map(by_day.map(({ date, cost_micros }) => [date, cost_micros]))
  return (
    <Section
      title={`${formatDay(window.date_from)} to ${formatDay(window.date_to)}`}
      lead={`${formatCost(total.cost_micros)} for ${formatQuantity(total.calls, 'call')}${
        total.unpriced_calls > 0
          ? `, ${formatCount(total.unpriced_calls)} of them without a known price, in no sum`
          : ''
      }.`}
      actions={
        <>
          <select
            aria-label="Month"
            value={search.month ?? ''}
            onChange={({ target }) =>
              navigate({
                to: '/dashboard/settings/spend',
                search: target.value === '' ? {} : { month: target.value },
                replace: true,
                resetScroll: false,
              })
            }
            className="control w-auto"
          >
            <option value="">This month</option>
            {monthsBack().map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </select>
          {data.items.length > 0 && <SaveCsv fileName="spend" columns={csvColumns} rows={data.items} />}
        </>
      }
    >
      {by_day.length === 0 ? (
        <div className="card">
          <EmptyState Icon={Wallet} title="Nothing was paid for in these days">
            Answers of real engines appear here with what they cost, as soon as one is configured and asked.
          </EmptyState>
        </div>
      ) : (
        <>
          <LineChart
            label="Spend by day"
            fileName="spend"
            csv={null}
            dates={dates}
            series={[{ name: 'Spend', values: dates.map((date) => (spent.get(date) ?? 0) / 1_000_000) }]}
            format={(dollars) => formatCost(Math.round(dollars * 1_000_000))}
          />
          <div className="mt-6 grid items-start gap-6 lg:grid-cols-3">
            <Sums
              caption="Spend by engine"
              label="Engine"
              rows={by_engine}
              nameOf={({ engine }) => backendLabel(engine)}
            />
            <Sums
              caption="Spend by kind"
              label="For"
              rows={by_kind}
              nameOf={({ kind }) => spendKindLabels[kind]}
            />
            <Sums
              caption="Spend by brand"
              label="Brand"
              rows={by_brand}
              nameOf={({ brand_id, name }) =>
                name ?? (brand_id === null ? 'Of no brand' : 'A brand deleted since')
              }
            />
          </div>
        </>
      )}
    </Section>
  )
}

type Sum = { cost_micros: number; calls: number }
type SumsProps<T extends Sum> = {
  caption: string
  label: string
  rows: readonly T[]
  nameOf: (row: T) => string
}

function Sums<T extends Sum>({ caption, label, rows, nameOf }: SumsProps<T>) {
  const columns: Column<T>[] = [
    { label, cell: nameOf },
    { label: 'Calls', isNumber: true, cell: ({ calls }) => formatCount(calls) },
    { label: 'Cost', isNumber: true, cell: ({ cost_micros }) => formatCost(cost_micros) },
  ]
  return <DataTable caption={caption} columns={columns} rows={rows} keyOf={nameOf} />
}

type Item = Spend['items'][number]

const csvColumns: [string, (item: Item) => string | number | null][] = [
  ['date', ({ date }) => date],
  ['kind', ({ kind }) => kind],
  ['engine', ({ engine }) => engine],
  ['brand_id', ({ brand_id }) => brand_id],
  ['calls', ({ calls }) => calls],
  ['unpriced_calls', ({ unpriced_calls }) => unpriced_calls],
  ['cost_micros', ({ cost_micros }) => cost_micros],
]
