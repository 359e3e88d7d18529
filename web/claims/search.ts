import { uuid } from '../brands/filter.ts'
/** URL parameters of the claims, in addition to period and filters: the fact that is open. */
export type ClaimsSearch = { fact?: string }

export const claimsSearch = ({ fact }: Record<string, unknown>): ClaimsSearch =>
  typeof fact === 'string' && uuid.test(fact) ? { fact } : {}
