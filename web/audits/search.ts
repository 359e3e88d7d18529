import { uuid } from '../brands/filter.ts'
/** URL parameters of the audit screens: the page, the audit to compare with and the findings shown. */
export type AuditsSearch = { page?: string }

export const siteAuditsSearch = ({ page }: Record<string, unknown>): AuditsSearch =>
  typeof page === 'string' && /^https?:\/\/\S{1,2000}$/.test(page) ? { page } : {}

export type AuditSearch = { since?: string; show?: 'all' }

export const siteAuditSearch = ({ since, show }: Record<string, unknown>): AuditSearch => ({
  ...(typeof since === 'string' && uuid.test(since) && { since }),
  ...(show === 'all' && { show }),
})
