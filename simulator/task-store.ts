import { performance } from 'node:perf_hooks'
import type { Task } from './wire/scraper.ts'

type Filed = { task: Task; isGone: boolean }

/** How many tasks are remembered. */
const TASKS_KEPT = 5_000

/** The tasks that the simulated scrapers have taken, each under its scraper's name and its own id. */
export function createScraperTasks() {
  const tasks = new Map<string, Filed>()
  const references = new Set<string>()
  return {
    file(scraper: string, task: Task, isGone: boolean): void {
      tasks.set(`${scraper} ${task.id}`, { task, isGone })
      if (task.order.reference !== null) references.add(`${scraper} ${task.order.reference}`)
      const [oldest] = tasks.keys()
      if (tasks.size > TASKS_KEPT && oldest) tasks.delete(oldest)
    },
    find(scraper: string, id: string): Task | null {
      const filed = tasks.get(`${scraper} ${id}`)
      return filed === undefined || filed.isGone ? null : filed.task
    },
    isKnown: (scraper: string, reference: string | null) => references.has(`${scraper} ${reference}`),
  }
}

/** How far a task is that was taken now: in the queue for a quarter of its time, then at work. */
export function progressOf(tookMs: number, ending: 'done' | 'failed' | 'never'): Task['state'] {
  const takenMs = performance.now()
  return () => {
    const elapsedMs = performance.now() - takenMs
    if (ending !== 'never' && elapsedMs >= tookMs) return ending
    return elapsedMs < tookMs / 4 ? 'queued' : 'running'
  }
}
