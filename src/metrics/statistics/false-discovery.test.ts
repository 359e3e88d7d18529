import { expect, test } from 'vitest'
import { benjaminiHochberg } from './false-discovery.ts'

test.each([
  // the tests of SciPy
  {
    p: [0.005, 0.009, 0.019, 0.022, 0.051, 0.101, 0.361, 0.387],
    q: [0.036, 0.036, 0.044, 0.044, 0.0816, 0.1347, 0.387, 0.387],
    digits: 4,
  },
  { p: [0.5, 0.6, 0.1, 0.001], q: [0.6, 0.6, 0.2, 0.004], digits: 12 },
])('the q-values of $p match the published ones', ({ p, q, digits }) => {
  for (const [index, value] of benjaminiHochberg(p).entries())
    expect(value).toBeCloseTo(q[index] ?? -1, digits)
})

test('the fifteen tests of the 1995 paper give four discoveries where Bonferroni gives three', () => {
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ]
  const expected = [
    0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714, 0.06385714, 0.0645, 0.0765, 0.486, 0.58118182,
    0.714875, 0.75323077, 0.81321429, 1,
  ]
  const q = benjaminiHochberg(p)
  for (const [index, value] of q.entries()) expect(value).toBeCloseTo(expected[index] ?? -1, 8)
  expect(q.filter((value) => value <= 0.05)).toHaveLength(4)
  expect(p.filter((value) => value * p.length <= 0.05)).toHaveLength(3)
})

test('comparisons with a larger weight have smaller q-values', () => {
  const q = benjaminiHochberg([0.0006, 0.004, 0.0015, 0.2], [2, 0.5, 0.5, 1])
  expect(q.map((value) => Number(value.toPrecision(7)))).toEqual([0.0012, 0.01066667, 0.006, 0.2])
})

test('no comparisons need no correction', () => {
  expect(benjaminiHochberg([])).toEqual([])
})
