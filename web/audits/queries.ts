import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Address, api, invalidate, type Returns, read, readPages } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { pollMs } from '../polling.ts'

export type AuditSummary = Returns<'GET /api/audits'>['items'][number]
export type Audit = Returns<'GET /api/audits/:id'>
export type CheckOutcome = Audit['checks'][number]

const pageSize = 30

export const isUnderWay = ({ status }: Pick<AuditSummary, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

/** Newest first; with `page`, of that page only. Polled while one is running. */
export const auditsQuery = (brandId: string, page: string | undefined) =>
  infiniteQueryOptions({
    ...readPages('GET /api/audits', {
      query: { brand_id: brandId, limit: pageSize, ...(page && { url: page }) },
    }),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isUnderWay) ? pollMs : false),
  })

export const auditQuery = (id: string) => read('GET /api/audits/:id', { params: { id } })

/** Polls an audit until it ends, then invalidates the lists that contain it. */
export function useAudit(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    ...auditQuery(id),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  })
  const isRunning = query.data !== undefined && isUnderWay(query.data)
  useEffect(() => (isRunning ? () => void invalidateLists(queryClient) : undefined), [isRunning, queryClient])
  return query
}

const invalidateLists = (queryClient: QueryClient) => invalidate(queryClient, ...lists)

const lists: Address[] = ['GET /api/audits', 'GET /api/audits/trend', 'GET /api/audits/quota']

export const auditQuota = read('GET /api/audits/quota')
export const auditMethod = read('GET /api/audits/method')

export const auditTrendQuery = (brandId: string, page: string | undefined) =>
  read('GET /api/audits/trend', { query: { brand_id: brandId, ...(page && { url: page }) } })

export const auditChangesQuery = (id: string, since: string | undefined) =>
  read('GET /api/audits/:id/changes', { params: { id }, query: { ...(since && { since_id: since }) } })

/** Starts an audit, or finds the one already running for the page, and opens it. */
export function useStartAudit() {
  const { brand, slug } = useBrand()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { url: string; pages: number }) =>
      api('POST /api/audits', { body: { brand_id: brand.id, ...wanted } }),
    onSuccess: async ({ id }) => {
      await invalidateLists(queryClient)
      await navigate({ to: '/dashboard/brands/$slug/audits/$id', params: { slug, id } })
    },
  })
}
