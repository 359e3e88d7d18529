/**
 * Realtime publishes the progress and outcome of runs to the pages of a brand. Events can be lost: nothing waits for their
 * delivery, and the state of a run can always be read through the API.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { JobKind } from '../../vocabulary/job-kinds.ts'
import type { Config } from '../core/config.ts'
import type { JobUpdate, JobUpdatePublisher } from '../jobs/job.ts'
import { localizeAll, withLocale } from '../languages/localized.ts'
import { createEventSender, pusherSettings } from './pusher.ts'

export const channelFor = (brandId: string) => `private-brands.${brandId}`

/** The last published update of an active job. `delivery` is null once it has ended. */
type Published = { progress: string; atMs: number; delivery: Promise<void> | null }

const minIntervalMs = 1_000
const retryMs = 500
const closeTimeoutMs = 1_000

/** Publishes the updates of jobs of one kind. */
export async function openRealtime(config: Config, log: Logger, kind: JobKind): Promise<JobUpdatePublisher> {
  const server = pusherSettings(config)
  if (server === null) return { publish: () => undefined, close: async () => undefined }
  const closing = new AbortController()
  const send = await createEventSender(server, closing.signal)
  const logFailure = throttledFailureLog(log)
  const active = new Map<string, Published>()
  const inFlight = new Set<Promise<void>>()

  const deliver = async (update: JobUpdate, attempts: number) => {
    const failure = await send(channelFor(update.brand_id), getEvent(update), getPayload(update))
    if (failure === null || closing.signal.aborted) return
    logFailure(failure)
    if (attempts === 1) return
    await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
    await deliver(update, attempts - 1)
  }
  const publish = (update: JobUpdate) => {
    if (update.kind !== kind || closing.signal.aborted) return
    const last = active.get(update.id)
    const progress = JSON.stringify(update.progress)
    const isActive = update.status === 'active'
    if (isActive && last && isRedundant(last, progress)) return
    // Chained, so that progress cannot arrive after the outcome.
    const delivery = (last?.delivery ?? Promise.resolve()).then(() => deliver(update, isActive ? 1 : 2))
    const published: Published = { progress, atMs: performance.now(), delivery }
    if (isActive) active.set(update.id, published)
    else active.delete(update.id)
    inFlight.add(delivery)
    delivery.finally(() => {
      published.delivery = null
      inFlight.delete(delivery)
    })
  }
  const close = async () => {
    const timeout = setTimeout(() => closing.abort(), closeTimeoutMs)
    await Promise.all(inFlight)
    clearTimeout(timeout)
    closing.abort()
  }
  return { publish, close }
}

/** Returns true while the last update is in flight or recent, and for unchanged progress. */
const isRedundant = ({ delivery, progress, atMs }: Published, next: string) =>
  delivery !== null || progress === next || performance.now() - atMs < minIntervalMs

const hasEnded = ({ status }: JobUpdate) => status !== 'waiting' && status !== 'active'

const getEvent = (update: JobUpdate) => (hasEnded(update) ? 'tracking.complete' : 'tracking.progress')

function getPayload(update: JobUpdate): Record<string, unknown> {
  const { brand_id: brandId, id: jobId, status, progress, result, failedReason } = update
  const run = { brandId, jobId, status }
  if (!hasEnded(update)) return { ...run, progress }
  // One event goes to all members, so it is not in the language of the one whose request ended the job.
  return withLocale('en', () => ({
    ...run,
    result: localizeAll(result),
    failedReason: localizeAll(failedReason),
  }))
}

const logIntervalMs = 60_000

/** While the server is unavailable, every event fails. Logs one failure per interval. */
function throttledFailureLog(log: Logger): (failure: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (failure) => {
    if (performance.now() - loggedAt < logIntervalMs) return
    loggedAt = performance.now()
    log.warn({ failure }, 'failed to deliver a realtime event')
  }
}
