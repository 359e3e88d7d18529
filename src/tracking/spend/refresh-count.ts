/** How often a schedule looks within a month, and how many refreshes of each frequency that makes. */

export type Refreshes = Record<'hourly' | 'daily' | 'weekly' | 'monthly', number>

/**
 * Of the month (UTC) that begins at `start`. A refresh comes with the first look of an hour, day, ISO week or month. Null
 * for an expression with more than numbers, names, lists, ranges and steps.
 */
export function countRefreshes(cron: string, start: Date): Refreshes | null {
  const fields = fieldsOf(cron)
  if (fields === null) return null
  const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1)
  const days = lookedOn(fields, start.getTime(), end)
  // A week that began in the month before may have been looked at there.
  const weeks = new Set(days.map(weekOf))
  for (const day of lookedOn(fields, start.getTime() - 6 * dayMs, start.getTime())) weeks.delete(weekOf(day))
  return {
    hourly: days.length * fields.hours.values.size,
    daily: days.length,
    weekly: weeks.size,
    monthly: Math.min(1, days.length),
  }
}

const dayMs = 86_400_000

function lookedOn(fields: Fields, from: number, to: number): number[] {
  const days = Array.from({ length: (to - from) / dayMs }, (_, index) => from + index * dayMs)
  return days.filter((day) => isOn(fields, new Date(day)))
}

/** 5 January 1970 was a Monday. */
const weekOf = (day: number) => Math.floor((day / dayMs - 4) / 7)

type Field = { values: Set<number>; isAny: boolean }
type Fields = Record<'minutes' | 'hours' | 'days' | 'months' | 'weekdays', Field>

function fieldsOf(cron: string): Fields | null {
  const [minutes, hours, days, months, weekdays] = cron.split(/\s+/).map((text, index) => {
    const range = ranges[index]
    return range === undefined ? null : fieldOf(text, range)
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

function fieldOf(text: string, range: Range): Field | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [, span = '', step = '1'] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? []
    const [low = '', high] = span === '*' ? [String(range.from), String(range.to)] : span.split('-')
    const first = numberOf(low, range)
    const last = high === undefined ? (part.includes('/') ? range.to : first) : numberOf(high, range)
    if (first === null || last === null || Number(step) === 0) return null
    // 7 is Sunday, as 0 is.
    for (let value = first; value <= last; value += Number(step))
      values.add(range.to === 7 ? value % 7 : value)
  }
  return { values, isAny: text.startsWith('*') }
}

function numberOf(text: string, { from, to, names = '' }: Range): number | null {
  const place = text.length === 3 ? names.indexOf(text.toLowerCase()) : -1
  const value = place >= 0 ? place / 3 : /^\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isInteger(value) && value >= from && value <= to ? value : null
}

/** Days of the month and of the week that are both named count as either. */
function isOn({ days, months, weekdays }: Fields, date: Date): boolean {
  const inMonth = days.values.has(date.getUTCDate())
  const inWeek = weekdays.values.has(date.getUTCDay())
  const onDay = days.isAny || weekdays.isAny ? inMonth && inWeek : inMonth || inWeek
  return onDay && months.values.has(date.getUTCMonth() + 1)
}
