import { expect, test } from 'vitest'
import { answersToDetect, promptsToDetect, sampleCaution, smallestDetectableChange } from './sample-size.ts'

test('few answers are directional, few prompts exploratory', () => {
  expect(sampleCaution(9, 100)).toBe('directional')
  expect(sampleCaution(10, 49)).toBe('exploratory')
  expect(sampleCaution(10, 50)).toBeNull()
})

test.each([
  [0.1, [686, 199, 100, 62]],
  [0.3, [1376, 356, 162, 93]],
  [0.5, [1565, 387, 169, 93]],
])('a rate of %d needs the answers of the planning table, rounded up', (rate, expected) => {
  for (const [index, change] of [0.05, 0.1, 0.15, 0.2].entries()) {
    const rounded = expected[index] ?? -1
    const needed = answersToDetect(rate, change)
    expect([rounded, rounded + 1]).toContain(needed)
  }
})

test.each([
  // the first is the worked example of Miller 2024
  [0, 1, 969],
  [1 / 6, 1, 3876],
  [1 / 6, 10, 1260],
])(
  'prompts whose answers vary by %d, with %d answers each, need %d prompts',
  (answerVariance, repeats, expected) => {
    expect(promptsToDetect(0.03, { changeVariance: 1 / 9, answerVariance, repeats })).toBe(expected)
  },
)

test('the smallest detectable change grows with the interval, and with fewer prompts', () => {
  const change = (half: number, prompts: number) =>
    smallestDetectableChange({ low: 30 - half, high: 30 + half, level: 0.95 }, prompts)
  // t(29) is 2.0452 and 0.8542 where the normal has 1.9600 and 0.8416
  expect(change(5, 20)).toBeCloseTo(((2.0452 + 0.8542) * Math.SQRT2 * 5) / 1.96, 2)
  expect(change(10, 20)).toBeCloseTo(2 * change(5, 20), 9)
  expect(change(5, 300)).toBeLessThan(change(5, 20))
})
