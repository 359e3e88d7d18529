import { expect, test } from 'vitest'
import { memoizable, memoizeOn } from './memoized-response.ts'

test('what is made of a lasting value is made once for each name, and lasts as well', () => {
  const value = memoizable({ days: 3 })
  const text = memoizeOn(value, 'text', () => ({ body: 'three days' }))
  expect(memoizeOn(value, 'text', () => ({ body: 'made again' }))).toBe(text)
  expect(memoizeOn(value, 'length', () => 3)).toBe(3)
  const shown = memoizeOn(text, 'shown', () => [text.body])
  expect(memoizeOn(text, 'shown', () => ['made again'])).toBe(shown)
})

test('what is made of any other value is made anew', () => {
  const value = { days: 3 }
  expect(memoizeOn(value, 'text', () => 'first')).toBe('first')
  expect(memoizeOn(value, 'text', () => 'second')).toBe('second')
  expect(memoizeOn(null, 'text', () => 'none')).toBe('none')
})
