/** Tracks the monthly limits of the backends during a run, like the budget watch. */
import type { Context } from '../core/context.ts'
import { loadKeySpend, usedUpKeyMessage } from '../engines/key-limits.ts'
import type { Message } from '../languages/message.ts'
import { recheckMs } from './budget-watch.ts'

export type KeyLimitWatch = ReturnType<typeof watchKeyLimits>

export function watchKeyLimits(ctx: Context) {
  const controllers = new Map<string, AbortController>()
  const reasons = new Map<string, Message>()
  let limited = new Set<string>()
  let checkedMs = Number.NEGATIVE_INFINITY
  const getController = (backend: string) => {
    const controller = controllers.get(backend) ?? new AbortController()
    controllers.set(backend, controller)
    return controller
  }
  return {
    /** Rereads spend and limits. Called after each batch of paid answers. */
    refresh: async (): Promise<void> => {
      if (limited.size === 0 && performance.now() - checkedMs < recheckMs) return
      checkedMs = performance.now()
      const spend = [...(await loadKeySpend(ctx))]
      limited = new Set(
        spend.flatMap(([backend, { limitMicros }]) => (limitMicros === null ? [] : [backend])),
      )
      for (const [backend, each] of spend) {
        const reason = usedUpKeyMessage(ctx, backend, each)
        if (reason === null) continue
        reasons.set(backend, reason)
        getController(backend).abort()
      }
    },
    /** Whether the backend has a limit. */
    isLimited: (backend: string) => limited.has(backend),
    /** Aborted when the limit of the backend is used up. */
    exhausted: (backend: string) => getController(backend).signal,
    /** Why the limit is used up; null while some is left. */
    reason: (backend: string) => reasons.get(backend) ?? null,
  }
}
