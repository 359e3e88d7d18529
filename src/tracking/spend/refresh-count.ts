/** Counts how often a cron schedule triggers within a month, and how many refreshes of each frequency that makes. */
import { CronExpressionParser } from 'cron-parser'

export type Refreshes = Record<'hourly' | 'daily' | 'weekly' | 'monthly', number>

/** Counts the refreshes in the month (UTC) that begins at `start`. The first trigger of an hour, day, ISO week or month causes a refresh. */
export function countRefreshes(cron: string, start: Date): Refreshes {
  const days = triggerDays(
    cron,
    start.getTime(),
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1),
  )
  const weeks = new Set(days.map(isoWeek))
  // A week that began in the previous month may have been refreshed there.
  for (const day of triggerDays(cron, start.getTime() - 6 * dayMs, start.getTime()))
    weeks.delete(isoWeek(day))
  return {
    hourly: days.length * CronExpressionParser.parse(cron).fields.hour.values.length,
    daily: days.length,
    weekly: weeks.size,
    monthly: Math.min(1, days.length),
  }
}

const dayMs = 86_400_000

/** Returns the days with a trigger: the times of a schedule that triggers once on each of them. */
function triggerDays(cron: string, from: number, to: number): number[] {
  const oncePerDay = cron.replace(/^\S+\s+\S+/, '0 0')
  const triggers = CronExpressionParser.parse(oncePerDay, {
    currentDate: new Date(from - 1),
    endDate: new Date(to - 1),
    tz: 'UTC',
  })
  const days: number[] = []
  while (triggers.hasNext()) days.push(triggers.next().getTime())
  return days
}

/** 5 January 1970 was a Monday. */
const isoWeek = (day: number) => Math.floor((day / dayMs - 4) / 7)
