import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { formatCost, formatDay, formatQuantity } from '../../vocabulary/formats.ts'
import { limitedByLabels } from '../../vocabulary/labels.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { api, invalidate, type Returns } from '../api.ts'
import { organization } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { textOf } from '../ui/form/form-values.ts'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Panel } from '../ui/page/Panel.tsx'

type Spend = Returns<'GET /api/spend'>

/** This month's spend and its limit. */
export function MonthPanel({ month }: { month: Spend['this_month'] }) {
  const { spent_micros, limit_micros, limited_by, left_micros, resets_at } = month
  return (
    <Panel
      title="This month"
      lead={
        limit_micros === null
          ? 'No limit is set.'
          : `${limited_by === null ? 'The limit' : limitedByLabels[limited_by]}; resets on ${formatDay(resets_at)}.`
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
            aria-label="Share of the limit spent"
            min={0}
            max={Math.max(1, limit_micros)}
            value={Math.min(spent_micros, Math.max(1, limit_micros))}
            className="share-bar mt-2 h-2 w-full"
          />
          <p className="mt-1 text-sm text-muted">
            {left_micros === 0
              ? 'The limit is reached: no more queries until it resets.'
              : `${formatCost(left_micros ?? 0)} left.`}
          </p>
        </>
      )}
    </Panel>
  )
}

/** The organization's own monthly budget. */
export function LimitPanel() {
  const { data } = useSuspenseQuery(organization)
  const queryClient = useQueryClient()
  const limit = data.spend_limit_micros
  const save = useMutation({
    mutationFn: (values: FormData) =>
      api('PATCH /api/organization', { body: { spend_limit_micros: microsIn(textOf(values, 'limit')) } }),
    onSuccess: async (changed) => {
      queryClient.setQueryData(organization.queryKey, changed)
      await invalidate(queryClient, 'GET /api/spend')
    },
  })
  return (
    <Panel
      title="Monthly budget"
      lead="Once spend reaches this amount, no more queries are sent until next month. Runs that would exceed it are not started."
    >
      <Form
        error={save.error}
        onSubmit={save.mutate}
        nameOf={() => 'limit'}
        className="flex max-w-xl flex-wrap items-start gap-x-3 gap-y-2"
      >
        <TextField
          label="US dollars per month"
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
          <SavedMessage isSaved={save.isSuccess} />
        </div>
      </Form>
    </Panel>
  )
}

/** Empty means no limit. */
const microsIn = (dollars: string): number | null =>
  dollars.trim() === '' ? null : Math.round(Number(dollars) * 1_000_000)

/** The forecast cost of scheduled runs. */
export function NextMonthPanel({ next }: { next: Spend['next_month'] }) {
  const { month, cost_micros, platforms, sentiment_cost_micros } = next
  const questions = platforms.reduce((sum, each) => sum + each.questions, 0)
  return (
    <Panel
      title={`Forecast for ${monthName(month)}`}
      lead="Scheduled runs of all active brands at recent costs per answer. Excludes manual runs."
    >
      {cost_micros === null ? (
        <p className="text-sm text-muted">The schedule of this service cannot be forecast.</p>
      ) : (
        <>
          <p className="text-2xl font-semibold tabular-nums">
            {formatCost(cost_micros)}
            <span className="text-base font-normal text-muted">
              {' '}
              for {formatQuantity(questions, 'query', 'queries')}
            </span>
          </p>
          {cost_micros > 0 && (
            <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
              {platforms.map((each) => (
                <li key={each.platform}>
                  {platformLabels[each.platform]}{' '}
                  <span className="text-ink tabular-nums">
                    {each.cost_micros === null ? 'unknown' : formatCost(each.cost_micros)}
                  </span>
                </li>
              ))}
              {sentiment_cost_micros > 0 && (
                <li>
                  Sentiment <span className="text-ink tabular-nums">{formatCost(sentiment_cost_micros)}</span>
                </li>
              )}
            </ul>
          )}
        </>
      )}
    </Panel>
  )
}

export const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
