import { describe, expect, test } from 'vitest'
import type { SourceCategory } from '../../../../vocabulary/source-categories.ts'
import type { Entity } from '../names/compile-names.ts'
import { compileDomains, parseCitations } from './citations.ts'

function parseOne(
  url: string,
  title: string | null = null,
  entities: Entity[] = [],
  additions: Record<string, SourceCategory> = {},
) {
  const { citations } = parseCitations([{ url, title, cited: true }], compileDomains(entities, additions))
  const [citation] = citations
  if (!citation) throw new Error('expected one citation')
  return citation
}

const acme = (domains: string[], more: Partial<Entity> = {}): Entity => ({
  id: 'acme',
  name: 'Acme',
  domains,
  ...more,
})

test.each([
  ['https://Example.com:443/a?utm_source=openai&id=7#:~:text=hi', 'https://example.com/a?id=7'],
  ['http://example.com:80/?gclid=1', 'http://example.com/'],
  ['https://www.youtube.com/watch?v=abc&si=xyz&feature=share', 'https://www.youtube.com/watch?v=abc'],
  ['https://example.com/a?q=a%20b&utm_medium=x&r=c+d', 'https://example.com/a?q=a%20b&r=c+d'],
  ['https://user:pass@example.com/a', 'https://example.com/a'],
  ['https://www.google.com/url?sa=t&q=https://acme.com/x?utm_source=g&ved=1', 'https://acme.com/x'],
  ['https://github.com/a/b/tree?ref=main', 'https://github.com/a/b/tree?ref=main'],
  ['https://bücher.de/Ärger', 'https://xn--bcher-kva.de/%C3%84rger'],
])('%s is normalized to %s', (given, normalized) => {
  expect(parseOne(given)).toMatchObject({ url: normalized, originalUrl: given, position: 1 })
})

test.each([
  '',
  'not a URL',
  'http://',
  'https://[',
  'javascript:alert(1)',
  'mailto:a@b.c',
  'https://exa mple.com',
  '//x',
  'report.pdf',
  'Acme. More',
])('%j is returned unchanged and without a host', (url) => {
  expect(parseOne(url)).toMatchObject({
    url,
    originalUrl: url,
    host: null,
    domain: null,
    category: 'other',
    articleType: 'other',
  })
})

test.each([
  ['https://shop.acme.co.uk/x', 'shop.acme.co.uk', 'acme.co.uk'],
  ['https://jane.github.io/x', 'jane.github.io', 'jane.github.io'],
  ['https://www.bücher.de', 'www.xn--bcher-kva.de', 'xn--bcher-kva.de'],
  ['http://192.168.0.1/x', '192.168.0.1', '192.168.0.1'],
  ['http://localhost:3000', 'localhost', 'localhost'],
  ['//shop.acme.com/x', 'shop.acme.com', 'acme.com'],
  ['shop.acme.com/x?a=1', 'shop.acme.com', 'acme.com'],
  ['bücher.de', 'xn--bcher-kva.de', 'xn--bcher-kva.de'],
])('%s has host %s and domain %s', (url, host, domain) => {
  expect(parseOne(url)).toMatchObject({ host, domain })
})

describe('an entity owns a source whose host is one of its domains or a subdomain', () => {
  test.each<[string, string[], boolean]>([
    ['https://acme.com/x', ['acme.com'], true],
    ['https://help.acme.com', ['acme.com'], true],
    ['https://notacme.com', ['acme.com'], false],
    ['https://acme.com.evil.io', ['acme.com'], false],
    ['https://acme.com', ['https://www.acme.com/'], true],
    ['https://www.gov.uk/vat', ['https://www.gov.uk'], true],
    ['https://council.gov.uk/vat', ['www.gov.uk'], false],
    ['https://bücher.de/a', ['bücher.de'], true],
    ['https://xn--bcher-kva.de/a', ['BÜCHER.de'], true],
    ['https://medium.com/@acme/post', ['medium.com/@acme'], true],
    ['https://medium.com/@Acme', ['medium.com/@acme/'], true],
    ['https://medium.com/%40acme/post', ['medium.com/@acme'], true],
    ['https://medium.com/@acmecorp', ['medium.com/@acme'], false],
    ['https://medium.com/', ['medium.com/@acme'], false],
    ['https://acme.com', ['', 'nonsense domain', '://'], false],
  ])('%s of %j: %s', (url, domains, own) => {
    expect(parseOne(url, null, [acme(domains)])).toMatchObject({ ownEntityId: own ? 'acme' : null })
  })

  test('the longest domain owns the page, every owner counts it, and a source that was only retrieved does not count', () => {
    const entities = [
      { id: 'apple', name: 'Apple', domains: ['apple.com', 'www.apple.com'] },
      { id: 'tv', name: 'Apple TV+', domains: ['tv.apple.com'], competitor: true },
    ]
    const url = 'https://tv.apple.com/show'
    const sources = [
      { url, title: null, cited: true },
      { url, title: null, cited: true },
      { url, title: null, cited: false },
    ]
    const { citations, ownCounts } = parseCitations(sources, compileDomains(entities))
    expect(citations[0]).toMatchObject({ ownEntityId: 'tv', category: 'competitor' })
    expect(citations.map(({ position }) => position)).toEqual([1, 2, 3])
    expect(ownCounts).toEqual(
      new Map([
        [0, 2],
        [1, 2],
      ]),
    )
  })
})

