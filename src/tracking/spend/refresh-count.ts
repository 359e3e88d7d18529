/** Counts how often a cron schedule triggers within a month, and how many refreshes of each frequency that makes. */

export type Refreshes = Record<'hourly' | 'daily' | 'weekly' | 'monthly', number>

/**
 * Counts the refreshes in the month (UTC) that begins at `start`. The first trigger of an hour, day, ISO week or month
 * causes a refresh. Returns null for an expression with anything but numbers, names, lists, ranges and steps.
 */
export function countRefreshes(cron: string, start: Date): Refreshes | null {
  const fields = parseCron(cron)
  if (fields === null) return null
  const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
  const days = triggerDays(fields, start.getTime(), end)
  // A week that began in the previous month may have been refreshed there.
  const weeks = new Set(days.map(isoWeek))
  for (const day of triggerDays(fields, start.getTime() - 6 * dayMs, start.getTime()))
    weeks.delete(isoWeek(day))
  return {
    hourly: days.length * fields.hours.values.size,
    daily: days.length,
    weekly: weeks.size,
    monthly: Math.min(1, days.length),
  }
}

const dayMs = 86_400_000

function triggerDays(fields: Fields, from: number, to: number): number[] {
  const days = Array.from({ length: (to - from) / dayMs }, (_, index) => from + index * dayMs)
  return days.filter((day) => matches(fields, new Date(day)))
}

/** 5 January 1970 was a Monday. */
const isoWeek = (day: number) => Math.floor((day / dayMs - 4) / 7)

type Field = { values: Set<number>; isAny: boolean }
type Fields = Record<'minutes' | 'hours' | 'days' | 'months' | 'weekdays', Field>

function parseCron(cron: string): Fields | null {
  const [minutes, hours, days, months, weekdays] = cron.split(/\s+/).map((text, index) => {
    const range = ranges[index]
    return range === undefined ? null : parseField(text, range)
  })
  if (!minutes || !hours || !days || !months || !weekdays) return null
  return { minutes, hours, days, months, weekdays }
}

type Range = { from: number; to: number; names?: string }

const ranges: readonly Range[] = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: '   janfebmaraprmayjunjulaugsepoctnovdec' },
  { from: 0, to: 7, names: 'sunmontuewedthufrisat' },
]

function parseField(text: string, range: Range): Field | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, bounds = '', step = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? []
    const [low = '', high] = bounds === '*' ? [String(range.from), String(range.to)] : bounds.split('-')
    const first = parseValue(low, range)
    const last = high === undefined ? (part.includes('/') ? range.to : first) : parseValue(high, range)
    if (first === null || last === null || Number(step) === 0) return null
    // 7 is Sunday, like 0.
    for (let value = first; value <= last; value += Number(step))
      values.add(range.to === 7 ? value % 7 : value)
  }
  return { values, isAny: text.startsWith('*') }
}

function parseValue(text: string, { from, to, names = '' }: Range): number | null {
  const nameIndex = text.length === 3 ? names.indexOf(text.toLowerCase()) : -1
  const value = nameIndex >= 0 ? nameIndex / 3 : /^\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isInteger(value) && value >= from && value <= to ? value : null
}

/** When both day of month and day of week are restricted, either match counts, as in cron. */
function matches({ days, months, weekdays }: Fields, date: Date): boolean {
  const matchesDayOfMonth = days.values.has(date.getUTCDate())
  const matchesWeekday = weekdays.values.has(date.getUTCDay())
  const matchesDay =
    days.isAny || weekdays.isAny ? matchesDayOfMonth && matchesWeekday : matchesDayOfMonth || matchesWeekday
  return matchesDay && months.values.has(date.getUTCMonth() + 1)
}
