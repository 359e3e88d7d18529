/** Whether the difference between the chosen period and the one before is larger than such differences usually are. */
import { z } from 'zod'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { dayAt, dayMs, utcDay } from '../core/days.ts'
import { HeadlineChange, inShownUnit } from './established-changes.ts'
import { dayNumber, readDays, type Window } from './rollups.ts'
import type { Cell, DailySums } from './statistics/change-detection/daily-sums.ts'
import { usualChange } from './statistics/change-detection/usual-change.ts'
import { daysIn, type Windows } from './statistics/change-detection/windows.ts'
import { type Difference, twoDecimals } from './values.ts'

export const UsualChange = z.number().nullable()

export const PeriodChange = z
  .intersection(
    HeadlineChange,
    z.object({
      period_state: z
        .enum(['up', 'down', 'usual_range', 'insufficient_data', 'not_comparable'])
        .describe(
          '`up` or `down` if `delta` exceeds `usual_change`, otherwise `usual_range`, or why it is not known.',
        ),
      usual_change: UsualChange.describe(
        'While nothing changes, 99% of the differences between two such periods are within ± this. Null if it is not known, and for periods of more than 92 days.',
      ),
    }),
  )
  .meta({
    id: 'PeriodChange',
    description:
      'Difference from the previous window, whether it is unusual, and the established change of the number.',
  })

type PeriodState = Pick<z.input<typeof PeriodChange>, 'period_state' | 'usual_change'>

export type PeriodChanges = {
  /** `entity`: the number of a competitor; 0 for the brand. */
  describe(number: TestedNumber, difference: Difference, entity?: number): PeriodState
  /** Returns the usual change of the score of some cells, in points. */
  usualScoreChange(isIncluded: (cell: Cell) => boolean): number | null
}

/** Longer periods would take too much memory. */
const longestPeriodDays = 92

/** The days before the period that show how much days differ. */
const pastDays = 56

/** Requires a window that was opened with the previous one. */
export async function readPeriodChanges(window: Window): Promise<PeriodChanges> {
  const windows = getWindows(window)
  if (windows === null) return { describe: (_, { state }) => unknown(state), usualScoreChange: () => null }
  const past = { from: windows.recent.from - pastDays, to: windows.recent.from - 1 }
  const { answers, sums, competitorScores } = await readDays(window, {
    ...window.scope,
    from: toDay(Math.min(past.from, windows.reference.from)),
    to: toDay(windows.recent.to),
  })
  const all = [...answers.cells.keys()]
  const compute = (of: DailySums | undefined, members = all) =>
    of ? usualChange({ answers, sums: of, members }, windows, past) : null
  return {
    describe: (number, difference, entity = 0) => {
      if (difference.delta === null) return unknown(difference.state)
      const of = number === 'competitor_score' ? competitorScores.get(entity) : sums[number]
      const usual = compute(of)
      if (usual === null) return unknown(difference.state)
      return compare(difference.delta, inShownUnit(number, usual))
    },
    usualScoreChange: (isIncluded) => {
      const usual = compute(
        sums.score,
        all.filter((index) => {
          const cell = answers.cells[index]
          return cell !== undefined && isIncluded(cell)
        }),
      )
      return usual === null ? null : inShownUnit('score', usual)
    },
  }
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

const unknown = (state: Difference['state']): PeriodState => ({
  period_state: state === 'not_comparable' ? 'not_comparable' : 'insufficient_data',
  usual_change: null,
})

/** Both are rounded first, so that a person who compares the shown numbers reaches the same result. */
function compare(delta: number, usual: number): PeriodState {
  const usual_change = twoDecimals(usual)
  if (Math.abs(delta) <= usual_change) return { period_state: 'usual_range', usual_change }
  return { period_state: delta > 0 ? 'up' : 'down', usual_change }
}
