/**
 * Asking politely: each engine has a lane of its own behind its gate, so that a slow or dead one delays nobody else; only
 * what may help is asked again; an engine that has no credit, refuses the key or stays away is not asked further.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../core/config.ts'
import { type Acquire, fairSemaphore, type SemaphoreGroup } from '../core/semaphore.ts'
import type { EngineFailure } from './engine.ts'
import { type EngineLimiter, maxRetryAfterMs, type Outcome } from './limiter.ts'

export type EngineQueue<T, R extends Outcome> = {
  gate: EngineLimiter
  /** Joins those who draw from the places of this process. */
  join: () => SemaphoreGroup
  /** Questions under way at once, from waiting at the gate until the reply is kept. */
  maxInFlight: number
  /** Ends the lane at once, calls in flight included. */
  signal: AbortSignal
  /** From then on nothing more is asked; what is in flight may finish. */
  stopSignal?: AbortSignal
  /** Never throws for what the outside world does. */
  ask(item: T, signal: AbortSignal): Promise<R>
  /** Told of every reply that is not asked for again, also of one that came while the lane was being ended. */
  onReply(asked: QueryOutcome<T, R>): Promise<void>
}

export type QueryOutcome<T, R> = { item: T; result: R; queriedAt: Date; answeredAt: Date }

/** Asks everything of one lane, or until it is enough; returns the failure that stopped it, or null. */
export async function runEngineQueue<T, R extends Outcome>(
  items: readonly T[],
  lane: EngineQueue<T, R>,
): Promise<EngineFailure | null> {
  const queue = [...items]
  const share = lane.join()
  let stopped: EngineFailure | null = null
  // Who cannot keep a reply ends the whole lane: what the others are asking for could not be kept either.
  const broken = new AbortController()
  const signal = AbortSignal.any([lane.signal, broken.signal])
  const failed = new AbortController()
  const over = AbortSignal.any([failed.signal, ...(lane.stopSignal ? [lane.stopSignal] : [])])
  const patience = AbortSignal.any([signal, over])
  const stop = (failure: EngineFailure) => {
    stopped ??= failure
    failed.abort(new Error('stopped'))
  }
  const ask = async (item: T, of: AbortSignal) => {
    const result = await lane.ask(item, of)
    // Before its place is free for the next.
    const failure = failureIn(result)
    if (failure && isFinal(failure)) stop(failure)
    return result
  }
  const work = async () => {
    for (let item = queue.shift(); item !== undefined && !over.aborted; item = queue.shift()) {
      const asked = await queryWithRetry(
        item,
        { ...lane, ask, enter: share.acquire, signal },
        patience,
      ).catch((error) => {
        if (over.aborted && !signal.aborted) return null
        throw error
      })
      if (asked === null) return
      if ('outcome' in asked) return stop(asked)
      await lane.onReply(asked)
    }
  }
  const workers = Array.from({ length: Math.min(lane.maxInFlight, items.length) }, () =>
    work().catch((error) => {
      broken.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(workers)
  share.close()
  lane.signal.throwIfAborted()
  broken.signal.throwIfAborted()
  return stopped
}

const placesOfProcess = new WeakMap<Config, () => SemaphoreGroup>()

/** The places for calls in flight in this process, which all its lanes draw from. Its settings stand for the process. */
export function querySemaphore(config: Config): () => SemaphoreGroup {
  const join = placesOfProcess.get(config) ?? fairSemaphore(config.TRACKING_CONCURRENCY)
  placesOfProcess.set(config, join)
  return join
}

/** The reply, or the reason why the engine's gate lets nobody in. */
async function queryWithRetry<T, R extends Outcome>(
  item: T,
  { gate, enter, ask, signal }: EngineQueue<T, R> & { enter: Acquire },
  patience: AbortSignal,
): Promise<QueryOutcome<T, R> | EngineFailure> {
  for (let attempt = 1; ; attempt += 1) {
    const pass = await gate.acquire(patience)
    if (pass.outcome === 'failed') return pass
    let result: R | null = null
    const queriedAt = { at: new Date() }
    try {
      const leave = await enter(patience)
      queriedAt.at = new Date()
      result = await ask(item, signal).finally(leave)
    } finally {
      pass.release(result)
    }
    const failure = failureIn(result)
    if (failure) signal.throwIfAborted()
    const waitMs = failure ? waitBefore(attempt, failure) : null
    if (waitMs === null) return { item, result, queriedAt: queriedAt.at, answeredAt: new Date() }
    await sleep(waitMs, undefined, { signal: patience })
  }
}

const mostTries = 3
/** A question that was turned away unanswered cost nothing, and the gate slows down meanwhile. */
const mostTriesWhenLimited = 6

/** Null when asking again is no use. Exponential with full jitter, and never sooner than the engine asks for. */
function waitBefore(attempt: number, { kind, retryable, retryAfterMs }: EngineFailure): number | null {
  if (!retryable || (retryAfterMs ?? 0) > maxRetryAfterMs) return null
  if (attempt >= (kind === 'rate_limited' ? mostTriesWhenLimited : mostTries)) return null
  return (retryAfterMs ?? 0) + Math.random() * 500 * 2 ** Math.min(attempt, mostTries)
}

/** The key or the credit will not come back while the run lasts. */
export const isFinal = ({ kind }: EngineFailure) => kind === 'bad_key' || kind === 'quota'

const failureIn = (result: Outcome): EngineFailure | null => (result.outcome === 'failed' ? result : null)
