/** Tracks the monthly limits of the backends during a run, like the budget watch. */
import type { Context } from '../core/context.ts'
import { loadKeySpend, usedUpKeyMessage } from '../engines/key-limits.ts'
import type { Message } from '../languages/message.ts'

export type KeyLimitWatch = {
  /** Rereads spend and limits. Called after each batch of paid answers. */
  refresh(): Promise<void>
  /** Whether the backend has a limit. */
  isLimited(backend: string): boolean
  /** Aborted when the limit of the backend is used up. */
  exhausted(backend: string): AbortSignal
  /** Why the limit is used up; null while some is left. */
  reason(backend: string): Message | null
}

/** How soon a limit that is set during a run takes effect. */
const recheckMs = 1_000

export function watchKeyLimits(ctx: Context): KeyLimitWatch {
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
    refresh: async () => {
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
    isLimited: (backend) => limited.has(backend),
    exhausted: (backend) => getController(backend).signal,
    reason: (backend) => reasons.get(backend) ?? null,
  }
}
