import { getDomain, getDomainWithoutSuffix } from 'tldts'

/**
 * Returns the registrable domain of a URL if it matches the name (Acme Shoes: acme.com, acmeshoes.io), otherwise null:
 * links lead to reviews and shops as often as to the company itself.
 */
export function findMatchingHost(name: string, url: string): string | null {
  if (!/^https?:/i.test(url)) return null
  const site = compact(getDomainWithoutSuffix(url) ?? '')
  const [first = ''] = name.split(' ')
  if (site.length < 2) return null
  const whole = compact(name)
  const matches = site === whole || site === compact(first) || (site.length > 4 && whole.startsWith(site))
  return matches ? getDomain(url) : null
}

const compact = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.(?:com|ai|io|app|net|org)$/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
