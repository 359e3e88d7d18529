import { expect, test } from 'vitest'
import { newcombe } from './intervals.ts'
import { adjustForMultipleTests, type Change, pairedChange } from './paired-change.ts'

const rate = (key: string, n: number, named: number) => ({
  key,
  prompt: key,
  n,
  sum: named,
  sumSquares: named,
})

/** A basket of prompts with `n` answers each, and how many of them name the brand. */
const basket = (n: number, named: number[]) => named.map((k, prompt) => rate(`prompt ${prompt}`, n, k))

test('delta is the difference of the means when questions have equal numbers of answers', () => {
  const change = pairedChange(basket(10, [1, 5]), basket(10, [2, 8]), { max: 1 })
  expect(change.previous).toBeCloseTo(0.3, 12)
  expect(change.delta).toBeCloseTo(0.2, 12)
})

test('more answers to one prompt are not a change', () => {
  const before = [rate('a', 10, 10), rate('b', 10, 0)]
  const after = [rate('a', 30, 30), rate('b', 10, 0)]
  const change = pairedChange(before, after, { max: 1 })
  expect(change).toMatchObject({ previous: 0.75, delta: 0, p_value: 1, state: 'no_significant_change' })
})

test('prompts with answers in only one window are ignored', () => {
  const before = basket(10, [1, 5, 4])
  const after = basket(10, [2, 6, 3])
  const change = pairedChange([...before, rate('old', 10, 10)], [...after, rate('new', 10, 10)], { max: 1 })
  expect(change).toEqual(pairedChange(before, after, { max: 1 }))
})

test('ten prompts are tested with the paired t test', () => {
  // p-value: scipy.stats.ttest_rel
  const before = basket(20, [3, 5, 4, 6, 2, 8, 7, 5, 4, 6])
  const after = basket(20, [5, 6, 4, 9, 4, 9, 9, 5, 7, 7])
  const change = pairedChange(before, after, { max: 1 })
  expect(change.state).toBe('up')
  expect(change.p_value).toBeCloseTo(0.001741624228, 10)
  expect(change.reason).toBe('Paired t test over 10 prompts with answers in both periods.')
  expect(pairedChange(after, before, { max: 1 }).state).toBe('down')
})

test('a rate and the same rate as scores have the same change', () => {
  for (const prompts of [3, 12]) {
    const asked = (turn: number) => Array.from({ length: prompts }, (_, prompt) => (prompt * turn) % 8)
    const [before, after] = [basket(8, asked(3)), basket(8, asked(5))]
    const scores = (cells: typeof before) =>
      cells.map((cell) => ({ ...cell, sum: cell.sum * 100_000, sumSquares: cell.sum * 100_000 ** 2 }))
    const asRate = pairedChange(before, after, { max: 1 })
    const asScore = pairedChange(scores(before), scores(after), { max: 100_000 })
    expect(asScore.p_value).toBeCloseTo(asRate.p_value ?? -1, 9)
    expect(asScore.delta).toBeCloseTo((asRate.delta ?? 0) * 100_000, 6)
  }
})

test.each([
  [10, 20, 'up'],
  [20, 10, 'down'],
  [10, 14, 'no_significant_change'],
  [0, 0, 'no_significant_change'],
])(
  'one prompt going from %d to %d of 28 is %s, and its p-value is where Newcombe’s interval reaches zero',
  (k1, k2, state) => {
    const change = pairedChange([rate('a', 28, k1)], [rate('a', 28, k2)], { max: 1 })
    expect(change.state).toBe(state)
    if (k1 === k2) return expect(change.p_value).toBe(1)
    const interval = newcombe(k2, 28, k1, 28, 1 - (change.p_value ?? 1))
    expect(k2 > k1 ? interval?.low : interval?.high).toBeCloseTo(0, 9)
  },
)

test('prompts with one answer in each window are tested with McNemar’s exact test', () => {
  const asked = (named: number[]) => basket(1, named)
  const before = asked([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0])
  const after = asked([1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0])
  const change = pairedChange(before, after, { max: 1 })
  // 8 against 2 of 10 changes: 2 · P(X <= 2) = 112/1024
  expect(change.p_value).toBeCloseTo(112 / 1024, 12)
  expect(change.delta).toBeCloseTo(0.5, 12)
  expect(change.reason).toContain('McNemar')
})

