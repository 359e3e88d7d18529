import { useQuery } from '@tanstack/react-query'
import { metricLabels } from '../../vocabulary/metrics.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { SampleLink } from '../answers/AnswersLink.tsx'
import { type Returns, read } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { type Column, CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { RateCell, ScoreCell } from '../ui/table/MetricCells.tsx'
import { copy } from './copy.ts'

type Row = Returns<'GET /api/metrics/visibility-summary'>['by_platform'][number]

const columns: Column<Row>[] = [
  {
    label: copy.platformTable.platform,
    cell: ({ platform, model_used }) => (
      <>
        <span className="font-medium">{platformLabels[platform]}</span>
        {model_used && <span className="block text-xs text-muted">{model_used}</span>}
      </>
    ),
  },
  {
    label: metricLabels.visibility_score.label,
    isNumber: true,
    cell: ({ avg_visibility_score, score_interval }) => (
      <ScoreCell score={avg_visibility_score} interval={score_interval} />
    ),
  },
  {
    label: metricLabels.mention_rate.label,
    isNumber: true,
    cell: ({ mention_rate_pct, interval }) => <RateCell pct={mention_rate_pct} interval={interval} />,
  },
  {
    label: copy.platformTable.answers,
    isNumber: true,
    cell: ({ platform, model_used, result_count }) => (
      <SampleLink
        count={result_count}
        filter={{ platform }}
        {...(model_used && { of: { model: model_used } })}
      />
    ),
  },
]

export function PlatformTable() {
  const { query } = useBrand()
  const { data } = useQuery(read('GET /api/metrics/visibility-summary', { query }))
  if (!data || data.by_platform.length === 0) return null
  return (
    <Section
      title={copy.platformTable.title}
      actions={<CsvLink href={csvHref('GET /api/metrics/visibility-summary', query, 'by_platform')} />}
    >
      <DataTable
        caption={copy.platformTable.caption}
        columns={columns}
        rows={data.by_platform}
        keyOf={({ platform, model_used }) => `${platform} ${model_used}`}
      />
    </Section>
  )
}
