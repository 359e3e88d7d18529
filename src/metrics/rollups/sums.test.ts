import { expect, test } from 'vitest'
import { decodeDay } from './days/day.ts'
import { addDay, type Detail, getLayout, noSums, readColumns } from './sums.ts'

/** A day on which one segment answers one prompt. An answer also names competitor 4, as often as the brand. */
const dayOf = (answers: readonly { mentions: number; tracked: number }[]) => {
  const list = (value: (answer: { mentions: number; tracked: number }) => string | number) =>
    answers.map(value).join()
  const both = (value: number | string) => list(() => `${value},${value}`)
  return decodeDay({
    segments: list(() => 1),
    prompts: list(() => 7),
    sentiments: list(() => 1),
    citations: list(() => 0),
    searchable: list(() => 1),
    simulated: list(() => 0),
    tracked: list(({ tracked }) => tracked),
    fact_counts: list(() => 2),
    weights: '',
    entities: list(() => '0,4'),
    mentions: list(({ mentions }) => `${mentions},${mentions}`),
    ranks: list(() => '2,1'),
    own_citations: both(0),
    scores: both(60_000),
  })
}

const detail: Detail = {
  counters: 'all',
  numbers: ['share_of_voice'],
  entities: 'rows',
  entityNumbers: ['mention_rate'],
}

const addUp = (days: readonly Parameters<typeof dayOf>[0][], requested = detail) => {
  const sums = noSums(1, getLayout(requested))
  for (const answers of days) addDay(sums, dayOf(answers), Int32Array.of(0))
  const brand = readColumns(sums, Int32Array.of(0))
  return { brand, competitor: readColumns(sums, Int32Array.of(0), { entity: 4, brand }) }
}

const once = [{ mentions: 2, tracked: 5 }]
// Together 4 of 7 mentions.
const twice = [
  { mentions: 1, tracked: 4 },
  { mentions: 3, tracked: 3 },
]

test('the sums of a number are products of the sums of each day', () => {
  const { brand, competitor } = addUp([once, twice])
  const ofBrand = { days: 2, answers: 3, n: 3, y: 6, x: 12, nn: 5, yy: 20, xx: 74, xy: 38, yn: 10, xn: 19 }
  expect(only(brand.number('share_of_voice'))).toEqual(ofBrand)
  const ofCompetitor = { days: 2, answers: 3, n: 3, y: 3, x: 3, nn: 5, yy: 5, xx: 5, xy: 5, yn: 5, xn: 5 }
  expect(only(competitor.number('mention_rate'))).toEqual(ofCompetitor)
})

test('with one answer a day, products with the answers are the counters', () => {
  const { days, n, nn, y, yn, x, xn } = addUp([once, once]).brand.number('share_of_voice')
  expect([days, nn, yn, xn]).toEqual([n, n, y, x])
  expect([days === n, nn === n, yn === y, xn === x]).toEqual([true, true, true, true])
})

test('a window of some numbers has no other counters', () => {
  const { brand } = addUp([once], { ...detail, counters: 'of numbers' })
  expect([...brand.counter('tracked'), ...brand.counter('answers'), ...brand.counter('searchable')]).toEqual([
    5, 1, 1,
  ])
  expect(() => brand.counter('negative')).toThrow('without the counter negative')
  expect(() => brand.number('score')).toThrow('without the counter score_millipoints')
})

const only = (columns: Readonly<Record<string, Float64Array>>) =>
  Object.fromEntries(Object.entries(columns).map(([name, [value]]) => [name, value]))
