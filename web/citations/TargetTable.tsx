import { formatCount, formatPct } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersFigure } from '../answers/AnswersFigure.tsx'
import type { Returns } from '../api.ts'
import { BrandTiles } from '../brands/BrandTiles.tsx'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import type { Opportunity } from '../opportunities/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { PeriodMark } from '../ui/PeriodMark.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { numberColumn } from '../ui/table/number-column.ts'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { NamedMark } from './panel/OnPage.tsx'
import { useSourceOpportunities, useTargets } from './queries.ts'
import { SourceLink } from './SourceLink.tsx'
import { type CitationSearch, outreachStatuses } from './search.ts'

type Target = Returns<'GET /api/metrics/source-targets'>['sources'][number]

type TargetTableProps = { group: 'targets' | 'companies'; search: CitationSearch }

/** The sources worth targeting, in the order of the answers without the brand, with the status of the outreach. */
export function TargetTable({ group, search: { outreach, source } }: TargetTableProps) {
  const { brand } = useBrand()
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
              columns={getColumns(brand.name, list.data?.pages[0]?.result_count ?? 0, ({ domain }) =>
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
  brand: string,
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
  numberColumn(t('citations.targets.columns.missed'), ({ domain, missed_count, page_gap_count: value }) => (
    <AnswersFigure
      label={t('citations.targets.columns.missed')}
      value={formatCount(value)}
      count={answers}
      {...(missed_count > value && {
        note: t('citations.panel.covered', { covered: missed_count - value, brand }),
      })}
      of={{ domain, named: 'no' }}
    />
  )),
  {
    label: t('citations.targets.columns.onPages'),
    cell: ({ on_pages: { naming, checked } }) =>
      checked === 0 ? (
        <span className="text-muted">{t('citations.panel.notChecked')}</span>
      ) : (
        <NamedMark isNamed={naming > 0}>{t('citations.targets.onPagesOf', { naming, checked })}</NamedMark>
      ),
  },
  numberColumn(t('ui.period.change'), ({ change }) => (
    <PeriodMark change={change} format={formatPct} isOthers />
  )),
  {
    label: t('citations.targets.columns.competitors'),
    cell: ({ on_pages: { checked, competitors } }) =>
      checked > 0 && (
        <BrandTiles of={competitors.map(({ competitor_id, name }) => ({ competitor_id, text: name }))} />
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
