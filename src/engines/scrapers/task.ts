/**
 * Runs a query as a task at a scraper: creates the task once, then polls it or waits for its delivery. A query that is
 * repeated after a restart continues with the stored task.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { namingSettings } from '../../jobs/customer-message.ts'
import { message } from '../../languages/message.ts'
import { abortedQuery, failure, type VendorLabels } from '../client/failures.ts'
import { type Call, type CallOptions, type ParseContext, startCall } from '../client/request.ts'
import type { EngineAnswer, EngineFailure, Query, QueryResult } from '../engine.ts'
import { inMemoryTaskStore, type TaskStore } from '../task-store.ts'

export type TaskApi = {
  labels: VendorLabels
  /** Returns `known` when the scraper already has a task with this reference but does not return its ID. */
  create(call: Call, query: Query, reference: string): Promise<CreatedTask | 'known' | EngineFailure>
  /** Polls a task once. A failure concerns the poll, not the task. */
  poll(call: Call, task: CreatedTask): Promise<TaskState | EngineFailure>
  /** Parses a delivery, for a scraper that delivers results. */
  parseDelivery?(body: unknown, context: ParseContext): TaskState
}

export type CreatedTask = { id: string; costMicros: number | null }

/** `gone`: the scraper does not know the task, or no longer keeps it. */
export type TaskState = { state: 'pending' } | { state: 'gone' } | { state: 'ended'; result: QueryResult }

export type TaskOptions = CallOptions & { taskTimeoutMs: number; firstPollMs?: number }

const maxPollIntervalMs = 10_000
/** A scraper that delivers results is polled at this interval as well, in case a delivery is lost. */
const deliveryPollIntervalMs = 60_000
/** Consecutive failed polls after which the scraper counts as unavailable. */
const maxFailedPolls = 5

export async function queryByTask(api: TaskApi, options: TaskOptions, query: Query): Promise<QueryResult> {
  const store = query.task ?? inMemoryTaskStore()
  const first = await createAndAwait(api, options, query, store)
  if (first !== 'gone') return first
  await store.discard()
  const second = await createAndAwait(api, options, query, store)
  return second === 'gone'
    ? failure('unavailable', message('engines.task.labelLostTheTaskThatIt', { label: api.labels.label }))
    : second
}

export const pending: TaskState = { state: 'pending' }
export const gone: TaskState = { state: 'gone' }
export const ended = (result: EngineAnswer | EngineFailure): TaskState => ({ state: 'ended', result })

/**
 * Returns the failure of a task that the scraper could not finish. Retryable: another attempt may succeed, and this one
 * is free.
 */
export const taskFailed = ({ label }: VendorLabels): EngineFailure =>
  failure('unavailable', message('engines.task.labelCouldNotGetAnAnswer', { label }))

async function createAndAwait(
  api: TaskApi,
  options: TaskOptions,
  query: Query,
  store: TaskStore,
): Promise<QueryResult | 'gone'> {
  const { reference, id, costMicros, ageMs } = await store.load()
  if (id !== null) return awaitTask(api, options, query, store, { task: { id, costMicros }, ageMs })
  const created = await api.create(startCall(api.labels, options, query), query, reference)
  if (created === 'known') {
    // Without the task's ID, only a delivery with the same reference can bring the result.
    if (store.delivered === null) return 'gone'
    return awaitTask(api, options, query, store, { task: null, ageMs: 0 })
  }
  if ('outcome' in created) return created
  await store.save(created)
  return awaitTask(api, options, query, store, { task: created, ageMs: 0 })
}

async function awaitTask(
  api: TaskApi,
  options: TaskOptions,
  query: Query,
  store: TaskStore,
  { task, ageMs }: { task: CreatedTask | null; ageMs: number },
): Promise<QueryResult | 'gone'> {
  const { taskTimeoutMs, firstPollMs = 250 } = options
  const createdMs = performance.now() - ageMs
  let failedPolls = 0
  const isDelivered = store.delivered !== null
  let waitMs = ageMs > 0 ? 0 : Math.min(isDelivered ? deliveryPollIntervalMs : firstPollMs, taskTimeoutMs)
  for (;;) {
    const waited = await waitForDelivery(store, waitMs, query.signal)
    if (waited === 'aborted') return abortedQuery(api.labels)
    const state = await fetchState(api, startCall(api.labels, options, query), task, waited.delivery)
    if ('outcome' in state) {
      failedPolls += 1
      if (!state.retryable || failedPolls >= maxFailedPolls) return state
    } else {
      failedPolls = 0
      if (state.state === 'gone') return 'gone'
      if (state.state === 'ended') {
        if (state.result.outcome === 'failed') await store.discard()
        return state.result
      }
    }
    const elapsedMs = performance.now() - createdMs
    if (elapsedMs >= taskTimeoutMs) return taskTimedOut(api.labels, taskTimeoutMs)
    const intervalMs = isDelivered ? deliveryPollIntervalMs : pollIntervalMs(elapsedMs, firstPollMs)
    const requestedMs = 'outcome' in state ? (state.retryAfterMs ?? 0) : 0
    waitMs = Math.min(Math.max(intervalMs, requestedMs), taskTimeoutMs - elapsedMs)
  }
}

async function fetchState(
  api: TaskApi,
  call: Call,
  task: CreatedTask | null,
  delivery: unknown,
): Promise<TaskState | EngineFailure> {
  if (delivery !== null && api.parseDelivery) return api.parseDelivery(delivery, call)
  return task === null ? pending : api.poll(call, task)
}

/** Returns half of the elapsed time, with jitter so that tasks are not all polled at once. */
const pollIntervalMs = (elapsedMs: number, firstPollMs: number) =>
  Math.min(maxPollIntervalMs, Math.max(firstPollMs, elapsedMs / 2)) * (0.8 + 0.4 * Math.random())

/** Waits, and returns what was delivered in that time, or null. */
async function waitForDelivery(
  { delivered }: TaskStore,
  waitMs: number,
  signal: AbortSignal,
): Promise<{ delivery: unknown } | 'aborted'> {
  try {
    if (delivered !== null) return { delivery: await delivered(waitMs, signal) }
    await sleep(waitMs, undefined, { signal })
    return { delivery: null }
  } catch (error) {
    if (signal.aborted) return 'aborted'
    throw error
  }
}

/**
 * Returns the failure of a task that took too long. Not retryable: the task has been paid for, and another would take
 * as long.
 */
function taskTimedOut({ label }: VendorLabels, timeoutMs: number): EngineFailure {
  const seconds = timeoutMs / 1000
  const text = namingSettings(
    message('engines.task.labelDidNotFinishWithinTimeout', {
      label,
      seconds,
    }),
    message('engines.task.labelDidNotFinishTheTask', { label, seconds }),
  )
  return { ...failure('timeout', text), retryable: false }
}
