import { expect, test } from 'vitest'
import { countries, listLanguages } from './countries-and-languages.ts'

test('each country is listed once, under its current code', () => {
  const all = countries()
  const getCodes = (name: string) => all.filter((each) => each.name === name).map(({ code }) => code)
  expect([getCodes('Germany'), getCodes('United Kingdom'), getCodes('Switzerland')]).toEqual([
    ['DE'],
    ['GB'],
    ['CH'],
  ])
  expect(all.length).toBeGreaterThan(230)
  expect(all.length).toBeLessThan(270)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('languages have two-letter codes and are sorted by name', () => {
  const names = listLanguages().map(({ name }) => name)
  expect(names).toContain('German')
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
})
