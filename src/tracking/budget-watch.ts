/**
 * Tracks the month's budget of the organization and of the brand during a run. While spending is limited, each cost is counted before the next query is
 * sent.
 */

import type { Context } from '../core/context.ts'
import type { Message } from '../languages/message.ts'
import { exhaustedBudgetMessage, findBudget } from '../plans/spend-ledger.ts'

export type BudgetWatch = {
  /** Rereads the budget. Called after each batch of paid answers. */
  refresh(): Promise<void>
  /** Whether a spending limit was found. */
  isLimited(): boolean
  /** Aborted when the budget is used up. */
  exhausted: AbortSignal
  /** Why the budget is used up; null while some is left. */
  reason(): Message | null
}

/** How soon a limit that is set during a run takes effect. */
const recheckMs = 1_000

export function watchBudget(ctx: Context, brandId: string): BudgetWatch {
  const exhaustedController = new AbortController()
  let reason: Message | null = null
  let isLimited = false
  let checkedMs = Number.NEGATIVE_INFINITY
  return {
    refresh: async () => {
      if (reason !== null || (!isLimited && performance.now() - checkedMs < recheckMs)) return
      checkedMs = performance.now()
      const budget = await findBudget(ctx, brandId)
      isLimited = budget !== null
      reason ??= exhaustedBudgetMessage(budget)
      if (reason !== null) exhaustedController.abort()
    },
    isLimited: () => isLimited,
    exhausted: exhaustedController.signal,
    reason: () => reason,
  }
}
