import { formatCount, formatPosition, formatRange, formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure, RateFigure } from '../../answers/AnswersFigure.tsx'
import type { AnswerSearch } from '../../answers/search.ts'
import { useBrandColors } from '../../brands/brand-colors.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Dot } from '../../ui/Dot.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import type { PromptDetail } from './prompt-detail.ts'

type Row = PromptDetail['ranking'][number]

/** The brand and its competitors in the answers to the prompt. */
export function PromptRanking({ detail }: { detail: PromptDetail }) {
  const getColor = useBrandColors()
  return (
    <Card
      title={t('promptDetail.ranking.title')}
      lead={t('promptDetail.ranking.lead', { answers: detail.result_count })}
    >
      <DataTable
        isInCard
        caption={t('promptDetail.ranking.caption')}
        columns={getColumns(detail, getColor)}
        rows={detail.ranking}
        getKey={({ competitor_id }) => competitor_id ?? 'brand'}
      />
    </Card>
  )
}

const getColumns = (
  { prompt_id, result_count }: PromptDetail,
  getColor: (id: string | null) => number,
): Column<Row>[] => {
  const getAnswers = ({ competitor_id: id }: Row): AnswerSearch => ({
    prompt: prompt_id,
    ...(id === null ? { named: 'yes' } : { competitor: id }),
  })
  return [
    {
      label: t('promptDetail.ranking.columns.name'),
      cell: ({ competitor_id, name }) => (
        <span className="flex items-center gap-2 font-medium">
          <Dot color={getColor(competitor_id)} />
          {name}
          {competitor_id === null && <Badge tone="accent">{t('promptDetail.ranking.you')}</Badge>}
        </span>
      ),
    },
    numberColumn(t('labels.metric.mention_rate.label'), (row) => (
      <RateFigure
        label={t('labels.metric.mention_rate.label')}
        pct={row.mention_rate_pct}
        interval={row.interval}
        count={result_count}
        of={getAnswers(row)}
      />
    )),
    numberColumn(t('promptDetail.ranking.columns.first'), ({ first_count }) => formatCount(first_count)),
    numberColumn(t('promptDetail.ranking.columns.position'), ({ avg_position }) =>
      formatPosition(avg_position),
    ),
    numberColumn(t('labels.metric.visibility_score.label'), (row) => (
      <AnswersFigure
        label={t('labels.metric.visibility_score.label')}
        value={formatScore(row.avg_visibility_score)}
        range={row.score_interval && formatRange(row.score_interval)}
        count={result_count}
        of={{ prompt: prompt_id }}
      />
    )),
  ]
}
