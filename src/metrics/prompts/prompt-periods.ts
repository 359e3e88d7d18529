/** Whether the score of each prompt differs from the previous window by more than usual. */
import type { z } from 'zod'
import { compareRows } from '../competitors/comparison.ts'
import type { PeriodChanges, RowChange } from '../period-changes.ts'
import type { BrandRows } from '../rollup-rows.ts'
import { groupRows, selectRows } from '../row-groups.ts'
import { type Difference, notComparable, scoreDifference } from '../values.ts'

/** `previous`: null without a previous window. Returns the change of a prompt by its id. */
export function describePrompts(
  now: BrandRows,
  previous: BrandRows | null,
  periods: PeriodChanges,
): (prompt: string) => z.input<typeof RowChange> {
  const rows = periods.rowsOf('score', ({ prompt }) => prompt)
  const [ofNow, ofBefore] = [groupByPrompt(now), previous && groupByPrompt(previous)]
  const compare = (prompt: string): Difference | undefined => {
    const after = ofNow.get(prompt)
    if (!after) return undefined
    if (previous === null) return notComparable
    const before = ofBefore?.get(prompt) ?? selectRows(previous, [])
    return scoreDifference(compareRows(before, after).change(before.number('score'), after.number('score')))
  }
  return (prompt) => rows.describe(prompt, compare(prompt))
}

const groupByPrompt = (rows: BrandRows) => groupRows(rows, ({ prompt_id }) => prompt_id)
