import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCost, formatCount } from '../../vocabulary/formats.ts'
import {
  type PlannedNumber,
  type PlannedPart,
  plannedNumbers,
  plannedParts,
} from '../../vocabulary/sampling.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { useChange } from '../useChange.ts'
import { numberLabel } from './number-label.ts'
import { PlannedPrecision } from './PlannedPrecision.tsx'
import { Proposal } from './Proposal.tsx'
import { type Plan, planAddress, staleAfterPlan } from './queries.ts'
import { RunTabs } from './RunTabs.tsx'
import { UnchangingPrompts } from './UnchangingPrompts.tsx'

/** What scheduled runs cost, how precise they make the numbers, and how to ask prompts for a budget. */
export function PlanPage() {
  const { brand } = useBrand()
  const [numbers, setNumbers] = useState<readonly PlannedNumber[]>(['mention_rate', 'score'])
  const [parts, setParts] = useState<readonly PlannedPart[]>(['all'])
  const query = { numbers: numbers.join(), parts: parts.join() }
  const plan = useQuery({
    ...read(planAddress, { params: { brand: brand.id }, query }),
    placeholderData: keepPreviousData,
  })
  const propose = useMutation({
    mutationFn: (budget_micros: string) =>
      api(planAddress, { params: { brand: brand.id }, query: { ...query, budget_micros } }),
  })
  const choose = (change: () => void) => {
    change()
    propose.reset()
  }
  return (
    <Page title={t('sampling.page.title')} within={brand.name} lead={t('sampling.page.lead')}>
      <RunTabs here="plan" />
      <QueryBoundary query={plan} className="h-96">
        {(data) => (
          <>
            <Costs plan={data} onRestored={propose.reset} />
            <Panel heading="h2" title={t('sampling.goal.title')} lead={t('sampling.goal.lead')}>
              <Form
                error={propose.error}
                getName={(path) => (path === 'budget_micros' ? 'budget' : path)}
                onSubmit={(values) =>
                  propose.mutate(String(Math.round(Number(getText(values, 'budget')) * 1_000_000)))
                }
              >
                <Choices
                  label={t('sampling.goal.numbers')}
                  of={plannedNumbers.map((number) => [number, numberLabel(number)] as const)}
                  chosen={numbers}
                  onChange={(chosen) => choose(() => setNumbers(chosen))}
                />
                <Choices
                  label={t('sampling.goal.parts')}
                  of={plannedParts.map((part) => [part, t(`sampling.parts.${part}`)] as const)}
                  chosen={parts}
                  onChange={(chosen) => choose(() => setParts(chosen))}
                />
                <div className="flex max-w-xl flex-wrap items-end gap-3">
                  <TextField
                    label={t('sampling.goal.budget')}
                    name="budget"
                    type="number"
                    inputMode="decimal"
                    min={0}
                    step="0.01"
                    required
                    hint={t('sampling.goal.minimum', { minimum: formatCost(data.minimum_micros) })}
                    defaultValue={suggestBudget(data)}
                  />
                </div>
                {data.missing ? (
                  <Notice tone="caution">
                    {t('sampling.goal.missing', {
                      days: formatCount(data.missing.days),
                      needed: data.missing.needed_days,
                    })}
                  </Notice>
                ) : (
                  <Button type="submit" look="primary" busy={propose.isPending}>
                    {t('sampling.goal.propose')}
                  </Button>
                )}
              </Form>
            </Panel>
            {propose.data ? (
              <Proposal plan={propose.data} onApplied={propose.reset} />
            ) : (
              <PlannedPrecision plan={data} />
            )}
          </>
        )}
      </QueryBoundary>
      <UnchangingPrompts onReduced={propose.reset} />
    </Page>
  )
}

/** Half of what runs cost now, in dollars. */
const suggestBudget = ({ cost_micros, minimum_micros }: Plan): string =>
  (Math.ceil(Math.max(minimum_micros, cost_micros / 2) / 10_000) / 100).toFixed(2)

function Costs({ plan, onRestored }: { plan: Plan; onRestored: () => void }) {
  const { brand } = useBrand()
  const restore = useChange(
    () => api('DELETE /api/brands/:brand/prompt-frequencies', { params: { brand: brand.id } }),
    staleAfterPlan,
    onRestored,
  )
  const { cost_micros, full_cost_micros, reduced_count, is_typical_cost } = plan
  return (
    <Panel
      heading="h2"
      title={t('sampling.cost.title')}
      lead={
        reduced_count === 0
          ? t('sampling.cost.full')
          : t('sampling.cost.reduced', {
              count: reduced_count,
              full: formatCost(full_cost_micros),
            })
      }
      actions={
        reduced_count > 0 && (
          <Button busy={restore.isPending} onClick={() => restore.mutate()}>
            {t('sampling.cost.restore')}
          </Button>
        )
      }
    >
      <p className="text-3xl font-semibold tracking-tight tabular-nums">
        {t('sampling.cost.perMonth', { cost: formatCost(cost_micros) })}
      </p>
      {is_typical_cost && <p className="mt-1 text-sm text-muted">{t('sampling.cost.typical')}</p>}
      <ErrorNotice error={restore.error} className="mt-3" />
    </Panel>
  )
}

type ChoicesProps<T extends string> = {
  label: string
  of: readonly (readonly [T, string])[]
  chosen: readonly T[]
  onChange: (chosen: readonly T[]) => void
}

/** At least one is chosen. */
function Choices<T extends string>({ label, of, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {of.map(([value, name]) => {
          const isChosen = chosen.includes(value)
          return (
            <label key={value} className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={isChosen}
                disabled={isChosen && chosen.length === 1}
                onChange={() =>
                  onChange(isChosen ? chosen.filter((each) => each !== value) : [...chosen, value])
                }
              />
              {name}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
