import { useQueryClient } from '@tanstack/react-query'
import { type Address, invalidate, type Returns, read, readPages } from '../api.ts'
import { withoutUndefined } from '../search-params.ts'
import type { OpportunitySearch } from './search.ts'

export type OpportunityPage = Returns<'GET /api/content'>
export type Opportunity = OpportunityPage['items'][number]
export type OpportunityDetail = Returns<'GET /api/content/:id'>

export type SourceData = OpportunityDetail['source_data']
export type GapData = Extract<SourceData, { kind: 'gap' }>
export type CorrectionData = Extract<SourceData, { kind: 'correction' }>

type Filter = Pick<OpportunitySearch, 'status' | 'impact' | 'type' | 'kind'>

/** Key prefix of the paginated lists only. */
export const opportunityLists = ['GET /api/content', 'pages'] as const

/** Highest score first, page by page. */
export function opportunitiesQuery(brandId: string, { status, impact, type, kind }: Filter, limit: number) {
  const filter = withoutUndefined({ status, impact, type, kind })
  return readPages('GET /api/content', { query: { brand_id: brandId, limit, ...filter } })
}

/** Separates the opportunities that need more data, which board and list show last. */
export function byCertainty(all: readonly Opportunity[]): {
  ranked: Opportunity[]
  uncertain: Opportunity[]
} {
  return {
    ranked: all.filter(({ certainty }) => certainty === 'established'),
    uncertain: all.filter(({ certainty }) => certainty === 'directional'),
  }
}

export const countsQuery = (brandId: string, { impact, type, kind }: Omit<Filter, 'status'>) =>
  read('GET /api/content/counts', {
    query: { brand_id: brandId, ...withoutUndefined({ impact, type, kind }) },
  })

export const opportunityQuery = (id: string) => read('GET /api/content/:id', { params: { id } })

/** Invalidates everything that a change to an opportunity, its brief or the webhook affects. */
export function useContentRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => invalidate(queryClient, ...contentAddresses)
}

/** What changes with an opportunity. */
export const contentAddresses: Address[] = [
  'GET /api/content',
  'GET /api/content/counts',
  'GET /api/content/:id',
  'GET /api/content/:id/deliveries',
]
