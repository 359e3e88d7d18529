/** Days of the vendors: Search Console counts in Pacific time, Google Analytics in the time zone of the property. */

/** Google's days and daily quotas. */
export const pacific = 'America/Los_Angeles'

/** Returns the day in a time zone, as YYYY-MM-DD. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const hourMs = 3_600_000

export const nextHour = (at: Date): Date => new Date((Math.floor(at.getTime() / hourMs) + 1) * hourMs)

/** Returns the next midnight in Pacific time, which is a full hour in UTC all year. */
export function nextPacificMidnight(at: Date): Date {
  const today = dayIn(pacific, at)
  let hour = nextHour(at)
  while (dayIn(pacific, hour) === today) hour = nextHour(hour)
  return hour
}
