import { expect, test } from 'vitest'
import { lasting, madeOf } from './memoized-response.ts'

test('what is made of a lasting value is made once for each name, and lasts as well', () => {
  const value = lasting({ days: 3 })
  const text = madeOf(value, 'text', () => ({ body: 'three days' }))
  expect(madeOf(value, 'text', () => ({ body: 'made again' }))).toBe(text)
  expect(madeOf(value, 'length', () => 3)).toBe(3)
  const shown = madeOf(text, 'shown', () => [text.body])
  expect(madeOf(text, 'shown', () => ['made again'])).toBe(shown)
})

test('what is made of any other value is made anew', () => {
  const value = { days: 3 }
  expect(madeOf(value, 'text', () => 'first')).toBe('first')
  expect(madeOf(value, 'text', () => 'second')).toBe('second')
  expect(madeOf(null, 'text', () => 'none')).toBe('none')
})
