import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../test/soak.ts'
import type { NameChange, TrackedEntity } from '../brands/name-changes.ts'
import { analyzeAnswer, type BrandParser, createBrandParser } from './analysis.ts'
import { compileNameChanges, couldAffectAnswer } from './name-changes.ts'
import { decodeStored, encodeAnalysis } from './stored-analysis.ts'

const kinds = ['brand', 'competitor', 'competitor', 'competitor', 'product', 'product'] as const

const tracked = (number: number, form: Partial<TrackedEntity> & { name: string }): TrackedEntity => ({
  id: `entity ${number}`,
  number,
  kind: kinds[number] ?? 'competitor',
  aliases: [],
  domains: [],
  case_sensitive: null,
  exclude_phrases: [],
  ...form,
})

const affects = (change: NameChange, text: string, urls: string[] = []) =>
  couldAffectAnswer({ texts: [text], urls }, compileNameChanges([change]))

test('an added or removed entity affects the answers that contain its name or domain in any spelling', () => {
  const added = { before: null, after: tracked(1, { name: 'Northwind & Sons', domains: ['medium.com/@nw'] }) }
  const removed = { before: added.after, after: null }
  for (const change of [added, removed]) {
    expect(affects(change, 'Try North**wind** and *Sons*.')).toBe(true)
    expect(affects(change, 'Try NORTHWIND&nbsp;&amp; SONS.')).toBe(true)
    expect(affects(change, 'Try `northwind and sons`.')).toBe(true)
    expect(affects(change, 'Try [this](https://northwind-and-sons.com).')).toBe(false)
    expect(affects(change, 'Try North Face and sons.')).toBe(false)
    expect(affects(change, '', ['https://www.medium.com/%40NW/post?utm_source=x'])).toBe(true)
    expect(affects(change, '', ['https://medium.com/@others'])).toBe(false)
  }
})

test('a changed name or domain affects only answers that contain what was added or removed', () => {
  const acme = tracked(0, { name: 'Acme', aliases: ['Acme Labs'], domains: ['acme.com'] })
  const from = (change: Partial<TrackedEntity>) => ({ before: acme, after: { ...acme, ...change } })
  const text = 'Acme is fine.'
  expect(affects(from({}), text, ['https://acme.com'])).toBe(false)
  expect(affects(from({ aliases: ['Acme Labs', 'Akme'] }), text)).toBe(false)
  expect(affects(from({ aliases: ['Acme Labs', 'Akme'] }), 'Akme is fine.')).toBe(true)
  expect(affects(from({ aliases: [] }), text)).toBe(false)
  expect(affects(from({ aliases: [] }), 'Acme Labs is fine.')).toBe(true)
  expect(affects(from({ domains: ['acme.com', 'acme.io'] }), text, ['https://acme.com'])).toBe(false)
  expect(affects(from({ domains: ['acme.io'] }), text, ['https://blog.acme.com/a'])).toBe(true)
  expect(affects(from({ exclude_phrases: ['acme of all'] }), text)).toBe(false)
  expect(affects(from({ exclude_phrases: ['acme is'] }), text)).toBe(true)
  expect(affects(from({ case_sensitive: true }), text)).toBe(true)
  // "Acme Inc." has the short form "Acme": after the name "Acme" it adds nothing, before it the order changes.
  expect(affects(from({ aliases: ['Acme Labs', 'Acme Inc.'] }), text)).toBe(false)
  expect(affects(from({ name: 'Acme Inc.' }), text)).toBe(true)
  expect(
    affects(
      {
        before: tracked(1, { name: 'Blue Sky', aliases: ['Blue-Sky'] }),
        after: tracked(1, { name: 'Blue-Sky', aliases: ['Blue Sky'] }),
      },
      'Blue Sky',
    ),
  ).toBe(true)
})

test('a name that can hide other names from the search affects every answer', () => {
  const shorter = tracked(0, { name: 'AT&T' })
  const longer = tracked(1, { name: 'AT-&Tools' })
  const [before, after] = [[shorter], [shorter, longer]].map((all) => {
    const parser = getParser(new Map(all.map((entity) => [entity.number, entity])))
    return analyze(parser, 'AT-&T is fine.', []).facts.mention_counts
  })
  expect([before, after]).toEqual([[1], [0]])
  expect(affects({ before: null, after: longer }, 'AT-&T is fine.')).toBe(true)
})

