/** Says whether the difference between the chosen period and the one before is larger than such differences usually are. */
import { z } from 'zod'
import { HeadlineChange } from './established-changes.ts'
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
export type RowRecord = z.input<typeof RowChange>

export type PeriodState = Pick<RowRecord, 'period_state' | 'usual_change'>
export type Shown = Pick<Difference, 'previous' | 'current' | 'delta' | 'state'>

/** Both are rounded first, so that a person who compares the shown numbers reaches the same result. */
export function compareWithUsual(
  { delta, state }: Pick<Difference, 'delta' | 'state'>,
  getUsual: () => number | null,
): PeriodState {
  const usual = delta === null ? null : getUsual()
  if (delta === null || usual === null) return unknown(state)
  const usual_change = twoDecimals(usual)
  if (Math.abs(delta) <= usual_change) return { period_state: 'usual_range', usual_change }
  return { period_state: delta > 0 ? 'up' : 'down', usual_change }
}

export const withoutData: Shown = { previous: null, current: null, delta: null, state: 'insufficient_data' }

export const shown = ({ previous, current, delta }: Shown) => ({ previous, current, delta })

export const unknown = (state: Difference['state']): PeriodState => ({
  period_state: state === 'not_comparable' ? 'not_comparable' : 'insufficient_data',
  usual_change: null,
})

export const unknownRow = (difference: Shown): RowRecord => ({
  ...shown(difference),
  ...unknown(difference.state),
})
