import {
  formatCount,
  formatPct,
  formatPosition,
  formatRange,
  formatScore,
} from '../../../vocabulary/formats.ts'
import { metricLabels } from '../../../vocabulary/metrics.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import type { AnswerSearch } from '../../answers/search.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { copy as uiCopy } from '../../ui/copy.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { copy } from './copy.ts'
import type { PromptDetail } from './prompt-detail.ts'

type Row = PromptDetail['ranking'][number]

/** The brand and its competitors in the answers to the prompt. */
export function PromptRanking({ detail }: { detail: PromptDetail }) {
  const colorOf = useBrandColors()
  return (
    <Card title={copy.ranking.title} lead={copy.ranking.lead(detail.result_count)}>
      <DataTable
        isInCard
        caption={copy.ranking.caption}
        columns={columnsOf(detail, colorOf)}
        rows={detail.ranking}
        keyOf={({ competitor_id }) => competitor_id ?? 'brand'}
      />
    </Card>
  )
}

const columnsOf = (
  { prompt_id, result_count }: PromptDetail,
  colorOf: (id: string | null) => number,
): Column<Row>[] => {
  const answersOf = ({ competitor_id: id }: Row): AnswerSearch => ({
    prompt: prompt_id,
    ...(id === null ? { named: 'yes' } : { competitor: id }),
  })
  return [
    {
      label: copy.ranking.columns.name,
      cell: ({ competitor_id, name }) => (
        <span className="flex items-center gap-2 font-medium">
          <Dot color={colorOf(competitor_id)} />
          {name}
          {competitor_id === null && <Badge tone="accent">{copy.ranking.you}</Badge>}
        </span>
      ),
    },
    {
      label: metricLabels.mention_rate.label,
      isNumber: true,
      cell: (row) => (
        <Figure
          label={metricLabels.mention_rate.label}
          value={formatPct(row.mention_rate_pct)}
          range={row.interval && formatRange(row.interval, '%')}
          count={result_count}
          evidence={<AnswersLink of={answersOf(row)}>{uiCopy.figure.viewAnswers}</AnswersLink>}
        />
      ),
    },
    {
      label: copy.ranking.columns.first,
      isNumber: true,
      cell: ({ first_count }) => formatCount(first_count),
    },
    {
      label: copy.ranking.columns.position,
      isNumber: true,
      cell: ({ avg_position }) => formatPosition(avg_position),
    },
    {
      label: metricLabels.visibility_score.label,
      isNumber: true,
      cell: (row) => (
        <Figure
          label={metricLabels.visibility_score.label}
          value={formatScore(row.avg_visibility_score)}
          range={row.score_interval && formatRange(row.score_interval)}
          count={result_count}
          evidence={<AnswersLink of={{ prompt: prompt_id }}>{uiCopy.figure.viewAnswers}</AnswersLink>}
        />
      ),
    },
  ]
}
