import { expect, test } from 'vitest'
import { browserLanguage, localeOf } from './language.ts'

test('the language is the first of the browser that the dashboard has', () => {
  expect(browserLanguage(['pt-BR', 'ja-JP', 'de'])).toBe('ja')
  expect(browserLanguage(['en-US@posix', 'de'])).toBe('en')
  expect(browserLanguage(['pt-BR'])).toBe('en')
  expect(browserLanguage([])).toBe('en')
})

test('dates are in the region that the browser prefers for the language', () => {
  expect(localeOf('en', ['de-DE', 'en-US', 'en-GB'])).toBe('en-US')
  expect(localeOf('de', ['en-US', 'de-CH'])).toBe('de-CH')
})

test('without a valid region for the language, dates are in its default form', () => {
  expect(localeOf('en', ['en-US@posix'])).toBe('en-GB')
  expect(localeOf('fr', ['fr-FR@posix'])).toBe('fr')
  expect(localeOf('ja', ['en-US'])).toBe('ja')
})
