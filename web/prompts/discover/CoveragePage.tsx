import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Check, ListChecks } from 'lucide-react'
import { coverageKinds } from '../../../vocabulary/discovery.ts'
import { formatCount } from '../../../vocabulary/formats.ts'
import { t } from '../../../vocabulary/texts.ts'
import { AnswersLink } from '../../answers/AnswersLink.tsx'
import { type Returns, readPages } from '../../api.ts'
import { Choice, useFilterChoice } from '../../brands/FilterBar.tsx'
import { noFilters } from '../../brands/filter.ts'
import { useBrand } from '../../brands/useBrand.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { QueryBoundary } from '../../ui/page/QueryBoundary.tsx'
import { csvHref } from '../../ui/table/csv-href.ts'
import { CsvLink, DataTable } from '../../ui/table/DataTable.tsx'
import { LoadMoreButton } from '../../ui/table/LoadMoreButton.tsx'
import { numberColumn } from '../../ui/table/number-column.ts'
import { PromptTabs } from '../PromptTabs.tsx'
import { coverageSearch } from './candidates.ts'
import { useTrack } from './decisions.ts'

type Item = Returns<'GET /api/metrics/prompt-coverage'>['items'][number]

/** Pages, products and topics without a prompt. */
export function CoveragePage() {
  const { brand } = useBrand()
  const filters = coverageSearch(useSearch({ strict: false }))
  const choose = useFilterChoice()
  const list = useInfiniteQuery({
    ...readPages('GET /api/metrics/prompt-coverage', { query: { brand_id: brand.id, ...filters } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('discovery.coverage.title')} within={brand.name} lead={t('discovery.coverage.lead')}>
      <PromptTabs here="coverage" />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Choice
          label={t('discovery.coverage.kind')}
          value={filters.kind}
          every={t('discovery.coverage.all')}
          options={coverageKinds.map((each) => [each, t(`discovery.coverage.kinds.${each}`)])}
          onChoose={(kind) => choose({ kind })}
        />
        <CsvLink href={csvHref('GET /api/metrics/prompt-coverage', { brand_id: brand.id, ...filters })} />
      </div>
      <QueryBoundary query={list}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0)
            return (
              <EmptyState isCard Icon={ListChecks} title={t('discovery.coverage.title')}>
                {t('discovery.coverage.empty')}
              </EmptyState>
            )
          return (
            <>
              <CoverageTable items={items} firstDay={pages[0]?.first_day ?? ''} />
              <LoadMoreButton {...list} />
            </>
          )
        }}
      </QueryBoundary>
    </Page>
  )
}

function CoverageTable({ items, firstDay }: { items: readonly Item[]; firstDay: string }) {
  const showCount = (count: number | null) => (count === null ? '–' : formatCount(count))
  return (
    <DataTable
      caption={t('discovery.coverage.title')}
      columns={[
        { label: t('discovery.coverage.subject'), cell: (item) => <Subject item={item} /> },
        numberColumn(t('discovery.coverage.citations'), ({ citations, url }: Item) =>
          citations && url ? (
            <AnswersLink of={{ url }} filter={{ ...noFilters, from: firstDay, to: '' }}>
              {showCount(citations)}
            </AnswersLink>
          ) : (
            showCount(citations)
          ),
        ),
        numberColumn(t('discovery.coverage.impressions'), ({ impressions }: Item) => showCount(impressions)),
        {
          label: t('discovery.coverage.candidate'),
          cell: ({ candidate }) =>
            candidate ? (
              <Proposal candidate={candidate} />
            ) : (
              <span className="text-muted">{t('discovery.coverage.noCandidate')}</span>
            ),
        },
      ]}
      rows={items}
      getKey={({ kind, id, url }) => kind + (id ?? url ?? '')}
    />
  )
}

function Subject({ item: { kind, name, url } }: { item: Item }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
      {url === null ? name : <ExternalLink href={url}>{name}</ExternalLink>}
      <Badge>{t(`discovery.coverage.kinds.${kind}`)}</Badge>
    </span>
  )
}

function Proposal({ candidate: { query, draft } }: { candidate: NonNullable<Item['candidate']> }) {
  const { mayWrite } = useCurrentUser()
  const track = useTrack()
  return (
    <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
      {draft}
      {mayWrite && (
        <Button
          size="small"
          busy={track.isPending}
          aria-label={t('discovery.candidates.trackOne', { query })}
          onClick={() => track.mutate({ prompts: [{ query, text: draft }] })}
        >
          <Check aria-hidden className="size-4" />
          {t('discovery.candidates.track')}
        </Button>
      )}
      <ErrorNotice error={track.error} />
    </span>
  )
}
