import { expect, test } from 'vitest'
import { analyzeAnswer, createBrandParser, type LlmSentiment, withLlmSentiment } from './analysis.ts'
import {
  decodeCitations,
  decodeEntities,
  decodeStored,
  encodeAnalysis,
  replaceSentiments,
} from './stored-analysis.ts'

const acme = '019a0000-0000-7000-8000-000000000001'
const globex = '019a0000-0000-7000-8000-000000000002'
const lamp = '019a0000-0000-7000-8000-000000000003'
const reader = createBrandParser({ names_version: 1, source_categories: {} }, [
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
    { url: 'no address', title: 'Nothing', cited: true },
    { url: 'https://example.org/review', title: 'A review', cited: false },
  ],
}
const read = analyzeAnswer(answer, reader)
const present = [...read.reading.entities, ...read.products].filter(
  ({ mentioned, ownCitations }) => mentioned || ownCitations > 0,
)

test('what is kept of a reading, held against the answer, is the reading of all that the answer names or cites', () => {
  const kept = decodeStored(encodeAnalysis(read))
  const { entities, products } = decodeEntities(kept, answer.markdown)
  expect([...entities, ...products]).toEqual(present)
  expect(present.map(({ id, count }) => [id, count])).toEqual([
    [acme, 4],
    [globex, 1],
    [lamp, 1],
  ])
  expect(decodeCitations(kept, answer.citations)).toEqual(
    read.reading.citations.map(({ originalUrl, host, ...citation }) => citation),
  )
})

test('a judgement takes its place in what is kept as it does in the reading', () => {
  const quote = 'Acme’s light is warm.'
  const start = answer.markdown.indexOf(quote)
  const sentiment: LlmSentiment = {
    label: 'neutral',
    score: null,
    confidence: 0.9,
    evidence: { start, end: start + quote.length, text: quote },
    method: 'model',
  }
  const judged = new Map([[0, sentiment]])
  const numberOf = (id: string) => reader.byId.get(id)?.number
  const kept = replaceSentiments(decodeStored(encodeAnalysis(read)), judged, numberOf)
  expect(kept).toEqual(decodeStored(encodeAnalysis(withLlmSentiment(read, judged, reader))))
  expect(decodeEntities(kept, answer.markdown).entities[0]?.sentiment).toEqual(sentiment)
})
