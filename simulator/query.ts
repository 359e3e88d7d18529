import { createHash } from 'node:crypto'
import type { VoiceName } from './platform-profiles.ts'
import { type Random, random } from './seeded-random.ts'

/** One asking of one prompt. Equal askings give equal answers, to the byte. */
export type SimulatedQuery = {
  seed: number
  voice: VoiceName
  prompt: string
  /** Where the request says the asker is, or null. */
  place: string | null
  /** UTC day, YYYY-MM-DD. */
  day: string
  /** 1 for the first time that this prompt was asked of this engine from this place on this day. */
  nth: number
}

/** The chance of one matter of one asking, which no draw in another matter moves. */
export function randomFor({ seed, voice, prompt, place, day, nth }: SimulatedQuery, matter: string): Random {
  return random(seed, matter, voice, prompt, place, day, nth)
}

/** Days whose counts are remembered: enough to fill a demo's history in any order. */
const DAYS_COUNTED = 120

/** Counts how often each question was asked on each day. */
export function createRepeatCounter() {
  const days = new Map<string, Map<string, number>>()
  return {
    next(day: string, question: readonly (string | null)[]): number {
      const counts = days.get(day) ?? new Map<string, number>()
      days.set(day, counts)
      const [oldest] = days.keys()
      if (days.size > DAYS_COUNTED && oldest) days.delete(oldest)
      // Prompts are long and days have many of them.
      const key = createHash('sha256').update(JSON.stringify(question)).digest('base64').slice(0, 20)
      const nth = (counts.get(key) ?? 0) + 1
      counts.set(key, nth)
      return nth
    },
  }
}
