import { useQuery } from '@tanstack/react-query'
import { formatPct, formatRange } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { type Returns, read } from '../api.ts'
import { withoutPromptFilters } from '../brands/filter.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Bar } from '../ui/page/Skeleton.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { DownloadCsv } from '../ui/table/DownloadCsv.tsx'
import { numberColumn } from '../ui/table/number-column.ts'

type Report = Returns<'GET /api/metrics/prompt-stability/by-platform'>
type Row = Pick<Report, 'between_runs' | 'between_samples' | 'result_count' | 'run_count'> & {
  name: string
  key: string
}
type Alikeness = Report['between_runs']

/** How similar the answers are when the same prompt is run again. */
export function AnswerStability({ promptId }: { promptId: string }) {
  const { query } = useBrand()
  const { data } = useQuery(
    read('GET /api/metrics/prompt-stability/by-platform', {
      query: { ...withoutPromptFilters(query), prompt_id: promptId },
    }),
  )
  if (!data) return <Bar className="mt-3 h-40 rounded-xl" />
  if (data.between_runs.pairs + data.between_samples.pairs === 0)
    return <p className="mt-2 text-sm text-muted">{t('prompts.consistency.none')}</p>
  const rows: Row[] = [
    { ...data, name: t('prompts.consistency.allPlatforms'), key: 'all' },
    ...data.by_platform.map((row) => ({
      ...row,
      name: [platformLabels[row.platform], row.region].filter(Boolean).join(' '),
      key: `${row.platform} ${row.region}`,
    })),
  ]
  return (
    <>
      <div className="my-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{t('prompts.consistency.lead')}</p>
        <DownloadCsv fileName="stability" columns={csvColumns} rows={rows} />
      </div>
      <DataTable
        caption={t('prompts.consistency.caption')}
        columns={columns()}
        rows={rows}
        getKey={({ key }) => key}
      />
    </>
  )
}

const columns = (): Column<Row>[] => [
  {
    label: t('prompts.consistency.platform'),
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  numberColumn(t('prompts.consistency.betweenRuns'), ({ between_runs }) => <Overlap of={between_runs} />),
  numberColumn(t('prompts.consistency.withinRun'), ({ between_samples }) => <Overlap of={between_samples} />),
  {
    label: t('prompts.consistency.identicalLists'),
    isNumber: true,
    onlyWide: true,
    cell: ({ between_runs }) => formatPct(between_runs.same_brands_pct),
  },
  numberColumn(t('prompts.consistency.sample'), ({ result_count, run_count }) => (
    <>
      {t('prompts.consistency.answers', { count: result_count })}
      <span className="block text-xs text-muted">{t('prompts.consistency.runs', { count: run_count })}</span>
    </>
  )),
]

/** The overlap of the brands mentioned in two answers, with its interval and the number of pairs. */
export function Overlap({ of: { brand_overlap_pct, interval, pairs } }: { of: Alikeness }) {
  return (
    <>
      {formatPct(brand_overlap_pct)}
      {pairs > 0 && (
        <span className="block text-xs text-muted">
          {interval && <span className="block">{formatRange(interval, '%')}</span>}
          {t('prompts.consistency.pairs', { count: pairs })}
        </span>
      )}
    </>
  )
}

type CsvColumn = readonly [label: string, value: (row: Row) => string | number | null]

const alikenessColumns = (name: string, of: (row: Row) => Alikeness): CsvColumn[] => [
  [`${name}_pairs`, (row) => of(row).pairs],
  [`${name}_brand_overlap_pct`, (row) => of(row).brand_overlap_pct],
  [`${name}_interval_low`, (row) => of(row).interval?.low ?? null],
  [`${name}_interval_high`, (row) => of(row).interval?.high ?? null],
  [`${name}_order_overlap_pct`, (row) => of(row).order_overlap_pct],
  [`${name}_same_brands_pct`, (row) => of(row).same_brands_pct],
]

const csvColumns: CsvColumn[] = [
  ['platform', ({ name }) => name],
  ['result_count', ({ result_count }) => result_count],
  ['run_count', ({ run_count }) => run_count],
  ...alikenessColumns('between_runs', ({ between_runs }) => between_runs),
  ...alikenessColumns('between_samples', ({ between_samples }) => between_samples),
]
