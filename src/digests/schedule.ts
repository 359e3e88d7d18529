/** When a digest is due, and which days it covers. Pure. */
import type { DigestFrequency } from '../../vocabulary/notifications.ts'
import { dayBefore, daysAfter, utcDay } from '../core/days.ts'

export type DigestSchedule = {
  frequency: DigestFrequency
  /** 1 is Monday. Used by weekly digests. */
  weekday: number
  /** 1 to 28. Used by monthly digests. */
  month_day: number
  hour: number
  timeZone: string
}

/** Returns the latest time until `now` at which a digest was due. */
export function lastDue(schedule: DigestSchedule, now: Date): Date {
  let day = localDay(now, schedule.timeZone)
  for (;;) {
    if (isDueOn(schedule, day)) {
      const due = getInstant(day, schedule.hour, schedule.timeZone)
      if (due <= now) return due
    }
    day = dayBefore(day)
  }
}

const isDueOn = ({ frequency, weekday, month_day }: DigestSchedule, day: string): boolean =>
  frequency === 'weekly' ? getWeekday(day) === weekday : Number(day.slice(8)) === month_day

/** Returns 1 for Monday to 7 for Sunday. */
const getWeekday = (day: string): number => ((new Date(day).getUTCDay() + 6) % 7) + 1

/** Returns the closed UTC days until the due time: seven, or all days of a month. */
export function getDigestPeriod(frequency: DigestFrequency, due: Date): { from: string; to: string } {
  const today = utcDay(due)
  const to = dayBefore(today)
  return { from: frequency === 'weekly' ? daysAfter(to, -6) : monthBefore(today), to }
}

/** Returns the same day of the month before, or its last day if it is shorter. */
function monthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return utcDay(new Date(Date.UTC(year, month - 2, Math.min(date, lastDate))))
}

/** Returns the time at which clocks in the zone show the hour on that day; one hour later if they skip it. */
function getInstant(day: string, hour: number, timeZone: string): Date {
  const wallMs = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const first = wallMs - offsetMs(new Date(wallMs), timeZone)
  return new Date(wallMs - offsetMs(new Date(first), timeZone))
}

/** Returns how far clocks in the zone are ahead of UTC. */
function offsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = getParts(at, timeZone)
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(at.getTime() / 1000) * 1000
}

function localDay(at: Date, timeZone: string): string {
  const { year, month, day } = getParts(at, timeZone)
  return `${year}-${month}-${day}`
}

function getParts(at: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}
