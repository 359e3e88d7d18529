import type { Address } from '../api.ts'

/** What changes with the list of competitors. */
export const competitorAddresses: Address[] = [
  'GET /api/brands/:brand/candidates',
  'GET /api/brands/:brand/competitors',
  'GET /api/brands/:brand/personas',
  'GET /api/brands/:brand/reanalysis',
  'GET /api/metrics/competitor-comparison',
]
