import { formatCount, joinFacts } from '../../../vocabulary/formats.ts'
import { surfaceLabels } from '../../../vocabulary/labels.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { copy } from '../copy.ts'
import { type ReportColumn, ReportTable } from './ReportTable.tsx'
import type { BrandData, ReportData } from './report-data.ts'

type Row = BrandData['method']['answers'][number]

/** Where the numbers come from and what they mean. */
export function MethodSection({ report }: { report: ReportData }) {
  const { brands, versions } = report.snapshot
  return (
    <div className="grid grid-cols-1 gap-5 text-sm">
      <div className="grid gap-2">
        <p>{copy.method.visibility}</p>
        <p>{copy.method.interval}</p>
      </div>
      {brands.map((brand) => (
        <BrandMethod key={brand.id} brand={brand} isOnly={brands.length === 1} />
      ))}
      <p className="text-xs text-muted [overflow-wrap:anywhere]">
        {copy.method.versions(versions.ansight, versions.parser)} {copy.method.digest(report.digest)}
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
        {copy.method.asked(method.prompts, method.days, method.max_samples)}{' '}
        {method.regions.length > 0 && `${copy.method.regions(joinFacts(method.regions))} `}
        {copy.method.notCounted(failed, refused, empty)}
      </p>
      {simulated > 0 && (
        <p className="mt-1 font-medium text-caution">
          {copy.method.simulated(simulated, summary.result_count)}
        </p>
      )}
      <div className="mt-3">
        <ReportTable
          caption={copy.sections.method}
          columns={columns}
          rows={method.answers}
          keyOf={({ platform, model_used, surface, backend }) =>
            `${platform} ${model_used} ${surface} ${backend}`
          }
        />
      </div>
    </div>
  )
}

const { columns: labels } = copy.method

const columns: ReportColumn<Row>[] = [
  { label: labels.platform, cell: ({ platform }) => platformLabels[platform] },
  { label: labels.model, cell: ({ model_used }) => model_used ?? copy.method.noModel },
  { label: labels.surface, onlyWide: true, cell: ({ surface }) => surfaceLabels[surface] },
  { label: labels.answers, isNumber: true, cell: ({ answers }) => formatCount(answers) },
]
