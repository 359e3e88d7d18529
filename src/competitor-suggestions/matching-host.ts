import { getDomain, getDomainWithoutSuffix } from 'tldts'

/**
 * The registrable domain of an address when it bears the name (Acme Shoes: acme.com, acmeshoes.io); null for any other
 * site, and for what is no address. Links lead to reviews and shops as often as to whom they name.
 */
export function findMatchingHost(name: string, url: string): string | null {
  if (!/^https?:/i.test(url)) return null
  const site = compact(getDomainWithoutSuffix(url) ?? '')
  const [first = ''] = name.split(' ')
  if (site.length < 2) return null
  const whole = compact(name)
  const named = site === whole || site === compact(first) || (site.length > 4 && whole.startsWith(site))
  return named ? getDomain(url) : null
}

const compact = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.(?:com|ai|io|app|net|org)$/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
