import { expect, test } from 'vitest'
import { memoizable, memoizeOn } from './memoized-response.ts'

test('a value derived from a memoizable value is made once per key, and is memoizable too', () => {
  const value = memoizable({ days: 3 })
  const text = memoizeOn(value, 'text', () => ({ body: 'three days' }))
  expect(memoizeOn(value, 'text', () => ({ body: 'made again' }))).toBe(text)
  expect(memoizeOn(value, 'length', () => 3)).toBe(3)
  const shown = memoizeOn(text, 'shown', () => [text.body])
  expect(memoizeOn(text, 'shown', () => ['made again'])).toBe(shown)
  expect(JSON.stringify(value)).toBe('{"days":3}')
})

test('a value derived from any other value is made on every call', () => {
  const value = { days: 3 }
  expect(memoizeOn(value, 'text', () => 'first')).toBe('first')
  expect(memoizeOn(value, 'text', () => 'second')).toBe('second')
  expect(memoizeOn({ ...memoizable(value) }, 'text', () => 'copy')).toBe('copy')
  expect(memoizeOn(null, 'text', () => 'none')).toBe('none')
})
