import { formatCount, formatPct, formatRange } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import type { Returns } from '../api.ts'
import { BrandTiles } from '../brands/BrandTiles.tsx'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import type { Opportunity } from '../opportunities/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { Figure } from '../ui/Figure.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { useSourceOpportunities, useTargets } from './queries.ts'
import { SourceLink } from './SourceLink.tsx'
import { type CitationSearch, outreachStatuses } from './search.ts'

type Target = Returns<'GET /api/metrics/source-targets'>['sources'][number]

type TargetTableProps = { group: 'targets' | 'companies'; search: CitationSearch }

/** The sources to get mentioned in, most missed answers first, with the status of the outreach. */
export function TargetTable({ group, search: { outreach, source } }: TargetTableProps) {
  const list = useTargets(group, outreach)
  const opportunityFor = useSourceOpportunities()
  return (
    <QueryBoundary
      query={{ ...list, data: list.data?.pages.flatMap(({ sources }) => sources) }}
      className="h-96"
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className="card px-5 py-4 text-muted">
            {outreach ? t('citations.targets.noneWithStatus') : t('citations.targets.none')}
          </p>
        ) : (
          <>
            <DataTable
              isOneLine
              caption={
                group === 'targets' ? t('citations.targets.caption') : t('citations.targets.companiesCaption')
              }
              columns={getColumns(list.data?.pages[0]?.result_count ?? 0, ({ domain }) =>
                opportunityFor(domain),
              )}
              rows={rows}
              getKey={({ domain }) => domain}
              isNew={({ domain }) => domain === source}
            />
            <ShowMore list={list} />
          </>
        )
      }
    </QueryBoundary>
  )
}

const getColumns = (
  answers: number,
  getOpportunity: (row: Target) => Opportunity | undefined,
): Column<Target>[] => [
  {
    label: t('citations.targets.columns.source'),
    cell: ({ domain, category }) => (
      <span className="flex min-w-0 items-baseline gap-2">
        <SourceLink domain={domain} />
        <span className="shrink-0 text-xs text-muted">{sourceCategoryLabel(category)}</span>
      </span>
    ),
  },
  {
    label: t('citations.targets.columns.missed'),
    isNumber: true,
    cell: ({ domain, missed_count, missed_pct, missed_interval }) => (
      <Figure
        label={t('citations.targets.columns.missed')}
        value={formatCount(missed_count)}
        range={missed_interval && `${formatPct(missed_pct)}, ${formatRange(missed_interval, '%')}`}
        count={answers}
        evidence={<AnswersLink of={{ domain, named: 'no' }}>{t('ui.figure.viewAnswers')}</AnswersLink>}
      />
    ),
  },
  {
    label: t('citations.targets.columns.you'),
    isNumber: true,
    cell: ({ domain, results_mentioning, results_citing, usage_pct, usage_interval }) => (
      <Figure
        label={t('citations.targets.columns.you')}
        value={t('citations.targets.mentionedOf', { mentioned: results_mentioning, answers: results_citing })}
        range={usage_interval && `${formatPct(usage_pct)}, ${formatRange(usage_interval, '%')}`}
        count={answers}
        evidence={<AnswersLink of={{ domain }}>{t('ui.figure.viewAnswers')}</AnswersLink>}
      />
    ),
  },
  {
    label: t('ui.period.change'),
    isNumber: true,
    cell: ({ change }) => <PeriodMark change={change} format={formatPct} isOthers />,
  },
  {
    label: t('citations.targets.columns.competitors'),
    cell: ({ competitors }) => (
      <BrandTiles
        of={competitors.map(({ competitor_id, name, results }) => ({
          competitor_id,
          text: t('citations.targets.competitor', { name, results }),
        }))}
      />
    ),
  },
  {
    label: t('citations.outreach.status'),
    cell: (row) => <OutreachBadge outreach={row.outreach} opportunity={getOpportunity(row)} />,
  },
]

const tones = { new: 'plain', contacted: 'accent', listed: 'good', not_relevant: 'plain' } as const

type OutreachBadgeProps = { outreach: Target['outreach']; opportunity: Opportunity | undefined }

/** The status of the outreach. A new source with a brief has the status "Brief ready". */
function OutreachBadge({ outreach: { status, owner }, opportunity }: OutreachBadgeProps) {
  if (status === 'new' && opportunity?.has_brief)
    return <Badge tone="accent">{t('citations.outreach.briefReady')}</Badge>
  return (
    <span title={owner?.name}>
      <Badge tone={tones[status]}>{t(`citations.outreach.statuses.${status}`)}</Badge>
    </span>
  )
}

/** Filters the sources by the status of outreach. */
export function OutreachChoice({ chosen }: { chosen: CitationSearch['outreach'] }) {
  const choose = useFilterChoice()
  return (
    <Choice
      label={t('citations.outreach.status')}
      value={chosen}
      every={t('citations.outreach.any')}
      options={outreachStatuses.map((each) => [each, t(`citations.outreach.statuses.${each}`)] as const)}
      onChoose={(outreach) => choose({ outreach })}
    />
  )
}
