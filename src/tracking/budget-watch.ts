/** The month's money while a run is under way: where it is limited, no question is asked before the last one is counted. */

import type { Context } from '../core/context.ts'
import { exhaustedBudgetMessage, findBudget } from '../plans/spend-ledger.ts'

export type BudgetWatch = {
  /** Looks after money may have been spent. */
  refresh(): Promise<void>
  /** Whether it is limited, as far as was seen. */
  isLimited(): boolean
  /** Aborted when it is used up. */
  exhausted: AbortSignal
  /** Why it is used up, in words; null while there is some. */
  reason(): string | null
}

/** A limit that somebody sets meanwhile is seen that soon. */
const lookAgainMs = 1_000

export function watchBudget(ctx: Context): BudgetWatch {
  const usedUp = new AbortController()
  let reason: string | null = null
  let isLimited = false
  let lookedMs = Number.NEGATIVE_INFINITY
  return {
    refresh: async () => {
      if (reason !== null || (!isLimited && performance.now() - lookedMs < lookAgainMs)) return
      lookedMs = performance.now()
      const budget = await findBudget(ctx)
      isLimited = budget !== null
      reason ??= exhaustedBudgetMessage(budget)
      if (reason !== null) usedUp.abort()
    },
    isLimited: () => isLimited,
    exhausted: usedUp.signal,
    reason: () => reason,
  }
}
