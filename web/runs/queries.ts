import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { api, type Returns, read } from '../api.ts'
import { useInvalidateAfter } from '../brands/invalidate-answers.ts'
import { RealtimeConnected } from './realtime.ts'

export type RunRecord = Returns<'GET /api/runs'>['items'][number]
export type RunReport = Returns<'GET /api/runs/:run'>

const pollMs = 3_000
/** While realtime events arrive, polling only covers a lost event. */
const realtimePollMs = 15_000
/** The user has just started the run and is watching its first results. */
const earlyPollMs = 700
const earlyPolls = 15

/** Returns a function from the number of polls so far to the delay in milliseconds before the next one. */
export function usePollInterval(): (polls: number) => number {
  const isRealtimeConnected = useContext(RealtimeConnected)
  return (polls) => (isRealtimeConnected ? realtimePollMs : polls < earlyPolls ? earlyPollMs : pollMs)
}

const pageSize = 50

/** All runs of a brand, newest first, page by page; polled while one is in progress. */
export function useRuns(brandId: string) {
  const pollMs = usePollInterval()
  return useInfiniteQuery({
    queryKey: ['GET /api/runs', brandId, 'all'],
    queryFn: ({ pageParam }) =>
      api('GET /api/runs', {
        query: { brand_id: brandId, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(isUnderWay) ? pollMs(earlyPolls) : false,
  })
}

export const runQuery = (id: string) => read('GET /api/runs/:run', { params: { run: id } })

export const isUnderWay = ({ status }: { status: RunRecord['status'] }): boolean =>
  status === 'waiting' || status === 'active'

/** Polls a run until it ends, then invalidates everything computed from answers. */
export function useRunReport(id: string) {
  const pollMs = usePollInterval()
  const query = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? pollMs(state.dataUpdateCount) : false,
  })
  useInvalidateAfter(query.data !== undefined && isUnderWay(query.data))
  return query
}
