import { random } from './seeded-random.ts'

/** Days are UTC days, YYYY-MM-DD. */
const DAY_MS = 86_400_000
/** How long a model is served before its alias points to the next one. */
export const MODEL_CYCLE_DAYS = 45
/** A model's release date is some weeks before it is served. */
const RELEASE_TO_SERVICE_DAYS = 20

export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function dayNumber(day: string): number {
  return Math.floor(Date.parse(day) / DAY_MS)
}

/** The index of the model that an engine serves on a day; increases every `MODEL_CYCLE_DAYS`. */
export function modelCycle(seed: number, engine: string, day: string): number {
  return Math.floor((dayNumber(day) - cycleStart(seed, engine)) / MODEL_CYCLE_DAYS)
}

/** The release date of the model that an engine serves on a day. Changes together with `modelCycle`. */
export function modelRelease(seed: number, engine: string, day: string): Date {
  const firstDay = cycleStart(seed, engine) + modelCycle(seed, engine, day) * MODEL_CYCLE_DAYS
  return new Date((firstDay - RELEASE_TO_SERVICE_DAYS) * DAY_MS)
}

function cycleStart(seed: number, engine: string): number {
  return random(seed, 'model cycle', engine).between(0, MODEL_CYCLE_DAYS - 1)
}
