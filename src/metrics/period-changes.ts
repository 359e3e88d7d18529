/** Whether the difference between the chosen period and the one before is larger than such differences usually are. */
import { z } from 'zod'
import type { brandNumbers, TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { dayAt, dayMs, utcDay } from '../core/days.ts'
import { HeadlineChange, inShownUnit } from './established-changes.ts'
import { dayNumber, readDays, type Window } from './rollups.ts'
import type { Cell, DailySums } from './statistics/change-detection/daily-sums.ts'
import { computeDifference } from './statistics/change-detection/leads.ts'
import { comparePeriods, usualChange } from './statistics/change-detection/usual-change.ts'
import { daysIn, type Windows } from './statistics/change-detection/windows.ts'
import { ChangeRecord, type Difference, twoDecimals } from './values.ts'

type BrandNumber = (typeof brandNumbers)[number]

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

type Fields = Pick<z.input<typeof RowChange>, 'period_state' | 'usual_change'>
type Compared = Pick<Difference, 'delta' | 'state'> & Pick<z.input<typeof RowChange>, 'previous' | 'current'>

export type PeriodChanges = {
  /** `entity`: the number of a competitor; 0 for the brand. */
  describe(number: TestedNumber, difference: Difference, entity?: number): Fields
  /** Describes the score of the brand minus the score of a competitor. */
  describeGap(difference: Compared, entity: number): z.input<typeof RowChange>
  /** `getRow`: the row of a list to which a cell belongs. */
  rowsOf(number: BrandNumber, getRow: (cell: Cell) => string): RowChanges
  /** Compares the share of answers that cite a domain, of which the number was passed to `readPeriodChanges`. `rows`: of its list. */
  compareUsage(domain: number, rows: number): z.input<typeof RowChange>
}

export type RowChanges = {
  /** Returns the usual change of the number of a row, in its unit. */
  usual(row: string): number | null
  /** `difference`: undefined for a row that has no answers in the window. */
  describe(row: string, difference: Compared | undefined): z.input<typeof RowChange>
}

/** Longer periods would take too much memory. */
const longestPeriodDays = 92

/** The days before the period that show how much days differ. */
const pastDays = 56

/** Requires a window that was opened with the previous one. `domains`: numbers of cited domains that are compared. */
export async function readPeriodChanges(
  window: Window,
  domains: readonly number[] = [],
): Promise<PeriodChanges> {
  const windows = getWindows(window)
  if (windows === null) return nothingKnown
  const past = { from: windows.recent.from - pastDays, to: windows.recent.from - 1 }
  const scope = {
    ...window.scope,
    from: toDay(Math.min(past.from, windows.reference.from)),
    to: toDay(windows.recent.to),
  }
  const { answers, sums, competitorScores, getUsage } = await readDays(window, scope, domains)
  const all = [...answers.cells.keys()]
  const compute = (of: DailySums | undefined, members = all, rows = 1) =>
    of ? usualChange({ answers, sums: of, members }, windows, past, rows) : null
  return {
    describe: (number, difference, entity = 0) => {
      const of = number === 'competitor_score' ? competitorScores.get(entity) : sums[number]
      return compare(number, difference, () => compute(of))
    },
    describeGap: (difference, entity) => {
      const scores = competitorScores.get(entity)
      const of = scores && computeDifference(sums.score, scores, answers.dayCount)
      return { ...shown(difference), ...compare('score', difference, () => compute(of)) }
    },
    rowsOf: (number, getRow) => {
      const members = Map.groupBy(all, (index) => {
        const cell = answers.cells[index]
        return cell && getRow(cell)
      })
      const usual = (row: string) => compute(sums[number], members.get(row) ?? [], members.size)
      return {
        usual: (row) => toShown(number, usual(row)),
        describe: (row, difference = withoutAnswers) => ({
          ...shown(difference),
          ...compare(number, difference, () => usual(row)),
        }),
      }
    },
    compareUsage: (domain, rows) => {
      const series = { answers, sums: getUsage(domain), members: all }
      const compared = comparePeriods(series, windows, past, rows)
      if (compared === null) return { ...shown(withoutAnswers), ...unknown(withoutAnswers.state) }
      const [previous, current] = [twoDecimals(100 * compared.before), twoDecimals(100 * compared.after)]
      const delta = twoDecimals(current - previous)
      const difference = { previous, current, delta, state: withoutAnswers.state }
      return { ...shown(difference), ...compare(usageNumber, difference, () => compared.usual) }
    },
  }
}

/** A share in percent, like the citation rate. */
const usageNumber = 'citation_rate'

const withoutAnswers: Compared = { previous: null, current: null, delta: null, state: 'insufficient_data' }

const shown = ({ previous, current, delta }: Compared) => ({ previous, current, delta })

const nothingKnown: PeriodChanges = {
  describe: (_, { state }) => unknown(state),
  describeGap: (difference) => ({ ...shown(difference), ...unknown(difference.state) }),
  rowsOf: () => ({
    usual: () => null,
    describe: (_, difference = withoutAnswers) => ({ ...shown(difference), ...unknown(difference.state) }),
  }),
  compareUsage: () => ({ ...shown(withoutAnswers), ...unknown('not_comparable') }),
}

/** Null without a previous window, and for long periods. */
function getWindows({ scope, previous, now }: Window): Windows | null {
  const before = previous?.scope
  if (scope.from === null || !before || before.from === null || before.to === null) return null
  const windows = {
    reference: { from: dayNumber(before.from), to: dayNumber(before.to) },
    recent: { from: dayNumber(scope.from), to: dayNumber(scope.to ?? utcDay(now())) },
  }
  return daysIn(windows.recent) > longestPeriodDays ? null : windows
}

const toDay = (day: number): string => dayAt(day * dayMs)

const unknown = (state: Difference['state']): Fields => ({
  period_state: state === 'not_comparable' ? 'not_comparable' : 'insufficient_data',
  usual_change: null,
})

const toShown = (number: TestedNumber, usual: number | null): number | null =>
  usual === null ? null : twoDecimals(inShownUnit(number, usual))

/** Both are rounded first, so that a person who compares the shown numbers reaches the same result. */
function compare(
  number: TestedNumber,
  { delta, state }: Pick<Difference, 'delta' | 'state'>,
  computeUsual: () => number | null,
): Fields {
  const usual_change = delta === null ? null : toShown(number, computeUsual())
  if (delta === null || usual_change === null) return unknown(state)
  if (Math.abs(delta) <= usual_change) return { period_state: 'usual_range', usual_change }
  return { period_state: delta > 0 ? 'up' : 'down', usual_change }
}
