/** Whether the difference between the chosen period and the one before is larger than such differences usually are. */
import { z } from 'zod'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { dayBefore, daysAfter, utcDay } from '../core/days.ts'
import { type ComparedRows, compareRows, type ScoreComparison } from './competitors/comparison.ts'
import { HeadlineChange, inShownUnit } from './established-changes.ts'
import type { NumberName } from './numbers.ts'
import type { Row } from './rollup-rows.ts'
import { type CellDays, dayNumber, readDays, type Window } from './rollups.ts'
import { rowsWhere } from './row-groups.ts'
import type { DailySums } from './statistics/change-detection/daily-sums.ts'
import { computeDifference } from './statistics/change-detection/leads.ts'
import { comparePeriods, pastDays, usualChange } from './statistics/change-detection/usual-change.ts'
import type { WindowChange } from './statistics/window-change.ts'
import { ChangeRecord, type Difference, twoDecimals } from './values.ts'

export const UsualChange = z.number().nullable()

const PeriodFields = {
  period_state: z
    .enum(['up', 'down', 'usual_range', 'insufficient_data', 'not_comparable'])
    .describe(
      '`up` or `down` if `delta` exceeds `usual_change`, otherwise `usual_range`, or why it is not known.',
    ),
  usual_change: UsualChange.describe(
    'While nothing changes, 99% of the differences between two such periods are within ± this. Null if it is not known, and for periods of more than 92 days.',
  ),
}

export const PeriodChange = z.intersection(HeadlineChange, z.object(PeriodFields)).meta({
  id: 'PeriodChange',
  description:
    'Difference from the previous window, whether it is unusual, and the established change of the number.',
})

/** The change of one row of a list. */
export const RowChange = ChangeRecord.pick({ previous: true, current: true, delta: true })
  .extend({
    ...PeriodFields,
    usual_change: UsualChange.describe(
      'While nothing changes, no row differs by more than this in 95% of such lists. Null if it is not known, and for periods of more than 92 days.',
    ),
  })
  .meta({
    id: 'RowChange',
    description: 'Difference of one row of a list from the previous window, and whether it is unusual.',
  })
type RowRecord = z.input<typeof RowChange>

type PeriodState = Pick<RowRecord, 'period_state' | 'usual_change'>
type Shown = Pick<Difference, 'previous' | 'current' | 'delta' | 'state'>

export type PeriodChanges = {
  /** Compares the window with the previous one; null without one. */
  comparison: ScoreComparison | null
  /** `change`: what `difference` shows. `entity`: the number of a competitor; 0 for the brand. */
  describe(number: TestedNumber, difference: Difference, change: Compared, entity?: number): PeriodState
  /** Describes a row of a list of `rows`. `difference`: undefined for a row without answers in the window. */
  describeRow(
    number: NumberName,
    difference: Shown | undefined,
    of: ComparedRows & { rows: number },
  ): RowRecord
  /** Returns the usual change of the score of some rows, in points. `rows`: the length of the list that they are a row of. */
  usualScoreChange(isIncluded: (row: Row) => boolean, rows: number): number | null
  /** Describes the score of the brand minus the score of a competitor. Requires `gaps`. */
  describeGap(difference: Shown, entity: number): RowRecord
  /** Compares the share of answers that cite a domain, of a list of `rows`. Requires its number in `domains`. */
  compareUsage(domain: number, rows: number): RowRecord
}

type Measured = TestedNumber | NumberName

type Compared = Pick<WindowChange, 'compared'>

/** What is compared by the days of a series, which takes longer. */
type Series = { gaps?: boolean; domains?: readonly number[] }

/** The days of longer periods would take too much memory. */
const longestPeriodDays = 92

/** Requires a window that was opened with the previous one and with `pastDays`. */
export async function readPeriodChanges(window: Window, series: Series = {}): Promise<PeriodChanges> {
  const { previous, scope } = window
  const comparison = previous && compareRows(previous, window)
  const { from } = scope
  const to = scope.to ?? utcDay(window.now())
  if (previous === null || comparison === null || from === null || !isShort(from, to))
    return { ...nothingKnown, comparison }
  const past = { from: daysAfter(from, -pastDays), to: dayBefore(from) }
  const days = await window.readCellDays({ cells: comparison.getCells(), past })
  const compute = (
    number: Measured,
    { compared }: Compared,
    of: { days: CellDays; entity: number; rows?: number },
  ) => {
    if (compared === null) return null
    const name = number === 'competitor_score' ? 'score' : number
    return usualChange(compared, {
      past: of.days.getResiduals({ number: name, entity: of.entity, ratio: compared.ratio }),
      dayCounts: { reference: of.days.count(previous.scope), recent: of.days.count(scope) },
      rows: of.rows,
    })
  }
  return {
    comparison,
    describe: (number, difference, change, entity = 0) =>
      compare(number, difference, () => compute(number, change, { days, entity })),
    describeRow: (number, difference = withoutAnswers, { change, cells, rows }) => ({
      ...shown(difference),
      ...compare(number, difference, () =>
        compute(number, change, { days: days.within(cells), entity: 0, rows }),
      ),
    }),
    usualScoreChange: (isIncluded, rows) => {
      const [before, now] = [rowsWhere(previous, isIncluded), rowsWhere(window, isIncluded)]
      const part = compareRows(before, now)
      const change = part.change(before.number('score'), now.number('score'))
      return toShown(
        'score',
        compute('score', change, { days: days.within(part.getCells()), entity: 0, rows }),
      )
    },
    ...(await readSeriesChanges(window, { ...series, past, to })),
  }
}

