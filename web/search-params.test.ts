import { expect, test } from 'vitest'
import { answerSearch, toAnswerParams } from './answers/search.ts'
import { getChoice, getText, withoutUndefined } from './search-params.ts'

test('a value that is not a choice is undefined', () => {
  expect(getChoice(['yes', 'no'], 'no')).toBe('no')
  expect(getChoice(['yes', 'no'], 'maybe')).toBeUndefined()
  expect(getChoice(['yes', 'no'], undefined)).toBeUndefined()
})

test('text is cut, digits are text, and empty text is undefined', () => {
  expect(getText('abcdef', 4)).toBe('abcd')
  expect(getText(2026, 4)).toBe('2026')
  expect(getText('', 4)).toBeUndefined()
  expect(getText(['a'], 4)).toBeUndefined()
})

test('fields without a value are left out', () => {
  expect(Object.keys(withoutUndefined({ a: 1, b: undefined, c: '' }))).toEqual(['a', 'c'])
})

test('the search of the answers keeps valid filters, and the API gets them under its own names', () => {
  const prompt = '0191f7a4-5b1c-7cc0-8a3e-3f6d2b9c1e00'
  const search = answerSearch({ named: 'yes', cited: 'perhaps', prompt, run: 'x', q: 42, days: 7 })
  expect(search).toEqual({ named: 'yes', prompt, q: '42' })
  expect(toAnswerParams(search)).toEqual({ mentioned: 'true', prompt_id: prompt, q: '42' })
})
