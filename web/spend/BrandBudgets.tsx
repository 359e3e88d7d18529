import { TriangleAlert } from 'lucide-react'
import { formatCost } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { microsIn } from '../ui/form/form-values.ts'
import { SavedMessage } from '../ui/form/SavedMessage.tsx'
import { Section } from '../ui/page/Section.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { useChange } from '../useChange.ts'

type BrandBudget = Returns<'GET /api/spend'>['brand_budgets'][number]

/** The monthly limit of each brand, with its spend and the estimate of the month. */
export function BrandBudgets({ budgets }: { budgets: readonly BrandBudget[] }) {
  if (budgets.length === 0) return null
  const columns: Column<BrandBudget>[] = [
    { label: t('spend.tables.brand'), cell: ({ name }) => name },
    numberColumn(t('spend.brandBudgets.spent'), ({ spent_micros }) => formatCost(spent_micros)),
    numberColumn(t('spend.brandBudgets.forecast'), (budget) => <Forecast budget={budget} />),
    { label: t('spend.brandBudgets.limit'), cell: (budget) => <LimitForm budget={budget} /> },
  ]
  return (
    <Section title={t('spend.brandBudgets.title')} lead={t('spend.brandBudgets.lead')}>
      <DataTable
        caption={t('spend.brandBudgets.table')}
        columns={columns}
        rows={budgets}
        getKey={({ brand_id }) => brand_id}
      />
    </Section>
  )
}

function Forecast({ budget: { forecast_micros, limit_micros } }: { budget: BrandBudget }) {
  if (limit_micros === null || forecast_micros <= limit_micros) return formatCost(forecast_micros)
  return (
    <span className="text-bad">
      <TriangleAlert aria-hidden className="mr-1.5 inline size-3.5" />
      {formatCost(forecast_micros)}
      <span className="block text-xs">{t('brands.brands.overBudget')}</span>
    </span>
  )
}

function LimitForm({ budget: { brand_id, name, limit_micros } }: { budget: BrandBudget }) {
  const save = useChange(
    (values: FormData) =>
      api('PUT /api/brands/:brand/spend-limit', {
        params: { brand: brand_id },
        body: { spend_limit_micros: microsIn(values, 'limit') },
      }),
    ['GET /api/spend', 'GET /api/portfolio'],
  )
  return (
    <Form
      error={save.error}
      onSubmit={save.mutate}
      getName={() => 'limit'}
      className="flex flex-wrap items-center gap-2"
    >
      <input
        aria-label={t('spend.brandBudgets.limitOf', { name })}
        name="limit"
        type="number"
        min={0}
        step="0.01"
        inputMode="decimal"
        placeholder={t('spend.budgetPanel.noLimit')}
        defaultValue={limit_micros === null ? '' : String(limit_micros / 1_000_000)}
        className="control min-h-8 w-32 py-0.5 text-sm"
      />
      <Button type="submit" size="small" busy={save.isPending}>
        {t('spend.budgetPanel.save')}
      </Button>
      <SavedMessage isSaved={save.isSuccess} />
    </Form>
  )
}
