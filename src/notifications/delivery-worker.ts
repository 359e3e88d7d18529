/**
 * Sends the waiting deliveries. A worker claims a delivery with a lease, so that one process sends it, and the lease of a
 * crashed process expires. Failures are retried for about a day. Delivery is at least once: if the process ends between
 * sending and recording, the message is sent again with the same ids (Message-ID, `webhook-id`).
 */
import { type Selectable, sql } from 'kysely'
import { type AppContext, systemContext, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import type { ChannelDeliveries } from '../db/schema.generated.ts'
import { jobQueue } from '../jobs/queue.ts'
import { type MessageOrText, message } from '../languages/message.ts'
import { findDestination } from './destination.ts'
import { getOutgoingNotification } from './outgoing-notification.ts'
import { maxAttempts, retryDelayMs } from './retry-schedule.ts'
import { type SendResult, sendToChannel } from './send-to-channel.ts'
import { deliveryTimer } from './wake-delivery-worker.ts'

type Delivery = Selectable<ChannelDeliveries>

/** Longer than any attempt takes. */
const leaseMs = 180_000
const concurrency = 5

/** Returns when no delivery is due, or after the attempts in progress when `stopping` is aborted. */
export async function sendWaitingDeliveries(app: AppContext, stopping: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: concurrency }, () => sendUntilNone(app, stopping)))
}

async function sendUntilNone(app: AppContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const delivery = await claimDelivery(app)
    if (delivery === undefined) return
    await recordResult(app, delivery, await attemptSafely(app, delivery))
  }
}

/**
 * Claims a delivery of a destination to which no process is sending: of the organizations with the fewest attempts in progress,
 * the delivery that has been due for longest. An organization leaves an attempt to the others.
 */
const claimDelivery = (app: AppContext): Promise<Delivery | undefined> =>
  transaction(app, async (tx) => {
    // Serializes the claims: concurrent ones would not see each other's and could claim two deliveries of one destination.
    await sql`select pg_advisory_xact_lock(hashtextextended('channel_deliveries', 0))`.execute(tx.db)
    const now = app.now()
    const { rows } = await sql<Delivery>`
      with sending as (
        select organization_id, count(*) as attempts from channel_deliveries
        where status = 'waiting' and leased_until > ${now} group by organization_id
      )
      update channel_deliveries set leased_until = ${new Date(now.getTime() + leaseMs)}, attempts = attempts + 1
      where (organization_id, id) = (
        select due.organization_id, due.id
        from channel_deliveries due left join sending on sending.organization_id = due.organization_id
        where due.status = 'waiting' and due.next_attempt_at <= ${now}
          and (due.leased_until is null or due.leased_until <= ${now})
          and coalesce(sending.attempts, 0) < ${concurrency - 1}
          and not exists (
            select from channel_deliveries busy
            where busy.organization_id = due.organization_id and busy.status = 'waiting' and busy.leased_until > ${now}
              and coalesce(busy.channel_id, busy.user_id) = coalesce(due.channel_id, due.user_id))
        order by coalesce(sending.attempts, 0), due.next_attempt_at, due.id limit 1
        for update of due skip locked)
      returning *`.execute(tx.db)
    return rows[0]
  })

/** An unexpected error counts as a failed attempt, so that it neither ends the other deliveries nor repeats for ever. */
async function attemptSafely(app: AppContext, delivery: Delivery): Promise<SendResult> {
  try {
    return await attempt(app, delivery)
  } catch (error) {
    // The lease expires, and the delivery is attempted again.
    if (isDatabaseUnavailable(error)) throw error
    app.log.error({ err: error, deliveryId: delivery.id }, 'a delivery failed unexpectedly')
    const text = message('common.texts.anUnexpectedErrorOccurredTheLog')
    return { ...permanentFailure(text), isPermanent: false }
  }
}

async function attempt(app: AppContext, delivery: Delivery): Promise<SendResult> {
  const ctx = systemContext(app, delivery.organization_id)
  const notification = await getOutgoingNotification(ctx, delivery.notification_id)
  const destination = await findDestination(ctx, delivery, notification)
  if ('error' in destination) return permanentFailure(destination.error)
  try {
    return await sendToChannel(app, destination, { deliveryId: delivery.id, isTest: false, notification })
  } catch (error) {
    if (error instanceof AppError) return permanentFailure(error.text)
    throw error
  }
}

const permanentFailure = (error: MessageOrText): SendResult => ({
  success: false,
  httpStatus: null,
  response: null,
  error,
  durationMs: 0,
  isPermanent: true,
  retryAfterMs: null,
})

/** Does nothing if the lease has expired and another process has claimed the delivery. */
async function recordResult(app: AppContext, delivery: Delivery, result: SendResult): Promise<void> {
  const { organization_id, id, attempts, leased_until } = delivery
  const isFinal = result.success || result.isPermanent || attempts >= maxAttempts
  const delayMs = isFinal ? 0 : retryDelayMs(attempts, result.retryAfterMs, Math.random())
  await app.db
    .updateTable('channel_deliveries')
    .set({
      status: result.success ? 'sent' : isFinal ? 'failed' : 'waiting',
      leased_until: null,
      next_attempt_at: new Date(app.now().getTime() + delayMs),
      finished_at: isFinal ? app.now() : null,
      http_status: result.httpStatus,
      response: result.response,
      error: result.error === null ? null : JSON.stringify(result.error),
      duration_ms: result.durationMs,
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('leased_until', '=', leased_until)
    .execute()
  if (!isFinal) await wakeAfter(app, delayMs)
  if (isFinal && !result.success)
    app.log.warn({ deliveryId: id, attempts, httpStatus: result.httpStatus }, 'notification not delivered')
}

const wakeAfter = (app: AppContext, delayMs: number): Promise<void> =>
  app.use(jobQueue).send(app.db, deliveryTimer, {}, { afterSeconds: Math.ceil(delayMs / 1000) })
