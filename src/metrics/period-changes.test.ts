import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import type { Scope } from '../answers/scope.ts'
import { dayBefore, daysAfter } from '../core/days.ts'
import { compareRows } from './competitors/comparison.ts'
import {
  createWrittenHistory,
  getScope,
  type History,
  historyDays,
  historyPlatforms,
} from './random-history.fixture.ts'
import { dayNumber, everyNumber, readDays, readWindow, type Window } from './rollups.ts'
import { findCommonCells, sumsIn } from './statistics/change-detection/common-cells.ts'
import { getSeries, indexRange } from './statistics/change-detection/daily-sums.ts'
import { headlineNumbers } from './statistics/change-detection/overview.ts'
import { pastDays } from './statistics/change-detection/usual-change.ts'
import { countDays, residualsOfDays } from './statistics/change-detection/variance-of-days.ts'

const service = await sharedService()

test('the residuals of past days equal the residuals in change detection, for any days and filter', async () => {
  const history = await createWrittenHistory(service, 3_000, 3)
  const scopes = fc.record({
    offset: fc.integer({ min: 40, max: historyDays - 30 }),
    length: fc.integer({ min: 10, max: 30 }),
    platforms: fc.option(fc.subarray(historyPlatforms, { minLength: 1 })),
    prompts: fc.constantFrom<Scope['prompts']>({}, { branded: ['true'] }, { branded: ['false'] }),
  })
  await fc.assert(
    fc.asyncProperty(scopes, async (days) => {
      const scope = getScope(history, days)
      const read = await readWindow(
        history.ctx,
        scope,
        (window) => readResiduals(window, history, scope.from),
        everyNumber,
      )
      const expected = await expectedResiduals(history, scope)
      expect(read.counts).toEqual(expected.counts)
      expect(read.values).toHaveLength(expected.values.length)
      for (const [index, value] of read.values.entries())
        expect(value).toBeCloseTo(expected.values[index] ?? NaN, 4)
    }),
    { numRuns: 15, seed: 1 },
  )
})

/** Any ratio will do. */
const ratio = 0.37

/** `counts`: days with answers in both windows. `values`: the answers and residuals of each past day, of every number and competitor. */
type Residuals = { counts: number[]; values: number[] }

async function readResiduals(window: Window, { competitors }: History, from: string): Promise<Residuals> {
  const { previous, scope } = window
  if (previous === null) throw new Error('The window has no previous one')
  const cells = compareRows(previous, window).getCells()
  expect(cells.size).toBeGreaterThan(0)
  const past = { from: daysAfter(from, -pastDays), to: dayBefore(from) }
  const days = await window.readCellDays({ cells, past })
  const ofBrand = headlineNumbers.map((number) => ({ number, entity: 0 }))
  const others = competitors.map(({ number: entity }) => ({ number: 'score' as const, entity }))
  return {
    counts: [days.count(previous.scope), days.count(scope)],
    values: [...ofBrand, ...others].flatMap((of) => listDays(days.getResiduals({ ...of, ratio }))),
  }
}

async function expectedResiduals(
  { ctx, competitors }: History,
  scope: Scope & { from: string; to: string },
): Promise<Residuals> {
  const recent = { from: dayNumber(scope.from), to: dayNumber(scope.to) }
  const length = recent.to - recent.from + 1
  const windows = { recent, reference: { from: recent.from - length, to: recent.from - 1 } }
  const { answers, sums, competitorScores } = await readDays(ctx, {
    ...scope,
    from: daysAfter(scope.from, -pastDays),
  })
  const allSums = [
    ...headlineNumbers.map((name) => sums[name]),
    ...competitors.flatMap(({ number }) => competitorScores.get(number) ?? []),
  ]
  const range = indexRange(answers, { from: recent.from - pastDays, to: recent.from - 1 })
  const common = findCommonCells(getSeries(answers, sums.score, null), windows)
  if (common === null) throw new Error('The windows have no common cells')
  const { cells, ranges } = common
  return {
    counts: [ranges.reference, ranges.recent].map((each) =>
      countDays(getSeries(answers, sums.score, null), cells, each),
    ),
    values: allSums.flatMap((of) => {
      const series = getSeries(answers, of, null)
      return listDays(residualsOfDays(series, { cells, range, inRange: sumsIn(series, cells, range) }, ratio))
    }),
  }
}

/** Lists the days with answers of the cells. */
const listDays = ({ n, residuals }: { n: Float64Array; residuals: Float64Array }) =>
  [...n].flatMap((answers, day) => (answers === 0 ? [] : [answers, residuals[day] ?? 0]))
