import { expect, test } from 'vitest'
import { isCurrent } from './days.ts'

test('a day or week is partial until it is over in UTC', () => {
  const at = (time: string) => Date.parse(`2026-11-${time}Z`)
  expect(isCurrent('2026-11-22', 'day', at('22T23:59'))).toBe(true)
  expect(isCurrent('2026-11-22', 'day', at('23T00:00'))).toBe(false)
  expect(isCurrent('2026-11-16', 'week', at('22T23:59'))).toBe(true)
  expect(isCurrent('2026-11-16', 'week', at('23T00:00'))).toBe(false)
  expect(isCurrent(undefined, 'day')).toBe(false)
})
