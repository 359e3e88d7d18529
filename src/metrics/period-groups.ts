/** Whether the number of each group of rows, such as a prompt or a platform, differs from the previous window by more than usual. */
import type { z } from 'zod'
import { compareNumber } from './competitors/comparison.ts'
import type { PeriodChanges } from './period-changes.ts'
import type { RowChange } from './period-state.ts'
import type { BrandRows, Row } from './rollup-rows.ts'
import { groupRowsByAll, selectRows } from './row-groups.ts'
import { rateDifference, scoreDifference } from './values.ts'

type Groups = {
  previous: BrandRows | null
  /** Returns none for a row that is not in the list. */
  getKeys: (row: Row) => readonly string[]
  number?: keyof typeof differences
}

const differences = { score: scoreDifference, mention_rate: rateDifference }

/** `previous`: null without a previous window. Returns the change of a group by its key. */
export function describeGroups(
  now: BrandRows,
  periods: PeriodChanges,
  { previous, getKeys, number = 'score' }: Groups,
): (key: string) => z.input<typeof RowChange> {
  const [ofNow, ofBefore] = [groupRowsByAll(now, getKeys), previous && groupRowsByAll(previous, getKeys)]
  const keys = new Set([...ofNow.keys(), ...(ofBefore?.keys() ?? [])])
  return (key) => {
    const after = ofNow.get(key)
    const before = previous && (ofBefore?.get(key) ?? selectRows(previous, []))
    const compared = compareNumber(before, after ?? selectRows(now, []), number)
    const difference = after && differences[number](compared.change)
    return periods.describeRow(number, difference, { ...compared, rows: keys.size })
  }
}

/** Returns the change of the score of a prompt by its id. */
export const describePrompts = (now: BrandRows, previous: BrandRows | null, periods: PeriodChanges) =>
  describeGroups(now, periods, { previous, getKeys: ({ prompt_id }) => [prompt_id] })
