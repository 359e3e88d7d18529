import type { Returns } from '../api.ts'

export const searchesAddress = 'GET /api/metrics/searches'

export type Searches = Returns<typeof searchesAddress>
export type SearchRow = Searches['searches'][number]
