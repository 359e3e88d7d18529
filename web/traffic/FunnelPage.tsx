import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatList } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { readPages } from '../api.ts'
import { FilterBar, useFilterChoice } from '../brands/FilterBar.tsx'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { SearchField } from '../ui/form/SearchField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/page/Page.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { Section } from '../ui/page/Section.tsx'
import { csvHref } from '../ui/table/csv-href.ts'
import { CsvLink, DataTable } from '../ui/table/DataTable.tsx'
import { ShowMore } from '../ui/table/ShowMore.tsx'
import { getSort } from '../ui/table/sort-search.ts'
import { FunnelDetail } from './FunnelDetail.tsx'
import { FunnelGaps } from './FunnelGaps.tsx'
import { FunnelGoals } from './FunnelGoals.tsx'
import { FunnelStages } from './FunnelStages.tsx'
import { funnelColumns } from './funnel-columns.tsx'
import { funnelSearch } from './funnel-search.ts'
import { TrafficTabs } from './TrafficTabs.tsx'

const address = 'GET /api/metrics/funnel'

/** From citations of the brand's pages to conversions, per page. */
export function FunnelPage() {
  const { brand, query } = useBrand()
  const { q, gap, ...search } = funnelSearch(useSearch({ from: '/dashboard/brands/$slug/traffic/funnel' }))
  const choose = useFilterChoice()
  const [opened, setOpened] = useState<string | null>(null)
  const sort = getSort(search, 'citations')
  const requestQuery = { ...query, ...sort.requestQuery, ...(q && { q }), ...(gap && { gap }) }
  const list = useInfiniteQuery({
    ...readPages(address, { query: requestQuery }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('traffic.funnel.title')}
      within={brand.name}
      lead={t('traffic.funnel.lead')}
      filters={<FilterBar parts={['days', 'platform', 'topic', 'tag', 'persona', 'market']} />}
    >
      <TrafficTabs here="funnel" />
      <QueryBoundary query={{ ...list, data: list.data?.pages[0] }} className="h-96">
        {(data) => (
          <>
            <FunnelStages data={data} />
            {data.only_citations.length > 0 && (
              <div className="mb-6">
                <Notice tone="caution">
                  {t('traffic.funnel.onlyCitations', {
                    filters: formatList(
                      data.only_citations.map((each) => t(`traffic.funnel.filters.${each}`)),
                    ),
                  })}
                </Notice>
              </div>
            )}
            <FunnelGaps gaps={data.gaps} chosen={gap} onChoose={(next) => choose({ gap: next })} />
            <Section
              title={t('traffic.funnel.pages', { pages: data.matches })}
              lead={t('traffic.funnel.pagesLead')}
              actions={
                <>
                  {data.simulated && <Badge tone="caution">{t('labels.surface.simulated')}</Badge>}
                  <SearchField
                    label={t('traffic.funnel.search')}
                    value={q ?? ''}
                    onSearch={(text) => choose({ q: text })}
                  />
                  <CsvLink href={csvHref(address, requestQuery)} />
                </>
              }
            >
              {data.matches === 0 ? (
                <p className="card px-4 py-3 text-sm text-muted sm:px-5">{t('traffic.funnel.noPages')}</p>
              ) : (
                <>
                  <DataTable
                    caption={t('traffic.funnel.caption')}
                    columns={funnelColumns(data, setOpened)}
                    rows={list.data?.pages.flatMap(({ pages }) => pages) ?? []}
                    getKey={({ path }) => path}
                    sort={sort.shown}
                    onSort={({ by, order }) => choose({ sort: by, order })}
                  />
                  <ShowMore list={list} />
                </>
              )}
            </Section>
            <FunnelGoals goals={data.goals} isMeasured={data.stages.conversions !== null} />
          </>
        )}
      </QueryBoundary>
      {opened !== null && <FunnelDetail path={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}
