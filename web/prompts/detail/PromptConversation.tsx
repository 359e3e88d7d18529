import { useQuery } from '@tanstack/react-query'
import { formatRange, formatScore, noData } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure, RateFigure } from '../../answers/AnswersFigure.tsx'
import { type Returns, read } from '../../api.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PeriodMark } from '../../ui/PeriodMark.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import { PromptLink } from '../PromptLink.tsx'
import { conversationQuery } from '../queries.ts'

type Numbers = Returns<'GET /api/metrics/prompt-table'>['prompts'][number]
type Row = Returns<'GET /api/prompts/:prompt/conversation'>['questions'][number] & {
  turn: number
  numbers: Numbers | undefined
}

/** The questions of the conversation with their numbers, first to last. Nothing for a prompt without follow-ups. */
export function PromptConversation({ id }: { id: string }) {
  const { query } = useBrand()
  const { data: conversation } = useQuery(conversationQuery(id))
  const questions = conversation?.questions ?? []
  const ids = questions.map(({ prompt_id }) => prompt_id)
  const { topic_id: _, branded: __, tag: ___, ...window } = query
  const { data } = useQuery({
    ...read('GET /api/metrics/prompt-table', {
      query: { ...window, prompt_id: ids.join(), limit: ids.length },
    }),
    enabled: ids.length > 1,
  })
  if (ids.length < 2) return null
  const rows = questions.map((question, index) => ({
    ...question,
    turn: index + 1,
    numbers: data?.prompts.find(({ prompt_id }) => prompt_id === question.prompt_id),
  }))
  return (
    <div className="mb-4">
      <Card title={t('promptDetail.conversation.title')} lead={t('promptDetail.conversation.lead')}>
        <DataTable
          isInCard
          caption={t('promptDetail.conversation.caption')}
          columns={getColumns(id)}
          rows={rows}
          getKey={({ prompt_id }) => prompt_id}
        />
      </Card>
    </div>
  )
}

const getColumns = (id: string): Column<Row>[] => [
  {
    label: t('promptDetail.conversation.question'),
    cell: ({ turn, is_active, ...prompt }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="tabular-nums text-muted">{turn}</span>
        {prompt.prompt_id === id ? (
          <span aria-current="page" className="font-semibold [overflow-wrap:anywhere]">
            {prompt.prompt_text}
          </span>
        ) : (
          <PromptLink prompt={prompt} />
        )}
        {!is_active && <Badge tone="caution">{t('prompts.badges.paused')}</Badge>}
      </span>
    ),
  },
  numberColumn(t('labels.metric.mention_rate.label'), ({ numbers }) =>
    numbers ? (
      <RateFigure
        label={t('labels.metric.mention_rate.label')}
        pct={numbers.mention_rate_pct}
        interval={numbers.interval}
        count={numbers.result_count}
        of={{ prompt: numbers.prompt_id }}
      />
    ) : (
      noData
    ),
  ),
  numberColumn(t('labels.metric.visibility_score.label'), ({ numbers }) =>
    numbers ? (
      <AnswersFigure
        label={t('labels.metric.visibility_score.label')}
        value={formatScore(numbers.avg_visibility_score)}
        range={numbers.score_interval && formatRange(numbers.score_interval)}
        count={numbers.result_count}
        of={{ prompt: numbers.prompt_id }}
      />
    ) : (
      noData
    ),
  ),
  numberColumn(t('prompts.table.columns.change'), ({ numbers }) =>
    numbers && numbers.result_count > 0 ? <PeriodMark change={numbers.change} /> : noData,
  ),
  {
    label: t('prompts.table.columns.leader'),
    cell: ({ numbers }) =>
      numbers?.leader ? (
        numbers.leader.competitor_id === null ? (
          <span className="font-medium text-accent-strong">{t('prompts.table.youLead')}</span>
        ) : (
          numbers.leader.name
        )
      ) : (
        noData
      ),
  },
]
