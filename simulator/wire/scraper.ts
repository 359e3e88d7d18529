import type { IncomingHttpHeaders } from 'node:http'
import type { VoiceName } from '../platform-profiles.ts'
import type { Random } from '../seeded-random.ts'
import type { GeneratedAnswer, Problem, Reply } from './wire.ts'

export type ScraperName = 'cloro' | 'brightdata' | 'dataforseo' | 'serpapi'

/** What the simulator speaks beside the APIs: a scraper that takes tasks, tells how far they are, and hands them out. */
export type Scraper = {
  /** What a request wants, or what is wrong with it. */
  read(call: ScraperCall): ScraperRequest | Problem
  keyOf(call: ScraperCall): string | null
  /** It has taken the task. */
  taken(task: Task): Reply
  /** It has a task of this reference already; for those that are told one. */
  known?(reference: string): Reply
  /** The task as it is now, to who looks at it. */
  shown(task: Task, call: ScraperCall): Reply
  problem(problem: Problem, ids: Random): Reply
  /** What it sends, and how signed, to the address that the task names. */
  delivery?(task: Task, secret: string): { headers: Record<string, string>; body: string }
}

/** `path` is below the scraper's prefix. */
export type ScraperCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}

/** `atOnce`: it is answered in the same reply, as long as that takes. */
export type ScraperRequest = { order: TaskOrder; atOnce?: true } | { look: string }

export type TaskOrder = {
  prompt: string
  voice: VoiceName
  /** ISO 3166-1 alpha-2, or null. */
  place: string | null
  reference: string | null
  webhookUrl: string | null
}

export type Task = {
  id: string
  order: TaskOrder
  told: GeneratedAnswer
  state(): 'queued' | 'running' | 'done' | 'failed'
}
