import { expect, test } from 'vitest'
import { tTwoSidedP } from '../distributions.ts'
import { digitSeries } from './digits.fixture.ts'
import { testPrompt } from './test-prompt.ts'

const windows = { reference: { from: 0, to: 27 }, recent: { from: 28, to: 55 } }

test('the variance of a prompt has an allowance for drift of 0.04 of the variance of a day', () => {
  const tested = testPrompt(
    digitSeries({ prompt: 'risen', y: '0000100'.repeat(4) + '1110111'.repeat(4) }),
    windows,
  )
  const { parts, variance, df, delta, p } = tested ?? { parts: { sampling: 0, drift: 0 } }
  expect(parts.drift).toBeGreaterThan(0)
  expect(variance).toBe(parts.sampling + 0.04 * parts.drift)
  expect(df).toBe(55)
  expect(p).toBe(tTwoSidedP((delta ?? 0) / Math.sqrt(variance ?? 0), 55))
})

test('a prompt without answers in the earlier window cannot be tested', () => {
  const digits = (digit: string) => '0'.repeat(28) + digit.repeat(28)
  expect(testPrompt(digitSeries({ prompt: 'new', y: digits('1'), n: digits('1') }), windows)).toBeNull()
})
