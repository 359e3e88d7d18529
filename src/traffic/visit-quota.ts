/**
 * Limits what forged beacons can store: visits and distinct pages per brand and day, and a mark for visits in bursts.
 * Each process counts what it stores and reads the counts of all processes about once a minute.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../core/context.ts'
import { utcDay } from '../core/days.ts'

/** Distinct pages per brand and day. Further ones are stored as `otherPages`. */
const maxPages = 2_000
const otherPages = '(other pages)'

/** Visits of a brand per minute. Further ones are marked as a burst. */
const burstThreshold = 100

type Admitted = { page: string; isBurst: boolean }

/** Counts a visit, also one that turns out to be a repeat. Returns null beyond the quota of the day. */
export type VisitQuota = (visit: { brandId: string; at: Date; page: string }) => Promise<Admitted | null>

type DayCounts = { visits: number; pages: Set<string>; isReported: boolean }
type MinuteCount = { minute: number; visits: number }

export function createVisitQuota(app: AppContext): VisitQuota {
  const days = new LRUCache<string, Promise<DayCounts>>({
    max: 10_000,
    ttl: 60_000,
    ttlResolution: 0,
    perf: { now: () => app.now().getTime() },
  })
  const minutes = new LRUCache<string, MinuteCount>({ max: 10_000 })
  const getCounts = (brandId: string, day: string) => {
    const key = `${brandId} ${day}`
    const known = days.get(key)
    if (known) return known
    const counts = readDay(app, brandId, day)
    days.set(key, counts)
    counts.catch(() => days.delete(key))
    return counts
  }
  return async ({ brandId, at, page }) => {
    const counts = await getCounts(brandId, utcDay(at))
    const quota = app.config.BEACON_VISITS_PER_DAY
    if (quota > 0 && counts.visits >= quota) {
      if (!counts.isReported) app.log.warn({ brandId, quota }, 'the daily quota of visits is reached')
      counts.isReported = true
      return null
    }
    counts.visits += 1
    const isKnown = counts.pages.has(page) || counts.pages.size < maxPages
    if (isKnown) counts.pages.add(page)
    return { page: isKnown ? page : otherPages, isBurst: countMinute(minutes, brandId, at) > burstThreshold }
  }
}

/** Returns the number of visits in this minute, including this one. */
function countMinute(minutes: LRUCache<string, MinuteCount>, brandId: string, at: Date): number {
  const minute = Math.floor(at.getTime() / 60_000)
  const current = minutes.get(brandId)
  const count = current?.minute === minute ? current : { minute, visits: 0 }
  count.visits += 1
  minutes.set(brandId, count)
  return count.visits
}

async function readDay({ db }: AppContext, brandId: string, day: string): Promise<DayCounts> {
  const { rows } = await sql<{ page: string; visits: number }>`
    select page, count(*) as visits from visits
    where brand_id = ${brandId} and id >= ${getFirstId(day)}::uuid and day = ${day}
    group by page`.execute(db)
  return {
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
    pages: new Set(rows.map(({ page }) => page)),
    isReported: false,
  }
}

/** Returns the lowest version 7 UUID of the day, so that the primary key finds its visits. */
function getFirstId(day: string): string {
  const hex = Date.parse(day).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
