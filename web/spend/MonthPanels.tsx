import { useSuspenseQuery } from '@tanstack/react-query'
import { formatCost, formatDay } from '../../vocabulary/formats.ts'
import { currentLocale } from '../../vocabulary/language.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { microsIn } from '../ui/form/form-values.ts'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { useChange } from '../useChange.ts'

type Spend = Returns<'GET /api/spend'>

const spendLimit = read('GET /api/organization/spend-limit')

/** This month's spend and its limit. */
export function MonthPanel({ month }: { month: Spend['this_month'] }) {
  const { spent_micros, limit_micros, limited_by, left_micros, resets_at } = month
  return (
    <Panel
      title={t('spend.monthPanel.title')}
      lead={
        limit_micros === null
          ? t('spend.monthPanel.noLimit')
          : t('spend.monthPanel.limitResets', {
              limit:
                limited_by === null ? t('spend.monthPanel.anyLimit') : t(`labels.limitedBy.${limited_by}`),
              resetsAt: formatDay(resets_at),
            })
      }
    >
      <p className="text-2xl font-semibold tabular-nums">
        {formatCost(spent_micros)}
        {limit_micros !== null && (
          <span className="text-base font-normal text-muted">
            {' '}
            {t('spend.monthPanel.ofLimit', { limit: formatCost(limit_micros) })}
          </span>
        )}
      </p>
      {limit_micros !== null && (
        <>
          <meter
            aria-label={t('spend.monthPanel.shareSpent')}
            min={0}
            max={Math.max(1, limit_micros)}
            value={Math.min(spent_micros, Math.max(1, limit_micros))}
            className="share-bar mt-2 h-2 w-full"
          />
          <p className="mt-1 text-sm text-muted">
            {left_micros === 0
              ? t('spend.monthPanel.limitReached')
              : t('spend.monthPanel.left', { left: formatCost(left_micros ?? 0) })}
          </p>
        </>
      )}
    </Panel>
  )
}

/** The organization's own monthly budget. */
export function LimitPanel() {
  const { data } = useSuspenseQuery(spendLimit)
  const limit = data.spend_limit_micros
  const save = useChange(
    (values: FormData) =>
      api('PATCH /api/organization', { body: { spend_limit_micros: microsIn(values, 'limit') } }),
    [spendLimit.queryKey, 'GET /api/spend'],
  )
  return (
    <Panel title={t('spend.budgetPanel.title')} lead={t('spend.budgetPanel.lead')}>
      <Form
        error={save.error}
        onSubmit={save.mutate}
        getName={() => 'limit'}
        className="flex max-w-xl flex-wrap items-start gap-x-3 gap-y-2"
      >
        <TextField
          label={t('spend.budgetPanel.amount')}
          name="limit"
          type="number"
          min={0}
          step="0.01"
          inputMode="decimal"
          placeholder={t('spend.budgetPanel.noLimit')}
          defaultValue={limit === null ? '' : String(limit / 1_000_000)}
        />
        <SaveButton mutation={save} className="mt-6">
          {t('spend.budgetPanel.save')}
        </SaveButton>
      </Form>
    </Panel>
  )
}

/** The forecast cost of scheduled runs. */
export function NextMonthPanel({ next }: { next: Spend['next_month'] }) {
  const { month, cost_micros, platforms, sentiment_cost_micros, claims_cost_micros } = next
  const models = [
    [t('spend.forecastPanel.sentiment'), sentiment_cost_micros],
    [t('spend.forecastPanel.claims'), claims_cost_micros],
  ] as const
  const queries = platforms.reduce((sum, each) => sum + each.questions, 0)
  return (
    <Panel
      title={t('spend.forecastPanel.title', { month: monthName(month) })}
      lead={t('spend.forecastPanel.lead')}
    >
      <p className="text-2xl font-semibold tabular-nums">
        {formatCost(cost_micros)}
        <span className="text-base font-normal text-muted">
          {' '}
          {t('spend.forecastPanel.forQueries', { queries })}
        </span>
      </p>
      {cost_micros > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          {platforms.map((each) => (
            <li key={each.platform}>
              {platformLabels[each.platform]}{' '}
              <span className="text-ink tabular-nums">{formatCost(each.cost_micros)}</span>
            </li>
          ))}
          {models.map(
            ([label, cost]) =>
              cost > 0 && (
                <li key={label}>
                  {label} <span className="text-ink tabular-nums">{formatCost(cost)}</span>
                </li>
              ),
          )}
        </ul>
      )}
    </Panel>
  )
}

export const monthName = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
