import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatCount, formatPct, formatRange, formatSample, noData } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { getText, textOrNull } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { ListTable } from '../ui/table/ListTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { useChange } from '../useChange.ts'
import { moneyText } from './money-text.ts'
import { type Funnel, pixelQuery } from './queries.ts'

type Goal = Returns<'GET /api/brands/:brand/goals'>['items'][number]
type Measured = Funnel['goals'][number]

const stale = [
  'GET /api/brands/:brand/goals',
  'GET /api/metrics/funnel',
  'GET /api/metrics/funnel-page',
] as const

type FunnelGoalsProps = {
  goals: readonly Measured[]
  /** Whether the script reports what conversions need. */
  isMeasured: boolean
}

/** The goals with their conversions, and their settings. */
export function FunnelGoals({ goals: measured, isMeasured }: FunnelGoalsProps) {
  const { slug } = useBrand()
  const { mayWrite } = useCurrentUser()
  const goals = useQuery(read('GET /api/brands/:brand/goals', { params: { brand: slug } }))
  const pixel = useQuery(pixelQuery(slug))
  const [edited, setEdited] = useState<Goal | 'new' | null>(null)
  return (
    <div id="goals">
      <Section
        title={t('traffic.funnel.goals')}
        lead={t('traffic.funnel.goalsLead')}
        actions={
          mayWrite && (
            <Button onClick={() => setEdited('new')}>
              <Plus aria-hidden className="size-4" />
              {t('traffic.funnel.addGoal')}
            </Button>
          )
        }
      >
        <QueryBoundary query={goals}>
          {({ items }) => (
            <ListTable
              empty={t('traffic.funnel.goalsEmpty')}
              caption={t('traffic.funnel.goalsCaption')}
              columns={columns(measured, isMeasured, mayWrite ? setEdited : null)}
              rows={items}
            />
          )}
        </QueryBoundary>
        {!isMeasured && pixel.data && (
          <div className="mt-4 space-y-3 text-sm">
            <CopyField
              label={t('traffic.funnel.goalSnippet')}
              value={pixel.data.snippet.replace('></script>', ' data-goals></script>')}
            />
            <p className="text-muted">{t('traffic.funnel.goalStorage')}</p>
          </div>
        )}
      </Section>
      {edited !== null && (
        <GoalDialog goal={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

const columns = (
  measured: readonly Measured[],
  isMeasured: boolean,
  edit: ((goal: Goal) => void) | null,
): Column<Goal>[] => {
  const find = ({ id }: Goal) => (isMeasured ? measured.find(({ goal_id }) => goal_id === id) : undefined)
  return [
    {
      label: t('traffic.funnel.goal'),
      cell: ({ name, kind, pattern }) => (
        <>
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          <span className="block text-xs text-muted [overflow-wrap:anywhere]">
            {t(`traffic.funnel.kindWithPattern.${kind}`, { pattern })}
          </span>
        </>
      ),
    },
    numberColumn(t('traffic.funnel.columns.conversions'), (goal) => formatOr(find(goal)?.conversions)),
    numberColumn(t('traffic.funnel.rate'), (goal) => {
      const { rate_pct = null, interval = null, visits = 0 } = find(goal) ?? {}
      if (rate_pct === null) return noData
      return (
        <>
          {formatPct(rate_pct)}
          <span className="block text-xs text-muted">
            {interval && `${formatRange(interval, '%')}, `}
            {formatSample(visits)}
          </span>
        </>
      )
    }),
    numberColumn(t('traffic.funnel.value'), (goal) => {
      const value = find(goal)?.value ?? null
      return value === null || goal.currency === null ? noData : moneyText(value, goal.currency)
    }),
    ...(edit
      ? [
          {
            label: t('traffic.funnel.editGoal'),
            isLabelHidden: true,
            cell: (goal: Goal) => <GoalButtons goal={goal} onEdit={() => edit(goal)} />,
          },
        ]
      : []),
  ]
}

const formatOr = (count: number | undefined) => (count === undefined ? noData : formatCount(count))

function GoalButtons({ goal: { id, name }, onEdit }: { goal: Goal; onEdit(): void }) {
  const { slug } = useBrand()
  const remove = useChange(
    () => api('DELETE /api/brands/:brand/goals/:id', { params: { brand: slug, id } }),
    stale,
  )
  return (
    <span className="flex justify-end gap-1">
      <Button look="quiet" size="small" aria-label={t('traffic.funnel.editNamed', { name })} onClick={onEdit}>
        <Pencil aria-hidden className="size-4" />
      </Button>
      <DeleteButton
        label={t('traffic.funnel.deleteGoal')}
        title={t('traffic.funnel.deleteNamed', { name })}
        mutation={remove}
      >
        {t('traffic.funnel.deleteHint')}
      </DeleteButton>
    </span>
  )
}

const kinds = ['page', 'event'] as const

function GoalDialog({ goal, onClose }: { goal: Goal | null; onClose(): void }) {
  const { slug } = useBrand()
  const [kind, setKind] = useState<(typeof kinds)[number]>('page')
  const save = useChange(
    (values: FormData) => {
      const value = textOrNull(values, 'value')
      const body = {
        name: getText(values, 'name'),
        value: value === null ? null : Number(value.replace(',', '.')),
        currency: textOrNull(values, 'currency')?.toUpperCase() ?? null,
      }
      return goal
        ? api('PATCH /api/brands/:brand/goals/:id', { params: { brand: slug, id: goal.id }, body })
        : api('POST /api/brands/:brand/goals', {
            params: { brand: slug },
            body: { ...body, kind, pattern: getText(values, 'pattern') },
          })
    },
    stale,
    onClose,
  )
  const title = goal ? t('traffic.funnel.editNamed', { name: goal.name }) : t('traffic.funnel.addGoal')
  return (
    <FormDialog
      title={title}
      action={goal ? t('traffic.funnel.saveGoal') : title}
      mutation={save}
      onClose={onClose}
    >
      <TextField
        label={t('traffic.funnel.goalName')}
        name="name"
        required
        maxLength={100}
        defaultValue={goal?.name}
      />
      {goal === null && (
        <>
          <SelectField
            label={t('traffic.funnel.kind')}
            name="kind"
            value={kind}
            onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? kind)}
          >
            <Options of={kinds.map((each) => [each, t(`traffic.funnel.kinds.${each}`)] as const)} />
          </SelectField>
          <TextField
            key={kind}
            label={t(`traffic.funnel.patterns.${kind}`)}
            name="pattern"
            required
            maxLength={300}
            hint={t(`traffic.funnel.patternHints.${kind}`)}
          />
        </>
      )}
      <TextField
        label={t('traffic.funnel.valuePerConversion')}
        name="value"
        inputMode="decimal"
        defaultValue={goal?.value ?? undefined}
      />
      <TextField
        label={t('traffic.funnel.currency')}
        name="currency"
        maxLength={3}
        hint={t('traffic.funnel.currencyHint')}
        defaultValue={goal?.currency ?? undefined}
      />
    </FormDialog>
  )
}
