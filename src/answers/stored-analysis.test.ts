import { expect, test } from 'vitest'
import { type AssignedSentiment, analyzeAnswer, createBrandParser } from './analysis.ts'
import { sentimentCode } from './sentiment-labels.ts'
import {
  assignSentiments,
  decodeEntities,
  decodeStoredCitations,
  encodeAnalysis,
  spellingsIn,
} from './stored-analysis.ts'

const acme = '019a0000-0000-7000-8000-000000000001'
const globex = '019a0000-0000-7000-8000-000000000002'
const lamp = '019a0000-0000-7000-8000-000000000003'
const parser = createBrandParser({ names_version: 1, source_categories: {} }, [
  { id: acme, name: 'Acme', aliases: ['Acme Tools'], domains: ['acme.com'], number: 0, kind: 'brand' },
  { id: globex, name: 'Globex', domains: ['globex.com'], number: 1, kind: 'competitor' },
  { id: lamp, name: 'Lamp 3000', number: 2, kind: 'product' },
])

const answer = {
  markdown: [
    '# Lamps',
    'Acme Tools’ **Lamp 3000** is excellent and ACME is loved. Acme’s light is warm.',
    '1. Acme\n2. Initech',
    'Globexes are unreliable & [slow](https://globex.com).',
  ].join('\n\n'),
  prompt: 'Which lamp is best?',
  language: 'en',
  citations: [
    { url: 'https://www.acme.com/lamps?utm_source=openai#top', title: 'Lamps', cited: true },
    { url: 'https://globex.com/', title: null, cited: true },
    { url: 'no url', title: 'Nothing', cited: true },
    { url: 'https://example.org/review', title: 'A review', cited: false },
  ],
}
const analysis = analyzeAnswer(answer, parser)
const present = [...analysis.parsed.entities, ...analysis.products].filter(
  ({ mentioned, ownCitations }) => mentioned || ownCitations > 0,
)

test('decoding a stored analysis returns every entity that the answer mentions or cites', () => {
  const stored = encodeAnalysis(analysis).stored
  const { entities, products } = decodeEntities(stored, answer.markdown)
  expect([...entities, ...products]).toEqual(present)
  expect(present.map(({ id, count }) => [id, count])).toEqual([
    [acme, 4],
    [globex, 1],
    [lamp, 1],
  ])
  expect(decodeStoredCitations(stored, answer.citations)).toEqual(
    analysis.parsed.citations.map(({ originalUrl, host, ...citation }) => citation),
  )
})

test('an assigned sentiment replaces the stored one and changes nothing else', () => {
  const quote = 'Acme’s light is warm.'
  const start = answer.markdown.indexOf(quote)
  const sentiment: AssignedSentiment = {
    label: 'neutral',
    evidence: { start, end: start + quote.length, text: quote },
    method: 'model',
  }
  const sentiments = new Map([[0, sentiment]])
  const getNumber = (id: string) => parser.byId.get(id)?.number
  const replaced = assignSentiments(analysis.facts, encodeAnalysis(analysis).stored, sentiments, getNumber)
  expect(replaced.sentiments).toEqual([sentimentCode('neutral'), ...analysis.facts.sentiments.slice(1)])
  const { entities, products } = decodeEntities(replaced.stored, answer.markdown)
  const [brand, ...others] = present
  expect([...entities, ...products]).toEqual([
    { ...brand, sentiment: { ...sentiment, score: null, confidence: 0 } },
    ...others,
  ])
})

test('spellings are listed by entity, each once', () => {
  const spellings = spellingsIn(encodeAnalysis(analysis).stored, answer.markdown)
  expect(spellings.get(acme)).toEqual(['Acme Tools', 'ACME', 'Acme'])
})
