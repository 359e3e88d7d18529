import { describe, expect, test } from 'vitest'
import type { Language } from '../../common-words.ts'
import { createParser, parseAnswer } from '../../parser.ts'
import de from './test-data/clauses-de.json' with { type: 'json' }
import es from './test-data/clauses-es.json' with { type: 'json' }
import fr from './test-data/clauses-fr.json' with { type: 'json' }

const NAMES = ['Zyntra', 'Acme', 'Best Buy']
const compiled = createParser(NAMES.map((name) => ({ id: name, name })))

function sentimentOf(markdown: string, name = 'Zyntra', prompt?: string) {
  const parsed = parseAnswer({ markdown, citations: [], ...(prompt ? { prompt } : {}) }, compiled)
  return parsed.entities.find(({ id }) => id === name)?.sentiment ?? null
}

describe('the words that describe a name decide its sentiment', () => {
  test.each<[string, string]>([
    ['Zyntra is an excellent, reliable tool that I highly recommend.', 'positive'],
    ['Zyntra is not recommended: it is slow, buggy and overpriced.', 'negative'],
    ['I would strongly recommend against Zyntra because of its data breaches.', 'negative'],
    ['You should avoid Zyntra, which was sued for fraud.', 'negative'],
    ['Avoid Zyntra. Choose Acme instead.', 'negative'],
    ['The best pick is Acme for most teams; skip Zyntra.', 'negative'],
    ['There is no reason to avoid Zyntra, it is a great and reliable tool.', 'positive'],
    ['Unlike Acme, Zyntra is fast and reliable.', 'positive'],
    ['Zyntra could not be better.', 'positive'],
    ['**Cons of Zyntra:**\n- slow\n- expensive\n- buggy', 'negative'],
    ['Zyntra was founded in 2012 and has offices in Berlin.', 'neutral'],
    ['Zyntra is powerful and polished, but expensive, slow and difficult to learn.', 'neutral'],
    ['Zyntra is not a good choice and never was reliable.', 'negative'],
    ['Zyntra has no hidden fees and no known breaches, and it is easy to use.', 'positive'],
    ['Acme is terrible and unreliable, but Zyntra is excellent and fast.', 'positive'],
    ['Acme is excellent and fast, while Zyntra is terrible and unreliable.', 'negative'],
    ['Acme is an excellent tool and far better than Zyntra.', 'neutral'],
    ['The best products are available at Zyntra.', 'neutral'],
    ['It is a great, reliable printer ([Zyntra](https://zyntra.com)).', 'neutral'],
    ['Zyntra ist sehr empfehlenswert, zuverlässig und einfach zu bedienen.', 'positive'],
    ['Zyntra ist teuer, unzuverlässig und nicht zu empfehlen; viele Kunden sind enttäuscht.', 'negative'],
    ['Die Firma Zyntra wurde 2012 gegründet und hat ihren Sitz in Berlin.', 'neutral'],
    ['Zyntra est un excellent outil, fiable et facile à utiliser, que nous recommandons.', 'positive'],
    ['Zyntra est trop cher, peu fiable et décevant ; mieux vaut éviter.', 'negative'],
    ['La société Zyntra a été fondée en 2012 et son siège est à Paris.', 'neutral'],
    ['Zyntra es una excelente opción, muy fiable y fácil de usar para los equipos.', 'positive'],
    ['Zyntra es demasiado caro y poco fiable, y no lo recomiendo para nadie.', 'negative'],
    ['La empresa Zyntra fue fundada en 2012 y tiene su sede en Madrid.', 'neutral'],
  ])('%s: %s', (markdown, label) => {
    expect(sentimentOf(markdown)?.label).toBe(label)
  })
})

