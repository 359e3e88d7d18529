import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCodePoint } from '../../test/any-code-point.ts'
import { rounds } from '../../test/soak.ts'
import { createParser, parseAnswer } from './parser.ts'

const NAMES = [
  'Zyntra',
  'Acme Labs',
  'AT&T',
  'Target',
  'monday.com',
  'Nestlé',
  '華為',
  'Яндекс',
  'C++',
  '.NET',
  'X',
]
const entities = createParser(NAMES.map((name) => ({ id: name, name })))

function countsIn(markdown: string): number[] {
  return parseAnswer({ markdown, citations: [] }, entities).entities.map(({ count }) => count)
}

const markup = fc.constantFrom(
  ...'*_`[]()<>!|#-~\\&:;"\' \n\t'.split(''),
  '](',
  '![',
  '<!--',
  '```',
  '|-|',
  'https://',
  '\ud83d',
  '\u0301',
)
const anything = fc.array(
  fc.oneof(
    markup,
    fc.constantFrom(...NAMES),
    fc.string({ unit: anyCodePoint }),
    fc.string({ unit: 'grapheme' }),
  ),
)

test('parsing never throws, and every span contains its text', () => {
  fc.assert(
    fc.property(anything, fc.option(fc.string()), (parts, prompt) => {
      const markdown = parts.join('')
      const parsed = parseAnswer(
        {
          markdown,
          citations: [{ url: parts[0] ?? '', title: null, cited: true }],
          ...(prompt ? { prompt } : {}),
        },
        entities,
      )
      for (const { spans, count, rank } of parsed.entities) {
        expect(count).toBe(spans.length)
        expect(rank === null).toBe(count === 0)
        for (const [index, { start, end, text }] of spans.entries()) {
          expect(markdown.slice(start, end)).toBe(text)
          expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0)
          expect(end).toBeGreaterThan(start)
        }
      }
    }),
    { numRuns: rounds(100, 300) },
  )
})

test('no name makes compiling or parsing throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' })),
      fc.string({ unit: 'grapheme' }),
      (names, markdown) => {
        const prepared = createParser(
          names.map((name, i) => ({
            id: String(i),
            name,
            aliases: names,
            domains: names,
            exclude_phrases: names,
          })),
        )
        expect(parseAnswer({ markdown, citations: [] }, prepared).entities).toHaveLength(names.length)
      },
    ),
    { numRuns: rounds(40, 1_000) },
  )
})

test('the result does not depend on answers that were parsed before', () => {
  const openAi = createParser([{ id: 'openai', name: 'OpenAI' }])
  // A unit that the previous answer left in a buffer after the last letter would change whether the name ends.
  const parse = () => parseAnswer({ markdown: 'Best Buy uses OpenAIA', citations: [] }, openAi)
  const expected = parse()
  for (const before of ['a', 'A', '1', '. ', 'é', 'は']) {
    parseAnswer({ markdown: before.repeat(200), citations: [] }, openAi)
    expect(parse()).toEqual(expected)
  }
})

describe('text without names around an answer changes no count', () => {
  const answer =
    'We like **Zyntra** and Acme Labs, but not AT&T. Zyntra’s price at [monday.com](https://monday.com) is low.'
  const expected = countsIn(answer)
  const filler = fc.array(
    fc.constantFrom(
      'lorem',
      'ipsum',
      '😀',
      '**dolor**',
      '- sit',
      '> amet',
      '# Heading words',
      '`code`',
      '| a | b |',
      '1. one',
      '&amp;',
      '…',
      '“quoted”',
      '\u200b',
      'ß',
    ),
    { maxLength: 8 },
  )
  test('before and after it', () => {
    expect(expected.slice(0, 5)).toEqual([2, 1, 1, 0, 1])
    fc.assert(
      fc.property(filler, filler, fc.constantFrom('\n\n', '\n\n\n'), (before, behind, gap) => {
        expect(countsIn([before.join(' '), answer, behind.join(' ')].join(gap))).toEqual(expected)
      }),
    )
  })
  test('in every kind of block', () => {
    for (const [open, close] of [
      ['- ', ''],
      ['1. ', ''],
      ['> ', ''],
      ['**', '**'],
      ['## ', ''],
      ['| a |\n|---|\n| ', ' |'],
      ['<p>', '</p>'],
    ]) {
      expect(countsIn(`${open}${answer}${close}`)).toEqual(expected)
    }
  })
})

describe('parsing hostile input takes linear time', () => {
  const hostile: Record<string, (length: number) => string> = {
    'open brackets': (length) => '['.repeat(length),
    stars: (length) => '*'.repeat(length),
    'unclosed links': (length) => '[a](b'.repeat(length / 5),
    'rows of different lengths of ticks': (length) =>
      Array.from({ length: Math.sqrt(length * 2) }, (_, i) => `${'`'.repeat(i)}a`).join(''),
    'nested lists': (length) =>
      Array.from({ length: length / 50 }, (_, i) => `${' '.repeat(i % 80)}- x`).join('\n'),
    'unclosed comments': (length) => '<!--'.repeat(length / 4),
    'unclosed tags': (length) => '<script'.repeat(length / 7),
    'one long line of names': (length) => 'Zyntra Target '.repeat(length / 14),
    'names without spaces': (length) => 'Zyntra'.repeat(length / 6),
    'names with some spaces missing': (length) => 'xZyntra, '.repeat(length / 9),
    'names next to code': (length) => '`a` Zyntra '.repeat(length / 11),
    'incomplete clauses': (length) => 'not find any any any information about the the '.repeat(length / 47),
    'stacked combining marks': (length) => `e${'\u0301'.repeat(length)}`,
    'long URLs': (length) => `https://a.b/${'('.repeat(length)}`,
  }
  // Linear parsing takes a fraction of a second; anything quadratic takes minutes and exceeds the test timeout.
  test.each(Object.entries(hostile))('%s', (_, make) => {
    parseAnswer({ markdown: make(400_000), citations: [] }, entities)
  })
})
