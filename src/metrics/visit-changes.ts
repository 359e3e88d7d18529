/** Established changes of the visits from AI platforms, tested like the numbers of answers (docs/alerts.md). */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { dayAt, dayBefore, dayMs, earlier } from '../core/days.ts'
import { lastClosedDay } from './changes.ts'
import { dayNumber, visitCounts } from './rollups.ts'
import { findVisitChanges, type VisitDay } from './statistics/change-detection/visits.ts'

export type LoggedVisitChange = {
  /** '' for all platforms. */
  platform: string
  day: string
  since: string
  direction: 'up' | 'down'
  /** Mean visits per day. */
  before: number
  after: number
}

/** Returns all established changes, oldest first. Simulated visits, and those in bursts, are not counted. */
export async function listVisitChanges(ctx: Context, brandId: string): Promise<LoggedVisitChange[]> {
  const last = await lastReportedDay(ctx, brandId)
  if (last === null) return []
  const { rows } = await sql<{ day: string; platform: string; visits: number }>`
    select start as day, platform,
      sum(case dimension when 'all' then visits else -visits end)::int as visits
    from ${visitCounts(brandId)}
    where grain = 'day' and dimension in ('all', 'simulated', 'burst') and start <= ${last}::date
    group by start, platform having sum(case dimension when 'all' then visits else -visits end) > 0`.execute(
    ctx.db,
  )
  const visits: VisitDay[] = rows.map(({ day, ...row }) => ({ ...row, day: dayNumber(day) }))
  return findVisitChanges(visits, dayNumber(last)).map(({ established, since, ...change }) => ({
    ...change,
    day: getDay(established),
    since: getDay(since),
  }))
}

const getDay = (day: number) => dayAt(day * dayMs)

/** A site whose script has stopped reporting has no visits to count: days from then on are not tested. */
export async function lastReportedDay(ctx: Context, brandId: string): Promise<string | null> {
  const { rows } = await sql<{ seen: string | null }>`
    select (max(seen_at) at time zone 'UTC')::date as seen from pixel_sightings where brand_id = ${brandId}`.execute(
    ctx.db,
  )
  const seen = rows[0]?.seen ?? null
  return seen === null ? null : earlier(lastClosedDay(ctx), dayBefore(seen))
}
