import { expect, test } from 'vitest'
import { appearanceP, disappearanceP } from './appearance.ts'
import {
  type CellAnswers,
  citationChangeSteps,
  findCitationChanges,
  type ItemCitation,
} from './citation-changes.ts'

const days = 90
const range = { from: 41, to: days - 1 }

test('the p-value of a new item is hypergeometric per platform and a product over platforms', () => {
  // 2 of 4 answers are recent: both citations are among them in 1 of 6 cases. 1 of 3: 1 of 3.
  const first = { before: { answers: 2, count: 0 }, now: { answers: 2, count: 2 } }
  const second = { before: { answers: 2, count: 0 }, now: { answers: 1, count: 1 } }
  expect(appearanceP([first])).toBeCloseTo(1 / 6, 12)
  expect(appearanceP([first, second])).toBeCloseTo(1 / 18, 12)
  expect(appearanceP([{ ...first, before: { answers: 2, count: 1 } }])).toBe(1)
  expect(disappearanceP([{ before: first.now, now: first.before }])).toBeCloseTo(1 / 6, 12)
})

test('a page that answers to several prompts begin to cite is new once, and lost when they stop', () => {
  const cells = buildCells(['a', 'b', 'c'], ['chatgpt'])
  const citations = citedOn(cells, (day) => day >= 50 && day < 75)
  const changes = findCitationChanges(cells, citations, range)
  expect(changes.map(({ direction }) => direction)).toEqual(['new', 'lost'])
  expect(changes[0]?.day).toBeGreaterThanOrEqual(52)
  expect(changes[0]?.day).toBeLessThan(56)
  expect(changes[1]?.day).toBeGreaterThanOrEqual(75 + 13)
})

test('a page that only a new prompt or a new platform cites is not new', () => {
  const cells = buildCells(['a', 'b', 'c'], ['chatgpt'])
  const added = buildCells(['new 1', 'new 2'], ['gemini'], 50)
  const citations = citedOn(added, (day) => day >= 50, cells.length)
  expect(findCitationChanges([...cells, ...added], citations, { from: 50, to: 60 })).toEqual([])
})

test('a page is not lost while its platform does not answer', () => {
  const cells = [
    ...buildCells(['a', 'b', 'c'], ['chatgpt']),
    ...buildCells(['a', 'b', 'c'], ['gemini'], 0, 50),
  ]
  const citations = citedOn(cells.slice(3), (day) => day < 50, 3)
  expect(findCitationChanges(cells, citations, range)).toEqual([])
})

test('a page that one prompt begins to cite is not reported', () => {
  const cells = buildCells(['a', 'b', 'c'], ['chatgpt', 'gemini'])
  const citations = new Map([['page', getList(0, (day) => day >= 50)]])
  expect(findCitationChanges(cells, citations, range)).toEqual([])
})

test('other work can run between two days, and between two hundreds of items', () => {
  const cells = buildCells(['a', 'b', 'c'], ['chatgpt'])
  const cited = getList(0, () => true)
  const citations = new Map(Array.from({ length: 500 }, (_, n) => [`page ${n}`, cited]))
  const steps = [...citationChangeSteps(cells, citations, range)].length
  expect(steps).toBeGreaterThanOrEqual((range.to - range.from + 1) * 2 * 5)
})

/** One answer per cell and day. */
function buildCells(prompts: string[], platforms: string[], from = 0, to = days): CellAnswers[] {
  return prompts.flatMap((prompt) =>
    platforms.map((platform) => ({
      prompt,
      platform,
      days: Float64Array.from({ length: days }, (_, day) => (day >= from && day < to ? 1 : 0)),
    })),
  )
}

const getList = (cell: number, isCited: (day: number) => boolean): ItemCitation[] =>
  Array.from({ length: days }, (_, day) => ({ cell, day, answers: 1 })).filter(({ day }) => isCited(day))

/** All cells cite the page on these days. */
const citedOn = (cells: readonly CellAnswers[], isCited: (day: number) => boolean, firstCell = 0) =>
  new Map([['page', cells.flatMap((_, index) => getList(firstCell + index, isCited))]])
