import { expect, test } from 'vitest'
import { monthWindow, recentMonths, spendSearch } from './month.ts'

test('a month spans its first to its last day', () => {
  expect(monthWindow({ month: '2024-02' })).toEqual({ date_from: '2024-02-01', date_to: '2024-02-29' })
  expect(monthWindow({ month: '2026-12' })).toEqual({ date_from: '2026-12-01', date_to: '2026-12-31' })
  expect(monthWindow({})).toEqual({})
  expect([spendSearch({ month: '2026-13' }), spendSearch({ month: '2026-01' })]).toEqual([
    {},
    { month: '2026-01' },
  ])
})

test('recent months continue into the previous year', () => {
  expect(recentMonths(new Date('2026-02-28T23:00:00Z')).slice(0, 3)).toEqual([
    '2026-01',
    '2025-12',
    '2025-11',
  ])
})
