/** Finds the brand of a tracking code, cached for a minute because every beacon needs it. */
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../core/context.ts'

export type TrackedBrand = { id: string; domains: string[] }

/** Returns null for an unknown code. */
export type TrackingCodeLookup = (code: string) => Promise<TrackedBrand | null>

export function createTrackingCodeLookup(app: AppContext): TrackingCodeLookup {
  // Unknown codes are cached too, so that guessing codes does not cost a query each.
  const brands = new LRUCache<string, Promise<TrackedBrand | null>>({
    max: 10_000,
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: () => app.now().getTime() },
  })
  return (code) => {
    const cached = brands.get(code)
    if (cached) return cached
    const brand = findBrand(app, code)
    brands.set(code, brand)
    brand.catch(() => brands.delete(code))
    return brand
  }
}

async function findBrand({ db }: AppContext, code: string): Promise<TrackedBrand | null> {
  const brand = await db
    .selectFrom('brands')
    .select(['id', 'domain', 'domains'])
    .where('tracking_code', '=', code)
    .executeTakeFirst()
  if (!brand) return null
  // A brand's domain can be a page on a shared host (medium.com/@acme). Only the host is compared, not the path.
  const hosts = [brand.domain, ...brand.domains].map((domain) => domain.split('/')[0] ?? domain)
  return { id: brand.id, domains: hosts.map((host) => host.replace(/^www\./, '')) }
}
