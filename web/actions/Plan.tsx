import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatCount, formatPct, formatRange, formatScore, joinFacts } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { formatNumber } from './format-number.ts'
import type { ActionDetail, ActionPlan } from './queries.ts'

type PlanProps = {
  request: {
    affected_prompt_ids: string[]
    control_prompt_ids: string[] | null
    day: string | null
    number: 'score' | 'mention_rate' | 'citation_rate'
    action_id: string | null
  }
  /** Called with the proposed control prompts. */
  onProposed(prompts: ReadonlySet<string>): void
  /** Back to the proposed control prompts. */
  onReset: (() => void) | undefined
}

/** How large an effect would be found, with what probability, in how many weeks. */
export function Plan({ request, onProposed, onReset }: PlanProps) {
  const { slug } = useBrand()
  const plan = useQuery({
    queryKey: ['POST /api/brands/:brand/actions/plan', slug, request] as const,
    queryFn: () => api('POST /api/brands/:brand/actions/plan', { params: { brand: slug }, body: request }),
    enabled: request.affected_prompt_ids.length > 0,
  })
  const { data } = plan
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new plan has new proposals
  useEffect(() => {
    if (data) onProposed(new Set(data.controls.map(({ prompt_id }) => prompt_id)))
  }, [data])
  if (request.affected_prompt_ids.length === 0)
    return <p className="text-sm text-muted">{t('actions.plan.choose')}</p>
  return (
    <QueryBoundary query={plan} className="h-48">
      {(found) => (
        <div className="space-y-3 text-sm">
          <h3 className="font-semibold">{t('actions.plan.title')}</h3>
          <Proposed plan={found} onReset={onReset} />
          {found.missing.map((text) => (
            <Notice key={text} tone="caution">
              {text}
            </Notice>
          ))}
          {found.balance && <Balance balance={found.balance} number={request.number} />}
          {found.durations.length > 0 && <PowerTable plan={found} />}
        </div>
      )}
    </QueryBoundary>
  )
}

function Proposed({ plan, onReset }: { plan: ActionPlan; onReset: (() => void) | undefined }) {
  return (
    <details>
      <summary className="cursor-pointer">
        {t('actions.plan.proposed', { count: plan.controls.length })}
      </summary>
      <ul className="mt-2 grid gap-1.5">
        {plan.controls.map(({ prompt_id, text, similarity_pct, reasons }) => (
          <li key={prompt_id} className="[overflow-wrap:anywhere]">
            {text}
            <span className="block text-xs text-muted">
              {joinFacts([t('actions.plan.similarity', { pct: formatPct(similarity_pct) }), ...reasons])}
            </span>
          </li>
        ))}
        {plan.excluded.map(({ reason, prompts }) => (
          <li key={reason} className="text-muted">
            {joinFacts([t('actions.plan.excluded', { count: prompts }), reason])}
          </li>
        ))}
      </ul>
      {onReset && (
        <Button size="small" className="mt-2" onClick={onReset}>
          {t('actions.plan.useProposed')}
        </Button>
      )}
    </details>
  )
}

type BalanceProps = { balance: NonNullable<ActionPlan['balance']>; number: ActionDetail['number'] }

function Balance({ balance, number }: BalanceProps) {
  const values = {
    affected: formatNumber(number, balance.affected),
    controls: formatNumber(number, balance.controls),
    range: formatRange(balance),
  }
  return balance.is_balanced ? (
    <p className="text-muted">{t('actions.plan.balanced', values)}</p>
  ) : (
    <Notice tone="caution">{t('actions.plan.unbalanced', values)}</Notice>
  )
}

type Duration = ActionPlan['durations'][number]

function PowerTable({ plan }: { plan: ActionPlan }) {
  const [first] = plan.durations
  return (
    <>
      <DataTable
        caption={t('actions.plan.title')}
        columns={[
          { label: t('actions.plan.weeks'), cell: ({ weeks }) => formatCount(weeks) },
          numberColumn(t('actions.plan.detectable'), ({ detectable }: Duration) => formatScore(detectable)),
          ...(first?.chances ?? []).map(({ points }, index) =>
            numberColumn(t('actions.plan.chance', { points: formatScore(points) }), ({ chances }: Duration) =>
              formatPct(chances[index]?.probability_pct ?? null),
            ),
          ),
        ]}
        rows={plan.durations}
        getKey={({ weeks }) => String(weeks)}
      />
      <p className="text-muted">
        {joinFacts([
          t('actions.plan.history', { days: plan.history_days }),
          ...(plan.placebos.tested > 0 ? [t('actions.plan.placebos', plan.placebos)] : []),
        ])}
      </p>
    </>
  )
}
