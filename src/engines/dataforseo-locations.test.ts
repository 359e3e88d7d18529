import { expect, test } from 'vitest'
import { languageCode, locationCode } from './dataforseo-locations.ts'

test.each([
  ['US', 2840],
  ['GB', 2826],
  ['DE', 2276],
  ['FR', 2250],
  ['CZ', 2203],
  ['RU', 2643],
  ['RS', 2688],
  ['ET', 2231],
  ['SD', 2729],
  ['AF', 2004],
])('%s has the location code %i', (country, code) => {
  expect(locationCode(country)).toBe(code)
})

test('an unknown country has no location code', () => {
  for (const country of ['ZZ', 'XX', '', 'de']) expect(locationCode(country)).toBeNull()
})

test.each([
  ['de', 'de'],
  ['pt-BR', 'pt'],
  ['zh', 'zh-CN'],
  ['zh-HK', 'zh-TW'],
  ['und-DE', 'de'],
  ['und-US', 'en'],
])('%s has the language code %s', (tag, code) => {
  expect(languageCode(tag)).toBe(code)
})
