/**
 * Tracks the month's budget of the organization and of the brand during a run. While spending is limited, each cost is counted before the next query is
 * sent.
 */

import type { Context } from '../core/context.ts'
import type { Message } from '../languages/message.ts'
import { exhaustedBudgetMessage, findBudget } from '../plans/spend-ledger.ts'

export type BudgetWatch = ReturnType<typeof watchBudget>

/** How soon a limit that is set during a run takes effect. */
export const recheckMs = 1_000

export function watchBudget(ctx: Context, brandId: string) {
  const exhaustedController = new AbortController()
  let reason: Message | null = null
  let isLimited = false
  let checkedMs = Number.NEGATIVE_INFINITY
  return {
    /** Rereads the budget. Called after each batch of paid answers. */
    refresh: async (): Promise<void> => {
      if (reason !== null || (!isLimited && performance.now() - checkedMs < recheckMs)) return
      checkedMs = performance.now()
      const budget = await findBudget(ctx, brandId)
      isLimited = budget !== null
      reason ??= exhaustedBudgetMessage(budget)
      if (reason !== null) exhaustedController.abort()
    },
    /** Whether a spending limit was found. */
    isLimited: () => isLimited,
    /** Aborted when the budget is used up. */
    exhausted: exhaustedController.signal,
    /** Why the budget is used up; null while some is left. */
    reason: () => reason,
  }
}
