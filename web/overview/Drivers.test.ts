import { expect, test } from 'vitest'
import { withOthers } from './Drivers.tsx'

const drivers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `p${index}`, points: 1 - index, isUnusual: true }))

test('parts that do not fit are one bar, and all bars add up to the difference', () => {
  const shown = withOthers(drivers(10), { count: 12, total: -4.5 })
  expect(shown.map(({ name }) => name)).toEqual([...drivers(8).map(({ name }) => name), '4 others'])
  expect(shown.reduce((sum, { points }) => sum + points, 0)).toBe(-4.5)
})

test('parts that fit stay as they are', () => {
  expect(withOthers(drivers(9), { count: 9, total: 1 })).toEqual(drivers(9))
})
