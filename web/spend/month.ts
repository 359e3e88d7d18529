/** The month of the spend screen; the current one by default. */
export type SpendSearch = { month?: string }

export const spendSearch = (search: Record<string, unknown>): SpendSearch =>
  typeof search.month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(search.month)
    ? { month: search.month }
    : {}

/** First and last day, as the API takes them. */
export function monthWindow({ month }: SpendSearch): { date_from?: string; date_to?: string } {
  if (month === undefined) return {}
  const [year = 0, number = 1] = month.split('-').map(Number)
  // Day 0 of the next month is the last day of this one.
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return { date_from: `${month}-01`, date_to: last }
}

const mostMonths = 11

/** The months before the current one, newest first. */
export function recentMonths(now = new Date()): string[] {
  return Array.from({ length: mostMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1)).toISOString().slice(0, 7),
  )
}
