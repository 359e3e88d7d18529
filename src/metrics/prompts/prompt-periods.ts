/** Whether the score of each prompt differs from the previous window by more than usual. */
import type { z } from 'zod'
import { compareScores } from '../competitors/comparison.ts'
import type { PeriodChanges, RowChange } from '../period-changes.ts'
import type { BrandRows } from '../rollup-rows.ts'
import { groupRows, selectRows } from '../row-groups.ts'
import { scoreDifference } from '../values.ts'

/** `previous`: null without a previous window. Returns the change of a prompt by its id. */
export function describePrompts(
  now: BrandRows,
  previous: BrandRows | null,
  periods: PeriodChanges,
): (prompt: string) => z.input<typeof RowChange> {
  const [ofNow, ofBefore] = [groupByPrompt(now), previous && groupByPrompt(previous)]
  const rows = new Set([...ofNow.keys(), ...(ofBefore?.keys() ?? [])]).size
  return (prompt) => {
    const after = ofNow.get(prompt)
    const before = previous && (ofBefore?.get(prompt) ?? selectRows(previous, []))
    const compared = compareScores(before, after ?? selectRows(now, []))
    return periods.describeRow('score', after && scoreDifference(compared.change), { ...compared, rows })
  }
}

const groupByPrompt = (rows: BrandRows) => groupRows(rows, ({ prompt_id }) => prompt_id)
