import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { type Returns, read, readPages } from '../api.ts'
import { useInvalidateAfter } from '../brands/invalidate-answers.ts'
import { pollDelayMs } from '../polling.ts'
import { RealtimeConnected } from './realtime.ts'

export type RunRecord = Returns<'GET /api/runs'>['items'][number]
export type RunReport = Returns<'GET /api/runs/:run'>

/** Returns the delay in milliseconds between two polls of a run. */
export const usePollInterval = (): number => pollDelayMs(useContext(RealtimeConnected))

const pageSize = 50

/** All runs of a brand, newest first, page by page; polled while one is in progress. */
export function useRuns(brandId: string) {
  const pollMs = usePollInterval()
  return useInfiniteQuery({
    ...readPages('GET /api/runs', { query: { brand_id: brandId, limit: pageSize } }),
    refetchInterval: ({ state }) => (state.data?.pages[0]?.items.some(isUnderWay) ? pollMs : false),
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
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  })
  useInvalidateAfter(query.data !== undefined && isUnderWay(query.data))
  return query
}
