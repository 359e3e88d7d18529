/**
 * Asking politely: each platform has a lane of its own, so that a slow or dead engine delays nobody else; only what may
 * help is asked again; an engine that has no credit or refuses the key is not asked further in this run.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AskResult, Engine, EngineFailure, Question } from '../engines/engine.ts'

export type LaneOptions = {
  /** Questions of one lane in flight at once. */
  perLane: number
  /** A place among all questions in flight in this process; resolves when there is one. */
  enter(signal: AbortSignal): Promise<() => void>
  signal: AbortSignal
}

export type Asked<T> = { item: T; result: AskResult; askedAt: Date; answeredAt: Date }

export const tries = 3
const longestWaitMs = 120_000

/** Asks everything of one lane; returns the failure that stopped it, or null when all were asked. */
export async function askLane<T>(
  engine: Engine,
  items: readonly T[],
  questionOf: (item: T) => Omit<Question, 'signal'>,
  onAnswer: (asked: Asked<T>) => Promise<void>,
  options: LaneOptions,
): Promise<EngineFailure | null> {
  const queue = [...items]
  let stopped: EngineFailure | null = null
  const work = async () => {
    for (let item = queue.shift(); item !== undefined && !stopped; item = queue.shift()) {
      options.signal.throwIfAborted()
      const asked = await askPatiently(engine, item, questionOf(item), options)
      if (asked.result.outcome === 'failed' && isFinal(asked.result)) stopped ??= asked.result
      await onAnswer(asked)
    }
  }
  await allOrFirstFailure(Array.from({ length: Math.min(options.perLane, items.length) }, work))
  return stopped
}

type Places = LaneOptions['enter']

/** One place after the other: first among those of the engine, so that waiting for it keeps nobody else out. */
export function both(first: Places, second: Places): Places {
  return async (signal) => {
    const leaveFirst = await first(signal)
    try {
      const leaveSecond = await second(signal)
      return () => {
        leaveSecond()
        leaveFirst()
      }
    } catch (error) {
      leaveFirst()
      throw error
    }
  }
}

/** At most so many at once; those who wait are let in in the order they came. */
export function places(most: number): LaneOptions['enter'] {
  let free = most
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (signal) => {
    signal.throwIfAborted()
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    if (signal.aborted) leave()
    signal.throwIfAborted()
    return leave
  }
}

async function askPatiently<T>(
  engine: Engine,
  item: T,
  question: Omit<Question, 'signal'>,
  { enter, signal }: LaneOptions,
): Promise<Asked<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const leave = await enter(signal)
    const askedAt = new Date()
    const result = await engine.ask({ ...question, signal }).finally(leave)
    signal.throwIfAborted()
    const waitMs = result.outcome === 'failed' ? waitBefore(attempt, result) : null
    if (waitMs === null || attempt >= tries) return { item, result, askedAt, answeredAt: new Date() }
    await sleep(waitMs, undefined, { signal })
  }
}

/** Null when asking again is no use. Exponential with full jitter, and never sooner than the engine asks for. */
export function waitBefore(attempt: number, { retryable, retryAfterMs }: EngineFailure): number | null {
  if (!retryable || (retryAfterMs ?? 0) > longestWaitMs) return null
  return (retryAfterMs ?? 0) + Math.random() * 500 * 2 ** attempt
}

/** The key or the credit will not come back while the run lasts. */
export const isFinal = ({ kind }: EngineFailure) => kind === 'bad_key' || kind === 'quota'

/** Waits for all even when one has failed, so that nothing goes on behind the caller's back. */
export async function allOrFirstFailure(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
