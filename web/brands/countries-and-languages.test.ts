import { expect, test } from 'vitest'
import { countries, languages } from './countries-and-languages.ts'

test('a country stands there once, under the code that is in use', () => {
  const all = countries()
  const codesOf = (name: string) => all.filter((each) => each.name === name).map(({ code }) => code)
  expect([codesOf('Germany'), codesOf('United Kingdom'), codesOf('Switzerland')]).toEqual([
    ['DE'],
    ['GB'],
    ['CH'],
  ])
  expect(all.length).toBeGreaterThan(230)
  expect(all.length).toBeLessThan(270)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('languages are those of two letters, by name', () => {
  const names = languages().map(({ name }) => name)
  expect(names).toContain('German')
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
})
