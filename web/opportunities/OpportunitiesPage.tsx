import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Lightbulb, SearchX, Telescope } from 'lucide-react'
import {
  impacts,
  opportunityKinds,
  opportunityStatuses,
  opportunityTypes,
} from '../../vocabulary/opportunities.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { Choice, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Button, buttonClasses } from '../ui/Button.tsx'
import { EmptyState } from '../ui/page/EmptyState.tsx'
import { LinkTabs } from '../ui/page/LinkTabs.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink } from '../ui/table/DataTable.tsx'
import { useChange } from '../useChange.ts'
import { Board } from './board/Board.tsx'
import { OpportunityList } from './OpportunityList.tsx'
import { contentAddresses, countsQuery } from './queries.ts'
import { type OpportunitySearch, opportunitySearch } from './search.ts'

/** The prompts where competitors lead and the pages to correct, as a board or a list. */
export function OpportunitiesPage() {
  const { brand } = useBrand()
  const { mayWrite } = useCurrentUser()
  const search = opportunitySearch(useSearch({ from: '/dashboard/brands/$slug/opportunities' }))
  const counts = useQuery(countsQuery(brand.id, search))
  const total = counts.data && Object.values(counts.data).reduce((sum, count) => sum + count, 0)
  const isFiltered = (search.impact ?? search.type ?? search.kind) !== undefined
  return (
    <Page
      title={t('opportunities.page.title')}
      within={brand.name}
      lead={t('opportunities.page.lead', { brand: brand.name })}
      actions={mayWrite && <RefreshButton brandId={brand.id} />}
    >
      {(total !== 0 || isFiltered) && <Filters search={search} />}
      <QueryBoundary query={counts} className="h-96">
        {(found) =>
          total === 0 ? (
            <Nothing isFiltered={isFiltered} />
          ) : search.view === 'list' ? (
            <OpportunityList brandId={brand.id} search={search} />
          ) : (
            <Board brandId={brand.id} search={search} counts={found} />
          )
        }
      </QueryBoundary>
    </Page>
  )
}

/** The same refresh as after every run. */
function RefreshButton({ brandId }: { brandId: string }) {
  const generate = useChange(
    () => api('POST /api/content/generate', { body: { brand_id: brandId } }),
    contentAddresses,
  )
  return (
    <div className="flex flex-col gap-1 sm:items-end">
      <Button busy={generate.isPending} onClick={() => generate.mutate()}>
        <Telescope aria-hidden className="size-4" />
        {t('opportunities.page.refresh')}
      </Button>
      <p role="status" className="text-sm text-muted">
        {generate.error && <span className="text-bad">{generate.error.message}</span>}
        {generate.data &&
          t('opportunities.page.refreshed', {
            created: generate.data.created,
            updated: generate.data.updated,
            closed: generate.data.closed,
          })}
      </p>
    </div>
  )
}

function Filters({ search }: { search: OpportunitySearch }) {
  const { brand } = useBrand()
  const choose = useFilterChoice()
  const { view, status, impact, type, kind } = search
  return (
    <search aria-label={t('opportunities.filters.label')} className="mb-6 flex flex-wrap items-center gap-2">
      <ViewLinks search={search} />
      {view === 'list' && (
        <Choice
          label={t('opportunities.filters.status')}
          value={status}
          every={t('opportunities.filters.anyStatus')}
          options={opportunityStatuses.map((each) => [each, t(`labels.opportunityStatus.${each}`)] as const)}
          onChoose={(chosen) => choose({ status: chosen })}
        />
      )}
      <Choice
        label={t('opportunities.filters.impact')}
        value={impact}
        every={t('opportunities.filters.anyImpact')}
        options={impacts.map((each) => [each, t(`labels.impact.${each}`)] as const)}
        onChoose={(chosen) => choose({ impact: chosen })}
      />
      <Choice
        label={t('opportunities.filters.type')}
        value={type}
        every={t('opportunities.filters.allTypes')}
        options={opportunityTypes.map((each) => [each, t(`labels.opportunityType.${each}`)] as const)}
        onChoose={(chosen) => choose({ type: chosen })}
      />
      <Choice
        label={t('opportunities.filters.kind')}
        value={kind}
        every={t('opportunities.filters.allKinds')}
        options={opportunityKinds.map((each) => [each, t(`labels.opportunityKind.${each}`)] as const)}
        onChoose={(chosen) => choose({ kind: chosen })}
      />
      {(status ?? impact ?? type ?? kind) && (
        <Button
          look="quiet"
          size="small"
          onClick={() => choose({ status: '', impact: '', type: '', kind: '' })}
        >
          {t('opportunities.filters.clear')}
        </Button>
      )}
      <span className="ml-auto">
        <CsvLink href={csvHref('GET /api/content', { brand_id: brand.id, status, impact, type, kind })} />
      </span>
    </search>
  )
}

function ViewLinks({ search: { view, ...filters } }: { search: OpportunitySearch }) {
  const { slug, filter } = useBrand()
  const to = '/dashboard/brands/$slug/opportunities'
  const at = { to, params: { slug } } as const
  return (
    <LinkTabs
      label={t('opportunities.filters.view')}
      tabs={[
        {
          label: t('opportunities.filters.board'),
          isHere: !view,
          ...at,
          search: { ...filter, ...opportunitySearch(filters) },
        },
        {
          label: t('opportunities.filters.list'),
          isHere: view === 'list',
          ...at,
          search: { ...filter, ...opportunitySearch({ ...filters, view: 'list' }) },
        },
      ]}
    />
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { slug } = useBrand()
  const choose = useFilterChoice()
  if (isFiltered)
    return (
      <EmptyState
        isCard
        Icon={SearchX}
        title={t('opportunities.empty.noMatches')}
        action={
          <Button onClick={() => choose({ impact: '', type: '', kind: '' })}>
            {t('opportunities.empty.showAll')}
          </Button>
        }
      >
        {t('opportunities.empty.noMatchesHint')}
      </EmptyState>
    )
  return (
    <EmptyState
      isCard
      Icon={Lightbulb}
      title={t('opportunities.empty.title')}
      action={
        <Link to="/dashboard/brands/$slug/runs" params={{ slug }} className={buttonClasses('primary')}>
          {t('opportunities.empty.viewRuns')}
        </Link>
      }
    >
      {t('opportunities.empty.hint')}
    </EmptyState>
  )
}
