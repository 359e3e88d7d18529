import { expect, test } from 'vitest'
import { withOthers } from './Drivers.tsx'

const drivers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `p${index}`, points: 1 - index, isUnusual: true }))
const sum = (list: readonly { points: number }[]) => list.reduce((total, { points }) => total + points, 0)

test('bars that do not fit are one bar, and all bars still add up', () => {
  const shown = withOthers(drivers(12))
  expect(shown.map(({ name }) => name)).toEqual([...drivers(8).map(({ name }) => name), '4 others'])
  expect(sum(shown)).toBe(sum(drivers(12)))
})

test('bars that fit stay as they are', () => {
  expect(withOthers(drivers(9))).toEqual(drivers(9))
})
