import { expect, test } from 'vitest'
import { counterNames, entityCounterNames } from '../../numbers.ts'
import { decodeCitations, firstBits, namesBrandBit } from './citations.ts'
import { decodeDay } from './day.ts'

// Two answers to prompt 7 from segment 1, one to prompt 9 from segment 2; the last one was not analyzed.
const row = {
  segments: '1,1,2',
  prompts: '7,7,9',
  sentiments: '1,3,0',
  citations: '3,0,1',
  searchable: '1,1,0',
  simulated: '0,1,0',
  tracked: '5,0,0',
  fact_counts: '2,2,0',
  weights: '',
  entities: '0,4,0,4',
  mentions: '2,3,0,1',
  ranks: '2,1,0,1',
  own_citations: '1,0,0,0',
  scores: '92500,75000,0,75000',
}

test('a cell has the sums of its answers, also of an answer without facts', () => {
  const day = decodeDay(row)
  const cells = [0, 1].map((cell) =>
    Object.fromEntries(
      counterNames.map((name, index) => [name, day.values[cell * counterNames.length + index]]),
    ),
  )
  expect([...day.prompts]).toEqual([7, 9])
  expect(cells).toEqual([
    {
      answers: 2,
      searchable: 2,
      named: 1,
      cited: 1,
      mentions: 2,
      own_citations: 1,
      names_before: 1,
      score_millipoints: 92_500,
      tracked: 5,
      positive: 1,
      neutral: 0,
      negative: 1,
      clear: 2,
      citations: 3,
      with_citations: 1,
      simulated: 1,
    },
    expect.objectContaining({ answers: 1, searchable: 0, named: 0, score_millipoints: 0, citations: 1 }),
  ])
  const other = day.entities.get(4)
  expect([...(other?.cells ?? [])]).toEqual([0])
  expect(entityCounterNames.map((_, index) => other?.values[index])).toEqual([2, 0, 4, 0, 0, 150_000])
})

test('a citation knows of what it is the first one in its answer', () => {
  // URLs 1 and 2 have the same domain and category; URL 3 has no domain.
  const numbers = {
    of: {
      domain: Int32Array.of(0, 5, 5, 0),
      domain_category: Int32Array.of(0, 6, 6, 0),
      category: Int32Array.of(0, 2, 2, 2),
    },
    highest: { url: 3, domain: 5, domain_category: 6, category: 2 },
  }
  const { flags, cells } = decodeCitations({ urls: '1,1,2,3', answers: '0,0,0,2' }, decodeDay(row), numbers)
  const [all, url, named] = [0b1111, 1 << firstBits.url, 1 << namesBrandBit]
  expect([...flags]).toEqual([all | named, named, url | named, all])
  expect([...cells]).toEqual([0, 0, 0, 1])
})
