import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Address, api, type Returns, read, renew } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'

export type AuditSummary = Returns<'GET /api/audits'>['items'][number]
export type Audit = Returns<'GET /api/audits/:id'>
export type Check = Audit['checks'][number]

const atOnce = 30
const pollMs = 3_000
/** An audit takes seconds: whoever has started one watches it. */
const watchPollMs = 700

export const isUnderWay = ({ status }: Pick<AuditSummary, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

/** Newest first; with `page`, of that one alone. Asked for again while one of them is under way. */
export const auditsQuery = (brandId: string, page: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/audits', brandId, page ?? ''],
    queryFn: ({ pageParam }) =>
      api('GET /api/audits', {
        query: {
          brand_id: brandId,
          limit: atOnce,
          ...(page && { url: page }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isUnderWay) ? pollMs : false),
  })

export const auditQuery = (id: string) => read('GET /api/audits/:id', { params: { id } })

/** An audit as it stands, asked for again until it has ended; then the lists that it stands in are read anew. */
export function useAudit(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...auditQuery(id),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? watchPollMs : false),
  })
  const goesOn = query.data !== undefined && isUnderWay(query.data)
  useEffect(() => (goesOn ? () => void forgetLists(queryClient) : undefined), [goesOn, queryClient])
  return query
}

const forgetLists = (queryClient: QueryClient) => renew(queryClient, ...lists)

const lists: Address[] = ['GET /api/audits', 'GET /api/audits/trend', 'GET /api/audits/quota']

/** How many pages have been looked at so far. */
export function useAuditProgress(id: string) {
  const { data } = useQuery({
    ...read('GET /api/jobs/:job', { params: { job: id } }),
    refetchInterval: watchPollMs,
  })
  return data?.progress ?? null
}

export const auditQuota = read('GET /api/audits/quota')
export const auditMethod = read('GET /api/audits/method')

export const auditTrendQuery = (brandId: string, page: string | undefined) =>
  read('GET /api/audits/trend', { query: { brand_id: brandId, ...(page && { url: page }) } })

export const auditChangesQuery = (id: string, since: string | undefined) =>
  read('GET /api/audits/:id/changes', { params: { id }, query: { ...(since && { since_id: since }) } })

/** Starts an audit and goes to where it is watched; of one that is under way already, there. */
export function useStartAudit() {
  const { brand, slug } = useBrand()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { url: string; pages: number }) =>
      api('POST /api/audits', { body: { brand_id: brand.id, ...wanted } }),
    onSuccess: async ({ id }) => {
      await forgetLists(queryClient)
      await navigate({ to: '/dashboard/brands/$slug/audits/$id', params: { slug, id } })
    },
  })
}
