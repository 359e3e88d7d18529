import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from '../api.ts'

/** Refetches everything that depends on the list of competitors. */
export const invalidateCompetitors = (queryClient: QueryClient): Promise<void> =>
  invalidate(
    queryClient,
    'GET /api/brands/:brand/candidates',
    'GET /api/brands/:brand/competitors',
    'GET /api/brands/:brand/reanalysis',
    'GET /api/metrics/competitor-comparison',
  )
