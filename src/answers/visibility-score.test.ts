import { expect, test } from 'vitest'
import { visibilityScoreMilli } from './visibility-score.ts'

test.each([
  [{ named: false, cited: false, rank: null }, 0],
  [{ named: true, cited: false, rank: 1 }, 75_000],
  [{ named: true, cited: true, rank: 1 }, 100_000],
  [{ named: true, cited: true, rank: 2 }, 92_500],
  [{ named: true, cited: false, rank: 3 }, 65_000],
  [{ named: false, cited: true, rank: null }, 25_000],
  // 100 × 0.15 / 7 = 2.142857… points
  [{ named: true, cited: false, rank: 7 }, 62_143],
])('%j scores %i thousandths of a point', (result, milli) => {
  expect(visibilityScoreMilli(result)).toBe(milli)
})
