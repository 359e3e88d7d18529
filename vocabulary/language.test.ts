import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Loads the formats as the dashboard does: after the language. */
async function formatsIn(language: 'de' | 'fr') {
  const { setLanguage } = await import('./language.ts')
  setLanguage({ language, locale: language })
  return import('./formats.ts')
}

beforeEach(() => vi.resetModules())
// Other test files use the modules in English.
afterEach(() => vi.resetModules())

test('numbers, costs and dates are in the language of the person', async () => {
  const formats = await formatsIn('de')
  expect([
    formats.formatCount(12_345),
    formats.formatScore(38.27),
    formats.formatPct(42.86),
    formats.formatCost(12_340_000),
    formats.formatDay('2026-11-01'),
  ]).toEqual(['12.345', '38,3', '42,9\u00a0%', '12,34\u00a0$', '01.11.2026'])
})

test('the language decides which counts are singular', async () => {
  const { formatQuantity } = await formatsIn('fr')
  expect([0, 1, 2].map((count) => formatQuantity(count, 'réponse'))).toEqual([
    '0 réponse',
    '1 réponse',
    '2 réponses',
  ])
})

test('names and shares in sentences are in the language of the person', async () => {
  const { formatList, formatShare } = await formatsIn('de')
  expect(formatList(['A', 'B', 'C'])).toBe('A, B und C')
  expect(formatShare(0.614)).toBe('61\u00a0%')
})

test('facts are joined with the separator of the catalog', async () => {
  const { setCatalog } = await import('./language.ts')
  setCatalog({ formats: { separator: '、' } })
  const { joinFacts } = await import('./formats.ts')
  expect(joinFacts(['読み取り専用', 'すべてのブランド'])).toBe('読み取り専用、すべてのブランド')
})

test('a text is that of the catalog, and English where the catalog has none', async () => {
  const { setCatalog, translated } = await import('./language.ts')
  setCatalog({ greeting: { hello: 'Hallo' } })
  expect(translated('greeting', { hello: 'Hello' })).toEqual({ hello: 'Hallo' })
  expect(translated('farewell', { bye: 'Goodbye' })).toEqual({ bye: 'Goodbye' })
})
