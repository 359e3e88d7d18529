import { expect, test } from 'vitest'
import { getSearchKey, getSearchKeys } from './search-key.ts'

test.each([
  ['best running shoes 2026', 'Best  Running Shoe'],
  ['running shoes for wide feet', 'wide feet running shoes'],
  ['top trail shoes', 'best trail shoes 2025'],
  ['crème brûlée torch', 'creme brulee torch'],
  ['beste Laufschuhe für Anfänger', 'LAUFSCHUHE beste Anfänger'],
  ['ランニングシューズ おすすめ', 'おすすめのランニングシューズ'],
])('%s and %s are the same search', (first, second) => {
  expect(getSearchKey(first)).toBe(getSearchKey(second))
})

test.each([
  ['running shoes', 'running socks'],
  ['best running shoes', 'running shoes price'],
  ['trail shoes', 'trail shoes review'],
  ['iphone 15', 'iphone 16'],
])('%s and %s are different searches', (first, second) => {
  expect(getSearchKey(first)).not.toBe(getSearchKey(second))
})

test('a search without words has no key, and one of other words is identified by its text', () => {
  expect(getSearchKey(' ?! ')).toBeNull()
  expect(getSearchKey('2026')).not.toBeNull()
  expect(getSearchKey('what is it')).not.toBe(getSearchKey('who are they'))
})

test('a search that repeats an earlier one of the answer has no key', () => {
  const [first, repeated, other] = getSearchKeys(['best shoes', 'Best Shoes 2026', 'shoe laces'])
  expect(repeated).toBeNull()
  expect(new Set([first, repeated, other]).size).toBe(3)
})
