/** What the simulated accounts at Google and Bing contain, and which faults they have. A test changes it. */
import type { Json } from '../wire/wire.ts'

export const firstPartyFaults = [
  '500',
  'garbage',
  'html',
  'cut',
  'hang',
  'unauthorized',
  'quota',
  'daily_quota',
  'hourly_quota',
  'forbidden',
  'no_scope',
  'invalid_grant',
  'throttled',
  'bad_key',
  'not_authorized',
] as const

export type FirstPartyFault = {
  kind: (typeof firstPartyFaults)[number]
  /** A part of the path that it affects, such as `/token` or `searchAnalytics`. */
  at: string
  /** Default: every request. */
  times?: number
}

export type FirstPartyState = {
  account: { sub: string; email: string }
  /** Scopes whose checkbox the person clears. */
  declined: string[]
  /** Whether consents end after seven days, like consents to an application in testing. */
  isInTesting: boolean
  sites: { siteUrl: string; permissionLevel: string }[]
  properties: { id: string; name: string; timeZone: string }[]
  bingSites: { Url: string; IsVerified: boolean }[]
  /** The first day with data. */
  firstDay: string
  /** Days without data. */
  missingDays: Set<string>
  /** Changes the numbers of all days. */
  revision: number
  /** Search Console: the days from this one on are in progress. */
  firstIncomplete: string | null
  /** How Search Console spells the field names of its metadata. */
  spelling: 'snake' | 'camel'
  /** Rows with a query, and landing pages, of each day; null: few. */
  rowsPerDay: number | null
  isThresholded: boolean
  sampling: { samplesReadCount: string; samplingSpaceSize: string } | null
  tokensPerDay: number
  tokensPerHour: number
  bingKey: string
  faults: FirstPartyFault[]
  /** Requests, oldest first. */
  requests: { path: string; query: URLSearchParams; body: Json | null }[]
  codes: Map<string, { scope: string; challenge: string; nonce: string | null; redirectUri: string }>
  consents: Map<string, { scope: string; until: Date }>
  accessTokens: Map<string, { scope: string; until: Date; consent: string | null }>
}

export const createFirstPartyState = (): FirstPartyState => ({
  account: { sub: '1001', email: 'ada@example.com' },
  declined: [],
  isInTesting: false,
  sites: [
    { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
    { siteUrl: 'https://shop.example.com/', permissionLevel: 'siteFullUser' },
    { siteUrl: 'https://other.example.com/', permissionLevel: 'siteUnverifiedUser' },
  ],
  properties: [{ id: '123', name: 'Example', timeZone: 'Europe/Berlin' }],
  bingSites: [
    { Url: 'https://example.com/', IsVerified: true },
    { Url: 'https://other.example.com/', IsVerified: false },
  ],
  firstDay: '2025-01-01',
  missingDays: new Set(),
  revision: 0,
  firstIncomplete: null,
  spelling: 'snake',
  rowsPerDay: null,
  isThresholded: false,
  sampling: null,
  tokensPerDay: 199_000,
  tokensPerHour: 39_000,
  bingKey: '',
  faults: [],
  requests: [],
  codes: new Map(),
  consents: new Map(),
  accessTokens: new Map(),
})

/** Removes a fault once it has affected `times` requests. */
export function takeFault(state: FirstPartyState, path: string): FirstPartyFault['kind'] | null {
  const fault = state.faults.find(({ at }) => path.includes(at))
  if (!fault) return null
  if (fault.times !== undefined) {
    fault.times -= 1
    if (fault.times === 0) state.faults = state.faults.filter((each) => each !== fault)
  }
  return fault.kind
}
