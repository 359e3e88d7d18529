import { expect, test } from 'vitest'
import { longestLookback, windowsOn } from './windows.ts'

test.each([
  { day: 12, recentDays: 7, levelStart: 0, reference: null },
  { day: 13, recentDays: 7, levelStart: 0, reference: { from: 0, to: 6 } },
  { day: 26, recentDays: 14, levelStart: 0, reference: null },
  { day: 27, recentDays: 14, levelStart: 0, reference: { from: 0, to: 13 } },
  { day: 54, recentDays: 28, levelStart: 0, reference: null },
  { day: 55, recentDays: 28, levelStart: 0, reference: { from: 0, to: 27 } },
  { day: 60, recentDays: 7, levelStart: 0, reference: { from: 26, to: 53 } },
  { day: 60, recentDays: 28, levelStart: 0, reference: { from: 5, to: 32 } },
  { day: 60, recentDays: 7, levelStart: 50, reference: null },
  { day: 63, recentDays: 7, levelStart: 50, reference: { from: 50, to: 56 } },
])(
  'the test of $recentDays days on day $day with the level since day $levelStart has the reference $reference',
  ({ day, recentDays, levelStart, reference }) => {
    const recent = { from: day - recentDays + 1, to: day }
    expect(windowsOn(day, recentDays, levelStart)).toEqual(reference && { reference, recent })
  },
)

test('the longest windows use 56 days', () => {
  const windows = windowsOn(100, 28, 0)
  expect(100 - (windows?.reference.from ?? 0) + 1).toBe(longestLookback)
})
