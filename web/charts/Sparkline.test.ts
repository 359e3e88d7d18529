import { expect, test } from 'vitest'
import { toPolylines } from './Sparkline.tsx'

test('a sparkline has a gap for a day without answers and a dot for a single day', () => {
  expect(toPolylines([1, 3, null, 2])).toEqual(['2,22 40.7,2', '118,12 118,12'])
  expect(toPolylines([null, null])).toEqual([])
})
