/** Compares numbers of the chosen period with the period before. series-changes.ts compares what needs single days. */
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { getComparedPeriods } from './compared-periods.ts'
import { type ComparedRows, compareRows, type ScoreComparison } from './competitors/comparison.ts'
import { inShownUnit } from './established-changes.ts'
import type { NumberName } from './numbers.ts'
import {
  compareWithUsual,
  type PeriodState,
  type RowRecord,
  type Shown,
  shown,
  unknown,
  unknownRow,
  withoutData,
} from './period-state.ts'
import type { Row } from './rollup-rows.ts'
import type { CellDays, Window } from './rollups.ts'
import { rowsWhere } from './row-groups.ts'
import { usualChange } from './statistics/change-detection/usual-change.ts'
import type { WindowChange } from './statistics/window-change.ts'
import { type Difference, twoDecimals } from './values.ts'

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
}

type Measured = TestedNumber | NumberName

type Compared = Pick<WindowChange, 'compared'>

/** Requires a window that was opened with the previous one and with `pastDays`. */
export async function readPeriodChanges(window: Window): Promise<PeriodChanges> {
  const { previous } = window
  const comparison = previous && compareRows(previous, window)
  const periods = getComparedPeriods(window)
  if (previous === null || comparison === null || periods === null) return { ...nothingKnown, comparison }
  const days = await window.readCellDays({ cells: comparison.getCells(), past: periods.past })
  const compute = (
    number: Measured,
    { compared }: Compared,
    of: { days: CellDays; entity: number; rows?: number },
  ) => {
    if (compared === null) return null
    const name = number === 'competitor_score' ? 'score' : number
    const usual = usualChange(compared, {
      past: of.days.getResiduals({ number: name, entity: of.entity, ratio: compared.ratio }),
      dayCounts: { reference: of.days.count(previous.scope), recent: of.days.count(window.scope) },
      rows: of.rows,
    })
    return usual === null ? null : inShownUnit(number, usual)
  }
  return {
    comparison,
    describe: (number, difference, change, entity = 0) =>
      compareWithUsual(difference, () => compute(number, change, { days, entity })),
    describeRow: (number, difference = withoutData, { change, cells, rows }) => ({
      ...shown(difference),
      ...compareWithUsual(difference, () =>
        compute(number, change, { days: days.within(cells), entity: 0, rows }),
      ),
    }),
    usualScoreChange: (isIncluded, rows) => {
      const [before, now] = [rowsWhere(previous, isIncluded), rowsWhere(window, isIncluded)]
      const part = compareRows(before, now)
      const change = part.change(before.number('score'), now.number('score'))
      const usual = compute('score', change, { days: days.within(part.getCells()), entity: 0, rows })
      return usual === null ? null : twoDecimals(usual)
    },
  }
}

const nothingKnown: Omit<PeriodChanges, 'comparison'> = {
  describe: (_, { state }) => unknown(state),
  describeRow: (_, difference = withoutData) => unknownRow(difference),
  usualScoreChange: () => null,
}
