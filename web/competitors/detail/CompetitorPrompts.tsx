import { useState } from 'react'
import { formatPoints, formatRange, formatScore } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { getKeys } from '../../../vocabulary/typed-keys.ts'
import { AnswersFigure } from '../../answers/AnswersFigure.tsx'
import { PromptLink } from '../../prompts/PromptLink.tsx'
import { classes } from '../../ui/classes.ts'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import type { CompetitorDetail } from './competitor-detail.ts'

type Row = CompetitorDetail['prompts'][number]
type View = keyof typeof leaders

const leaders = { lost: 'competitor', won: 'brand' } as const

/** The prompts where the competitor leads, and where the brand leads. */
export function CompetitorPrompts({ detail }: { detail: CompetitorDetail }) {
  const [view, setView] = useState<View>('lost')
  const of = (each: View) => detail.prompts.filter(({ leader }) => leader === leaders[each])
  const rows = view === 'won' ? of(view).toReversed() : of(view)
  return (
    <Card
      title={t('competitorDetail.prompts.title')}
      actions={
        <fieldset
          aria-label={t('competitorDetail.prompts.view')}
          className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1 text-sm"
        >
          {getKeys(leaders).map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === view}
              onClick={() => setView(key)}
              className={classes(
                'rounded-md px-2.5 py-0.5 font-medium',
                key === view ? 'bg-surface shadow-card' : 'text-muted hover:text-ink',
              )}
            >
              {t(`competitorDetail.prompts.views.${key}`, { competitor: detail.name, count: of(key).length })}
            </button>
          ))}
        </fieldset>
      }
    >
      {rows.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-sm text-muted">
          {t('competitorDetail.prompts.none')}
        </p>
      ) : (
        <DataTable
          isInCard
          caption={t('competitorDetail.prompts.caption')}
          columns={getColumns(detail)}
          rows={rows}
          getKey={({ prompt_id }) => prompt_id}
        />
      )}
    </Card>
  )
}

const getColumns = ({ name, competitor_id }: CompetitorDetail): Column<Row>[] => [
  { label: t('competitorDetail.prompts.columns.prompt'), cell: (row) => <PromptLink prompt={row} /> },
  numberColumn(t('competitorDetail.prompts.columns.you'), ({ brand_score }) => formatScore(brand_score)),
  numberColumn(name, ({ competitor_score }) => formatScore(competitor_score)),
  numberColumn(
    t('competitorDetail.prompts.columns.gap'),
    ({ gap, interval, result_count, prompt_id, prompt_text, is_clear }) => (
      <span className={classes(!is_clear && 'text-muted')}>
        <AnswersFigure
          label={t('competitorDetail.gaps.label', { name: prompt_text })}
          value={formatPoints(gap)}
          range={formatRange(interval)}
          count={result_count}
          of={{ prompt: prompt_id, competitor: competitor_id }}
        />
      </span>
    ),
  ),
]
