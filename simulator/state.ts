import { setTimeout } from 'node:timers/promises'
import { type FaultKind, faultQueue } from './faults.ts'
import { createFirstPartyState } from './first-party/state.ts'
import { createRedirects } from './grounding-redirects.ts'
import type { TrackedMarket } from './market.ts'
import { createRepeatCounter } from './query.ts'
import type { Recordings } from './recordings.ts'
import { createScraperTasks } from './task-store.ts'
import type { ScraperName } from './wire/scraper.ts'
import type { EngineName, Json } from './wire/wire.ts'

export type SimulatorOptions = {
  seed: number
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Returns the tracked market of a prompt. Null, the default: a market of fictional brands. */
  market?: (prompt: string) => Promise<TrackedMarket | null>
  /** Answers to return for the prompts that they contain. */
  recordings?: Recordings
  /** Returns the reply to a prompt; null, the default: an answer of the simulator. */
  reply?: (prompt: string) => string | null
  /** The clock. Only its UTC day affects the answers. */
  now?: () => Date
  /** The mean latency of an answer; each takes between half and one and a half of it. Default 0. */
  latencyMs?: number
  /** Waits for the delay of an answer; rejects when `stopping` is aborted. Default: a timer. */
  sleep?: (ms: number, stopping: AbortSignal) => Promise<void>
  /** Signs the results that scrapers deliver. Default `whsec_simulated`. */
  webhookSecret?: string
}

export type SimulatedRequest = {
  engine: EngineName | ScraperName
  model: string
  prompt: string
  body: Json
  fault: FaultKind | null
}

export type State = ReturnType<typeof createState>

export function createState(options: SimulatorOptions, stopping: AbortSignal) {
  const requests: SimulatedRequest[] = []
  return {
    seed: options.seed,
    market: options.market ?? (async () => null),
    recordings: options.recordings ?? new Map(),
    reply: options.reply ?? (() => null),
    now: options.now ?? (() => new Date()),
    latencyMs: options.latencyMs ?? 0,
    sleep: options.sleep ?? sleepOnTimer,
    stopping,
    faults: faultQueue(),
    redirects: createRedirects(options.seed),
    repetitions: createRepeatCounter(),
    scraperTasks: createScraperTasks(),
    webhookSecret: options.webhookSecret ?? 'whsec_simulated',
    firstParty: createFirstPartyState(),
    requests,
  }
}

const sleepOnTimer = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal })

const MAX_REQUESTS = 1000

/** Records a request; the oldest are dropped. */
export function recordRequest({ requests }: State, request: SimulatedRequest): void {
  requests.push(request)
  if (requests.length > MAX_REQUESTS) requests.shift()
}
