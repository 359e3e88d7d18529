/** Finds the brand of a tracking code and its goals, cached for a minute because every beacon needs it. */
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../core/context.ts'
import { type GoalPattern, listGoals } from './goals.ts'

export type TrackedBrand = { id: string; domains: string[]; goals: GoalPattern[] }

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

async function findBrand(ctx: AppContext, code: string): Promise<TrackedBrand | null> {
  const brand = await ctx.db
    .selectFrom('brands')
    .select(['id', 'domain', 'domains'])
    .where('tracking_code', '=', code)
    .executeTakeFirst()
  if (!brand) return null
  // A brand's domain can be a page on a shared host (medium.com/@acme). Only the host is compared, not the path.
  const hosts = [brand.domain, ...brand.domains].map((domain) => domain.split('/')[0] ?? domain)
  return {
    id: brand.id,
    domains: hosts.map((host) => host.replace(/^www\./, '')),
    goals: await listGoals(ctx, brand.id),
  }
}
