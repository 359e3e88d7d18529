/**
 * The rate limiter and circuit breaker of one engine, shared by all runs in this process. `shared-limits.ts` divides the limits
 * between processes.
 *
 * Concurrency adapts by AIMD (additive increase, multiplicative decrease): an HTTP 429 halves the limit, and it grows
 * by one after twice as many answers as it allows. The circuit opens after `failureThreshold` consecutive outages. It
 * then lets one probe through at a time (half-open) until an answer closes it. Queries wait while the circuit is open,
 * except after `maxOpenings` openings in a row or a very long `Retry-After`: then they are rejected until the time is
 * over. Each process adapts to HTTP 429 and outages on its own.
 */
import type { EngineFailure } from './engine.ts'

/** The result of a query, as far as the limiter depends on it. */
export type CallOutcome = { outcome: 'answered' | 'empty' | 'refused' } | EngineFailure

export type EngineLimiter = {
  /**
   * Resolves when a query may start, or with the failure for which queries are rejected. Rejects with the signal's
   * reason.
   */
  acquire(signal: AbortSignal): Promise<Permit | EngineFailure>
  /** Returns whether queries are in flight or waiting. */
  isInUse(): boolean
  /** Divides the limits between this and `others` processes; each may have at least one query in flight. */
  shareWith(others: number): void
}

export type Permit = {
  outcome: 'acquired'
  /** Returns the permit when the query has ended; `outcome` is null when it was not sent or was aborted. */
  release(outcome: CallOutcome | null): void
}

/** `perMinute` 0: no limit. */
export type EngineLimits = { maxInFlight: number; perMinute: number }

/** A longer `Retry-After` rejects queries instead of letting them wait. */
export const maxRetryAfterMs = 120_000

export function createEngineLimiter({ maxInFlight, perMinute }: EngineLimits): EngineLimiter {
  const throttle = createAdaptiveThrottle(maxInFlight)
  const waiting: { resolve(permit: Permit | EngineFailure): void }[] = []
  let inFlight = 0
  let nextStartMs = 0
  let processes = 1
  let timer: NodeJS.Timeout | null = null

  const admit = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (waiting.length > 0) {
      const nowMs = performance.now()
      const rejection = throttle.rejection(nowMs)
      if (rejection !== null) {
        for (const { resolve } of waiting.splice(0)) resolve(rejection)
        return
      }
      if (inFlight >= Math.min(throttle.maxInFlight(), computeShare(maxInFlight))) return
      const startMs = Math.max(throttle.pausedUntilMs(), nextStartMs)
      if (nowMs < startMs) {
        timer = setTimeout(admit, Math.ceil(startMs - nowMs))
        return
      }
      inFlight += 1
      if (perMinute > 0) nextStartMs = nowMs + (60_000 / perMinute) * processes
      waiting.shift()?.resolve(createPermit())
    }
  }

  const computeShare = (limit: number) => Math.max(1, Math.floor(limit / processes))

  const createPermit = (): Permit => {
    const record = throttle.createRecorder()
    return {
      outcome: 'acquired',
      release: (outcome) => {
        inFlight -= 1
        if (outcome !== null) record(outcome)
        admit()
      },
    }
  }

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const cancel = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(signal.reason)
        }
        const waiter = {
          resolve: (permit: Permit | EngineFailure) => {
            signal.removeEventListener('abort', cancel)
            resolve(permit)
          },
        }
        signal.addEventListener('abort', cancel, { once: true })
        waiting.push(waiter)
        admit()
      }),
    isInUse: () => inFlight + waiting.length > 0,
    shareWith: (others) => {
      processes = 1 + others
      admit()
    },
  }
}

