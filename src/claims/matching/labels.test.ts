/** The rules compared with labels by hand. docs/claims.md has the figures of both halves. */
import { expect, test } from 'vitest'
import {
  areAnswersPresent,
  compareClaims,
  comparePages,
  countVerdict,
} from '../../../test/labeled/compare-claims.ts'

if (!areAnswersPresent)
  console.log('../shared/answers does not exist: only claims of written answers are compared.')

const claims = { rules: compareClaims('rules'), check: compareClaims('check') }

test.each(['rules', 'check'] as const)(
  'claims of the half %s that the rules call wrong are wrong',
  (half) => {
    const wrong = countVerdict(claims[half], 'wrong')
    const outdated = countVerdict(claims[half], 'outdated')
    console.log(`claims of the half ${half}:`, {
      wrong,
      outdated,
      right: countVerdict(claims[half], 'right'),
    })
    expect(wrong.correct / wrong.given).toBeGreaterThanOrEqual(0.95)
    expect(wrong.given).toBeGreaterThanOrEqual(areAnswersPresent ? 15 : 8)
    expect(outdated.given - outdated.correct).toBeLessThanOrEqual(1)
  },
)

test.each(['rules', 'check'] as const)('verdicts of the half %s have the quote of the label', (half) => {
  const right = countVerdict(claims[half], 'right')
  expect(right.correct / right.given).toBeGreaterThanOrEqual(0.95)
  expect(right.correct / right.labeled).toBeGreaterThanOrEqual(0.5)
  for (const verdict of ['wrong', 'outdated'] as const)
    expect(countVerdict(claims[half], verdict).otherQuotes).toBe(0)
  expect(right.otherQuotes / right.correct).toBeLessThanOrEqual(0.1)
})

test('pages are compared by the same rules', () => {
  const pages = [...comparePages('rules'), ...comparePages('check')]
  const right = countVerdict(pages, 'right')
  console.log('facts of pages:', {
    right,
    wrong: countVerdict(pages, 'wrong'),
    outdated: countVerdict(pages, 'outdated'),
  })
  expect(right.correct / right.given).toBeGreaterThanOrEqual(0.95)
  expect(right.correct / right.labeled).toBeGreaterThanOrEqual(0.4)
})
