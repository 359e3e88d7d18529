import { infiniteQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Returns, read } from '../api.ts'
import { useInvalidateAfter } from '../brands/queries.ts'
import { isRealtimeConnected } from './realtime.ts'

export type RunRecord = Returns<'GET /api/runs'>['items'][number]
export type RunReport = Returns<'GET /api/runs/:run'>

const pollMs = 3_000
const toldPollMs = 15_000
/** Right after the start a person is looking: what happens first is shown as it happens. */
const earlyPollMs = 700
const earlyPolls = 15

/** How long to wait before a run that goes on is asked about again. */
export const nextPollMs = (polls: number): number =>
  isRealtimeConnected() ? toldPollMs : polls < earlyPolls ? earlyPollMs : pollMs

const atOnce = 50

export const runsQuery = (brandId: string) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/runs', brandId, 'all'],
    queryFn: ({ pageParam, signal: _ }) =>
      api('GET /api/runs', {
        query: { brand_id: brandId, limit: atOnce, ...(pageParam !== '' && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(isUnderWay) ? nextPollMs(earlyPolls) : false,
  })

export const runQuery = (id: string) => read('GET /api/runs/:run', { params: { run: id } })

export const isUnderWay = ({ status }: { status: RunRecord['status'] }): boolean =>
  status === 'waiting' || status === 'active'

/** A run as it stands, asked for again and again until it has ended; then whatever it changed is read anew. */
export function useRunReport(id: string) {
  const _queryClient = useQueryClient()
  const query = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? nextPollMs(state.dataUpdateCount) : false,
  })
  useInvalidateAfter(query.data !== undefined && isUnderWay(query.data))
  return query
}
