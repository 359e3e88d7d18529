import { expect, test } from 'vitest'
import { newcombe } from './intervals.ts'
import { rateChange } from './two-rates.ts'

test.each([
  [10, 20, 'up'],
  [20, 10, 'down'],
  [10, 14, 'no_significant_change'],
  [0, 0, 'no_significant_change'],
])(
  'a rate going from %d to %d of 28 is %s, and its p-value is where Newcombe’s interval reaches zero',
  (before, after, state) => {
    const change = rateChange({ n: 28, hits: before }, { n: 28, hits: after })
    expect(change.state).toBe(state)
    expect(change.delta).toBeCloseTo((after - before) / 28, 12)
    if (before === after) return expect(change.p_value).toBe(1)
    const interval = newcombe(after, 28, before, 28, 1 - (change.p_value ?? 1))
    expect(after > before ? interval?.low : interval?.high).toBeCloseTo(0, 9)
  },
)

test('fewer than ten answers in a window are insufficient data', () => {
  expect(rateChange({ n: 9, hits: 0 }, { n: 90, hits: 90 })).toMatchObject({
    state: 'insufficient_data',
    p_value: null,
    delta: null,
  })
})
