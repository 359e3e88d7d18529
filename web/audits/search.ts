import { getId, matching } from '../brands/filter.ts'

/** URL parameters of the audit screens: the page, the audit to compare with and the findings shown. */
export type AuditsSearch = { page?: string }

export function siteAuditsSearch(search: Record<string, unknown>): AuditsSearch {
  const page = matching(search.page, /^https?:\/\/\S{1,2000}$/)
  return page ? { page } : {}
}

export type AuditSearch = { since?: string; show?: 'all' }

export function siteAuditSearch(search: Record<string, unknown>): AuditSearch {
  const since = getId(search.since)
  return { ...(since && { since }), ...(search.show === 'all' && { show: search.show }) }
}
