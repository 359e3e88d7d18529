import { describe, expect, test } from 'vitest'
import { createParser, parseAnswer } from '../../parser.ts'

const NAMES = ['Zyntra', 'Acme', 'Best Buy']
const compiled = createParser(NAMES.map((name) => ({ id: name, name })))

function getSentiment(markdown: string, name = 'Zyntra') {
  const { entities } = parseAnswer({ markdown, citations: [] }, compiled)
  return entities.find(({ id }) => id === name)?.sentiment ?? null
}

describe('clear praise, clear criticism and advice decide', () => {
  test.each<[string, string]>([
    ['Zyntra is an excellent, reliable tool that I highly recommend.', 'positive'],
    ['Zyntra is not recommended: it is slow, buggy and overpriced.', 'negative'],
    ['I would strongly recommend against Zyntra because of its data breaches.', 'negative'],
    ['You should avoid Zyntra, which was sued for fraud.', 'negative'],
    ['Avoid Zyntra. Choose Acme instead.', 'negative'],
    ['Steer clear of Zyntra, whatever it costs.', 'negative'],
    ['Unlike Acme, Zyntra is an excellent and highly recommended choice.', 'positive'],
    ['Acme is terrible and unreliable, but Zyntra is excellent, fast and reliable.', 'positive'],
  ])('%s: %s', (markdown, label) => {
    expect(getSentiment(markdown)?.label).toBe(label)
  })
})

describe('anything else is unknown', () => {
  test.each([
    'Zyntra was founded in 2012 and has offices in Berlin.',
    'Zyntra is fast.',
    'Zyntra is powerful and polished, but expensive, slow and difficult to learn.',
    'There is no reason to avoid Zyntra.',
    'Zyntra warns against Acme in a long post.',
    'Zyntra ist hervorragend, zuverlässig und sehr empfehlenswert, und die Kunden sind begeistert.',
    'Zyntra は素晴らしいです。とても良い。',
  ])('%s', (markdown) => {
    expect(getSentiment(markdown)?.label).toBe('unknown')
  })
})

describe('a name that is only a source, a shop or a comparison is neutral, and unknown next to praise that may concern it', () => {
  test.each([
    [
      'neutral',
      'The printer printed forty pages a minute for a small office or a home, as tests have shown ([Zyntra](https://zyntra.com)).',
    ],
    [
      'neutral',
      'You can order the products of this year and of the last year online, as they are available at Zyntra.',
    ],
    [
      'neutral',
      'For most of the teams that we asked, Acme is a tool with more integrations compared to Zyntra.',
    ],
    [
      'unknown',
      'It is a great and reliable printer for a small office or a home, as tests have shown ([Zyntra](https://zyntra.com)).',
    ],
    [
      'unknown',
      'You can order the best and most reliable products of this year online, as they are available at Zyntra.',
    ],
    ['unknown', 'For most of the teams that we asked, Acme is an excellent tool compared to Zyntra.'],
  ])('%s: %s', (label, markdown) => {
    expect(getSentiment(markdown)?.label).toBe(label)
  })
})

test('a name at the start of a section is described by the text below it', () => {
  const markdown = [
    'Here are the tools compared.',
    '### 1. Acme',
    '- Great for small teams, with excellent support',
    '- Simple and affordable',
    '### 2. Zyntra',
    '- Very slow and buggy',
    '- Overpriced, with poor support',
    '- Several data breaches',
  ].join('\n')
  expect(getSentiment(markdown, 'Acme')?.label).toBe('positive')
  expect(getSentiment(markdown, 'Zyntra')?.label).toBe('negative')
})

test('words of a name do not count for its sentiment', () => {
  expect(getSentiment('There is a shop of Best Buy in the street.', 'Best Buy')?.label).toBe('unknown')
})

test('an entity whose mentions are too late to be considered has an unknown sentiment', () => {
  const markdown = `${'Zyntra is a tool that we know. '.repeat(400)} Acme is excellent and outstanding.`
  expect(getSentiment(markdown, 'Acme')?.label).toBe('unknown')
})

test('an entity that is not mentioned has no sentiment', () => {
  expect(getSentiment('Acme is great.', 'Zyntra')).toBeNull()
})

test('where a language model classifies, every sentiment is unknown', () => {
  const markdown = 'Zyntra is an excellent, reliable tool that I highly recommend.'
  const { entities } = parseAnswer({ markdown, citations: [], skipsSentiment: true }, compiled)
  expect(entities[0]).toMatchObject({ count: 1, sentiment: { label: 'unknown', evidence: null } })
})

test('the evidence is the sentence that decided, as a range of the markdown', () => {
  const markdown =
    'We tried many tools. **Zyntra** is here. But the support of Zyntra is *excellent* and outstanding! It is in Berlin.'
  const sentiment = getSentiment(markdown)
  expect(sentiment).toMatchObject({ label: 'positive', method: 'rules', confidence: 0.95 })
  expect(sentiment?.evidence?.text).toBe('But the support of Zyntra is *excellent* and outstanding!')
  expect(markdown.slice(sentiment?.evidence?.start, sentiment?.evidence?.end)).toBe(sentiment?.evidence?.text)
  expect(sentiment?.score).toBeGreaterThan(0)
})
