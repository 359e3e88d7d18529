import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCounts, noCounts, packCounts } from './source-counts.ts'

const highest = 2_000
const some = fc.dictionary(
  fc.integer({ min: 1, max: highest }).map(String),
  fc.tuple(fc.nat(1_000_000), fc.nat(9), fc.nat(9), fc.nat(100_000)),
)

function newCounts(highest: number) {
  const counts = noCounts(highest)
  const add = (source: number, citations: number, answers: number, naming: number) => {
    counts.citations[source] = citations
    counts.answers[source] = answers
    counts.naming[source] = naming
  }
  return { counts, add }
}

test('counts survive packing, and adding them again doubles them', () => {
  fc.assert(
    fc.property(some, fc.boolean(), (sources, areMany) => {
      const { counts, add } = newCounts(highest)
      for (const [source, [more, naming, others, repeated]] of Object.entries(sources)) {
        const answers = naming + others + 1 + (areMany ? more : 0)
        add(Number(source), answers + (more % 2 === 0 ? 0 : repeated), answers, naming)
      }
      const packed = packCounts(counts)
      expect(packed).toMatch(/^[0-o]*$/)
      const read = noCounts(highest)
      addCounts(read, packed)
      expect(read).toEqual(counts)
      addCounts(read, packed)
      expect(read.citations).toEqual(counts.citations.map((count) => 2 * count))
    }),
  )
})

test('a source that few answers cite once takes two digits', () => {
  const { counts, add } = newCounts(40)
  add(9, 3, 3, 1)
  add(40, 1, 1, 0)
  expect(packCounts(counts)).toHaveLength(4)
})
