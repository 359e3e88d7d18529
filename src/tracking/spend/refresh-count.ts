/** Counts how often a cron schedule triggers until the end of a month, and how many refreshes of each frequency that makes. */
import { CronExpressionParser } from 'cron-parser'
import { dayMs } from '../../core/days.ts'

export type Refreshes = Record<'hourly' | 'daily' | 'weekly' | 'monthly', number>

/**
 * Counts the refreshes from the day `start` to the end of its month (UTC). The first trigger of an hour, day, ISO week or month
 * causes a refresh.
 */
export function countRefreshes(cron: string, start: Date): Refreshes {
  const month = [start.getUTCFullYear(), start.getUTCMonth()] as const
  const days = triggerDays(cron, start.getTime(), Date.UTC(month[0], month[1] + 1, 1))
  const earlier = triggerDays(cron, Date.UTC(...month, 1), start.getTime())
  const weeks = new Set(days.map(isoWeek))
  // A week that began before the first day may have been refreshed there.
  for (const day of triggerDays(cron, start.getTime() - 6 * dayMs, start.getTime()))
    weeks.delete(isoWeek(day))
  return {
    hourly: days.length * CronExpressionParser.parse(cron).fields.hour.values.length,
    daily: days.length,
    weekly: weeks.size,
    monthly: earlier.length > 0 ? 0 : Math.min(1, days.length),
  }
}

/** Returns the days with a trigger: the times of a schedule that triggers once on each of them. */
function triggerDays(cron: string, from: number, to: number): number[] {
  const oncePerDay = cron.replace(/^\S+\s+\S+/, '0 0')
  const triggers = CronExpressionParser.parse(oncePerDay, {
    currentDate: new Date(from - 1),
    endDate: new Date(to - 1),
    tz: 'UTC',
  })
  const days: number[] = []
  if (from === to) return days
  while (triggers.hasNext()) days.push(triggers.next().getTime())
  return days
}

/** 5 January 1970 was a Monday. */
const isoWeek = (day: number) => Math.floor((day / dayMs - 4) / 7)
