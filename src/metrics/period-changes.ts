/** Whether the difference between the chosen period and the one before is larger than such differences usually are. */
import { z } from 'zod'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { dayBefore, daysAfter, utcDay } from '../core/days.ts'
import { compareRows, type ScoreComparison } from './competitors/comparison.ts'
import { HeadlineChange, inShownUnit } from './established-changes.ts'
import type { Row } from './rollup-rows.ts'
import { type CellDays, dayNumber, type Window } from './rollups.ts'
import { rowsWhere } from './row-groups.ts'
import { pastDays, usualChange } from './statistics/change-detection/usual-change.ts'
import type { WindowChange } from './statistics/window-change.ts'
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
  /** Compares the window with the previous one; null without one. */
  comparison: ScoreComparison | null
  /** `change`: what `difference` shows. `entity`: the number of a competitor; 0 for the brand. */
  describe(number: TestedNumber, difference: Difference, change: Compared, entity?: number): PeriodState
  /** Returns the usual change of the score of some rows, in points. */
  usualScoreChange(isIncluded: (row: Row) => boolean): number | null
}

type Compared = Pick<WindowChange, 'compared'>

/** The days of longer periods would take too much memory. */
const longestPeriodDays = 92

/** Requires a window that was opened with the previous one and with `pastDays`. */
export async function readPeriodChanges(window: Window): Promise<PeriodChanges> {
  const { previous, scope } = window
  const comparison = previous && compareRows(previous, window)
  const { from, to } = scope
  const isShort = from !== null && dayNumber(to ?? utcDay(window.now())) - dayNumber(from) < longestPeriodDays
  if (previous === null || comparison === null || !isShort)
    return { comparison, describe: (_, { state }) => unknown(state), usualScoreChange: () => null }
  const past = { from: daysAfter(from, -pastDays), to: dayBefore(from) }
  const days = await window.readCellDays({ cells: comparison.getCells(), past })
  const compute = (number: TestedNumber, { compared }: Compared, of: { days: CellDays; entity: number }) => {
    if (compared === null) return null
    const name = number === 'competitor_score' ? 'score' : number
    const residuals = of.days.getResiduals({ number: name, entity: of.entity, ratio: compared.ratio })
    const counts = { reference: of.days.count(previous.scope), recent: of.days.count(scope) }
    const usual = usualChange(compared, counts, residuals)
    return usual === null ? null : inShownUnit(number, usual)
  }
  return {
    comparison,
    describe: (number, difference, change, entity = 0) => {
      const usual = difference.delta === null ? null : compute(number, change, { days, entity })
      return usual === null ? unknown(difference.state) : compare(difference.delta ?? 0, usual)
    },
    usualScoreChange: (isIncluded) => {
      const [before, now] = [rowsWhere(previous, isIncluded), rowsWhere(window, isIncluded)]
      const part = compareRows(before, now)
      const change = part.change(before.number('score'), now.number('score'))
      return compute('score', change, { days: days.within(part.getCells()), entity: 0 })
    },
  }
}

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