const names = [
  ...[
    'Zyntra',
    'Acme',
    'ACME',
    'Acme Labs',
    'Acme Inc.',
    'Ac-me',
    'AT&T',
    'AT-&Tx',
    'Target',
    'monday.com',
    'Nestlé',
  ],
  ...[
    'Nestle',
    '華為',
    'C++',
    '.NET',
    'X',
    'On',
    'Apple',
    'Blue Yonder',
    'Blue-Yonder',
    'The Blue Yonder',
    'Best Buy',
  ],
]
const domains = ['acme.com', 'blog.acme.com', 'www.acme.com', 'medium.com/@acme', 'medium.com', 'zyntra.io']
const urls = [
  ...[
    'https://acme.com/a?utm_source=x',
    'https://blog.acme.com/',
    'https://medium.com/@Acme/1',
    'medium.com/@other',
  ],
  ...['https://zyntra.io', 'https://example.com', 'no address'],
]
const text = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...names) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ' ',
        ', ',
        '. ',
        '\n\n',
        '\n- ',
        '\n| ',
        ' | ',
        '**',
        '`',
        '-',
        '(',
        ')',
        '',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...[
          ' is reliable, fast and cheap',
          'I could not find anything about ',
          ' on target ',
          'Which is best? ',
          'avoid ',
        ],
        ...[
          'unlike ',
          'at&amp;t',
          'nest**lé**',
          'https://acme.com/x',
          'acme labs',
          '| a | b |\n|---|---|\n| ',
          'target',
        ],
      ),
    },
  ),
  { maxLength: 12 },
)
const form = fc.record({
  name: fc.constantFrom(...names),
  aliases: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
  domains: fc.array(fc.constantFrom(...domains), { maxLength: 2 }),
  case_sensitive: fc.constantFrom(null, null, true, false),
  exclude_phrases: fc.array(fc.constantFrom('on target', 'Acme Labs', 'X is', 'best buy'), { maxLength: 1 }),
})
type Form = Partial<TrackedEntity> & { name: string }
/** Replaces one entity by another version of it, or deletes it. */
const change = fc.record({
  number: fc.nat(kinds.length - 1),
  to: fc.option(form),
  only: fc.constantFrom('all', 'aliases', 'domains', 'exclude_phrases', 'case_sensitive', 'name'),
})

const answer = fc.record({
  markdown: text.map((parts) => parts.join('')),
  urls: fc.array(fc.constantFrom(...urls), { maxLength: 3 }),
})

test('an answer that no change affects has the same analysis as before', () => {
  const runs = rounds(60, 2_000)
  const each = 25
  let unaffected = 0
  fc.assert(
    fc.property(
      fc.array(form, { minLength: kinds.length, maxLength: kinds.length }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      fc.array(answer, { minLength: each, maxLength: each }),
      (forms, steps, answers) => {
        const now = new Map(forms.map((some, number) => [number, tracked(number, some)]))
        const before = getParser(now)
        const changes = steps.map(({ number, to, only }) => {
          const old = now.get(number) ?? null
          const after = changed(number, old, to, only)
          if (after) now.set(number, after)
          else now.delete(number)
          return { before: old, after }
        })
        const after = getParser(now)
        const compiled = compileNameChanges(changes)
        for (const { markdown, urls } of answers) {
          if (couldAffectAnswer({ texts: [markdown], urls }, compiled)) continue
          unaffected += 1
          expect(analyze(after, markdown, urls)).toEqual(analyze(before, markdown, urls))
        }
      },
    ),
    { numRuns: runs },
  )
  expect(unaffected).toBeGreaterThan((runs * each) / 10)
})

const getParser = (entities: Map<number, TrackedEntity>) =>
  createBrandParser(
    { names_version: 1, source_categories: {} },
    [...entities.values()].toSorted((a, b) => a.number - b.number),
  )

function analyze(parser: BrandParser, markdown: string, urls: string[]) {
  const citations = urls.map((url, index) => ({ url, title: null, cited: index < 2 }))
  const analysis = analyzeAnswer({ markdown, prompt: 'Which is best?', language: 'en', citations }, parser)
  return { facts: analysis.facts, stored: decodeStored(encodeAnalysis(analysis).encoded) }
}

/** Returns the entity after a change; the brand itself is never deleted. */
function changed(
  number: number,
  old: TrackedEntity | null,
  to: Form | null,
  only: string,
): TrackedEntity | null {
  if (to === null) return number === 0 ? old : null
  const all = tracked(number, to)
  if (old === null || only === 'all') return all
  return { ...old, ...Object.fromEntries(Object.entries(to).filter(([key]) => key === only)) }
}
