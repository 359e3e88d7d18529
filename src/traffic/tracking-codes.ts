/** Whose a tracking code is: looked up once a minute, for beacons come by the thousand. */
import type { AppContext } from '../core/context.ts'

export type TrackedBrand = { id: string; domains: string[] }

const keptMs = 60_000
/** Codes that nobody has are kept too, so that guessing costs us no query each. */
const mostCodes = 10_000

export function createTrackingCodeCache(ctx: AppContext): (code: string) => Promise<TrackedBrand | null> {
  const known = new Map<string, { found: Promise<TrackedBrand | null>; untilMs: number }>()
  return (code) => {
    const nowMs = ctx.now().getTime()
    const entry = known.get(code)
    if (entry && nowMs < entry.untilMs) return entry.found
    const found = findBrand(ctx, code)
    known.delete(code)
    known.set(code, { found, untilMs: nowMs + keptMs })
    // What failed is asked again.
    found.catch(() => known.delete(code))
    for (const oldest of known.keys()) {
      if (known.size <= mostCodes) break
      known.delete(oldest)
    }
    return found
  }
}

async function findBrand({ db }: AppContext, code: string): Promise<TrackedBrand | null> {
  const brand = await db
    .selectFrom('brands')
    .select(['id', 'domain', 'domains'])
    .where('tracking_code', '=', code)
    .executeTakeFirst()
  if (!brand) return null
  // A domain may be a page of a host that others share: then the host alone tells nothing, and its path is not asked.
  const hosts = [brand.domain, ...brand.domains].map((domain) => domain.split('/')[0] ?? domain)
  return { id: brand.id, domains: hosts.map((host) => host.replace(/^www\./, '')) }
}
