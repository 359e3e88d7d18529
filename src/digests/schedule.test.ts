import { expect, test } from 'vitest'
import { type DigestSchedule, getDigestPeriod, lastDue } from './schedule.ts'

const weekly: DigestSchedule = {
  frequency: 'weekly',
  weekday: 1,
  month_day: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
}
const monthly: DigestSchedule = { ...weekly, frequency: 'monthly', month_day: 1 }
const due = (schedule: DigestSchedule, now: string) => lastDue(schedule, new Date(now)).toISOString()

test('a weekly digest is due at the hour of the weekday in its time zone', () => {
  expect(due(weekly, '2026-11-23T07:00:00Z')).toBe('2026-11-23T07:00:00.000Z')
  expect(due(weekly, '2026-11-23T06:59:59Z')).toBe('2026-11-16T07:00:00.000Z')
  expect(due(weekly, '2026-11-29T23:00:00Z')).toBe('2026-11-23T07:00:00.000Z')
})

test('the hour stays the same when daylight saving time starts or ends', () => {
  expect(due(weekly, '2026-10-20T00:00:00Z')).toBe('2026-10-19T06:00:00.000Z')
  expect(due(weekly, '2026-10-27T00:00:00Z')).toBe('2026-10-26T07:00:00.000Z')
  expect(due({ ...weekly, weekday: 7, hour: 2 }, '2026-03-29T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
})

test('a weekday begins with the day in the time zone, not with the UTC day', () => {
  const auckland = { ...weekly, hour: 6, timeZone: 'Pacific/Auckland' }
  expect(due(auckland, '2026-11-22T18:00:00Z')).toBe('2026-11-22T17:00:00.000Z')
  const honolulu = { ...weekly, hour: 20, timeZone: 'Pacific/Honolulu' }
  expect(due(honolulu, '2026-11-24T07:00:00Z')).toBe('2026-11-24T06:00:00.000Z')
})

test('a monthly digest is due on the day of the month', () => {
  expect(due(monthly, '2026-11-22T00:00:00Z')).toBe('2026-11-01T07:00:00.000Z')
  expect(due({ ...monthly, month_day: 28 }, '2026-11-22T00:00:00Z')).toBe('2026-10-28T07:00:00.000Z')
})

test('a digest covers the seven closed UTC days, or the month, before it is due', () => {
  expect(getDigestPeriod('weekly', new Date('2026-11-23T07:00:00Z'))).toEqual({
    from: '2026-11-16',
    to: '2026-11-22',
  })
  expect(getDigestPeriod('monthly', new Date('2026-11-01T07:00:00Z'))).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
  })
  expect(getDigestPeriod('monthly', new Date('2026-01-15T07:00:00Z'))).toEqual({
    from: '2025-12-15',
    to: '2026-01-14',
  })
  expect(getDigestPeriod('monthly', new Date('2026-03-30T07:00:00Z'))).toEqual({
    from: '2026-02-28',
    to: '2026-03-29',
  })
})
