import { expect, test } from 'vitest'
import { fill, getPhrases, LANGUAGES } from './language.ts'
import { getMarket, type TrackedMarket } from './market.ts'
import marketData from './markets.json' with { type: 'json' }
import hostData from './source-pages.json' with { type: 'json' }

const KINDS = ['software', 'product', 'service']

/** Every text in a template file. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

test.each(LANGUAGES)('every list of %s has enough different phrases', (language) => {
  const { intents: _, commonWords: __, ...phrases } = getPhrases(language)
  const lists = (value: object): string[][] =>
    Object.values(value).flatMap((inner) =>
      Array.isArray(inner) ? [inner] : typeof inner === 'object' && inner !== null ? lists(inner) : [],
    )
  for (const list of lists(phrases)) {
    expect(list.length, String(list[0])).toBeGreaterThanOrEqual(2)
    expect(new Set(list).size, String(list[0])).toBe(list.length)
    // A list must have phrases for a single brand, or the search for one would not end.
    if (list !== phrases.short) expect(list.some((phrase) => !phrase.includes('{other}'))).toBe(true)
  }
})

test.each(LANGUAGES)('phrases of %s contain only known placeholders', (language) => {
  const names = [
    'brand',
    'other',
    'topic',
    'year',
    'audience',
    'strength',
    'strength2',
    'weakness',
    'weakness2',
  ]
  const values = Object.fromEntries(names.map((name) => [name, 'X']))
  for (const phrase of texts(getPhrases(language))) expect(fill(phrase, values)).not.toMatch(/[{}]/)
})

test('a phrase with an unknown placeholder is an error', () => {
  expect(() => fill('{brand} and {rival}', { brand: 'X' })).toThrow('{rival}')
})

test('markets have one of three kinds, are recognized by lower-case words and never share a brand', () => {
  for (const { kind, words } of marketData.markets) {
    expect(KINDS).toContain(kind)
    expect(words).toEqual(words.map((word) => word.toLowerCase()))
  }
  const brands = marketData.markets.flatMap((market) => market.brands)
  expect(new Set(brands).size).toBe(brands.length)
})

test('hosts have titles in their language and valid market restrictions', () => {
  for (const language of LANGUAGES) {
    for (const { kind, ...host } of hostData.hosts[language]) {
      expect(Object.keys(getPhrases(language).sourceTitles)).toContain(kind)
      for (const only of 'only' in host ? (host.only ?? []) : []) expect(KINDS).toContain(only)
    }
  }
})

test('a tracked market keeps its language, topic and brands, and is not extended by a brand of the same name', () => {
  const [market] = marketData.markets
  const [known = ''] = market?.brands ?? []
  const tracked: TrackedMarket = {
    language: 'de-AT',
    region: 'AT',
    topicWords: [],
    entities: [{ name: 'Eigenmarke', aliases: [known], domain: null, strength: 0.5 }],
  }
  const found = getMarket(1, 'Best kanban board?', tracked)
  expect(found).toMatchObject({ key: market?.id, language: 'de', topic: market?.topic.de })
  expect(found.entities[0]?.name).toBe('Eigenmarke')
  expect(found.entities).toHaveLength(4)
  expect(found.entities.map(({ name }) => name)).not.toContain(known)
})

test('an unknown market takes its topic from the tracked market or the prompt, and its brands from neither', () => {
  const tracked: TrackedMarket = { language: null, region: null, topicWords: ['Dental tools'], entities: [] }
  const fromTopic = getMarket(1, 'What do dentists use?', tracked)
  expect(fromTopic).toMatchObject({ key: 'dental-tools', topic: 'dental tools', kind: 'software' })
  const fromPrompt = getMarket(1, 'Which vacuum cleaner should I buy?', null)
  expect(fromPrompt.topic).toBe('vacuum cleaner')
  expect(fromPrompt.entities).toEqual(getMarket(1, 'Is there a good vacuum cleaner?', null).entities)
  expect(fromPrompt.entities.length).toBeGreaterThan(4)
  expect(fromPrompt.entities).not.toEqual(fromTopic.entities)
})
