/** Which AI platform sent a visit, by what the page's address and the referrer say; null for every other visit. */
import data from './visit-platforms.json' with { type: 'json' }

type Source = { platform: string; hosts: string[]; utm: string[]; paths?: string[]; packages?: string[] }
const sources: Source[] = data.platforms

/**
 * `utm` before the referrer: an engine that names itself is surer than a host, and some send only that. Hosts are compared
 * at the limits of their labels, so chatgpt.com.evil.example is nobody.
 */
export function detectPlatform({ referrer, utm }: { referrer: string; utm: string | null }): string | null {
  const named = utm === null ? null : platformOfUtm(utm.trim().toLowerCase())
  return named ?? platformOfReferrer(referrer.trim())
}

function platformOfUtm(utm: string): string | null {
  if (utm === '') return null
  return sources.find((source) => source.utm.includes(utm))?.platform ?? null
}

function platformOfReferrer(referrer: string): string | null {
  const app = /^android-app:\/\/([\w.]+)/i.exec(referrer)?.[1]?.toLowerCase()
  if (app !== undefined) return sources.find(({ packages = [] }) => packages.includes(app))?.platform ?? null
  const page = /^https?:\/\//i.test(referrer) ? URL.parse(referrer) : null
  if (page === null) return null
  const { hostname, pathname } = page
  const host = hostname.replace(/\.$/, '')
  const found = sources.find(
    ({ hosts, paths = [] }) =>
      hosts.some((each) => isAtOrBelow(host, each)) || paths.some((path) => isPathOf(path, host, pathname)),
  )
  return found?.platform ?? null
}

/** `x.com/i/grok` is that page and all below it, on that host or www. of it. */
function isPathOf(path: string, host: string, pathname: string): boolean {
  const slash = path.indexOf('/')
  const below = path.slice(slash)
  if (host.replace(/^www\./, '') !== path.slice(0, slash)) return false
  return pathname === below || pathname.startsWith(`${below}/`)
}

export const isAtOrBelow = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)
