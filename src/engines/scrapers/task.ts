/**
 * A scraper's task from its order to its answer. It is ordered once and waited for: by looking at it now and then, or by
 * what the scraper delivers to us. A question that is asked again finds the task it had.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { abortedQuery, failure, type Vendor } from '../client/failures.ts'
import { type Call, type EngineOptions, type ParseContext, startCall } from '../client/request.ts'
import type { EngineAnswer, EngineFailure, Query, QueryResult, TaskStore } from '../engine.ts'

export type TaskApi = {
  vendor: Vendor
  /** `known`: the scraper has a task of this reference already and does not say which. */
  order(line: Call, question: Query, reference: string): Promise<CreatedTask | 'known' | EngineFailure>
  /** A failure is one of looking and says nothing about the task. */
  look(line: Call, task: CreatedTask): Promise<TaskState | EngineFailure>
  /** What was delivered to us, where the scraper delivers. */
  readDelivery?(body: unknown, reading: ParseContext): TaskState
}

export type CreatedTask = { id: string; costMicros: number | null }

/** `gone`: the scraper knows no such task, or not any more. */
export type TaskState = { state: 'pending' } | { state: 'gone' } | { state: 'ended'; result: QueryResult }

export type TaskTimeouts = Pick<EngineOptions, 'timeoutMs' | 'rates' | 'now'> & {
  /** Longest wait for a task, its time in the scraper's queue included. */
  taskTimeoutMs: number
  /** Until the first look at a task, and the least between two. Default a quarter of a second. */
  firstLookMs?: number
}

/** However long a task takes, it is looked at this often. */
const longestBetweenLooksMs = 10_000
/** What is delivered is looked for all the same, in case the delivery is lost. */
const lookAnywayMs = 60_000
/** So many failed looks in a row are taken for an outage. */
const mostFailedLooks = 5

export async function queryByTask(
  api: TaskApi,
  patience: TaskTimeouts,
  question: Query,
): Promise<QueryResult> {
  const memory = question.task ?? inMemoryTaskStore()
  const first = await orderAndAwait(api, patience, question, memory)
  if (first !== 'gone') return first
  await memory.forget()
  const second = await orderAndAwait(api, patience, question, memory)
  return second === 'gone'
    ? failure('unavailable', `${api.vendor.label} lost the task that it had taken.`)
    : second
}

/** A task that nobody would come back for; `onTaken` is told when the scraper has it. */
export function inMemoryTaskStore(onTaken: () => void = () => undefined): TaskStore {
  return {
    recall: async () => ({ reference: randomUUID(), id: null, costMicros: null, ageMs: 0 }),
    keep: async () => onTaken(),
    forget: async () => undefined,
    delivered: null,
  }
}

export const pending: TaskState = { state: 'pending' }
export const gone: TaskState = { state: 'gone' }
export const ended = (result: EngineAnswer | EngineFailure): TaskState => ({ state: 'ended', result })

/** The words for a task that the scraper could not finish; another attempt may go better, and this one cost nothing. */
export const taskFailed = (vendor: Vendor): EngineFailure =>
  failure('unavailable', `${vendor.label} could not get an answer out of the platform.`)

async function orderAndAwait(
  api: TaskApi,
  patience: TaskTimeouts,
  question: Query,
  memory: TaskStore,
): Promise<QueryResult | 'gone'> {
  const { reference, id, costMicros, ageMs } = await memory.recall()
  if (id !== null) return awaitTask(api, patience, question, memory, { task: { id, costMicros }, ageMs })
  const line = startCall(api.vendor, patience, question)
  const ordered = await api.order(line, question, reference)
  if (ordered === 'known') {
    // Its answer will say the reference, if it is delivered; there is no other way to it.
    if (memory.delivered === null) return 'gone'
    return awaitTask(api, patience, question, memory, { task: null, ageMs: 0 })
  }
  if ('outcome' in ordered) return ordered
  await memory.keep(ordered)
  return awaitTask(api, patience, question, memory, { task: ordered, ageMs: 0 })
}

async function awaitTask(
  api: TaskApi,
  patience: TaskTimeouts,
  question: Query,
  memory: TaskStore,
  { task, ageMs }: { task: CreatedTask | null; ageMs: number },
): Promise<QueryResult | 'gone'> {
  const { taskTimeoutMs, firstLookMs = 250 } = patience
  const orderedMs = performance.now() - ageMs
  let failedLooks = 0
  const isDelivered = memory.delivered !== null
  let waitMs = ageMs > 0 ? 0 : Math.min(isDelivered ? lookAnywayMs : firstLookMs, taskTimeoutMs)
  for (;;) {
    const paused = await pause(memory, waitMs, question.signal)
    if (paused === 'cancelled') return abortedQuery(api.vendor)
    const seen = await see(api, startCall(api.vendor, patience, question), task, paused.delivery)
    if ('outcome' in seen) {
      failedLooks += 1
      if (!seen.retryable || failedLooks >= mostFailedLooks) return seen
    } else {
      failedLooks = 0
      if (seen.state === 'gone') return 'gone'
      if (seen.state === 'ended') {
        if (seen.result.outcome === 'failed') await memory.forget()
        return seen.result
      }
    }
    const elapsedMs = performance.now() - orderedMs
    if (elapsedMs >= taskTimeoutMs) return tooLate(api.vendor, taskTimeoutMs)
    const nextMs = isDelivered ? lookAnywayMs : nextLookMs(elapsedMs, firstLookMs)
    const askedToWaitMs = 'outcome' in seen ? (seen.retryAfterMs ?? 0) : 0
    waitMs = Math.min(Math.max(nextMs, askedToWaitMs), taskTimeoutMs - elapsedMs)
  }
}

async function see(
  api: TaskApi,
  line: Call,
  task: CreatedTask | null,
  delivery: unknown,
): Promise<TaskState | EngineFailure> {
  if (delivery !== null && api.readDelivery) return api.readDelivery(delivery, line)
  return task === null ? pending : api.look(line, task)
}

/** Half as long again as it has taken so far, and never all tasks at the same moment. */
const nextLookMs = (elapsedMs: number, firstLookMs: number) =>
  Math.min(longestBetweenLooksMs, Math.max(firstLookMs, elapsedMs / 2)) * (0.8 + 0.4 * Math.random())

/** With what was delivered meanwhile, or null. */
async function pause(
  { delivered }: TaskStore,
  waitMs: number,
  signal: AbortSignal,
): Promise<{ delivery: unknown } | 'cancelled'> {
  try {
    if (delivered !== null) return { delivery: await delivered(waitMs, signal) }
    await sleep(waitMs, undefined, { signal })
    return { delivery: null }
  } catch (error) {
    if (signal.aborted) return 'cancelled'
    throw error
  }
}

/** Not asked again: it has been paid for, and the next would wait as long. */
function tooLate(vendor: Vendor, timeoutMs: number): EngineFailure {
  const message = `${vendor.label} did not finish the task within ${timeoutMs / 1000} s (SCRAPER_TIMEOUT_SECONDS).`
  return { ...failure('timeout', message), retryable: false }
}
