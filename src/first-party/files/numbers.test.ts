import { expect, test } from 'vitest'
import { findPeriod, parseBingDay, parseCount, parseIsoDay } from './numbers.ts'

test.each([
  ['22', 22],
  ['1,234', 1234],
  ['1.234.567', 1_234_567],
  ['4 000', 4000],
  ['4\u202f000', 4000],
  ['1’234', 1234],
  ['1,23,456', 123_456],
  ['٤٠٠', 400],
  ['1.5', null],
  ['12,34', null],
  ['~', null],
  ['-', null],
  ['', null],
  ['-5', null],
  ['3000000000', null],
])('the count %j is %j', (text, count) => expect(parseCount(text)).toBe(count))

test.each([
  'Aug 28, 2026-Sep 3, 2026',
  'August 28, 2026 - September 3, 2026',
  '28.08.2026–03.09.2026',
  '28. Aug. 2026–3. Sept. 2026',
  '28 août 2026-3 sept. 2026',
  '28 ago 2026-3 sept 2026',
  '28 de ago. de 2026 – 3 de set. de 2026',
  '2026/08/28-2026/09/03',
  '2026年8月28日-2026年9月3日',
])('finds the period of %j', (text) =>
  expect(findPeriod(text)).toEqual({ first: '2026-08-28', last: '2026-09-03' }),
)

test.each([
  'Last 3 months',
  '8/9/2026-9/8/2026',
  'Aug 28, 2026',
  'Sep 3, 2026-Aug 28, 2026',
  'Foo 1, 2026-Foo 2, 2026',
])('does not guess the period of %j', (text) => expect(findPeriod(text)).toBeNull())

test('days that do not exist are not days', () => {
  expect([parseIsoDay('2026-02-30'), parseIsoDay('2026-02-28')]).toEqual([null, '2026-02-28'])
  expect([parseBingDay('7/4/2026 12:00:00 AM'), parseBingDay('13/4/2026')]).toEqual(['2026-07-04', null])
})
