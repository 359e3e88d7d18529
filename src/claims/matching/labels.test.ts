/** Compares verdicts of the rules with labels. docs/claims.md has the figures of both halves. */
import { expect, test } from 'vitest'
import {
  areAnswersPresent,
  compareClaims,
  comparePages,
  countVerdict,
  withOtherValue,
} from '../../../test/labeled/compare-claims.ts'

if (!areAnswersPresent)
  console.log('../shared/answers does not exist: only claims of written answers are compared.')

const claims = { rules: compareClaims('rules'), check: compareClaims('check') }

test.each([
  ['rules', areAnswersPresent ? 20 : 12],
  ['check', areAnswersPresent ? 7 : 4],
] as const)('claims of the half %s that the rules call wrong or outdated are so', (half, found) => {
  const wrong = countVerdict(claims[half], 'wrong')
  const outdated = countVerdict(claims[half], 'outdated')
  const right = countVerdict(claims[half], 'right')
  console.log(`claims of the half ${half}:`, { right, wrong, outdated })
  expect(wrong.correct / wrong.given).toBeGreaterThanOrEqual(0.95)
  expect(outdated.correct / outdated.given).toBeGreaterThanOrEqual(0.95)
  expect(right.correct / right.given).toBeGreaterThanOrEqual(0.97)
  expect(wrong.correct).toBeGreaterThanOrEqual(found)
  expect(right.correct / right.labeled).toBeGreaterThanOrEqual(0.5)
})

test.each([
  // A label has 13.5 inches, which round to the 14 inches of the answer.
  ['unseen', 1, areAnswersPresent ? [37, 52, 19] : [32, 46, 18]],
  ['blind', 0, areAnswersPresent ? [34, 102, 32] : [16, 64, 15]],
] as const)('%s claims that the rules call wrong or outdated are so', (set, maxErrors, floors) => {
  const counts = (['right', 'wrong', 'outdated'] as const).map((verdict) =>
    countVerdict(compareClaims(set), verdict),
  )
  const [right, wrong, outdated] = counts
  console.log(`${set} claims:`, { right, wrong, outdated })
  expect(wrong).toMatchObject({ given: wrong?.correct })
  expect(outdated).toMatchObject({ given: outdated?.correct })
  expect((right?.given ?? 0) - (right?.correct ?? 0)).toBeLessThanOrEqual(maxErrors)
  for (const [index, floor] of floors.entries()) expect(counts[index]?.correct).toBeGreaterThanOrEqual(floor)
  // The other quotes are the same value in a table or after a change.
  expect((wrong?.otherQuotes ?? 0) + (outdated?.otherQuotes ?? 0)).toBeLessThanOrEqual(2)
})

test.each(['rules', 'check'] as const)('verdicts of the half %s have the quote of the label', (half) => {
  for (const verdict of ['wrong', 'outdated'] as const)
    expect(countVerdict(claims[half], verdict).otherQuotes).toBe(0)
  const right = countVerdict(claims[half], 'right')
  expect(right.otherQuotes / right.correct).toBeLessThanOrEqual(0.1)
})

test.each([
  ['rules', areAnswersPresent ? 35 : 11],
  ['check', areAnswersPresent ? 22 : 6],
] as const)('with another value of the fact, right statements of the half %s are wrong', (half, found) => {
  const changed = compareClaims(half, withOtherValue)
  const wrong = changed.filter(({ label, verdict }) => label === 'right' && verdict === 'wrong')
  expect(changed.filter(({ label, verdict }) => label === 'not_stated' && verdict !== 'not_stated')).toEqual(
    [],
  )
  expect(wrong.length).toBeGreaterThanOrEqual(found)
  // The others are other statements of the same value.
  expect(wrong.filter(({ isSameQuote }) => isSameQuote).length / wrong.length).toBeGreaterThanOrEqual(0.75)
  expect(
    changed.filter(({ label, verdict }) => label === 'right' && verdict === 'right').length,
  ).toBeLessThanOrEqual(3)
})

test('pages are compared by the same rules', () => {
  const pages = [...comparePages('rules'), ...comparePages('check')]
  const right = countVerdict(pages, 'right')
  const wrong = countVerdict(pages, 'wrong')
  const outdated = countVerdict(pages, 'outdated')
  console.log('facts of pages:', { right, wrong, outdated })
  expect([right, wrong, outdated].map(({ given, correct }) => given - correct)).toEqual([0, 0, 0])
  expect(right.correct / right.labeled).toBeGreaterThanOrEqual(0.4)
  expect(wrong.correct + outdated.correct).toBeGreaterThanOrEqual(5)
})
