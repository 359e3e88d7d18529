/** URL parameters of the claims, in addition to period and filters: the fact that is open. */
export type ClaimsSearch = { fact?: string }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const claimsSearch = ({ fact }: Record<string, unknown>): ClaimsSearch =>
  typeof fact === 'string' && uuid.test(fact) ? { fact } : {}
