import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** The findings of the engine checks. The server asks the vendors at most once a day. */
export const engineChecks = queryOptions({
  queryKey: ['GET /api/engine-checks'],
  queryFn: () => api('GET /api/engine-checks'),
  retry: false,
})
