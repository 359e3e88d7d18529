import type { Address, Returns } from '../api.ts'

export const claimsAddress = 'GET /api/metrics/claims'

export type Claims = Returns<typeof claimsAddress>
export type FactNumbers = Claims['facts'][number]
export type Fact = FactNumbers['fact']

/** What changes with the facts of a brand. */
export const factAddresses: Address[] = [
  claimsAddress,
  'GET /api/metrics/claim-detail',
  'GET /api/metrics/facts',
  'GET /api/answers',
  'GET /api/answers/:id/claims',
]
