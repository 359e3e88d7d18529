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
import { getChoice, getText, withoutUndefined } from '../../search-params.ts'

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

export const discoverSearch = (search: Record<string, unknown>): DiscoverSearch =>
  withoutUndefined({
    status: getChoice(candidateStatuses, search.status),
    origin: getChoice(candidateOrigins, search.origin),
    intent: getChoice(candidateIntents, search.intent),
    q: getText(search.q, 200),
  })

export const coverageSearch = (search: Record<string, unknown>) =>
  withoutUndefined({ kind: getChoice(coverageKinds, search.kind) })

export const candidatesQuery = (brandId: string, filters: DiscoverSearch) =>
  readPages('GET /api/metrics/prompt-candidates', { query: { brand_id: brandId, ...filters, limit: 25 } })
