import { expect, test } from 'vitest'
import { withPoints } from './french-points.ts'

test.each([
  ['0,0', '0,0 point'],
  ['1,9', '1,9 point'],
  ['+1,0', '+1,0 point'],
  ['−0,3', '−0,3 point'],
  ['2,0', '2,0 points'],
  ['+12,5', '+12,5 points'],
  ['100', '100 points'],
])('the noun of %s points is singular below two', (formatted, text) => {
  expect(withPoints(formatted)).toBe(text)
})
