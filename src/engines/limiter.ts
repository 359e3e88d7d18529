/**
 * The gate to one engine in this process: whoever asks it comes through here, whichever run it is for. It lets in as
 * many at once and a minute as the engine bears: half as many after a 429, slowly more again while all goes well. When
 * the engine fails time after time the gate shuts, lets one call through to see whether it is back, and after several of
 * those turns everybody away for a while. Several processes each learn this for themselves.
 */
import type { Config } from '../core/config.ts'
import type { EngineFailure } from './engine.ts'

/** What came of a call, as far as the gate needs to know; null: nothing, it was never made or was cancelled. */
export type Outcome = { outcome: 'answered' | 'empty' | 'refused' } | EngineFailure

export type EngineLimiter = {
  /** Resolves when a call may begin, or with the reason why nobody is let in; throws the signal's reason. */
  acquire(signal: AbortSignal): Promise<Permit | EngineFailure>
}

export type Permit = {
  outcome: 'entered'
  /** Must be called when the call has ended. */
  release(outcome: Outcome | null): void
}

/** So many failures in a row shut the gate. */
const failureThreshold = 5
/** So many times it shuts in a row before nobody waits any longer. */
const maxOpenings = 3
const firstShutMs = 5_000
const longestShutMs = 60_000
/** An engine that asks for a longer pause is given up for that long. */
export const maxRetryAfterMs = 120_000

export function createEngineLimiter(limits: { inFlight: number; perMinute: number }): EngineLimiter {
  const waiting: { begin(pass: Permit | EngineFailure): void }[] = []
  let allowed = limits.inFlight
  let inFlight = 0
  /** Raised whenever the gate narrows or shuts: calls begun before that say nothing about what came of it. */
  let generation = 0
  let cutsInARow = 0
  let successes = 0
  let failuresInARow = 0
  let shuttings = 0
  let lastFailure: EngineFailure | null = null
  let shutUntilMs = 0
  let nextStartMs = 0
  let timer: NodeJS.Timeout | null = null

  const shutFor = (ms: number) => {
    shutUntilMs = Math.max(shutUntilMs, performance.now() + ms)
  }

  const letIn = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (waiting.length > 0) {
      const nowMs = performance.now()
      if (shuttings >= maxOpenings && nowMs < shutUntilMs && lastFailure !== null) {
        for (const { begin } of waiting.splice(0)) begin(lastFailure)
        return
      }
      // Of an engine that has failed, one call is enough to see whether it is back.
      if (inFlight >= (shuttings > 0 ? 1 : allowed)) return
      const openMs = Math.max(shutUntilMs, nextStartMs)
      if (nowMs < openMs) {
        timer = setTimeout(letIn, Math.ceil(openMs - nowMs))
        return
      }
      inFlight += 1
      if (limits.perMinute > 0) nextStartMs = nowMs + 60_000 / limits.perMinute
      waiting.shift()?.begin(passOf(generation))
    }
  }

  const passOf = (begunIn: number): Permit => ({
    outcome: 'entered',
    release: (outcome) => {
      inFlight -= 1
      if (outcome !== null) learn(outcome, begunIn)
      letIn()
    },
  })

  const learn = (result: Outcome, begunIn: number) => {
    if (result.outcome === 'failed' && result.kind === 'aborted') return
    if (result.outcome === 'failed' && isOutage(result)) {
      if (begunIn !== generation) return
      failuresInARow += 1
      if (failuresInARow >= failureThreshold || shuttings > 0) shut(result)
      return
    }
    failuresInARow = 0
    if (shuttings > 0) allowed = Math.max(1, Math.floor(allowed / 2))
    shuttings = 0
    if (result.outcome === 'failed' && result.kind === 'rate_limited') slowDown(result, begunIn)
    else speedUp()
  }

  const shut = (failure: EngineFailure) => {
    failuresInARow = 0
    generation += 1
    shuttings += 1
    lastFailure = failure
    shutFor(Math.max(failure.retryAfterMs ?? 0, Math.min(longestShutMs, firstShutMs * 2 ** shuttings)))
  }

  const slowDown = (failure: EngineFailure, begunIn: number) => {
    const pauseMs = failure.retryAfterMs
    if (pauseMs !== null && pauseMs > maxRetryAfterMs) {
      shuttings = maxOpenings
      lastFailure = failure
      shutFor(pauseMs)
      return
    }
    if (pauseMs !== null) shutFor(pauseMs)
    if (begunIn !== generation) return
    generation += 1
    cutsInARow += 1
    successes = 0
    allowed = Math.max(1, Math.floor(allowed / 2))
    // Who does not say how long to wait is given a little more time whenever that was not enough.
    if (pauseMs === null) shutFor(Math.min(longestShutMs, 500 * 2 ** cutsInARow * (1 + Math.random())))
  }

  const speedUp = () => {
    cutsInARow = 0
    successes += 1
    if (successes < 2 * allowed) return
    successes = 0
    allowed = Math.min(limits.inFlight, allowed + 1)
  }

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const giveUp = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(signal.reason)
        }
        const waiter = {
          begin: (pass: Permit | EngineFailure) => {
            signal.removeEventListener('abort', giveUp)
            resolve(pass)
          },
        }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.push(waiter)
        letIn()
      }),
  }
}

/** What says that the engine is away, rather than that it has something against the question or its number. */
const isOutage = ({ kind }: EngineFailure) =>
  kind === 'network' || kind === 'timeout' || kind === 'unavailable'

const perMinuteSettings = {
  openai: 'OPENAI_REQUESTS_PER_MINUTE',
  gemini: 'GEMINI_REQUESTS_PER_MINUTE',
  perplexity: 'PERPLEXITY_REQUESTS_PER_MINUTE',
  anthropic: 'ANTHROPIC_REQUESTS_PER_MINUTE',
  xai: 'XAI_REQUESTS_PER_MINUTE',
  openrouter: 'OPENROUTER_REQUESTS_PER_MINUTE',
} as const satisfies Record<string, keyof Config>

const gatesOfProcess = new WeakMap<Config, Map<string, EngineLimiter>>()

/**
 * The one gate of this process to an engine, by the name of its backend or whatever else tells it from others; `inFlight`
 * counts when it is opened.
 */
export function limiterFor(config: Config, name: string, inFlight: number): EngineLimiter {
  const gates = gatesOfProcess.get(config) ?? new Map<string, EngineLimiter>()
  gatesOfProcess.set(config, gates)
  const gate = gates.get(name) ?? createEngineLimiter({ inFlight, perMinute: perMinuteOf(config, name) })
  gates.set(name, gate)
  return gate
}

const perMinuteOf = (config: Config, name: string): number =>
  isLimited(name) ? config[perMinuteSettings[name]] : 0

const isLimited = (name: string): name is keyof typeof perMinuteSettings =>
  Object.hasOwn(perMinuteSettings, name)
