import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatPct, formatRange, formatScore } from '../../vocabulary/formats.ts'
import { sourceCategoryLabel } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'
import { AnswersLink } from '../answers/AnswersLink.tsx'
import { api, type Returns, read } from '../api.ts'
import { useBrandColors } from '../brands/brand-colors.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { Opportunity } from '../opportunities/queries.ts'
import { contentAddresses } from '../opportunities/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Dot } from '../ui/Dot.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Figure } from '../ui/Figure.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { type Column, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { useChange } from '../useChange.ts'

type Target = Returns<'GET /api/metrics/source-targets'>['sources'][number]

const pageSize = 25

export function useTargets(group: 'targets' | 'companies') {
  const { query } = useBrand()
  const requestQuery = { ...query, group, limit: pageSize }
  return useInfiniteQuery({
    queryKey: ['GET /api/metrics/source-targets', requestQuery],
    queryFn: ({ pageParam }) =>
      api('GET /api/metrics/source-targets', {
        query: { ...requestQuery, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })
}

/** The maximum page size of the API. */
const mostOpportunities = 500

/** The sources to get mentioned in, with the opportunity that someone created for each. */
export function TargetTable({ group }: { group: 'targets' | 'companies' }) {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const getColor = useBrandColors()
  const list = useTargets(group)
  const { data: opportunities } = useQuery(
    read('GET /api/content', { query: { brand_id: brand.id, limit: mostOpportunities } }),
  )
  const opportunityFor = (domain: string) =>
    opportunities?.items.find(
      ({ source_domain, status }) => source_domain === domain && status !== 'dismissed',
    )
  return (
    <QueryBoundary
      query={{ ...list, data: list.data?.pages.flatMap(({ sources }) => sources) }}
      className="h-96"
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className="card px-5 py-4 text-muted">{t('citations.targets.none')}</p>
        ) : (
          <>
            <DataTable
              caption={
                group === 'targets' ? t('citations.targets.caption') : t('citations.targets.companiesCaption')
              }
              columns={getColumns(list.data?.pages[0]?.result_count ?? 0, getColor, (row) => (
                <OpportunityCell
                  domain={row.domain}
                  opportunity={opportunityFor(row.domain)}
                  mayWrite={mayWrite}
                />
              ))}
              rows={rows}
              getKey={({ domain }) => domain}
            />
            <p className="mt-2 text-xs text-muted">{t('citations.targets.definition')}</p>
            <ShowMore list={list} />
          </>
        )
      }
    </QueryBoundary>
  )
}

const getColumns = (
  answers: number,
  getColor: (id: string | null) => number,
  opportunity: (row: Target) => ReactNode,
): Column<Target>[] => [
  {
    label: t('citations.targets.columns.source'),
    cell: ({ domain, category }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <ExternalLink
          href={`https://${domain}`}
          className="font-medium hover:underline [overflow-wrap:anywhere]"
        >
          {domain}
        </ExternalLink>
        <span className="text-xs text-muted">{sourceCategoryLabel(category)}</span>
      </span>
    ),
  },
  {
    label: t('citations.targets.columns.score'),
    isNumber: true,
    cell: ({ score }) => formatScore(score),
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
    label: t('citations.targets.columns.answers'),
    isNumber: true,
    cell: ({ domain, results_citing, usage_pct, usage_interval }) => (
      <Figure
        label={t('citations.targets.columns.answers')}
        value={formatCount(results_citing)}
        range={usage_interval && `${formatPct(usage_pct)}, ${formatRange(usage_interval, '%')}`}
        count={answers}
        evidence={<AnswersLink of={{ domain }}>{t('ui.figure.viewAnswers')}</AnswersLink>}
      />
    ),
  },
  {
    label: t('citations.targets.columns.competitors'),
    cell: ({ competitors }) => <Competitors of={competitors} getColor={getColor} />,
  },
  {
    label: t('citations.targets.columns.you'),
    cell: ({ domain, results_mentioning, results_citing }) =>
      results_mentioning === 0 ? (
        <span className="text-bad">{t('citations.targets.notMentioned')}</span>
      ) : (
        <AnswersLink of={{ domain, named: 'yes' }} className="whitespace-nowrap hover:underline">
          {t('citations.targets.mentioned', { pct: formatPct((100 * results_mentioning) / results_citing) })}
        </AnswersLink>
      ),
  },
  { label: t('citations.targets.columns.opportunity'), cell: opportunity },
]

const mostCompetitors = 7

/** The competitors in the answers that cite the source: the initial of each in its color. */
function Competitors({
  of: competitors,
  getColor,
}: {
  of: Target['competitors']
  getColor: (id: string | null) => number
}) {
  if (competitors.length === 0)
    return <span className="text-muted">{t('citations.targets.noCompetitors')}</span>
  return (
    <ul className="flex flex-wrap gap-1">
      {competitors.slice(0, mostCompetitors).map(({ competitor_id, name, results }) => (
        <li
          key={competitor_id}
          title={t('citations.targets.competitor', { name, results })}
          className="flex items-center gap-1 rounded bg-sunken px-1.5 text-xs font-medium"
        >
          <Dot color={getColor(competitor_id)} />
          <span aria-hidden>{name.slice(0, 1)}</span>
          <span className="sr-only">{t('citations.targets.competitor', { name, results })}</span>
        </li>
      ))}
    </ul>
  )
}

type OpportunityCellProps = { domain: string; opportunity: Opportunity | undefined; mayWrite: boolean }

function OpportunityCell({ domain, opportunity, mayWrite }: OpportunityCellProps) {
  const { brand, slug } = useBrand()
  const create = useChange(
    () => api('POST /api/content', { body: { brand_id: brand.id, domain } }),
    contentAddresses,
  )
  if (opportunity)
    return (
      <Link
        to="/dashboard/brands/$slug/opportunities/$id"
        params={{ slug, id: opportunity.id }}
        className="link whitespace-nowrap"
      >
        {t(`labels.opportunityStatus.${opportunity.status}`)}
        {opportunity.owner && t('citations.targets.owner', { name: opportunity.owner.name })}
      </Link>
    )
  if (!mayWrite) return null
  return (
    <>
      <button
        type="button"
        aria-label={t('citations.targets.createFor', { domain })}
        aria-disabled={create.isPending || undefined}
        onClick={() => !create.isPending && create.mutate()}
        className="link whitespace-nowrap"
      >
        {t('citations.targets.create')}
      </button>
      <ErrorNotice error={create.error} className="mt-1 max-w-56" />
    </>
  )
}
