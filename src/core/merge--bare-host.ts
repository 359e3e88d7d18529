import { getDomain } from 'tldts'

/** A host without its `www.`, except where that would leave no site but a public suffix: www.gov.uk, www.ck. */
export function bareHost(host: string): string {
  const bare = host.replace(/^www\./, '')
  return bare === host || isSite(bare) || !isSite(host) ? bare : host
}

/** Whether somebody can own it: a registrable domain or below one, by the public suffix list. */
export const isSite = (host: string): boolean =>
  getDomain(host, { allowPrivateDomains: true }) !== null || getDomain(host) !== null
