import type { ScraperName } from './wire/scraper.ts'
import type { EngineName } from './wire/wire.ts'

/** The faults that can be injected; README.md describes them. */
export const FAULT_KINDS = [
  '429',
  'daily_limit',
  'flex_full',
  'quota',
  'bad_key',
  'region',
  'model_gone',
  'endpoint_gone',
  '500',
  '503',
  '529',
  'slow',
  'hang',
  'cut',
  'garbage',
  'html',
  'error_in_200',
  'cancelled',
  'truncated',
  'paused',
  'unknown_items',
  'unknown_finish',
  'rerouted',
  'unpriced',
  'empty',
  'refused',
  'no_search',
  'never',
  'expired',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export type Fault = {
  kind: FaultKind
  /** The API or scraper it affects; all by default. */
  engine?: EngineName | ScraperName
  /** The number of requests it affects; unlimited by default. */
  times?: number
  promptIncludes?: string
  /** The calls it affects: queries and orders of scraper tasks (the default), polls of a task, or model lists. */
  call?: CallKind
  /** The delay of `slow`, or the waiting time of `429`. */
  seconds?: number
}

export type CallKind = 'order' | 'poll' | 'list'

export const SLOW_SECONDS = 5
export const WAIT_SECONDS = 20

/** Creates the queue of faults injected in process, oldest first. Removes a fault once it has affected `times` requests. */
export function faultQueue() {
  let faults: (Fault & { remaining: number })[] = []
  return {
    add(fault: Fault): void {
      faults.push({ ...fault, remaining: fault.times ?? Number.POSITIVE_INFINITY })
    },
    take(engine: EngineName | ScraperName, prompt: string, call: CallKind = 'order'): Fault | null {
      const fault = faults.find(
        (item) =>
          (item.engine ?? engine) === engine &&
          (item.call ?? 'order') === call &&
          (!item.promptIncludes || prompt.includes(item.promptIncludes)),
      )
      if (!fault) return null
      fault.remaining -= 1
      faults = faults.filter((item) => item.remaining > 0)
      return fault
    },
  }
}

/** A fault selected by path: `/fault/429:2,0.3/openai/…` affects 3 of 10 requests with a `Retry-After` of 2 s. */
export type FaultyPath = { fault: Fault; rate: number; path: string }

/** Returns null for a path without a fault and `unknown` for an invalid fault. */
export function parseFaultPath(path: string): FaultyPath | 'unknown' | null {
  if (!path.startsWith('/fault/')) return null
  const parts = /^\/fault\/(\w+)(?::(\d+(?:\.\d+)?))?(?:,(\d*\.?\d+))?(\/.*)$/.exec(path)
  const kind = FAULT_KINDS.find((item) => item === parts?.[1])
  if (!parts || !kind) return 'unknown'
  const [, , seconds, rate, rest] = parts
  return {
    fault: { kind, ...(seconds && { seconds: Number(seconds) }) },
    rate: rate ? Number(rate) : 1,
    path: rest ?? '/',
  }
}
