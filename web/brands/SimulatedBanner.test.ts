import { expect, test } from 'vitest'
import { isFirstDay } from './SimulatedBanner.tsx'

test('the banner about simulated data is a pill 24 hours after the brand was created', () => {
  const created = '2026-11-01T12:00:00.000Z'
  expect(isFirstDay(created, Date.parse('2026-11-02T11:59:59Z'))).toBe(true)
  expect(isFirstDay(created, Date.parse('2026-11-02T12:00:00Z'))).toBe(false)
})
