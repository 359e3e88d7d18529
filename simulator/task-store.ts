import { performance } from 'node:perf_hooks'
import type { Task } from './wire/scraper.ts'

type StoredTask = { task: Task; isGone: boolean }

/** The maximum number of stored tasks. */
const MAX_TASKS = 5_000

/** Creates the store of the simulated scrapers' tasks. */
export function createScraperTasks() {
  const tasks = new Map<string, StoredTask>()
  const references = new Set<string>()
  return {
    add(scraper: string, task: Task, isGone: boolean): void {
      tasks.set(`${scraper} ${task.id}`, { task, isGone })
      if (task.order.reference !== null) references.add(`${scraper} ${task.order.reference}`)
      const [oldest] = tasks.keys()
      if (tasks.size > MAX_TASKS && oldest) tasks.delete(oldest)
    },
    find(scraper: string, id: string): Task | null {
      const stored = tasks.get(`${scraper} ${id}`)
      return stored === undefined || stored.isGone ? null : stored.task
    },
    isKnown: (scraper: string, reference: string | null) => references.has(`${scraper} ${reference}`),
  }
}

/** Returns a function that reports a new task's status: queued for a quarter of its duration, then running. */
export function getProgress(durationMs: number, ending: 'done' | 'failed' | 'never'): Task['state'] {
  const acceptedMs = performance.now()
  return () => {
    const elapsedMs = performance.now() - acceptedMs
    if (ending !== 'never' && elapsedMs >= durationMs) return ending
    return elapsedMs < durationMs / 4 ? 'queued' : 'running'
  }
}
