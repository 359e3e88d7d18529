import { expect, test } from 'vitest'
import { type Highlight, splitAtHighlights } from './highlights.ts'

const own = (start: number, end: number): Highlight => ({ start, end, competitor: null })
const competitor = (start: number, end: number): Highlight => ({ start, end, competitor: 'Beta' })

const cut = (text: string, start: number, highlights: Highlight[], end = start + text.length) =>
  splitAtHighlights({ text, start, end }, highlights).map(({ text: piece, highlight }) => {
    if (highlight === null) return piece
    return highlight.competitor === null ? `<${piece}>` : `(${piece})`
  })

test('a highlight covers exactly its characters', () => {
  expect(cut('Use Acme or Beta.', 10, [own(14, 18), competitor(22, 26)])).toEqual([
    'Use ',
    '<Acme>',
    ' or ',
    '(Beta)',
    '.',
  ])
})

test('a highlight that continues in the next text node is cut at the end of this one', () => {
  expect(cut('see Acme', 0, [own(4, 20)])).toEqual(['see ', '<Acme>'])
  expect(cut(' Inc', 8, [own(4, 12)])).toEqual(['< Inc>'])
})

test('the first of two overlapping highlights wins', () => {
  expect(cut('Acme Beta', 0, [own(0, 9), competitor(5, 9)])).toEqual(['<Acme >', '<Beta>'])
})

test('an entity is highlighted whole or not at all', () => {
  expect(cut('&', 2, [own(0, 9)], 7)).toEqual(['<&>'])
  expect(cut('&', 2, [own(7, 9)], 7)).toEqual(['&'])
})
