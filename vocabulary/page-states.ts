/**
 * Results of reading a cited page. `robots`: robots.txt forbids it. `refused`: the site requires a sign-in or rejects the
 * agent. `private`: its address is not public. `failed`: the site cannot be reached or responds with an error.
 */
export const pageStates = [
  'read',
  'robots',
  'refused',
  'not_found',
  'too_large',
  'not_html',
  'private',
  'redirects',
  'timeout',
  'failed',
] as const

export type PageState = (typeof pageStates)[number]
