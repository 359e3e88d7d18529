import {
  type CandidateIntent,
  type CandidateOrigin,
  type CandidateStatus,
  candidateIntents,
  candidateOrigins,
  candidateStatuses,
  coverageKinds,
} from '../../../vocabulary/discovery.ts'
import { type Returns, readPages } from '../../api.ts'

export type Candidate = Returns<'GET /api/metrics/prompt-candidates'>['items'][number]

/** What changes when candidates are decided or keywords are uploaded. */
export const candidateAddresses = [
  'GET /api/metrics/prompt-candidates',
  'GET /api/metrics/prompt-coverage',
] as const

/** URL parameters of the screen, in addition to period and filters. */
export type DiscoverSearch = {
  status?: CandidateStatus
  origin?: CandidateOrigin
  intent?: CandidateIntent
  q?: string
}

export function discoverSearch(search: Record<string, unknown>): DiscoverSearch {
  const status = candidateStatuses.find((each) => each === search.status)
  const origin = candidateOrigins.find((each) => each === search.origin)
  const intent = candidateIntents.find((each) => each === search.intent)
  // The router parses a search for digits as a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 200) : ''
  return { ...(status && { status }), ...(origin && { origin }), ...(intent && { intent }), ...(q && { q }) }
}

export function coverageSearch(search: Record<string, unknown>): {
  kind?: (typeof coverageKinds)[number]
} {
  const kind = coverageKinds.find((each) => each === search.kind)
  return kind ? { kind } : {}
}

export const candidatesQuery = (brandId: string, filters: DiscoverSearch) =>
  readPages('GET /api/metrics/prompt-candidates', { query: { brand_id: brandId, ...filters, limit: 25 } })
