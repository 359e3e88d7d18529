/**
 * Compares shares of answers and gaps between scores with the previous window, day by day, because the sums of windows do not have
 * their squares.
 */
import { type Days, getComparedPeriods, getSpan } from './compared-periods.ts'
import { inShownUnit } from './established-changes.ts'
import {
  compareWithUsual,
  type RowRecord,
  type Shown,
  shown,
  unknownRow,
  withoutData,
} from './period-state.ts'
import type { SourceKind } from './rollup-rows.ts'
import { type CitedSources, dayNumber, readDays, type Window } from './rollups.ts'
import {
  type Cell,
  type DailyAnswers,
  type DailySums,
  dayColumn,
} from './statistics/change-detection/daily-sums.ts'
import { computeDifference } from './statistics/change-detection/leads.ts'
import { comparePeriods } from './statistics/change-detection/usual-change.ts'
import { twoDecimals } from './values.ts'

export type SeriesChanges = {
  /** Describes the score of the brand minus the score of a competitor. */
  describeGap(difference: Shown, entity: number): RowRecord
  /** Compares the share of answers that cite a source, which must be one of `sources`. `rows`: the length of the list. */
  compareUsage(kind: SourceKind, number: number, rows: number): RowRecord
  /** Compares a share of all answers. */
  compareShare(counted: readonly CountedAnswers[]): RowRecord
}

/** Answers of a cell on a day, with their weights. */
export type CountedAnswers = Cell & { day: string; weighted: number }

/** Requires a window that was opened with the previous one. */
export async function readSeriesChanges(window: Window, sources: CitedSources = {}): Promise<SeriesChanges> {
  const periods = getComparedPeriods(window)
  if (periods === null) return nothingCompared
  const { reference, recent, past } = periods
  const days = await readDays(window, { ...window.scope, ...getSpan(periods) }, sources)
  const { answers, sums, competitorScores, getUsage } = days
  const members = [...answers.cells.keys()]
  const windows = { reference: toNumbers(reference), recent: toNumbers(recent) }
  const compareDays = (of: DailySums, rows: number) =>
    comparePeriods({ answers, sums: of, members }, windows, { past: toNumbers(past), rows })
  const compareRates = (of: DailySums, rows: number) => {
    const compared = compareDays(of, rows)
    if (compared === null) return unknownRow(withoutData)
    const [previous, current] = [twoDecimals(100 * compared.before), twoDecimals(100 * compared.after)]
    const difference = { ...withoutData, previous, current, delta: twoDecimals(current - previous) }
    return {
      ...shown(difference),
      ...compareWithUsual(difference, () => (compared.usual === null ? null : 100 * compared.usual)),
    }
  }
  return {
    describeGap: (difference, entity) => {
      const scores = competitorScores.get(entity)
      const of = scores && computeDifference(sums.score, scores, answers.dayCount)
      return {
        ...shown(difference),
        ...compareWithUsual(difference, () => {
          const usual = of ? (compareDays(of, 1)?.usual ?? null) : null
          return usual === null ? null : inShownUnit('score', usual)
        }),
      }
    },
    compareUsage: (kind, number, rows) => compareRates(getUsage(kind, number), rows),
    compareShare: (counted) => compareRates({ y: toColumn(answers, counted), x: answers.n }, 1),
  }
}

const toNumbers = ({ from, to }: Days) => ({ from: dayNumber(from), to: dayNumber(to) })

function toColumn({ cells, firstDay, dayCount }: DailyAnswers, counted: readonly CountedAnswers[]) {
  const indexOf = new Map(cells.map((cell, index) => [getKey(cell), index]))
  const daily = new Float64Array(cells.length * dayCount)
  for (const each of counted) {
    const cell = indexOf.get(getKey(each))
    if (cell !== undefined) daily[cell * dayCount + dayNumber(each.day) - firstDay] = each.weighted
  }
  return dayColumn(daily, dayCount)
}

const getKey = ({ prompt, platform, region }: Cell) => `${prompt} ${platform} ${region}`

const notCompared = unknownRow({ ...withoutData, state: 'not_comparable' })

const nothingCompared: SeriesChanges = {
  describeGap: unknownRow,
  compareUsage: () => notCompared,
  compareShare: () => notCompared,
}
