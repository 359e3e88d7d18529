import { expect, test } from 'vitest'
import { type DigitCell, digitDays } from './daily-answers.fixture.ts'
import { combineVariances, computeDifference } from './difference.ts'
import { buildGroups } from './groups.ts'

/** The action is on the fifth day, whose answers do not count. */
function compare(cells: readonly DigitCell[], lastDay = 8) {
  const groups = buildGroups({
    ...digitDays(cells),
    affected: new Set(['a', 'b']),
    controls: new Set(['c', 'd']),
    actionDay: 4,
    weeks: 1,
    today: lastDay,
  })
  for (let day = 5; day <= lastDay; day += 1) groups.addDay(day)
  return computeDifference(groups)
}

const cells: DigitCell[] = [
  { prompt: 'a', days: '001001111' },
  { prompt: 'b', days: '010010111' },
  { prompt: 'c', days: '101001010' },
  { prompt: 'd', days: '000110111' },
]

test('the effect is the change of the affected prompts less the change of the controls, without the day of the action', () => {
  // a 1/4 to 4/4, b 1/4 to 3/4; c 2/4 to 2/4, d 1/4 to 3/4.
  expect(compare(cells)).toMatchObject({
    effect: 0.375,
    affected: { before: 0.25, after: 0.875, prompts: 2, answers: { before: 8, after: 8 } },
    controls: { before: 0.375, after: 0.625, prompts: 2, answers: { before: 8, after: 8 } },
  })
})

test('the variance is the sampling variance of both groups times the dispersion of the controls', () => {
  // Affected: s² of the eight days 15/56 and 2/7, V_W 31/448. Controls: v 0 and 1/4, V_P 1/16; s² 2/7 each, V_W 1/14. φ = 7/8, with
  // one degree of freedom.
  const found = compare(cells)
  expect(found?.df).toBeCloseTo(1, 12)
  expect(found?.variance).toBeCloseTo((7 / 8) * (31 / 448 + 1 / 14), 12)
})

test('affected prompts have more dispersion than controls whose answers vary less', () => {
  const affected = { clustered: 5, sampling: 2, df: 3, answer: 6 }
  const controls = { clustered: 6, sampling: 2, df: 4, answer: 3 }
  // φ = 3 for the controls, and 1 + (3 − 1)·6/3 for the affected prompts.
  expect(combineVariances(affected, controls)).toEqual({ variance: 5 * 2 + 3 * 2, df: 4 })
  expect(combineVariances({ ...affected, answer: 1.5 }, controls).variance).toBe(2 * 2 + 3 * 2)
  // Less dispersion than sampling alone is chance.
  expect(combineVariances(affected, { ...controls, clustered: 1 }).variance).toBe(0.5 * (2 + 2))
})

test('if the answers of the controls are all equal, the dispersion of the affected prompts is used', () => {
  const affected = { clustered: 5, sampling: 2, df: 3, answer: 6 }
  const equal = { clustered: 0, sampling: 0, df: 4, answer: 0 }
  expect(combineVariances(affected, equal)).toEqual({ variance: 5, df: 3 })
  expect(combineVariances({ ...equal, df: 0 }, equal).variance).toBeNaN()
})

test('what all answers of a platform have in common on a day is not an effect', () => {
  const withOutage = cells.map((cell) => ({ ...cell, days: `${cell.days.slice(0, 7)}00` }))
  // a 2/4 − 1/4, b 1/4 − 1/4; c 1/4 − 2/4, d 1/4 − 1/4.
  expect(compare(withOutage)?.effect).toBe(0.125 + 0.125)
})

test('controls on other platforms, and days without answers of both groups, do not count', () => {
  const found = compare([
    ...cells,
    { prompt: 'c', platform: 'other', days: '000001111' },
    { prompt: 'd', platform: 'other', days: '000001111' },
  ])
  expect(found).toEqual(compare(cells))
  const alone = compare(
    cells.map((cell) => ({ ...cell, days: `${cell.days}${'ab'.includes(cell.prompt) ? '1' : '-'}` })),
    9,
  )
  expect(alone).toEqual(compare(cells))
})

test('both groups have the same share of each platform', () => {
  // Affected prompts have one of two answers on each platform, controls three of four on the first, where nothing changes.
  const platforms = (prompt: string, n: number): DigitCell[] => [
    { prompt, platform: '1', days: '000000000', n: prompt < 'c' ? 1 : n },
    { prompt, platform: '2', days: '000001111' },
  ]
  const found = compare(['a', 'b', 'c', 'd'].flatMap((prompt) => platforms(prompt, 3)))
  expect(found?.controls.after).toBe(0.5)
  expect(found?.effect).toBe(0)
})

test('groups without a common platform are not compared', () => {
  const other = cells.map((cell) => ({ ...cell, platform: 'ab'.includes(cell.prompt) ? '1' : '2' }))
  expect(compare(other)).toBeNull()
})
