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
  const unfiltered = {
    ...names,
    trie: { ...trie, prefixes: new Uint8Array(trie.prefixes.length).fill(0xff) },
  }
  const part = fc.oneof(
    fc.constantFrom(...words, ...words.map((word) => word.slice(0, 2))),
    fc.string({ maxLength: 2 }),
    fc.constantFrom(' ', '-', '. ', '’', '–', 'é', '華'),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const folded = foldString(parts.join(''))
      expect(findCandidates(folded, names).candidates).toEqual(findCandidates(folded, unfiltered).candidates)
    }),
    { numRuns: 2_000 },
  )
})

/** Names of 1 to `count` equal words: every one overlaps itself and all others. */
const selfOverlapping = (count: number) =>
  compileNames(
    [
      {
        id: 'a',
        name: 'Ab',
        aliases: Array.from({ length: count }, (_, i) =>
          Array(i + 1)
            .fill('Ab')
            .join(' '),
        ),
      },
    ],
    [],
  )

test('of names that overlap themselves only the longest is found at each word', () => {
  const { candidates } = findCandidates(foldString('Ab Ab Ab, and Ab.'), selfOverlapping(60))
  expect(candidates.map(({ start, end }) => [start, end])).toEqual([
    [0, 8],
    [3, 8],
    [6, 8],
    [14, 16],
  ])
})

test('the work for names that overlap themselves grows linearly with the text', () => {
  const names = selfOverlapping(60)
  const workFor = (words: number) => findCandidates(foldString('Ab '.repeat(words)), names).work
  expect(workFor(4_000)).toBeLessThan(2.1 * workFor(2_000))
  expect(workFor(4_000)).toBeLessThan(4_000 * 2 * 2 * 60)
})

test('a search that exceeds its work stops and returns where', () => {
  const text = foldString('Ab '.repeat(1_000))
  const names = selfOverlapping(20)
  const complete = findCandidates(text, names)
  expect(complete.stoppedAt).toBeNull()
  const partial = findCandidates(text, names, complete.work / 2)
  expect(partial.stoppedAt).toBeGreaterThan(1_000)
  expect(partial.stoppedAt).toBeLessThan(2_000)
  expect(partial.candidates).toEqual(complete.candidates.slice(0, partial.candidates.length))
  expect(partial.work).toBeLessThan(complete.work / 2 + 100)
})
