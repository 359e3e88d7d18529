import { getId } from '../brands/filter.ts'
import { withoutUndefined } from '../search-params.ts'

/** URL parameters of the claims, in addition to period and filters: the fact that is open. */
export type ClaimsSearch = { fact?: string }

export const claimsSearch = (search: Record<string, unknown>): ClaimsSearch =>
  withoutUndefined({ fact: getId(search.fact) })