test.each<[string, SourceCategory]>([
  ['https://www.acme.com', 'owned'],
  ['https://www.nytimes.com/2025/x', 'editorial'],
  ['https://www.nytimes.com/wirecutter/reviews/x', 'review'],
  ['https://www.g2.com/products/x', 'review'],
  ['https://old.reddit.com/r/x', 'forum'],
  ['https://community.somebrand.io/t/x/5', 'forum'],
  ['https://de.linkedin.com/in/x', 'social'],
  ['https://m.youtube.com/watch?v=1', 'video'],
  ['https://www.amazon.de/dp/1', 'ecommerce'],
  ['https://shop.somebrand.io/x', 'ecommerce'],
  ['https://de.wikipedia.org/wiki/X', 'reference'],
  ['https://www.cs.ox.ac.uk/x', 'institutional'],
  ['https://www.sec.gov/x', 'institutional'],
  ['https://www.minambiente.gob.mx/x', 'institutional'],
  ['https://www.uni-bonn.de/x', 'institutional'],
  ['https://unheard-of.example', 'other'],
])('%s has the category %s', (url, category) => {
  expect(parseOne(url, null, [acme(['acme.com'])]).category).toBe(category)
})

test('a brand’s own categories take precedence over the built-in ones', () => {
  const additions: Record<string, SourceCategory> = {
    'trade-journal.example': 'editorial',
    'reddit.com': 'social',
  }
  expect(parseOne('https://www.trade-journal.example/a', null, [], additions).category).toBe('editorial')
  expect(parseOne('https://www.reddit.com/r/a', null, [], additions).category).toBe('social')
})

test.each<[string, string | null, string]>([
  ['https://acme.com/', null, 'homepage'],
  ['https://acme.com/de-at/', null, 'homepage'],
  ['https://x.com/blog/acme-vs-zyntra', null, 'comparison'],
  ['https://x.com/a', 'Acme Alternativen im Vergleich', 'comparison'],
  ['https://x.com/best-crm-tools', null, 'list'],
  ['https://x.com/a', 'Die 10 besten Matratzen', 'list'],
  ['https://x.com/a', 'Les meilleurs outils', 'list'],
  ['https://x.com/a', 'Los mejores portátiles', 'list'],
  ['https://x.com/reviews/acme-v15', null, 'review'],
  ['https://x.com/a', 'Acme im Test: unsere Erfahrungen', 'review'],
  ['https://x.com/how-to-choose', null, 'how-to'],
  ['https://x.com/a', 'Comment choisir un matelas', 'how-to'],
  ['https://docs.acme.com/install', null, 'documentation'],
  ['https://acme.com/help/article/5', null, 'documentation'],
  ['https://www.reddit.com/r/crm/comments/1/x', null, 'forum-thread'],
  ['https://stackoverflow.com/questions/1/x', null, 'forum-thread'],
  ['https://www.amazon.com/dp/B0', null, 'product'],
  ['https://acme.com/pricing', null, 'product'],
  ['https://x.com/news/acme', null, 'news'],
  ['https://x.com/2025/05/12/acme-grows', null, 'news'],
  ['https://x.com/a', 'Acme acquires Zyntra', 'news'],
  ['https://x.com/about', 'About us', 'other'],
])('%s (%s) has the type %s', (url, title, type) => {
  expect(parseOne(url, title).articleType).toBe(type)
})