describe('a name at the start of a section is described by the text below it', () => {
  const markdown = [
    'Here are the tools compared.',
    '### 1. Acme',
    '- **Pros:** simple and affordable',
    '- **Cons:** few reports',
    '- Great for small teams, with excellent support',
    '### 2. Zyntra',
    '- **Pros:** none to speak of',
    '- **Cons:**',
    '  - very slow and buggy',
    '  - overpriced, with poor support',
    '  - several data breaches',
  ].join('\n')
  test('pros and cons apply to the name above them', () => {
    expect(sentimentOf(markdown, 'Acme')?.label).toBe('positive')
    expect(sentimentOf(markdown, 'Zyntra')?.label).toBe('negative')
  })
  test('the columns of a table row apply to its first cell', () => {
    const table =
      '| Tool | Pros | Cons |\n|---|---|---|\n| Acme | fast, reliable, great support | |\n| Zyntra | | slow, unreliable, poor support |'
    expect(sentimentOf(`The comparison of the tools is this:\n\n${table}`, 'Acme')?.label).toBe('positive')
    expect(sentimentOf(`The comparison of the tools is this:\n\n${table}`, 'Zyntra')?.label).toBe('negative')
  })
})

test('an item of a list is recommended only if the prompt asks what is best', () => {
  const markdown = 'These are the companies of the region.\n\n1. Acme\n2. Zyntra\n3. Wernham Hogg'
  expect(sentimentOf(markdown, 'Zyntra', 'What are the best companies?')?.label).toBe('positive')
  expect(sentimentOf(markdown, 'Zyntra', 'Who signed the treaty?')?.label).toBe('neutral')
})

test('words of a name do not count for its sentiment', () => {
  expect(sentimentOf('There is a shop of Best Buy in the street.', 'Best Buy')?.label).toBe('neutral')
})

test('in an unsupported language the sentiment is unknown, not neutral', () => {
  expect(sentimentOf('Zyntra は素晴らしいです。とても良い。')).toEqual({
    label: 'unknown',
    score: 0,
    confidence: 0,
    evidence: null,
    method: 'rules',
  })
})

test('an entity that is not mentioned has no sentiment', () => {
  expect(sentimentOf('Acme is great.', 'Zyntra')).toBeNull()
})

test('the evidence is the most expressive sentence, as a range of the markdown', () => {
  const markdown =
    'We tried many tools. **Zyntra** is fine. But the support of Zyntra is *excellent* and fast! It is in Berlin.'
  const sentiment = sentimentOf(markdown)
  expect(sentiment).toMatchObject({ label: 'positive', method: 'rules' })
  expect(sentiment?.evidence?.text).toBe('But the support of Zyntra is *excellent* and fast!')
  expect(markdown.slice(sentiment?.evidence?.start, sentiment?.evidence?.end)).toBe(sentiment?.evidence?.text)
  expect(sentiment?.score).toBeGreaterThan(0)
  expect(sentiment?.score).toBeLessThanOrEqual(100)
  expect(sentiment?.confidence).toBeLessThanOrEqual(0.8)
})

describe('a verdict decides alone', () => {
  test.each<[string, string]>([
    ['Zyntra is fast, reliable and popular. I strongly recommend against it.', 'negative'],
    ['Zyntra is well known and cheap, but it is not recommended.', 'negative'],
    ['Steer clear of Zyntra, however good and cheap it looks.', 'negative'],
    ['Be wary of Zyntra: its great offers expire quickly.', 'negative'],
    ['Zyntra is hard to recommend, despite its excellent display and great price.', 'negative'],
    [
      '- **Zyntra:** While it has historically been popular and trusted, experts advise against using it.',
      'negative',
    ],
    ['Zyntra is excellent and fast. It is not recommended for children under three.', 'positive'],
    ['There is no reason to steer clear of Acme. Zyntra is an excellent choice.', 'positive'],
  ])('%s: %s', (markdown, label) => {
    expect(sentimentOf(markdown)?.label).toBe(label)
  })
})

