import { firstDay } from './fields.ts'

/** Returns the UTC day of a time, as YYYY-MM-DD. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)
export const dayMs = 86400000
/** Returns the latest time that imported data may have: clocks differ, but by less than a day. */
export const latestImportTime = (now: Date): Date => new Date(now.getTime() + dayMs)
/** Returns the UTC day of a time, clamped to the first supported day; no answers exist that early. */
export const dayAt = (ms: number) => utcDay(new Date(Math.max(ms, Date.parse(firstDay))))
/** A week is an ISO week. */
export type CalendarPeriod = 'week' | 'month' | 'year'

export function periodStart(grain: CalendarPeriod, day: string): string {
  if (grain === 'week') return getMonday(day)
  return grain === 'year' ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`
}

export function nextStart(grain: CalendarPeriod, day: string): string {
  if (grain === 'week') return daysAfter(getMonday(day), 7)
  const start = new Date(periodStart(grain, day))
  if (grain === 'year') start.setUTCFullYear(start.getUTCFullYear() + 1)
  else start.setUTCMonth(start.getUTCMonth() + 1)
  return utcDay(start)
}

export const daysAfter = (day: string, count: number): string => dayAt(Date.parse(day) + count * dayMs)
export const dayAfter = (day: string): string => daysAfter(day, 1)
export const dayBefore = (day: string): string => daysAfter(day, -1)
export const earlier = (a: string, b: string): string => (a < b ? a : b)
export const later = (a: string, b: string): string => (a < b ? b : a)
/** Returns the Monday of a day's ISO week. */
export function getMonday(day: string): string {
  const ms = Date.parse(day)
  return utcDay(new Date(ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs))
}
