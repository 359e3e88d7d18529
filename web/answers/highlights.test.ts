import { expect, test } from 'vitest'
import { type Highlight, splitAtHighlights } from './highlights.ts'

const own = (start: number, end: number): Highlight => ({ start, end, competitor: null })
const rival = (start: number, end: number): Highlight => ({ start, end, competitor: 'Beta' })

const cut = (text: string, start: number, marks: Highlight[], end = start + text.length) =>
  splitAtHighlights({ text, start, end }, marks).map(({ text: piece, mark }) =>
    mark === null
      ? piece
      : `${mark.competitor === null ? '<' : '('}${piece}${mark.competitor === null ? '>' : ')'}`,
  )

test('a mark falls on its letters and leaves the rest', () => {
  expect(cut('Use Acme or Beta.', 10, [own(14, 18), rival(22, 26)])).toEqual([
    'Use ',
    '<Acme>',
    ' or ',
    '(Beta)',
    '.',
  ])
})

test('a mark that goes on in the next piece of text ends with this one', () => {
  expect(cut('see Acme', 0, [own(4, 20)])).toEqual(['see ', '<Acme>'])
  expect(cut(' Inc', 8, [own(4, 12)])).toEqual(['< Inc>'])
})

test('of two marks that overlap the first counts', () => {
  expect(cut('Acme Beta', 0, [own(0, 9), rival(5, 9)])).toEqual(['<Acme >', '<Beta>'])
})

test('an entity is marked whole or not at all', () => {
  expect(cut('&', 2, [own(0, 9)], 7)).toEqual(['<&>'])
  expect(cut('&', 2, [own(7, 9)], 7)).toEqual(['&'])
})
