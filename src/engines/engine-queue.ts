/**
 * Runs queries against one engine: concurrently, behind its limiter, with retries. Each engine has its own queue, so a
 * slow or unavailable engine does not delay the others. A queue stops when its engine has no credit left, rejects the
 * key or stays unavailable.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Acquire, SemaphoreGroup } from '../core/semaphore.ts'
import type { EngineFailure, FailureKind } from './engine.ts'
import { type CallOutcome, type EngineLimiter, maxRetryAfterMs } from './limiter.ts'

export type EngineQueue<T, R extends CallOutcome> = {
  limiter: Pick<EngineLimiter, 'acquire'>
  /** Joins the semaphore that all queues of the process share. */
  joinSemaphore: () => SemaphoreGroup
  /** Maximum number of items between waiting for the limiter and the end of `onResult`. */
  maxInFlight: number
  /** Ends the queue immediately and aborts queries in flight. */
  signal: AbortSignal
  /** When it aborts, no further query starts; queries in flight finish. */
  stopSignal?: AbortSignal
  /** Returns failures of the outside world as values. */
  query(item: T, signal: AbortSignal): Promise<R>
  /** Receives every result that is not retried, including those that arrive while the queue ends. */
  onResult(outcome: QueryOutcome<T, R>): Promise<void>
}

export type QueryOutcome<T, R> = { item: T; result: R; queriedAt: Date; answeredAt: Date }

/** Runs all items, or until the queue stops. Returns the failure that stopped it, or null. */
export async function runEngineQueue<T, R extends CallOutcome>(
  items: readonly T[],
  queue: EngineQueue<T, R>,
): Promise<EngineFailure | null> {
  const remaining = [...items]
  const group = queue.joinSemaphore()
  // A result that cannot be stored aborts the whole queue: the other results could not be stored either.
  const broken = new AbortController()
  const signal = AbortSignal.any([queue.signal, broken.signal])
  const stopped = new AbortController()
  const stopSignal = AbortSignal.any([stopped.signal, ...(queue.stopSignal ? [queue.stopSignal] : [])])
  let stopFailure: EngineFailure | null = null
  const stop = (failure: EngineFailure) => {
    stopFailure ??= failure
    stopped.abort(new Error('stopped'))
  }
  const attempt: Attempt<T, R> = {
    limiter: queue.limiter,
    acquire: group.acquire,
    signal,
    waitSignal: AbortSignal.any([signal, stopSignal]),
    query: async (item) => {
      const result = await queue.query(item, signal)
      // Before the permit is released, or one more query would start.
      const failure = getFailure(result)
      if (failure && isFinal(failure)) stop(failure)
      return result
    },
  }
  const work = async () => {
    for (let item = remaining.shift(); item !== undefined && !stopSignal.aborted; item = remaining.shift()) {
      const outcome = await queryWithRetry(item, attempt).catch((error) => {
        if (stopSignal.aborted && !signal.aborted) return null
        throw error
      })
      if (outcome === null) return
      if ('outcome' in outcome) return stop(outcome)
      await queue.onResult(outcome)
    }
  }
  const workers = Array.from({ length: Math.min(queue.maxInFlight, items.length) }, () =>
    work().catch((error) => broken.abort(error)),
  )
  await Promise.all(workers)
  group.close()
  queue.signal.throwIfAborted()
  broken.signal.throwIfAborted()
  return stopFailure
}

type Attempt<T, R extends CallOutcome> = {
  limiter: Pick<EngineLimiter, 'acquire'>
  acquire: Acquire
  query(item: T): Promise<R>
  signal: AbortSignal
  /** Aborts waiting: for the limiter, for the semaphore and before a retry. */
  waitSignal: AbortSignal
}

/** Returns the outcome, or the failure for which the limiter rejects queries. */
async function queryWithRetry<T, R extends CallOutcome>(
  item: T,
  { limiter, acquire, query, signal, waitSignal }: Attempt<T, R>,
): Promise<QueryOutcome<T, R> | EngineFailure> {
  for (let attempt = 1; ; attempt += 1) {
    const permit = await limiter.acquire(waitSignal)
    if (permit.outcome === 'failed') return permit
    let result: R | null = null
    let queriedAt = new Date()
    try {
      const release = await acquire(waitSignal)
      queriedAt = new Date()
      result = await query(item).finally(release)
    } finally {
      permit.release(result)
    }
    const failure = getFailure(result)
    if (failure) signal.throwIfAborted()
    const waitMs = failure ? retryDelayMs(attempt, failure) : null
    if (waitMs === null) return { item, result, queriedAt, answeredAt: new Date() }
    await sleep(waitMs, undefined, { signal: waitSignal })
  }
}

const maxAttempts = 3
/** A rate-limited query cost nothing, and the limiter slows down before the next attempt. */
const maxAttemptsWhenRateLimited = 6

/** Returns null when a retry is pointless. Exponential backoff with full jitter, never shorter than `Retry-After`. */
function retryDelayMs(attempt: number, { kind, retryable, retryAfterMs }: EngineFailure): number | null {
  if (!retryable || (retryAfterMs ?? 0) > maxRetryAfterMs) return null
  if (attempt >= (kind === 'rate_limited' ? maxAttemptsWhenRateLimited : maxAttempts)) return null
  return (retryAfterMs ?? 0) + Math.random() * 500 * 2 ** Math.min(attempt, maxAttempts)
}

const getFailure = (result: CallOutcome): EngineFailure | null =>
  result.outcome === 'failed' ? result : null

/** Further queries to the engine would fail in the same way until a person changes something, or until the next day. */
const final: ReadonlySet<FailureKind> = new Set([
  'bad_key',
  'quota',
  'daily_limit',
  'model_gone',
  'endpoint_gone',
  'region_refused',
])

/** Returns whether a failure ends all remaining queries to the engine. */
export const isFinal = ({ kind }: EngineFailure) => final.has(kind)
