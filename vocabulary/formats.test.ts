import { expect, test } from 'vitest'
import {
  formatCost,
  formatCount,
  formatDay,
  formatDuration,
  formatPct,
  formatPoints,
  formatPosition,
  formatRange,
  formatSample,
  formatScore,
  formatShortDay,
  formatUtcTime,
} from './formats.ts'

test('missing data is a dash, and zero is a zero', () => {
  expect([formatScore(null), formatPct(null), formatPosition(null)]).toEqual(['–', '–', '–'])
  expect([formatScore(0), formatPct(0)]).toEqual(['0.0', '0.0%'])
})

test('scores, positions and percentages are rounded', () => {
  expect([formatScore(38.27), formatScore(100), formatPosition(2)]).toEqual(['38.3', '100.0', '2.00'])
  expect([formatPct(42.86), formatPct(50)]).toEqual(['42.9%', '50.0%'])
})

test('a difference has a sign', () => {
  expect([formatPoints(3.24), formatPoints(-0.5)]).toEqual(['+3.2', '-0.5'])
})

test('a range shows both limits and its unit once', () => {
  expect(formatRange({ low: 31.04, high: 46.5 }, '%')).toBe('31.0 to 46.5%')
})

test('counts have thousands separators', () => {
  expect(formatCount(12_345)).toBe('12,345')
})

test('small costs stay readable', () => {
  expect([340, 12_449, 59_990, 200_000].map(formatDuration)).toEqual([
    '340 ms',
    '12.4 s',
    '59.9 s',
    '3 min 20 s',
  ])
  expect([formatCost(0), formatCost(1_200), formatCost(12_340_000)]).toEqual(['$0.00', '$0.0012', '$12.34'])
})

test.each(['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo'])(
  'axis, tooltip and tables show the same UTC day in %s',
  (zone) => {
    const old = process.env.TZ
    process.env.TZ = zone
    try {
      // Proves that the time zone is in effect.
      const localHour = new Date('2026-11-01T00:00:00Z').getHours()
      expect(localHour).toBe({ 'Pacific/Honolulu': 14, 'America/New_York': 20, 'Asia/Tokyo': 9 }[zone])
      expect(formatDay('2026-11-01')).toBe('1 Nov 2026')
      expect(formatShortDay('2026-11-01')).toBe('1 Nov')
      expect(formatDay('2026-11-01T23:59:59.000Z')).toBe('1 Nov 2026')
      expect(formatUtcTime('2026-11-01T23:30:00.000Z')).toBe('1 Nov 2026, 23:30 UTC')
    } finally {
      if (old === undefined) delete process.env.TZ
      else process.env.TZ = old
    }
  },
)

test('a sample is the number of answers', () => {
  expect(formatSample(2_400)).toBe('n = 2,400')
})
