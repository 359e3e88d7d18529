import { expect, test } from 'vitest'
import { browserLanguage } from './language.ts'

test('the language is the first of the browser that the dashboard has', () => {
  expect(browserLanguage(['pt-BR', 'ja-JP', 'de'])).toBe('ja')
  expect(browserLanguage(['en-US@posix', 'de'])).toBe('en')
  expect(browserLanguage(['pt-BR'])).toBe('en')
  expect(browserLanguage([])).toBe('en')
})
