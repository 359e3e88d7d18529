import { expect, test } from 'vitest'
import { inEnglish } from '../../languages/message.ts'
import { arrangeDays, type CellDay } from './change-detection/arrange-days.fixture.ts'
import { testWindows } from './change-detection/compare-windows.ts'
import { getSeries } from './change-detection/daily-sums.ts'
import { addUpDays, toColumns } from './day-sums.ts'
import { tTwoSidedP } from './distributions.ts'
import { seededRandom } from './seeded-random.ts'
import { pairCells, testChange } from './window-change.ts'

/** A cell in one window: the sums of its days. */
type Cell = { key: number; prompt: string; days: { n: number; y: number; x: number }[] }

/** A prompt on one platform with one answer a day; the digits are the values of the days. */
const cell = (key: number, digits: string, prompt = `${key}`): Cell => ({
  key,
  prompt,
  days: [...digits].map((digit) => ({ n: 1, y: Number(digit), x: 1 })),
})

const prompts = (...digits: string[]) => digits.map((each, key) => cell(key, each))

test('delta is the difference of the means when cells have equal numbers of answers', () => {
  const change = computeChange(prompts('1000000000', '1111100000'), prompts('1100000000', '1111111100'))
  expect(change.previous).toBeCloseTo(0.3, 12)
  expect(change.delta).toBeCloseTo(0.2, 12)
})

test('more answers to one prompt are not a change', () => {
  const before = prompts('1111111111', '0000000000')
  const after = prompts('1'.repeat(30), '0000000000')
  expect(computeChange(before, after)).toMatchObject({
    previous: 0.75,
    delta: 0,
    p_value: 1,
    state: 'no_significant_change',
  })
})

test('an added prompt or platform is not a change', () => {
  const before = prompts('1000100010', '1111100000')
  const added = [cell(7, '1111111111'), cell(8, '1111111111', '0')]
  expect(computeChange(before, [...before, ...added])).toMatchObject({ delta: 0, p_value: 1 })
})

test('prompts with answers in only one window are ignored', () => {
  const [before, after] = [prompts('1000100010', '1111100000'), prompts('1010101010', '1111110000')]
  const change = computeChange([...before, cell(8, '1111111111')], [...after, cell(9, '1111111111')])
  expect(change).toEqual(computeChange(before, after))
})

test('one prompt is tested by the variance between its days', () => {
  // 13 of 20 answers have the value 1; s² is the variance of the 20 days.
  const change = computeChange(prompts('0010010110'), prompts('1101111111'))
  const squares = 20 * 0.65 * 0.35
  const variance = (20 / (19 * 20)) * squares
  const V = variance * (1 / 10 + 1 / 10) + 0.02 * variance
  expect(change.delta).toBeCloseTo(0.5, 12)
  expect(change.p_value).toBeCloseTo(tTwoSidedP(0.5 / Math.sqrt(V), 10), 12)
})

test('the p-value of a change equals the one of change detection without the variance of days of a platform', () => {
  const random = seededRandom(3)
  for (const promptCount of [1, 2, 9, 10, 11, 30])
    for (const samples of [1, 3]) {
      const rows = drawRows(promptCount, samples, random)
      const { answers, sums } = arrangeDays(rows, ['number'])
      const windows = { reference: { from: 0, to: 13 }, recent: { from: 14, to: 27 } }
      const tested = testWindows(getSeries(answers, sums.number, null), windows)
      if (!tested) throw new Error('The windows have answers')
      const { parts, repeats, delta } = tested
      const samplingDf = Math.min(10, repeats)
      const promptDf = tested.promptCount - 1
      const V =
        (samplingDf * (parts.sampling + 0.02 * parts.drift) + promptDf * parts.prompts) /
        (samplingDf + promptDf)
      const change = computeChange(
        cellsIn(rows, ({ day }) => day < 14),
        cellsIn(rows, ({ day }) => day >= 14),
      )
      expect(change.previous).toBeCloseTo(tested.before, 12)
      expect(change.delta).toBeCloseTo(delta, 12)
      expect(change.p_value).toBeCloseTo(tTwoSidedP(delta / Math.sqrt(V), samplingDf + promptDf), 9)
    }
})

test('answers of one day that are all alike do not make a change more significant', () => {
  const once = [prompts('0010010010', '1101000000'), prompts('1101100110', '1101100100')]
  const tripled = once.map((window) =>
    window.map((each) => ({
      ...each,
      days: each.days.map(({ n, y, x }) => ({ n: 3 * n, y: 3 * y, x: 3 * x })),
    })),
  )
  const [single, triple] = [once, tripled].map(([before = [], after = []]) => computeChange(before, after))
  expect(triple?.delta).toBeCloseTo(single?.delta ?? -1, 12)
  expect(triple?.p_value).toBeGreaterThanOrEqual(single?.p_value ?? 1)
})

