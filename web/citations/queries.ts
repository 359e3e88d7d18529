import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { read, readPages } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import type { Opportunity } from '../opportunities/queries.ts'
import type { CitationSearch } from './search.ts'

const pageSize = 25

/** The sources to get mentioned in, or the sites of companies. */
export function useTargets(group: 'targets' | 'companies', status?: CitationSearch['outreach']) {
  const { query } = useBrand()
  return useInfiniteQuery({
    ...readPages('GET /api/metrics/source-targets', {
      query: { ...query, group, limit: pageSize, ...(status && { status }) },
    }),
    placeholderData: keepPreviousData,
  })
}

/** The maximum page size of the API. */
const mostOpportunities = 500

/** Returns the opportunity that someone created for a source. */
export function useSourceOpportunities(): (domain: string) => Opportunity | undefined {
  const { brand } = useBrand()
  const { data } = useQuery(
    read('GET /api/content', { query: { brand_id: brand.id, limit: mostOpportunities } }),
  )
  return (domain) =>
    data?.items.find(({ source_domain, status }) => source_domain === domain && status !== 'dismissed')
}
