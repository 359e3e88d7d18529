import { setTimeout } from 'node:timers/promises'
import { type FaultKind, faultQueue } from './faults.ts'
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
  /** Whom the answers to a prompt are about; null, and the default, is a market of invented brands. */
  world?: (prompt: string) => Promise<TrackedMarket | null>
  /** Told instead of answers of our own, for the prompts that they hold. */
  recordings?: Recordings
  /** Its UTC day decides the answers; nothing else of it shows. */
  now?: () => Date
  /** Mean delay of an answer; each one takes between half and one and a half times as long. Default 0. */
  latencyMs?: number
  /** Waits for the delay of an answer; rejects when `stopping` is aborted. Default: a timer. */
  sleep?: (ms: number, stopping: AbortSignal) => Promise<void>
  /** Signs what scrapers deliver. Default `whsec_simulated`. */
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
    world: options.world ?? (async () => null),
    recordings: options.recordings ?? new Map(),
    now: options.now ?? (() => new Date()),
    latencyMs: options.latencyMs ?? 0,
    sleep: options.sleep ?? sleepOnTimer,
    stopping,
    faults: faultQueue(),
    redirects: createRedirects(options.seed),
    askings: createRepeatCounter(),
    desk: createScraperTasks(),
    webhookSecret: options.webhookSecret ?? 'whsec_simulated',
    requests,
  }
}

const sleepOnTimer = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal })

const REQUESTS_KEPT = 1000

/** Shows a request among those that the simulator remembers. */
export function recordRequest({ requests }: State, request: SimulatedRequest): void {
  requests.push(request)
  if (requests.length > REQUESTS_KEPT) requests.shift()
}
