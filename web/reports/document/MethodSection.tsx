import { formatCount, joinFacts } from '../../../vocabulary/formats.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { t } from '../../../vocabulary/texts.ts'
import { numberColumn } from '../../ui/table/number-column.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData, ReportData } from './report-data.ts'

type Row = BrandData['method']['answers'][number]

/** Where the numbers come from and what they mean. */
export function MethodSection({ report }: { report: ReportData }) {
  const { brands, versions } = report.snapshot
  return (
    <div className="grid grid-cols-1 gap-5 text-sm">
      <div className="grid gap-2">
        <p>{t('reports.method.visibility')}</p>
        <p>{t('reports.method.interval')}</p>
      </div>
      {brands.map((brand) => (
        <BrandMethod key={brand.id} brand={brand} isOnly={brands.length === 1} />
      ))}
      <p className="text-xs text-muted [overflow-wrap:anywhere]">
        {t('reports.method.versions', { ansight: versions.ansight, parser: versions.parser })}{' '}
        {t('reports.method.digest', { digest: report.digest })}
      </p>
    </div>
  )
}

function BrandMethod({ brand, isOnly }: { brand: BrandData; isOnly: boolean }) {
  const { method, summary } = brand
  const { failed, refused, empty } = summary.not_counted
  const simulated = method.answers
    .filter(({ surface }) => surface === 'simulated')
    .reduce((sum, { answers }) => sum + answers, 0)
  return (
    <div>
      {!isOnly && <h3 className="mb-1 font-semibold">{brand.name}</h3>}
      <p>
        {t('reports.method.asked', {
          prompts: method.prompts,
          days: method.days,
          samples: method.max_samples,
        })}{' '}
        {method.regions.length > 0 &&
          `${t('reports.method.regions', { regions: joinFacts(method.regions) })} `}
        {t('reports.method.notCounted', { failed, refused, empty })}
      </p>
      {simulated > 0 && (
        <p className="mt-1 font-medium text-caution">
          {t('reports.method.simulated', { simulated, all: summary.result_count })}
        </p>
      )}
      <div className="mt-3">
        <ReportTable
          caption={t('reports.sections.method')}
          columns={columns()}
          rows={method.answers}
          getKey={({ platform, model_used, surface, backend }) =>
            `${platform} ${model_used} ${surface} ${backend}`
          }
        />
      </div>
    </div>
  )
}

const columns = (): ReportColumn<Row>[] => [
  { label: t('reports.method.columns.platform'), cell: ({ platform }) => platformLabels[platform] },
  {
    label: t('reports.method.columns.model'),
    cell: ({ model_used }) => model_used ?? t('reports.method.noModel'),
  },
  {
    label: t('reports.method.columns.surface'),
    onlyWide: true,
    cell: ({ surface }) => t(`labels.surface.${surface}`),
  },
  numberColumn(t('reports.method.columns.answers'), ({ answers }) => formatCount(answers)),
]