test('an equal change of every prompt is significant and not a division by zero', () => {
  const change = pairedChange(basket(7, Array(12).fill(0)), basket(7, Array(12).fill(7)), { max: 1 })
  expect(change).toMatchObject({ state: 'up', p_value: 0, delta: 1 })
})

test('windows with few or no answers are insufficient data', () => {
  const cells = basket(10, [3, 5])
  expect(pairedChange([], cells, { max: 1 })).toMatchObject({
    state: 'insufficient_data',
    previous: null,
    delta: null,
  })
  expect(pairedChange([rate('prompt 0', 0, 0)], cells, { max: 1 }).state).toBe('insufficient_data')
  expect(pairedChange(cells, [], { max: 1 }).state).toBe('insufficient_data')

  const few = pairedChange(basket(4, [1, 2]), basket(10, [3, 5]), { max: 1 })
  expect(few).toMatchObject({ state: 'insufficient_data', p_value: null, previous: 0.375 })
  expect(few.reason).toBe(
    'The questions with answers in both periods have 8 answers before and 20 now; 10 in each are needed.',
  )
})

test('baskets with few common questions are not comparable', () => {
  const before = ['a', 'b', 'c'].map((key) => rate(key, 20, 5))
  const after = ['c', 'd', 'e'].map((key) => rate(key, 20, 5))
  expect(pairedChange(before, after, { max: 1 })).toEqual({
    previous: null,
    delta: null,
    state: 'not_comparable',
    p_value: null,
    reason: 'Only 33 % of this period’s answers are to questions that the period before has answers to.',
  })
  expect(pairedChange(before.slice(0, 2), after, { max: 1 }).state).toBe('not_comparable')
})

test('a basket that lost prompts is compared over the remaining prompts', () => {
  const before = ['a', 'b', 'c', 'd', 'e'].map((key) => rate(key, 20, 5))
  const after = [rate('a', 20, 5)]
  expect(pairedChange(before, after, { max: 1 })).toMatchObject({
    state: 'no_significant_change',
    previous: 0.25,
  })
})

test('a prompt on two platforms counts as one observation', () => {
  const before = [3, 5, 4, 6, 2, 8, 7, 5, 4, 6]
  const after = [5, 6, 4, 9, 4, 9, 9, 5, 7, 7]
  const onBoth = (named: number[]) =>
    basket(20, named).flatMap((cell) =>
      ['one', 'two'].map((platform) => ({ ...cell, key: cell.key + platform })),
    )
  const change = pairedChange(onBoth(before), onBoth(after), { max: 1 })
  expect(change.p_value).toBeCloseTo(0.001741624228, 10)
  expect(change.reason).toBe('Paired t test over 10 prompts with answers in both periods.')
})

test('an added platform is not a change', () => {
  const before = basket(10, [1, 5, 4])
  const added = basket(10, [9, 9, 9]).map((cell) => ({ ...cell, key: `${cell.key} elsewhere` }))
  expect(pairedChange(before, [...before, ...added], { max: 1 })).toMatchObject({ delta: 0, p_value: 1 })
})

test('of many comparisons only those that survive the correction are called changed', () => {
  const change = (p_value: number | null, state: Change['state']): Change => {
    return { previous: 1, delta: 1, state, p_value, reason: '' }
  }
  const judged = adjustForMultipleTests([
    change(0.04, 'up'),
    change(0.001, 'down'),
    change(null, 'insufficient_data'),
    change(0.5, 'no_significant_change'),
    change(0.6, 'no_significant_change'),
  ])
  expect(judged.map(({ state, q_value }) => [state, q_value])).toEqual([
    ['no_significant_change', expect.closeTo(0.08, 12)],
    ['down', expect.closeTo(0.004, 12)],
    ['insufficient_data', null],
    ['no_significant_change', 0.6],
    ['no_significant_change', 0.6],
  ])
})
