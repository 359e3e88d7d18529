import type { IncomingHttpHeaders } from 'node:http'
import type { ProfileName } from '../platform-profiles.ts'
import type { Random } from '../seeded-random.ts'
import type { GeneratedAnswer, Problem, Reply } from './wire.ts'

export type ScraperName = 'cloro' | 'brightdata' | 'dataforseo' | 'serpapi'

/** The interface of a simulated scraper: it accepts tasks, reports their status and returns results. */
export type Scraper = {
  /** Parses a request, or returns what is wrong with it. */
  read(call: ScraperCall): ScraperRequest | Problem
  getKey(call: ScraperCall): string | null
  /** The reply to an accepted task. */
  accepted(task: Task): Reply
  /** The reply to a duplicate reference, for scrapers that support references. */
  known?(reference: string): Reply
  /** The reply to a poll of the task. */
  status(task: Task, call: ScraperCall): Reply
  problem(problem: Problem, ids: Random): Reply
  /** The signed request that delivers the result to the task's URL. */
  delivery?(task: Task, secret: string): { headers: Record<string, string>; body: string }
}

/** `path` is relative to the scraper's prefix. */
export type ScraperCall = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
}

/** `atOnce`: the result is in the reply to the order. */
export type ScraperRequest = { order: TaskOrder; isSynchronous?: true } | { poll: string }

export type TaskOrder = {
  prompt: string
  profile: ProfileName
  /** ISO 3166-1 alpha-2, or null. */
  location: string | null
  reference: string | null
  webhookUrl: string | null
}

export type Task = {
  id: string
  order: TaskOrder
  generated: GeneratedAnswer
  state(): 'queued' | 'running' | 'done' | 'failed'
}
