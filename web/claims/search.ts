import { getId } from '../brands/filter.ts'

/** URL parameters of the claims, in addition to period and filters: the fact that is open. */
export type ClaimsSearch = { fact?: string }

export function claimsSearch(search: Record<string, unknown>): ClaimsSearch {
  const fact = getId(search.fact)
  return fact ? { fact } : {}
}
