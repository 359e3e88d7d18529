/** Finds the AI platform that sent a visit, from `utm_source` and the referrer. */
import type { Brand } from '../brands/brands.ts'
import data from './visit-platforms.json' with { type: 'json' }

type Source = { platform: string; hosts: string[]; utm: string[]; paths?: string[]; packages?: string[] }
const sources: Source[] = data.platforms

/**
 * Returns null when no AI platform sent the visit. `utm` takes precedence over the referrer: it names the platform
 * explicitly, and some platforms send nothing else. Hosts match at label boundaries, so chatgpt.com.evil.example does not.
 */
export function detectPlatform({ referrer, utm }: { referrer: string; utm: string | null }): string | null {
  const named = utm === null ? null : findPlatformByUtm(utm.trim().toLowerCase())
  return named ?? findPlatformByReferrer(referrer.trim())
}

/** Returns the platform of a source as web analytics names it: a value of `utm_source`, or a host. */
export function findPlatformBySource(source: string): string | null {
  const name = source.trim().toLowerCase()
  return findPlatformByUtm(name) ?? findPlatformByReferrer(`https://${name}/`)
}

function findPlatformByUtm(utm: string): string | null {
  if (utm === '') return null
  return sources.find((source) => source.utm.includes(utm))?.platform ?? null
}

function findPlatformByReferrer(referrer: string): string | null {
  const app = /^android-app:\/\/([\w.]+)/i.exec(referrer)?.[1]?.toLowerCase()
  if (app !== undefined) return sources.find(({ packages = [] }) => packages.includes(app))?.platform ?? null
  const page = /^https?:\/\//i.test(referrer) ? URL.parse(referrer) : null
  if (page === null) return null
  const { hostname, pathname } = page
  const host = hostname.replace(/\.$/, '')
  const found = sources.find(
    ({ hosts, paths = [] }) =>
      hosts.some((each) => isAtOrBelow(host, each)) ||
      paths.some((path) => matchesPath(path, host, pathname)),
  )
  return found?.platform ?? null
}

/** `x.com/i/grok` matches that page and every page below it, with or without `www.`. */
function matchesPath(path: string, host: string, pathname: string): boolean {
  const slash = path.indexOf('/')
  const below = path.slice(slash)
  if (host.replace(/^www\./, '') !== path.slice(0, slash)) return false
  return pathname === below || pathname.startsWith(`${below}/`)
}

export const isAtOrBelow = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

/** Returns whether the URL is on a domain of the brand. A domain can have a path, which does not matter here. */
export function isOwnPage({ domain, domains }: Pick<Brand, 'domain' | 'domains'>, url: string): boolean {
  const host = URL.parse(url)?.hostname
  return (
    host !== undefined &&
    [domain, ...domains].some((own) => isAtOrBelow(host, (own.split('/')[0] ?? own).replace(/^www\./, '')))
  )
}
