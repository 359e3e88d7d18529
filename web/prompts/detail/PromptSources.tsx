import { formatCount, formatPct, formatRange } from '../../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../../vocabulary/labels.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure } from '../../answers/AnswersFigure.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import type { PromptDetail } from './prompt-detail.ts'

type Row = PromptDetail['sources'][number]

const shownSources = 10

/** The domains that the answers cite most. */
export function PromptSources({ detail }: { detail: PromptDetail }) {
  const { sources, result_count, prompt_id } = detail
  return (
    <Card title={t('promptDetail.sources.title')}>
      {sources.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('promptDetail.sources.none')}</p>
      ) : (
        <DataTable
          isInCard
          caption={t('promptDetail.sources.caption')}
          columns={getColumns(prompt_id, result_count)}
          rows={sources.slice(0, shownSources)}
          getKey={({ domain }) => domain}
        />
      )}
    </Card>
  )
}

const getColumns = (promptId: string, answers: number): Column<Row>[] => [
  {
    label: t('promptDetail.sources.columns.source'),
    cell: ({ domain, category }) => (
      <>
        <span title={domain} className="block max-w-40 truncate font-medium">
          {domain}
        </span>
        <span className={category === 'owned' ? 'text-xs text-accent-strong' : 'text-xs text-muted'}>
          {sourceCategoryLabel(category)}
        </span>
      </>
    ),
  },
  numberColumn(
    t('promptDetail.sources.columns.answers'),
    ({ domain, results_citing, usage_pct, usage_interval }) => (
      <AnswersFigure
        label={t('promptDetail.sources.columns.answers')}
        value={formatCount(results_citing)}
        range={usage_interval && `${formatPct(usage_pct)}, ${formatRange(usage_interval, '%')}`}
        count={answers}
        of={{ prompt: promptId, domain }}
      />
    ),
  ),
  numberColumn(
    t('promptDetail.sources.columns.mentionYou'),
    ({ domain, brand_mentioned_pct, results_citing }) => (
      <AnswersFigure
        label={t('promptDetail.sources.columns.mentionYou')}
        value={formatPct(brand_mentioned_pct)}
        count={results_citing}
        of={{ prompt: promptId, domain, named: 'yes' }}
      />
    ),
  ),
]
