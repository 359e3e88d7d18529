/**
 * A delivery is one message to one destination: a notification, an entry of the audit log, an opportunity or a test. A worker
 * sends waiting deliveries of notifications and entries. A request sends an opportunity or a test at once, and claims the delivery that it stores.
 */
import type { Selectable } from 'kysely'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import type { Deliveries } from '../db/schema.generated.ts'
import { jobQueue } from '../jobs/queue.ts'
import type { Channel } from './channels.ts'
import type { SendResult } from './kinds/channel-kind.ts'
import { maxAttempts, retryDelayMs } from './retry-schedule.ts'

export type Delivery = Selectable<Deliveries>

/** The claim of a crashed process expires after this time, which is longer than any attempt takes. */
export const claimMs = 180_000

/** The timer in src/jobs.ts that sends waiting deliveries. */
export const deliveryTimer = 'deliver-notifications'

/** Wakes the worker, after the transaction if there is one, so that deliveries do not wait for the next minute. */
export const wakeDeliveryWorker = (app: AppContext, afterMs = 0): Promise<void> =>
  app.use(jobQueue).send(app.db, deliveryTimer, {}, { afterSeconds: Math.ceil(afterMs / 1000) })

export type NewDelivery = { notificationId: string; recipient: string | null } & (
  | { channelId: string; userId: null }
  | { channelId: null; userId: string }
)

/** Stores waiting deliveries of a notification and wakes the worker. */
export async function insertDeliveries(tx: Context, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await tx.db
    .insertInto('deliveries')
    .values(
      deliveries.map(({ notificationId, channelId, userId, recipient }) => ({
        organization_id: tx.organizationId,
        id: newId(tx.now().getTime()),
        notification_id: notificationId,
        channel_id: channelId,
        user_id: userId,
        recipient,
        next_attempt_at: tx.now(),
        created_at: tx.now(),
      })),
    )
    .execute()
  await wakeDeliveryWorker(tx)
}

/**
 * Stores a delivery that the caller sends now, and claims it: of an opportunity, or a test. Returns null while another delivery
 * of the opportunity is in progress. If the process crashes, the worker records it as interrupted.
 */
export async function startDelivery(
  tx: Context,
  channel: Channel,
  { opportunityId = null, recipient = null }: { opportunityId?: string | null; recipient?: string | null },
): Promise<Delivery | null> {
  const { actor } = tx
  const started = await tx.db
    .insertInto('deliveries')
    .values({
      organization_id: tx.organizationId,
      id: newId(tx.now().getTime()),
      brand_id: channel.brand_id,
      channel_id: channel.id,
      opportunity_id: opportunityId,
      recipient,
      attempts: 1,
      next_attempt_at: tx.now(),
      claimed_until: new Date(tx.now().getTime() + claimMs),
      sent_by: 'userId' in actor ? actor.userId : null,
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return started ?? null
}

/** Only what the worker sends is retried: notifications and entries of the audit log. */
export const getMaxAttempts = ({ notification_id, audit_entry_id }: Delivery): number =>
  notification_id === null && audit_entry_id === null ? 1 : maxAttempts

/** Records the result of an attempt. Does nothing if the claim has expired and another process has claimed the delivery. */
export async function recordResult(app: AppContext, delivery: Delivery, result: SendResult): Promise<void> {
  const { organization_id, id, attempts, claimed_until } = delivery
  const isFinal = result.success || result.isPermanent || attempts >= getMaxAttempts(delivery)
  const delayMs = isFinal ? 0 : retryDelayMs(attempts, result.retryAfterMs, Math.random())
  await transaction(app, async (tx) => {
    await tx.db
      .updateTable('deliveries')
      .set({
        status: result.success ? 'sent' : isFinal ? 'failed' : 'waiting',
        claimed_until: null,
        next_attempt_at: new Date(tx.now().getTime() + delayMs),
        finished_at: isFinal ? tx.now() : null,
        host: result.host,
        http_status: result.httpStatus,
        response: result.response,
        error: result.error,
        explanation: result.explanation === null ? null : JSON.stringify(result.explanation),
        duration_ms: result.durationMs,
      })
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('claimed_until', '=', claimed_until)
      .execute()
    if (!isFinal) await wakeDeliveryWorker(tx, delayMs)
  })
  if (isFinal && !result.success)
    app.log.warn({ deliveryId: id, attempts, httpStatus: result.httpStatus }, 'message not delivered')
}
