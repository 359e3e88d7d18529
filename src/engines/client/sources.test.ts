import { expect, test } from 'vitest'
import { cleanUrl, distinctCitations, retrievedOnly } from './sources.ts'

test.each([
  ['https://a.example/p?utm_source=openai', 'https://a.example/p'],
  ['https://a.example/p?utm_source=openai#part', 'https://a.example/p#part'],
  ['https://a.example/p?x=1&utm_source=openai', 'https://a.example/p?x=1'],
  ['https://a.example/p?utm_source=openai&x=%20y', 'https://a.example/p?x=%20y'],
  ['https://a.example/p?utm_source=openai2', 'https://a.example/p?utm_source=openai2'],
  ['https://a.example/p?utm_source=news', 'https://a.example/p?utm_source=news'],
  ['https://a.example/p#:~:text=best%20kettle', 'https://a.example/p'],
  ['https://a.example', 'https://a.example'],
  ['https://a.example/search?q=San Francisco', 'https://a.example/search?q=San%20Francisco'],
  ['ftp://a.example/', null],
  ['javascript:alert(1)', null],
  ['https://', null],
  ['a.example/p', null],
  ['', null],
])('%s becomes %s', (written, url) => {
  expect(cleanUrl(written)).toBe(url)
})

const page = { url: 'https://a.example/', title: null }

test('a URL is cited twice only if two spans refer to it', () => {
  const once = { ...page, start: 3, end: 6 }
  const again = { ...page, start: 9, end: 12 }
  const somewhere = { ...page, start: null, end: null }
  expect(distinctCitations([once, once, again, somewhere, somewhere])).toEqual([once, again, somewhere])
})

test('cited sources are not listed as retrieved, and a later title fills a missing one', () => {
  const other = { url: 'https://b.example/', title: null }
  expect(retrievedOnly([page, other, { ...other, title: 'B' }], [page])).toEqual([{ ...other, title: 'B' }])
})
