import { expect, test } from 'vitest'
import { countRefreshes } from './refresh-count.ts'

/** March 2026 begins on a Sunday and has 31 days; the ISO week of its first day began in February. */
const march = new Date('2026-03-01T00:00:00Z')

test.each([
  ['0 6 * * *', { hourly: 31, daily: 31, weekly: 5, monthly: 1 }],
  ['0 * * * *', { hourly: 744, daily: 31, weekly: 5, monthly: 1 }],
  ['*/10 0-23/6 * * *', { hourly: 124, daily: 31, weekly: 5, monthly: 1 }],
  // Sundays: the 1st, 8th, 15th, 22nd and 29th; the first week triggered only in this month.
  ['0 6 * * sun', { hourly: 5, daily: 5, weekly: 5, monthly: 1 }],
  ['0 6 * * 7', { hourly: 5, daily: 5, weekly: 5, monthly: 1 }],
  // Weekdays: the week of the 1st triggered in February already.
  ['0 6,18 * * mon-fri', { hourly: 44, daily: 22, weekly: 5, monthly: 1 }],
  // Both day fields are restricted, so either match counts. The 13th is a Friday.
  ['0 6 13 * fri', { hourly: 4, daily: 4, weekly: 4, monthly: 1 }],
  ['30 5 15 * *', { hourly: 1, daily: 1, weekly: 1, monthly: 1 }],
  ['0 6 * apr *', { hourly: 0, daily: 0, weekly: 0, monthly: 0 }],
  ['0 6 L * *', { hourly: 1, daily: 1, weekly: 1, monthly: 1 }],
  // The second Monday.
  ['0 6 * * 1#2', { hourly: 1, daily: 1, weekly: 1, monthly: 1 }],
])('%s in March', (cron, refreshes) => {
  expect(countRefreshes(cron, march)).toEqual(refreshes)
})

/** The 18th is a Wednesday, and the last Monday is the 30th. */
test.each([
  ['0 6 * * *', { hourly: 14, daily: 14, weekly: 2, monthly: 0 }],
  ['0 6 * * sun', { hourly: 2, daily: 2, weekly: 2, monthly: 0 }],
  ['30 5 20 * *', { hourly: 1, daily: 1, weekly: 1, monthly: 1 }],
  ['30 5 15 * *', { hourly: 0, daily: 0, weekly: 0, monthly: 0 }],
])('%s from 18 March', (cron, refreshes) => {
  expect(countRefreshes(cron, new Date('2026-03-18T00:00:00Z'))).toEqual(refreshes)
})
