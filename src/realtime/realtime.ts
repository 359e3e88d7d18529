/**
 * Realtime tells the pages that look at a brand how its runs go, without being asked. It is a convenience that may fail:
 * nothing waits for it, an event that is lost is lost, and what it says can always be read from the run itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../core/config.ts'
import type { JobUpdate, JobUpdatePublisher } from '../jobs/job.ts'
import { createSender, pusherSettings } from './pusher.ts'

export const channelOf = (brandId: string) => `private-brands.${brandId}`

/** What was last told of a job that goes on. */
type Told = { what: string; atMs: number; delivered: Promise<void> | null }

const everyMs = 1_000
const retryMs = 500
const closeWithinMs = 1_000

/** Publishes the updates of jobs of one kind. */
export async function openRealtime(config: Config, log: Logger, kind: string): Promise<JobUpdatePublisher> {
  const server = pusherSettings(config)
  if (server === null) return { publish: () => undefined, close: async () => undefined }
  const closing = new AbortController()
  const send = await createSender(server, closing.signal)
  const complain = complainer(log)
  const underWay = new Map<string, Told>()
  const flying = new Set<Promise<void>>()

  const deliver = async (news: JobUpdate, tries: number) => {
    const problem = await send(channelOf(news.brand_id), eventOf(news), payloadOf(news))
    if (problem === null || closing.signal.aborted) return
    complain(problem)
    if (tries === 1) return
    await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
    await deliver(news, tries - 1)
  }
  const publish = (news: JobUpdate) => {
    if (news.kind !== kind || closing.signal.aborted) return
    const last = underWay.get(news.id)
    const what = JSON.stringify(news.progress)
    const goesOn = news.status === 'active'
    if (goesOn && last && (last.delivered || last.what === what || performance.now() - last.atMs < everyMs))
      return
    // In this order: how a run stands must not come after how it ended.
    const delivered = (last?.delivered ?? Promise.resolve()).then(() => deliver(news, goesOn ? 1 : 2))
    const told: Told = { what, atMs: performance.now(), delivered }
    if (goesOn) underWay.set(news.id, told)
    else underWay.delete(news.id)
    flying.add(delivered)
    delivered.finally(() => {
      told.delivered = null
      flying.delete(delivered)
    })
  }
  const close = async () => {
    const patience = setTimeout(() => closing.abort(), closeWithinMs)
    await Promise.all(flying)
    clearTimeout(patience)
    closing.abort()
  }
  return { publish, close }
}

const hasEnded = ({ status }: JobUpdate) => status !== 'waiting' && status !== 'active'

const eventOf = (news: JobUpdate) => (hasEnded(news) ? 'tracking.complete' : 'tracking.progress')

function payloadOf(news: JobUpdate): Record<string, unknown> {
  const { brand_id: brandId, id: jobId, status, progress, result, failedReason } = news
  const run = { brandId, jobId, status }
  return hasEnded(news) ? { ...run, result, failedReason } : { ...run, progress }
}

const sameComplaintMs = 60_000

/** A server that is away fails with every event; one line now and then says as much. */
function complainer(log: Logger): (problem: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (problem) => {
    if (performance.now() - saidAt < sameComplaintMs) return
    saidAt = performance.now()
    log.warn({ problem }, 'the realtime server did not take an event')
  }
}
