import { expect, test } from 'vitest'
import { answerText } from './answer.ts'
import { planAnswer } from './answer-plan.ts'
import { fill, getPhrases, LANGUAGES } from './language.ts'
import { getMarket, type TrackedMarket } from './market.ts'
import { industryTexts } from './market-texts.ts'
import marketData from './markets.json' with { type: 'json' }
import hostData from './source-pages.json' with { type: 'json' }
import { writeAnswer } from './write-answer.ts'

const KINDS = ['software', 'product', 'service']

/** Every text in a template file. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** The phrases of every language, and of every market with its own ones. */
const textSets = [
  ...LANGUAGES.map((language): [string, object] => {
    const { intents: _, commonWords: __, ...phrases } = getPhrases(language)
    return [language, phrases]
  }),
  ...Object.entries(industryTexts).map(([id, { hosts: _, own: __, ...phrases }]): [string, object] => [
    id,
    phrases,
  ]),
]

test.each(textSets)('every list of %s has enough different phrases', (_, phrases) => {
  const lists = (value: object): string[][] =>
    Object.values(value).flatMap((inner) =>
      Array.isArray(inner) ? [inner] : typeof inner === 'object' && inner !== null ? lists(inner) : [],
    )
  for (const list of lists(phrases)) {
    expect(list.length, String(list[0])).toBeGreaterThanOrEqual(2)
    expect(new Set(list).size, String(list[0])).toBe(list.length)
    // A list must have phrases for a single brand, or the search for one would not end.
    if (!('short' in phrases && list === phrases.short))
      expect(list.some((phrase) => !phrase.includes('{other}'))).toBe(true)
  }
})

test.each(textSets)('phrases of %s contain only known placeholders', (_, phrases) => {
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
  for (const phrase of texts(phrases)) expect(fill(phrase, values)).not.toMatch(/[{}]/)
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

test('markets with their own texts exist, and their hosts have titles', () => {
  for (const [id, { hosts = [], sourceTitles = {} }] of Object.entries(industryTexts)) {
    expect(marketData.markets.map((market) => market.id)).toContain(id.split(' ')[1])
    expect(hosts.length).toBeGreaterThan(9)
    for (const { kind } of hosts) expect(Object.keys(sourceTitles)).toContain(kind)
  }
})

/** What no customer of the industry would say. */
const misplaced: [prompt: string, words: RegExp][] = [
  ['What are the best running shoes?', /energy|documentation|trial|plan|team|sign|freelancer|app\b|noise/i],
  ['What is the best business account?', /documentation|trial|warranty|spare|team|shoe|interface/i],
  ['Welche Projektmanagement-Software ist die beste?', /garantie|ersatzteil|familie|lautstärke|reinigung/i],
]

test.each(misplaced)('answers to "%s" fit the industry', (prompt, words) => {
  const market = getMarket(1, prompt, null)
  for (let day = 1; day <= 28; day += 1) {
    for (const profile of ['chatgpt', 'gemini', 'perplexity', 'google_ai_overview'] as const) {
      const query = {
        seed: 1,
        profile,
        prompt,
        location: null,
        day: `2026-03-${String(day).padStart(2, '0')}`,
        repetition: 1,
      }
      const answer = writeAnswer(query, planAnswer(query, market, { search: true, outcome: 'answered' }))
      expect(answerText(answer)).not.toMatch(words)
      for (const { url } of answer.sources) expect(url).not.toMatch(/smallbusiness\/|ftc\.gov|amazon\.de/)
    }
  }
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
