import { expect, test } from 'vitest'
import { sampleCaution, smallestDetectableChange } from './sample-size.ts'

test('few answers are directional, few prompts exploratory', () => {
  expect(sampleCaution(9, 100)).toBe('directional')
  expect(sampleCaution(10, 49)).toBe('exploratory')
  expect(sampleCaution(10, 50)).toBeNull()
})

test('the smallest detectable change grows with the interval, and with fewer prompts', () => {
  const change = (half: number, prompts: number) =>
    smallestDetectableChange({ low: 30 - half, high: 30 + half, level: 0.95 }, prompts)
  // t(29) is 2.0452 and 0.8542 where the normal has 1.9600 and 0.8416
  expect(change(5, 20)).toBeCloseTo(((2.0452 + 0.8542) * Math.SQRT2 * 5) / 1.96, 2)
  expect(change(10, 20)).toBeCloseTo(2 * change(5, 20), 9)
  expect(change(5, 300)).toBeLessThan(change(5, 20))
})