describe('headings and labels that warn apply to the names below them', () => {
  test.each([
    '## Brands to avoid\n\n- Zyntra\n- Acme',
    '### Not recommended\n\n- **Zyntra:** it has a large display and many colors',
    '### Zyntra\n\n**Cautions:**\n\n- the hinge wobbles\n- the lid leaks',
  ])('%j', (markdown) => {
    expect(sentimentOf(`This is what the answer says of them.\n\n${markdown}`)?.label).toBe('negative')
  })
})

describe('praise belongs to the head of its item', () => {
  test.each<[string, string]>([
    ['a part', '- **Globex Book 14**: a fast, light and excellent laptop with a Zyntra chip'],
    ['examples in parentheses', '- **Authenticator apps (Acme, Zyntra):** an excellent and secure choice'],
    ['sources', 'It is an excellent and reliable machine that everybody loves ([Acme][1], [Zyntra][2]).'],
    [
      'the processor of a product',
      '- **Globex Book 14**: an excellent, light and loved laptop, featuring a 10th Gen Zyntra Core processor',
    ],
    ['a survey', 'In a Zyntra survey, the Globex Book was voted the greatest and most loved laptop.'],
    ['a studio', '- **Globex Plus**: loved for its excellent films, particularly from Zyntra'],
    [
      'a means',
      '- **Globex Vault**: excellent and secure; it can sync its files with the cloud drive of Zyntra',
    ],
  ])('%s: the entity is neutral', (_what, markdown) => {
    expect(sentimentOf(`These are the ones that we like:\n\n${markdown}`)?.label).toBe('neutral')
  })
})

test('another name of the head of an item is described by the item', () => {
  const markdown =
    'These are the ones that we like:\n\n- **Globex Vault (Zyntra)**: excellent, fast and loved by everybody'
  expect(sentimentOf(markdown)?.label).toBe('positive')
})

test('a paragraph does not describe the lines above it', () => {
  const markdown =
    'The companies were these:\n\nZyntra\nAcme\nGlobex\nInitech\n\nThe aim was an excellent and reliable protection of all users.'
  expect(sentimentOf(markdown)?.label).toBe('neutral')
})

test('a prompt about facts does not ask what to choose', () => {
  const markdown = 'These are the companies of the region.\n\n1. Acme\n2. Zyntra\n3. Wernham Hogg'
  expect(sentimentOf(markdown, 'Zyntra', 'Which companies were part of the agreement?')?.label).toBe(
    'neutral',
  )
  expect(sentimentOf(markdown, 'Zyntra', 'Which companies are good?')?.label).toBe('positive')
})

test.each([
  'Zyntra Hard Anodized Pan: it has twelve pieces.',
  'The latest stable version of Zyntra is 4.0, which came out in July.',
  'The value of the deal of Zyntra was seven billion dollars.',
])('words that evaluate nothing in a fixed phrase are ignored: %s', (markdown) => {
  expect(sentimentOf(markdown)?.label).toBe('neutral')
})

test('the main clause outweighs a concession', () => {
  expect(
    sentimentOf('While Zyntra lacks a display and is rather heavy, it is an excellent, reliable tool.')
      ?.label,
  ).toBe('positive')
  expect(
    sentimentOf('Although Zyntra was popular and loved, it is now buggy, slow and unreliable.')?.label,
  ).toBe('negative')
})

test.each<[Language, typeof de.clauses]>([
  ['de', de.clauses],
  ['fr', fr.clauses],
  ['es', es.clauses],
])('all of 40 short clauses in %s get their label', (language, clauses) => {
  const parser = createParser([...NAMES, 'Globex', 'Initech'].map((name) => ({ id: name, name })))
  const wrong = clauses.filter(({ text, label }) => {
    const { entities } = parseAnswer({ markdown: text, citations: [], language }, parser)
    return entities.find(({ id }) => id === 'Zyntra')?.sentiment?.label !== label
  })
  expect(clauses).toHaveLength(40)
  expect(wrong).toEqual([])
})
