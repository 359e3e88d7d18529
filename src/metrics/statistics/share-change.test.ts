import { expect, test } from 'vitest'
import { tTwoSidedP } from './distributions.ts'
import { type ShareMoments, shareChange } from './share-change.ts'

/** Prompts with ten answers each, these mentions of the brand and twelve of competitors. */
const window = (owns: number[], { n = 10, others = 12 } = {}): ShareMoments[] =>
  owns.map((own, prompt) => ({ key: `${prompt}`, prompt: `${prompt}`, n, own, all: own + others }))

const owns = [0, 3, 6, 2, 9, 4, 1, 7, 5, 3]

test('the change of a share matches a calculation by hand, and its p-value that of a jackknife', () => {
  const change = shareChange(window(owns), window(owns.map((own) => own + 6)))
  // 40 of 160 mentions before, 100 of 220 now.
  expect(change).toMatchObject({
    previous: 0.25,
    delta: expect.closeTo(100 / 220 - 0.25, 12),
    state: 'up',
    reason: 'Jackknife t test over 10 prompts with answers in both periods.',
  })
  // The change without one prompt, for each of them.
  const without = owns.map((left) => {
    const share = (gain: number) => (40 + 10 * gain - (left + gain)) / (160 + 10 * gain - (left + gain + 12))
    return share(6) - share(0)
  })
  const variance = 0.9 * without.reduce((sum, each) => sum + (each - (100 / 220 - 0.25)) ** 2, 0)
  expect(change.p_value).toBeCloseTo(tTwoSidedP((100 / 220 - 0.25) / Math.sqrt(variance), 9), 12)
  expect(shareChange(window(owns.map((own) => own + 6)), window(owns))).toMatchObject({
    state: 'down',
    delta: expect.closeTo(0.25 - 100 / 220, 12),
  })
})

test('equal increases and decreases are not a change', () => {
  const after = owns.map((own, prompt) => Math.max(0, own + (prompt % 2 === 0 ? 2 : -2)))
  expect(shareChange(window(owns), window(after)).state).toBe('no_significant_change')
  expect(shareChange(window(owns), window(owns))).toMatchObject({ delta: 0, p_value: 1 })
})

test('more answers to a prompt, or an added prompt, are not a change', () => {
  const often = window(owns).map((cell, prompt) =>
    prompt < 5 ? { ...cell, n: 40, own: 4 * cell.own, all: 4 * cell.all } : cell,
  )
  expect(shareChange(window(owns), often)).toMatchObject({ delta: expect.closeTo(0, 12), p_value: 1 })
  const more = [...window(owns), { key: 'new', prompt: 'new', n: 10, own: 50, all: 50 }]
  expect(shareChange(window(owns), more)).toMatchObject({ delta: 0, state: 'no_significant_change' })
})

test('the questions of one prompt are left out together', () => {
  const questions = (gain: number) =>
    owns.flatMap((own, prompt) =>
      ['a', 'b'].map((platform) => ({
        key: `${prompt} ${platform}`,
        prompt: `${prompt}`,
        n: 10,
        own: own + gain,
        all: own + gain + 12,
      })),
    )
  const once = shareChange(window(owns), window(owns.map((own) => own + 1)))
  expect(shareChange(questions(0), questions(1)).p_value).toBeCloseTo(once.p_value ?? 0, 12)
})

test('a share without enough data has no change', () => {
  expect(shareChange([], window(owns)).state).toBe('insufficient_data')
  expect(shareChange(window(owns), []).state).toBe('insufficient_data')
  const other = window(owns).map((cell) => ({ ...cell, key: `other ${cell.key}` }))
  expect(shareChange(other, window(owns))).toMatchObject({ state: 'not_comparable', delta: null })
  expect(shareChange(window(owns.slice(0, 7)), window(owns.slice(0, 7)))).toMatchObject({
    state: 'insufficient_data',
    reason: expect.stringContaining('8 are needed'),
    previous: expect.any(Number),
  })
  const silent = window(
    owns.map(() => 0),
    { others: 0 },
  )
  expect(shareChange(silent, window(owns))).toMatchObject({
    state: 'insufficient_data',
    delta: null,
    detectable: null,
  })
})

test('a period whose mentions are all in the answers to one prompt has no change', () => {
  const one = window(
    owns.map(() => 0),
    { others: 0 },
  ).map((cell, prompt) => (prompt === 0 ? { ...cell, own: 6, all: 20 } : cell))
  expect(shareChange(one, window(owns))).toMatchObject({
    state: 'insufficient_data',
    previous: 0.3,
    reason: expect.stringContaining('a single prompt'),
  })
})
