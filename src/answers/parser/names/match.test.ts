import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldString } from '../text/fold.ts'
import { compileNames } from './compile-names.ts'
import { findCandidates } from './match.ts'

const words = ['X', 'HP', 'A&W', 'C++', 'Acme', 'Acme Labs', 'Dr. Martens', 'U.S. Bank', '7-Eleven', 'Яндекс']

test('the prefix table excludes no name that the trie finds', () => {
  const names = compileNames(
    words.map((name) => ({ id: name, name })),
    [],
  )
  const { trie } = names
  const unfiltered = { ...names, trie: { ...trie, prefixes: new Uint8Array(trie.prefixes.length).fill(1) } }
  const part = fc.oneof(
    fc.constantFrom(...words, ...words.map((word) => word.slice(0, 2))),
    fc.string({ maxLength: 2 }),
    fc.constantFrom(' ', '-', '. ', '’', '–', 'é', '華'),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const folded = foldString(parts.join(''))
      expect(findCandidates(folded, names)).toEqual(findCandidates(folded, unfiltered))
    }),
    { numRuns: 2_000 },
  )
})
