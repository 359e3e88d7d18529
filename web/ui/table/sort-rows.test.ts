import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const rows = [{ change: null }, { change: -3 }, { change: 2 }, { change: -0.5 }]
const values = { change: (row: (typeof rows)[number]) => row.change }

test('rows without a value come last in either order', () => {
  const sorted = (order: 'asc' | 'desc') =>
    sortRows(rows, values, { by: 'change', order }).map(({ change }) => change)
  expect(sorted('asc')).toEqual([-3, -0.5, 2, null])
  expect(sorted('desc')).toEqual([2, -0.5, -3, null])
})

test('an unknown column keeps the order', () => {
  expect(sortRows(rows, values, { by: 'unknown', order: 'asc' })).toEqual(rows)
})
