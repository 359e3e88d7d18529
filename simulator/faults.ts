import type { ScraperName } from './wire/scraper.ts'
import type { EngineName } from './wire/wire.ts'

/** What can go wrong on demand; README.md says what each does. */
export const FAULT_KINDS = [
  '429',
  'quota',
  'bad_key',
  '500',
  '503',
  '529',
  'slow',
  'hang',
  'cut',
  'garbage',
  'error_in_200',
  'empty',
  'refused',
  'no_search',
  'never',
  'expired',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export type Fault = {
  kind: FaultKind
  /** The API or scraper it strikes; all without it. */
  engine?: EngineName | ScraperName
  /** How many requests it strikes; all without it. */
  times?: number
  promptIncludes?: string
  /** Which calls of a scraper it strikes: those that order a task, and that is the default, or those that look at one. */
  call?: 'order' | 'look'
  /** How long `slow` waits, or how long `429` asks to wait. */
  seconds?: number
}

export const SLOW_SECONDS = 5
export const WAIT_SECONDS = 20

/** Faults told in process, the oldest first; a fault that has struck its last time is gone. */
export function faultQueue() {
  let faults: (Fault & { left: number })[] = []
  return {
    add(fault: Fault): void {
      faults.push({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    take(engine: EngineName | ScraperName, prompt: string, call: 'order' | 'look' = 'order'): Fault | null {
      const fault = faults.find(
        (one) =>
          (one.engine ?? engine) === engine &&
          (one.call ?? 'order') === call &&
          (!one.promptIncludes || prompt.includes(one.promptIncludes)),
      )
      if (!fault) return null
      fault.left -= 1
      faults = faults.filter((one) => one.left > 0)
      return fault
    },
  }
}

/** A fault asked for by address: `/fault/429:2,0.3/openai/…` strikes 3 requests in 10 and asks to wait 2 s. */
export type FaultyPath = { fault: Fault; rate: number; path: string }

/** Null for an address that asks for no fault; `unknown` for one that asks for a fault that there is none. */
export function parseFaultPath(path: string): FaultyPath | 'unknown' | null {
  if (!path.startsWith('/fault/')) return null
  const parts = /^\/fault\/(\w+)(?::(\d+(?:\.\d+)?))?(?:,(\d*\.?\d+))?(\/.*)$/.exec(path)
  const kind = FAULT_KINDS.find((one) => one === parts?.[1])
  if (!parts || !kind) return 'unknown'
  const [, , seconds, rate, rest] = parts
  return {
    fault: { kind, ...(seconds && { seconds: Number(seconds) }) },
    rate: rate ? Number(rate) : 1,
    path: rest ?? '/',
  }
}
