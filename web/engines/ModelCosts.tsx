import { useQuery } from '@tanstack/react-query'
import { formatCost, formatDay } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { Badge } from '../ui/Badge.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'

type Backend = Returns<'GET /api/engine-models'>['items'][number]
type Model = Backend['models'][number]

/** What each model of the APIs in use would cost the organization. */
export function ModelCosts() {
  const { data } = useQuery(read('GET /api/engine-models'))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('engines.models.title')} className="mt-8">
      <h2 className="text-lg font-semibold">{t('engines.models.title')}</h2>
      <p className="mt-1 mb-4 text-sm text-muted">{t('engines.models.lead')}</p>
      <div className="card divide-y divide-line">
        {data.items.map((backend) => (
          <BackendModels key={backend.backend} backend={backend} />
        ))}
      </div>
    </section>
  )
}

/** The costs of the configured models, and of all models when it is opened. */
function BackendModels({ backend }: { backend: Backend }) {
  const { label, usage, model_setting, queries_per_run, models } = backend
  const basis =
    usage.basis === 'past'
      ? t('engines.models.basisPast', { answers: usage.answers })
      : t('engines.models.basisTypical', { queries: queries_per_run })
  const hasFlex = models.some(({ flex }) => flex !== null)
  return (
    <details>
      <summary className="cursor-pointer px-4 py-3.5 marker:text-muted sm:px-5">
        <span className="font-medium">{label}</span>
        {models
          .filter(({ is_configured }) => is_configured)
          .map((row) => (
            <ConfiguredModel key={row.model} row={row} />
          ))}
      </summary>
      <div className="px-4 pb-4 sm:px-5">
        <p className="mb-2 text-sm text-muted">
          {basis} {t('engines.models.setting')} <code className="font-mono">{model_setting}</code>
        </p>
        <DataTable
          caption={t('engines.models.caption', { backend: label })}
          columns={hasFlex ? [...columns(), flexColumn()] : columns()}
          rows={models}
          getKey={({ model }) => model}
        />
      </div>
    </details>
  )
}

function ConfiguredModel({ row }: { row: Model }) {
  const costs = [
    [t('engines.models.perAnswer'), formatCost(row.answer_micros)],
    [t('engines.models.perRun'), formatCost(row.run_micros)],
    [t('engines.models.perMonth'), formatCost(row.month_micros)],
  ]
  return (
    <span className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <ModelName row={row} />
      {costs.map(([term, cost]) => (
        <span key={term} className="text-muted">
          {term} <span className="text-ink tabular-nums">{cost}</span>
        </span>
      ))}
    </span>
  )
}

const columns = (): Column<Model>[] => [
  { label: t('engines.models.model'), cell: (row) => <ModelName row={row} /> },
  numberColumn(t('engines.models.perAnswer'), (row) => formatCost(row.answer_micros)),
  numberColumn(t('engines.models.perRun'), (row) => formatCost(row.run_micros)),
  numberColumn(t('engines.models.perMonth'), (row) => formatCost(row.month_micros)),
]

const flexColumn = (): Column<Model> =>
  numberColumn(t('engines.models.perMonthFlex'), ({ flex }) => (flex ? formatCost(flex.month_micros) : '–'))

function ModelName({ row: { model, is_configured, shutdown, replacement } }: { row: Model }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <code className="font-mono">{model}</code>
      {is_configured && <Badge tone="accent">{t('engines.models.configured')}</Badge>}
      {shutdown !== null && (
        <Badge tone="caution">
          {replacement === null
            ? t('engines.models.ends', { day: formatDay(shutdown) })
            : t('engines.models.endsWith', { day: formatDay(shutdown), replacement })}
        </Badge>
      )}
    </span>
  )
}
