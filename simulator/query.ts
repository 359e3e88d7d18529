import { createHash } from 'node:crypto'
import type { ProfileName } from './platform-profiles.ts'
import { type Random, random } from './seeded-random.ts'

/** A query to a simulated engine. Equal queries get identical answers. */
export type SimulatedQuery = {
  seed: number
  profile: ProfileName
  prompt: string
  /** The location in the request, or null. */
  location: string | null
  /** UTC day, YYYY-MM-DD. */
  day: string
  /** 1 for the first query of this prompt to this engine from this location on this day. */
  repetition: number
}

/** Returns the random generator for one purpose of a query. Draws for other purposes do not affect it. */
export function randomFor(
  { seed, profile, prompt, location, day, repetition }: SimulatedQuery,
  purpose: string,
): Random {
  return random(seed, purpose, profile, prompt, location, day, repetition)
}

/** The number of days whose repetitions are counted: enough to generate a demo's days in any order. */
const DAYS_COUNTED = 120

/** Counts the repetitions of each query per day. */
export function createRepeatCounter() {
  const days = new Map<string, Map<string, number>>()
  return {
    next(day: string, query: readonly (string | null)[]): number {
      const counts = days.get(day) ?? new Map<string, number>()
      days.set(day, counts)
      const [oldest] = days.keys()
      if (days.size > DAYS_COUNTED && oldest) days.delete(oldest)
      // Hashed, because prompts are long and a day has many of them.
      const key = createHash('sha256').update(JSON.stringify(query)).digest('base64').slice(0, 20)
      const repetition = (counts.get(key) ?? 0) + 1
      counts.set(key, repetition)
      return repetition
    },
  }
}