test('the tenth prompt does not change the method', () => {
  const random = seededRandom(4)
  const rows = drawRows(10, 1, random)
  const reason = (count: number) => {
    const chosen = rows.filter(({ prompt }) => Number(prompt) < count)
    return computeChange(
      cellsIn(chosen, ({ day }) => day < 14),
      cellsIn(chosen, ({ day }) => day >= 14),
    ).reason?.id
  }
  expect(reason(9)).toBe(reason(10))
})

test('an equal change of all answers is significant and not a division by zero', () => {
  const all = (digit: string) => prompts(...Array.from({ length: 12 }, () => digit.repeat(7)))
  expect(computeChange(all('0'), all('1'))).toMatchObject({ state: 'up', delta: 1 })
  expect(computeChange(all('1'), all('1'))).toMatchObject({ delta: 0, p_value: 1 })
})

test('a share of mentions has a change, whose previous value has the current numbers of answers', () => {
  const mentions = (key: number, y: number, x: number, count: number): Cell => ({
    key,
    prompt: `${key}`,
    days: Array.from({ length: count }, (_, day) => ({ n: 1, y: y + (day % 2), x: x + (day % 2) })),
  })
  const before = [mentions(0, 1, 4, 10), mentions(1, 0, 4, 10)]
  const after = [mentions(0, 1, 4, 20), mentions(1, 0, 4, 10)]
  const change = computeChange(before, after)
  // 1.5 of 4.5 mentions an answer to the first prompt, which has two thirds of the answers, and 0.5 of 4.5 to the second.
  expect(change.previous).toBeCloseTo((2 * 1.5 + 0.5) / (3 * 4.5), 12)
  expect(change.delta).toBeCloseTo(0, 12)
})

test('windows with few or no answers are insufficient data', () => {
  const cells = prompts('1110000000', '1111100000')
  expect(computeChange([], cells)).toMatchObject({ state: 'insufficient_data', previous: null, delta: null })
  expect(computeChange(cells, []).state).toBe('insufficient_data')
  const few = computeChange(prompts('1000', '1100'), cells)
  expect(few).toMatchObject({ state: 'insufficient_data', p_value: null, previous: 0.375, detectable: null })
  expect(inEnglish(few.reason)).toBe(
    'The prompts, platforms and regions with answers in both periods have 8 answers before and 20 now. Each period needs 10.',
  )
})

test('windows with few common cells are not comparable', () => {
  const five = '11111000000000000000'
  const before = [0, 1, 2].map((key) => cell(key, five))
  const after = [2, 3, 4].map((key) => cell(key, five))
  const changed = computeChange(before, after)
  expect(changed).toEqual({
    previous: null,
    delta: null,
    state: 'not_comparable',
    p_value: null,
    detectable: null,
    compared: null,
    reason: expect.any(Object),
  })
  expect(inEnglish(changed.reason)).toBe(
    'Only 33% of the answers in this period are to prompts, platforms and regions that also have answers in the previous period.',
  )
  expect(computeChange(before, before.slice(0, 1))).toMatchObject({
    state: 'no_significant_change',
    previous: 0.25,
  })
})

function computeChange(before: readonly Cell[], after: readonly Cell[]) {
  const [earlier, later] = [before, after].map((cells) => {
    const sums = cells.map(({ days }) => addUpDays(days))
    return {
      columns: toColumns(sums),
      keys: cells.map(({ key }) => key),
      prompts: cells.map(({ prompt }) => prompt),
      n: Float64Array.from(sums, ({ n }) => n),
    }
  })
  if (!earlier || !later) throw new Error('Two windows are compared')
  return testChange(pairCells(earlier, later), earlier.columns, later.columns)
}

type Row = CellDay<'number'>

/** A ratio on two platforms and 28 days, with days without answers. */
function drawRows(promptCount: number, samples: number, random: () => number): Row[] {
  const rows: Row[] = []
  for (let prompt = 0; prompt < promptCount; prompt++)
    for (const platform of ['a', 'b'])
      for (let day = 0; day < 28; day++) {
        const n = Math.ceil(samples * random())
        const x = Math.floor(3 * random()) * n
        const number = { y: Math.floor(random() * (x + 1)), x }
        if (random() < 0.9) rows.push({ prompt: `${prompt}`, platform, region: '', day, n, sums: { number } })
      }
  return rows
}

function cellsIn(rows: readonly Row[], isIn: (row: Row) => boolean): Cell[] {
  const getKey = ({ prompt, platform }: Row) => 2 * Number(prompt) + (platform === 'a' ? 0 : 1)
  return [...Map.groupBy(rows.filter(isIn), getKey)].map(([key, of]) => ({
    key,
    prompt: of[0]?.prompt ?? '',
    days: of.map(({ n, sums }) => ({ n, ...sums.number })),
  }))
}