type Past = { from: string; to: string }

/** Squares of differences and of shares by source are not in the sums of windows, so these are compared day by day. */
async function readSeriesChanges(
  window: Window,
  { gaps = false, domains = [], past, to }: Series & { past: Past; to: string },
): Promise<Pick<PeriodChanges, 'describeGap' | 'compareUsage'>> {
  const { from, to: lastBefore } = window.previous?.scope ?? { from: null, to: null }
  if ((!gaps && domains.length === 0) || from === null || lastBefore === null) return noSeries
  const first = from < past.from ? from : past.from
  const days = await readDays(window, { ...window.scope, from: first, to }, domains)
  const { answers, sums, competitorScores, getUsage } = days
  const members = [...answers.cells.keys()]
  const windows = {
    reference: { from: dayNumber(from), to: dayNumber(lastBefore) },
    recent: { from: dayNumber(past.to) + 1, to: dayNumber(to) },
  }
  const range = { from: dayNumber(past.from), to: dayNumber(past.to) }
  const compareDays = (of: DailySums | undefined, rows: number) =>
    of ? comparePeriods({ answers, sums: of, members }, windows, { past: range, rows }) : null
  return {
    describeGap: (difference, entity) => {
      const scores = competitorScores.get(entity)
      const of = scores && computeDifference(sums.score, scores, answers.dayCount)
      return {
        ...shown(difference),
        ...compare('score', difference, () => compareDays(of, 1)?.usual ?? null),
      }
    },
    compareUsage: (domain, rows) => {
      const compared = compareDays(getUsage(domain), rows)
      if (compared === null) return unknownRow(withoutAnswers)
      const [previous, current] = [twoDecimals(100 * compared.before), twoDecimals(100 * compared.after)]
      const delta = twoDecimals(current - previous)
      const difference: Shown = { previous, current, delta, state: 'insufficient_data' }
      return { ...shown(difference), ...compare(usageNumber, difference, () => compared.usual) }
    },
  }
}

const isShort = (from: string, to: string): boolean => dayNumber(to) - dayNumber(from) < longestPeriodDays

/** A share in percent, like the citation rate. */
const usageNumber = 'citation_rate'

const withoutAnswers: Shown = { previous: null, current: null, delta: null, state: 'insufficient_data' }

const shown = ({ previous, current, delta }: Shown) => ({ previous, current, delta })

const unknown = (state: Difference['state']): PeriodState => ({
  period_state: state === 'not_comparable' ? 'not_comparable' : 'insufficient_data',
  usual_change: null,
})

const unknownRow = (difference: Shown): RowRecord => ({ ...shown(difference), ...unknown(difference.state) })

const noSeries: Pick<PeriodChanges, 'describeGap' | 'compareUsage'> = {
  describeGap: unknownRow,
  compareUsage: () => unknownRow({ ...withoutAnswers, state: 'not_comparable' }),
}

const nothingKnown: Omit<PeriodChanges, 'comparison'> = {
  ...noSeries,
  describe: (_, { state }) => unknown(state),
  describeRow: (_, difference = withoutAnswers) => unknownRow(difference),
  usualScoreChange: () => null,
}

const toShown = (number: Measured, usual: number | null): number | null =>
  usual === null ? null : twoDecimals(inShownUnit(number, usual))

/** Both are rounded first, so that a person who compares the shown numbers reaches the same result. */
function compare(
  number: Measured,
  { delta, state }: Pick<Difference, 'delta' | 'state'>,
  computeUsual: () => number | null,
): PeriodState {
  const usual_change = delta === null ? null : toShown(number, computeUsual())
  if (delta === null || usual_change === null) return unknown(state)
  if (Math.abs(delta) <= usual_change) return { period_state: 'usual_range', usual_change }
  return { period_state: delta > 0 ? 'up' : 'down', usual_change }
}
