/** Changes of the visits from AI platforms: established ones (docs/alerts.md), and differences between two periods. */
import { sql } from 'kysely'
import type { Context } from '../core/context.ts'
import { dayAt, dayBefore, dayMs, earlier } from '../core/days.ts'
import { lastClosedDay } from './changes.ts'
import type { Days } from './compared-periods.ts'
import { compareCount, getCountPeriods } from './count-changes.ts'
import type { RowRecord } from './period-state.ts'
import { dayNumber, visitCounts, type Window } from './rollups.ts'
import { countVisits, findVisitChanges, type VisitDay } from './statistics/change-detection/visits.ts'

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
  const visits = await listVisitDays(ctx, brandId, { to: last, omitted: ['simulated', 'burst'] })
  return findVisitChanges(visits, dayNumber(last)).map(({ established, since, ...change }) => ({
    ...change,
    day: getDay(established),
    since: getDay(since),
  }))
}

type VisitPeriods = { total: RowRecord; getPlatform(platform: string): RowRecord }

/** Compares the visits of the window with the period before, without bursts. `rows`: the number of listed platforms. */
export async function readVisitPeriods(window: Window, rows: number): Promise<VisitPeriods> {
  const { brand, platforms, ...range } = window.scope
  const last = await lastReportedDay(window, brand.id)
  const visits = last === null ? [] : await listVisitDays(window, brand.id, { to: last, omitted: ['burst'] })
  const first = visits[0]?.day
  const measured = first === undefined || last === null ? null : { from: getDay(first), to: last }
  const periods = getCountPeriods(range, measured)
  const counted = visits.filter(({ platform }) => platforms === null || platforms.includes(platform))
  const compare = (view: string, length: number) =>
    compareCount(periods, (days) => countVisits(counted, view, toNumbers(days)), length)
  return { total: compare('', 1), getPlatform: (platform) => compare(platform, rows) }
}

const toNumbers = ({ from, to }: Days) => ({ from: dayNumber(from), to: dayNumber(to) })

const getDay = (day: number) => dayAt(day * dayMs)

type Listed = { to: string; omitted: readonly ('simulated' | 'burst')[] }

/** Lists the visits of each day and platform, in ascending order of days. */
async function listVisitDays(ctx: Context, brandId: string, { to, omitted }: Listed): Promise<VisitDay[]> {
  const { rows } = await sql<{ day: string; platform: string; visits: number }>`
    select start as day, platform,
      sum(case dimension when 'all' then visits else -visits end)::int as visits
    from ${visitCounts(brandId)}
    where grain = 'day' and dimension = any(${['all', ...omitted]}::text[]) and start <= ${to}::date
    group by start, platform having sum(case dimension when 'all' then visits else -visits end) > 0
    order by start`.execute(ctx.db)
  return rows.map(({ day, ...row }) => ({ ...row, day: dayNumber(day) }))
}

/** A site whose script has stopped reporting has no visits to count: days from then on are not tested. */
export async function lastReportedDay(ctx: Context, brandId: string): Promise<string | null> {
  const { rows } = await sql<{ seen: string | null }>`
    select (max(seen_at) at time zone 'UTC')::date as seen from pixel_sightings where brand_id = ${brandId}`.execute(
    ctx.db,
  )
  const seen = rows[0]?.seen ?? null
  return seen === null ? null : earlier(lastClosedDay(ctx), dayBefore(seen))
}
