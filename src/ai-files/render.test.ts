/** The content of the files, and that no fact can inject markup into them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNames } from '../../vocabulary/ai-files.ts'
import type { BrandFacts } from './brand-facts.ts'
import { listFaqEntries } from './faq.ts'
import { renderers } from './render.ts'

const getUrl = (file: string) => `https://ansight.example/ai/token/${file}`

const facts: BrandFacts = {
  name: 'Stridora',
  aliases: ['Stridora Glide'],
  domains: ['stridora.example', 'stridora.example/blog'],
  industry: 'Running shoes',
  region: 'US',
  language: 'en',
  description: 'Running shoes for road and trail.',
  products: [
    { name: 'Glide', aliases: [], domain: 'stridora.example/glide' },
    { name: 'Peak', aliases: ['Peak GTX'], domain: null },
  ],
  topics: ['Trail running'],
  prompts: [
    'Is Stridora any good?',
    'what does\n# Stridora sell',
    'what does\n  Stridora sell',
    'What is the best shoe?',
  ],
}

test('llms.txt follows the format of llmstxt.org', () => {
  expect(renderers['llms.txt'](facts, getUrl)).toBe(`# Stridora

> Running shoes for road and trail.

- Also known as: Stridora Glide
- Industry: Running shoes
- Market: United States
- Language: English
- Products: Glide, Peak
- Topics: Trail running

## Website

- [stridora.example](https://stridora.example/)
- [stridora.example/blog](https://stridora.example/blog)

## Products

- [Glide](https://stridora.example/glide)

## Optional

- [llms-full.txt](https://ansight.example/ai/token/llms-full.txt): All facts on one page
- [faq.md](https://ansight.example/ai/token/faq.md): Questions and answers
- [brand.json](https://ansight.example/ai/token/brand.json): JSON-LD
`)
})

test('the FAQ contains only questions that a fact answers, in the wording of a matching prompt', () => {
  expect(listFaqEntries(facts)).toEqual([
    { question: 'What is Stridora?', answer: 'Running shoes for road and trail.' },
    { question: 'what does Stridora sell', answer: 'Glide, Peak' },
    {
      question: 'What is the website of Stridora?',
      answer: 'https://stridora.example, https://stridora.example/blog',
    },
    { question: 'In which industry is Stridora?', answer: 'Running shoes' },
    { question: 'Is Stridora known by other names?', answer: 'Stridora Glide' },
  ])
  const bare = { ...facts, aliases: [], industry: '', description: null, products: [], language: 'de-AT' }
  expect(listFaqEntries(bare)).toEqual([
    {
      question: 'Wie lautet die Website von Stridora?',
      answer: 'https://stridora.example, https://stridora.example/blog',
    },
  ])
  expect(renderers['faq.md'](bare, getUrl)).toBe(
    '# Stridora: Fragen und Antworten\n\n## Wie lautet die Website von Stridora?\n\nhttps://stridora.example, https://stridora.example/blog\n',
  )
})

test('brand.json is JSON-LD that contains only known facts', () => {
  expect(JSON.parse(renderers['brand.json'](facts, getUrl))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Stridora',
    url: 'https://stridora.example/',
    alternateName: ['Stridora Glide'],
    description: 'Running shoes for road and trail.',
    sameAs: ['https://stridora.example/blog'],
    areaServed: { '@type': 'Country', name: 'US' },
    knowsLanguage: 'en',
    knowsAbout: ['Running shoes', 'Trail running'],
    makesOffer: [
      {
        '@type': 'Offer',
        itemOffered: { '@type': 'Product', name: 'Glide', url: 'https://stridora.example/glide' },
      },
      { '@type': 'Offer', itemOffered: { '@type': 'Product', name: 'Peak', alternateName: ['Peak GTX'] } },
    ],
  })
})

/** Characters with a meaning in Markdown, HTML or JSON. */
const hostileText = fc
  .array(
    fc.constantFrom(
      '# ',
      '- ',
      '1. ',
      '> ',
      '](https://evil.example)',
      '[x',
      '</script>',
      '<b>',
      '`',
      '"',
      '\\',
      '&lt;',
      '*',
      'Acme',
      '```',
      '| a |',
      '$&',
      '=',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')

test('a fact renders as plain text regardless of the characters it contains', () => {
  const anything = fc.record({
    name: hostileText,
    aliases: fc.array(hostileText, { maxLength: 2 }),
    description: hostileText,
    industry: hostileText,
    products: fc.array(
      fc.record({
        name: hostileText,
        aliases: fc.array(hostileText, { maxLength: 1 }),
        domain: fc.constantFrom(null, 'acme.com/a(b)'),
      }),
      { maxLength: 2 },
    ),
    topics: fc.array(hostileText, { maxLength: 2 }),
  })
  const plain: BrandFacts = { ...facts, prompts: [] }
  fc.assert(
    fc.property(anything, (hostileFacts) => {
      const written = { ...plain, ...hostileFacts }
      for (const file of fileNames) {
        const text = renderers[file](written, getUrl)
        expect(text).not.toMatch(file === 'brand.json' ? /</ : /(?<!\\)</)
        if (file === 'brand.json') {
          expect(JSON.parse(text)).toMatchObject({
            name: hostileFacts.name,
            description: hostileFacts.description,
          })
          continue
        }
        // All headings and links come from the renderer; no fact adds one.
        const links = [...text.matchAll(/(?<!\\)\[(?:[^\]\\]|\\.)*\]\(([^)]*)\)/g)].map(([, url]) => url)
        for (const url of links)
          expect(url).toMatch(/^https:\/\/(stridora\.example|ansight\.example|acme\.com)\//)
        expect(text.split('\n').filter((line) => /^# /.test(line))).toHaveLength(1)
        expect(text).not.toMatch(/^(```|\d+\. |\|)/m)
      }
    }),
    { numRuns: 300, seed: 12 },
  )
})
