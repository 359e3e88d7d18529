import { expect, test } from 'vitest'
import { runSteps } from '../../../core/yield-to-event-loop.ts'
import { digitSeries } from './digits.fixture.ts'
import { equalFamily, familyTestSteps } from './family.ts'

const testFamily = (...args: Parameters<typeof familyTestSteps>) => runSteps(familyTestSteps(...args))

const stepUp = digitSeries(
  ...Array.from({ length: 12 }, (_, prompt) => ({
    prompt: `${prompt}`,
    y: prompt % 2 ? '0010000 0100000 0000000 0001000 1111011' : '0000100 0010000 0000010 0000000 1101111',
  })),
)
const steady = digitSeries({ y: '0101010 1010101 0101010 1010101 0101010' })

test('a step is significant in its family, and a steady series is not', () => {
  const results = testFamily(equalFamily([stepUp, steady]), 34, [0, 0])
  expect(results.map((result) => result?.isSignificant)).toEqual([true, false])
  expect(results[0]?.test?.windows).toEqual({ reference: { from: 0, to: 27 }, recent: { from: 28, to: 34 } })
})

test('p is three times the smallest p-value of the windows, because three are tested', () => {
  const [result] = testFamily(equalFamily([stepUp]), 34, [0])
  expect(result?.p).toBe(3 * (result?.test?.p ?? 0))
  expect(result?.q).toBe(result?.p)
})

test('a series counts in its family when it cannot be tested', () => {
  const alone = testFamily(equalFamily([stepUp]), 34, [0])[0]
  const withUntested = testFamily(equalFamily([stepUp, steady]), 34, [0, 30])
  expect(withUntested[0]?.q).toBeCloseTo(2 * (alone?.q ?? 0), 15)
  expect(withUntested[1]).toEqual({ p: 1, q: 1, isSignificant: false, test: null })
})

test('no window reaches back past the start of the level', () => {
  const [result] = testFamily(equalFamily([stepUp]), 34, [14])
  expect(result?.test?.windows.reference).toEqual({ from: 14, to: 27 })
  expect(testFamily(equalFamily([stepUp]), 34, [28])[0]?.test).toBeNull()
})
