/**
 * Where the task of a scraper is stored, so that a restarted run waits for the same task instead of paying for another.
 */
import { randomUUID } from 'node:crypto'

/** The stored task of one query. */
export type TaskStore = {
  load(): Promise<KnownTask>
  /** Stores the task once the scraper has accepted it. */
  save(task: { id: string; costMicros: number | null }): Promise<void>
  /** Discards a task that has failed or expired. The next task gets another reference. */
  discard(): Promise<void>
  /**
   * Returns what the scraper delivered for this task, or null when nothing arrived in time. Rejects with the signal's
   * reason. The field is null when the scraper does not deliver results.
   */
  delivered: ((waitMs: number, signal: AbortSignal) => Promise<unknown>) | null
}

export type KnownTask = {
  /** The service's own ID of the task, sent to the scraper when the task is created. */
  reference: string
  /** The scraper's ID; null until the scraper has accepted the task. */
  id: string | null
  /** The cost that the scraper reported when it accepted the task, if it reports one. */
  costMicros: number | null
  ageMs: number
}

/**
 * Returns a store for a task that no later attempt waits for. `onAccepted` is called when the scraper has accepted it.
 */
export function inMemoryTaskStore(onAccepted: () => void = () => undefined): TaskStore {
  return {
    load: async () => ({ reference: randomUUID(), id: null, costMicros: null, ageMs: 0 }),
    save: async () => onAccepted(),
    discard: async () => undefined,
    delivered: null,
  }
}
