import { expect, test } from 'vitest'
import { criticalValue, informationShare } from './boundary.ts'

test('at the planned end and later, the interval is a 95% interval of Student', () => {
  // Published quantiles of t.
  const end = { baseline: 56, days: 84, plannedDays: 84 }
  expect(criticalValue(end, 10)).toBeCloseTo(2.2281, 4)
  expect(criticalValue({ ...end, days: 90 }, Number.POSITIVE_INFINITY)).toBeCloseTo(1.96, 3)
})

test('before, it is wider by the information that is missing', () => {
  // (1/28 + 1/28) / (1/28 + 1/7) = 2/5, and 2.5/√0.4 = 3.95.
  const progress = { baseline: 28, days: 7, plannedDays: 28 }
  expect(informationShare(progress)).toBeCloseTo(0.4, 12)
  expect(criticalValue(progress, Number.POSITIVE_INFINITY)).toBeCloseTo(2.5 / Math.sqrt(0.4), 6)
})
