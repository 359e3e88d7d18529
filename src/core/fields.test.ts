import { expect, test } from 'vitest'
import { CalendarDay, Domain, Language, Line, Lines, normalizeName, Region, RegionOrEmpty } from './fields.ts'

test.each([
  ['https://www.Acme.com/', 'acme.com'],
  // Without www. these are public suffixes, which no one can register.
  ['https://www.gov.uk/', 'www.gov.uk'],
  ['www.ck', 'www.ck'],
  ['www.acme.gov.uk', 'acme.gov.uk'],
  ['www.github.io', 'github.io'],
  ['acme.com', 'acme.com'],
  ['  http://shop.acme.co.uk/a/?b=c#d ', 'shop.acme.co.uk/a'],
  ['acme.com:443', 'acme.com'],
  ['acme.com.', 'acme.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['https://WWW.例え.jp', 'xn--r8jz45g.jp'],
  ['medium.com/@Acme', 'medium.com/@Acme'],
  ['acme.github.io', 'acme.github.io'],
])('the domain %s is normalized to %s', (domain, normalized) => {
  expect(Domain.parse(domain)).toBe(normalized)
})

test.each([
  'localhost',
  'acme',
  'co.uk',
  '127.0.0.1',
  '0x7f.1',
  'http://[::1]/',
  'acme.com:8080',
  'me@acme.com',
  'https://:pw@acme.com',
  'ac me.com',
  'javascript:alert(1)',
  'ftp://acme.com',
  'acme..com',
  '',
  `${'a'.repeat(300)}.com`,
])('%j is not a valid domain', (domain) => {
  expect(Domain.safeParse(domain).success).toBe(false)
})

test('a line is trimmed and composed, its white space is collapsed, and control characters are rejected', () => {
  expect(Line(200).parse(' Cafe\u0301 \u00a0\n au\t lait ')).toBe('Café au lait')
  expect(Line(3).parse('  abc  ')).toBe('abc')
  for (const text of ['', ' \n ', 'abcd', 'a\0', 'a\u001b', '\ud800'])
    expect(Line(3).safeParse(text).success, JSON.stringify(text)).toBe(false)
})

test('of lines that differ only in case, width or white space, the first is kept', () => {
  expect(Lines(200, 9).parse(['Acme', 'ACME', 'ａｃｍｅ', 'Ac me', 'ac  ME', 'Acmé'])).toEqual([
    'Acme',
    'Ac me',
    'Acmé',
  ])
  expect(normalizeName('Ｓｏｎｙ　Music')).toBe(normalizeName('sony music'))
})

test('a language tag is canonicalized, and an invalid tag is rejected', () => {
  expect(['EN', 'pt-br', 'ZH-hans-cn', 'deu'].map((tag) => Language.parse(tag))).toEqual([
    'en',
    'pt-BR',
    'zh-Hans-CN',
    'de',
  ])
  for (const tag of ['', 'english', 'en-abc', 'en_US', 'e'])
    expect(Language.safeParse(tag).success, tag).toBe(false)
})

test('a day must exist in the calendar and be within the range of PostgreSQL', () => {
  for (const day of ['0001-01-01', '2024-02-29', '9999-12-31']) expect(CalendarDay.parse(day)).toBe(day)
  for (const day of [
    '0000-01-01',
    '2023-02-29',
    '2024-13-01',
    '2024-1-1',
    '2024-01-01T00:00:00Z',
    '10000-01-01',
  ])
    expect(CalendarDay.safeParse(day).success, day).toBe(false)
})

test('a region is the current code of a country', () => {
  expect(['DE', 'gb', 'xk'].map((code) => Region.parse(code))).toEqual(['DE', 'GB', 'XK'])
  for (const code of ['ZZ', 'XX', 'UK', 'EU', 'AA', 'D', 'DEU', ''])
    expect(Region.safeParse(code).success, code).toBe(false)
  expect(RegionOrEmpty.parse('')).toBe('')
  expect(RegionOrEmpty.safeParse('ZZ').success).toBe(false)
})