/** Adapts to the outcomes of queries: how many may be in flight, and until when none may start. */
function createAdaptiveThrottle(maxInFlight: number) {
  const concurrency = createAdaptiveLimit(maxInFlight)
  const circuit = createCircuitBreaker()
  /** Incremented by each decrease and opening: results of earlier queries must not count a second time. */
  let generation = 0
  let pausedUntilMs = 0

  const pauseFor = (ms: number) => {
    pausedUntilMs = Math.max(pausedUntilMs, performance.now() + ms)
  }

  const record = (result: CallOutcome, isCurrent: boolean) => {
    const failure = result.outcome === 'failed' ? result : null
    if (failure?.kind === 'aborted') return
    if (failure && isOutage(failure)) {
      const openMs = isCurrent ? circuit.recordOutage(failure) : null
      if (openMs === null) return
      generation += 1
      pauseFor(openMs)
      return
    }
    if (!circuit.isClosed()) concurrency.halve()
    circuit.close()
    if (failure?.kind === 'rate_limited') recordRateLimit(failure, isCurrent)
    else concurrency.recordAnswer()
  }

  const recordRateLimit = (failure: EngineFailure, isCurrent: boolean) => {
    const { retryAfterMs } = failure
    if (retryAfterMs !== null) pauseFor(retryAfterMs)
    if (retryAfterMs !== null && retryAfterMs > maxRetryAfterMs) return circuit.rejectWith(failure)
    if (!isCurrent) return
    generation += 1
    const backoffMs = concurrency.recordRateLimit()
    if (retryAfterMs === null) pauseFor(backoffMs)
  }

  return {
    maxInFlight: () => (circuit.isClosed() ? concurrency.limit() : 1),
    pausedUntilMs: () => pausedUntilMs,
    /** Returns the failure to reject queries with, or null while they wait. */
    rejection: (nowMs: number) => (nowMs < pausedUntilMs ? circuit.rejection() : null),
    /** Returns the function that records the outcome of a query that starts now. */
    createRecorder: () => {
      const startedIn = generation
      return (outcome: CallOutcome) => record(outcome, startedIn === generation)
    },
  }
}

const maxBackoffMs = 60_000

/** Creates a concurrency limit between 1 and `max` that adapts by AIMD. */
function createAdaptiveLimit(max: number) {
  let limit = max
  let answers = 0
  let consecutiveRateLimits = 0
  const halve = () => {
    limit = Math.max(1, Math.floor(limit / 2))
  }
  return {
    limit: () => limit,
    halve,
    recordAnswer: () => {
      consecutiveRateLimits = 0
      answers += 1
      if (answers < 2 * limit) return
      answers = 0
      limit = Math.min(max, limit + 1)
    },
    /** Returns how long to pause if the engine does not say: exponential backoff with jitter. */
    recordRateLimit: (): number => {
      consecutiveRateLimits += 1
      answers = 0
      halve()
      return Math.min(maxBackoffMs, 500 * 2 ** consecutiveRateLimits * (1 + Math.random()))
    },
  }
}

const failureThreshold = 5
/** Openings in a row, without an answer between them, after which queries are rejected instead of waiting. */
const maxOpenings = 3
const openMs = 5_000
const maxOpenMs = 60_000

function createCircuitBreaker() {
  let consecutiveFailures = 0
  let openings = 0
  let lastFailure: EngineFailure | null = null
  return {
    isClosed: () => openings === 0,
    /** Returns the failure to reject queries with, or null while they wait. */
    rejection: () => (openings >= maxOpenings ? lastFailure : null),
    /** Returns how long the circuit stays open before the next probe, or null while it stays closed. */
    recordOutage: (failure: EngineFailure): number | null => {
      consecutiveFailures += 1
      if (openings === 0 && consecutiveFailures < failureThreshold) return null
      consecutiveFailures = 0
      openings += 1
      lastFailure = failure
      return Math.max(failure.retryAfterMs ?? 0, Math.min(maxOpenMs, openMs * 2 ** openings))
    },
    rejectWith: (failure: EngineFailure) => {
      openings = maxOpenings
      lastFailure = failure
    },
    close: () => {
      consecutiveFailures = 0
      openings = 0
    },
  }
}

/** Returns whether a failure is an outage; others concern the query or the request rate. */
const isOutage = ({ kind }: EngineFailure) =>
  kind === 'network' || kind === 'timeout' || kind === 'unavailable'
