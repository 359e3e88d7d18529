import { formatCount, formatPct, formatRange } from '../../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../../vocabulary/labels.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersFigure } from '../../answers/AnswersFigure.tsx'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { type Column, DataTable } from '../../ui/table/DataTable.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import type { CompetitorDetail } from './competitor-detail.ts'

type Row = CompetitorDetail['sources'][number]

/** The sources cited in the answers that mention the competitor. */
export function CompetitorSources({ detail }: { detail: CompetitorDetail }) {
  return (
    <Card title={t('competitorDetail.sources.title', { name: detail.name })}>
      {detail.sources.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-muted">{t('competitorDetail.sources.none')}</p>
      ) : (
        <DataTable
          isInCard
          caption={t('competitorDetail.sources.caption', { name: detail.name })}
          columns={getColumns(detail)}
          rows={detail.sources.slice(0, shownSources)}
          getKey={({ domain }) => domain}
        />
      )}
    </Card>
  )
}

const shownSources = 12

function getColumns({ competitor_id: id, mentioned }: CompetitorDetail): Column<Row>[] {
  const named = mentioned.both.results + mentioned.only_competitor.results
  return [
    {
      label: t('competitorDetail.sources.columns.source'),
      cell: ({ domain, category, is_own }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium [overflow-wrap:anywhere]">{domain}</span>
          {is_own ? (
            <Badge>{t('competitorDetail.sources.own')}</Badge>
          ) : (
            <span className="text-xs text-muted">{sourceCategoryLabel(category)}</span>
          )}
        </span>
      ),
    },
    numberColumn(
      t('competitorDetail.sources.columns.answers'),
      ({ domain, results_citing, pct, interval }) => (
        <AnswersFigure
          label={t('competitorDetail.sources.columns.answers')}
          value={formatCount(results_citing)}
          range={interval && `${formatPct(pct)}, ${formatRange(interval, '%')}`}
          count={named}
          of={{ competitor: id, domain }}
        />
      ),
    ),
    numberColumn(t('competitorDetail.sources.columns.withoutYou'), ({ domain, results_without_brand }) => (
      <AnswersLink of={{ competitor: id, domain, named: 'no' }}>
        {formatCount(results_without_brand)}
      </AnswersLink>
    )),
  ]
}
