/**
 * Sends the waiting deliveries. A worker claims a delivery, so that one process sends it; the claim of a crashed process
 * expires. Failures are retried for about a day. Delivery is at least once: if the process ends between sending and recording,
 * the message is sent again with the same ids (Message-ID, `webhook-id`).
 */
import { sql } from 'kysely'
import { auditSubscription } from '../../vocabulary/notifications.ts'
import { getAuditEntry } from '../accounts/audit-log.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'
import { message } from '../languages/message.ts'
import { openDestination } from './channel-destination.ts'
import { channelKindNamed } from './channel-kinds.ts'
import { claimMs, type Delivery, getMaxAttempts, recordResult } from './deliveries.ts'
import { notSent, type SendResult } from './kinds/channel-kind.ts'
import { getOutgoingNotification } from './outgoing-notification.ts'
import { sendPersonalEmail } from './personal-email.ts'
import { findConfirmed } from './recipients.ts'

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
 * the delivery that has been due for longest. An organization leaves an attempt to the others. What a request sends at once
 * does not count.
 */
const claimDelivery = (app: AppContext): Promise<Delivery | undefined> =>
  transaction(app, async (tx) => {
    // Serializes the claims: concurrent ones would not see each other's and could claim two deliveries of one destination.
    await sql`select pg_advisory_xact_lock(hashtextextended('deliveries', 0))`.execute(tx.db)
    const now = app.now()
    const { rows } = await sql<Delivery>`
      with sending as (
        select organization_id, count(*) as attempts from deliveries
        where status = 'waiting' and claimed_until > ${now} and num_nonnulls(notification_id, audit_entry_id) = 1 group by organization_id
      )
      update deliveries set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = attempts + 1
      where (organization_id, id) = (
        select due.organization_id, due.id
        from deliveries due left join sending on sending.organization_id = due.organization_id
        where due.status = 'waiting' and due.next_attempt_at <= ${now}
          and (due.claimed_until is null or due.claimed_until <= ${now})
          and coalesce(sending.attempts, 0) < ${concurrency - 1}
          and not exists (
            select from deliveries busy
            where busy.organization_id = due.organization_id and busy.status = 'waiting' and busy.claimed_until > ${now}
              and num_nonnulls(busy.notification_id, busy.audit_entry_id) = 1
              and coalesce(busy.channel_id, busy.user_id) = coalesce(due.channel_id, due.user_id))
        order by coalesce(sending.attempts, 0), due.next_attempt_at, due.id limit 1
        for update of due skip locked)
      returning *`.execute(tx.db)
    return rows[0]
  })

/** An unexpected error counts as a failed attempt, so that it neither ends the other deliveries nor repeats for ever. */
async function attemptSafely(app: AppContext, delivery: Delivery): Promise<SendResult> {
  // Its process crashed during the last attempt.
  if (delivery.attempts > getMaxAttempts(delivery))
    return notSent(message('labels.deliveryError.interrupted'), 'interrupted')
  try {
    return await attempt(systemContext(app, delivery.organization_id), delivery)
  } catch (error) {
    // The claim expires, and the delivery is attempted again.
    if (isDatabaseUnavailable(error)) throw error
    if (error instanceof AppError) return notSent(error.text)
    app.log.error({ err: error, deliveryId: delivery.id }, 'a delivery failed unexpectedly')
    return { ...notSent(message('common.texts.anUnexpectedErrorOccurredTheLog')), isPermanent: false }
  }
}

async function attempt(ctx: Context, delivery: Delivery): Promise<SendResult> {
  if (delivery.audit_entry_id !== null) return sendAuditEntry(ctx, delivery, delivery.audit_entry_id)
  const { id, channel_id, recipient } = delivery
  const notification = await getOutgoingNotification(ctx, delivery.notification_id)
  const outgoing = { deliveryId: id, isTest: false, notification }
  if (channel_id === null) return sendPersonalEmail(ctx, delivery, outgoing)
  const channel = await findActiveChannel(ctx, channel_id)
  const kind = channel && channelKindNamed(channel.kind)
  if (!channel || kind?.receives !== 'notifications') return disabled
  if (recipient !== null && !(await findConfirmed(ctx, [recipient])).has(recipient))
    return notSent(message('notifications.destination.theAddressIsNotConfirmed'))
  return kind.send(ctx, openDestination(ctx, channel, recipient), outgoing)
}

async function sendAuditEntry(
  ctx: Context,
  { id, channel_id }: Delivery,
  entryId: string,
): Promise<SendResult> {
  const channel = await findActiveChannel(ctx, channel_id)
  const kind = channel && channelKindNamed(channel.kind)
  const isSubscribed = channel?.notification_kinds.includes(auditSubscription)
  if (!channel || !isSubscribed || kind?.receives !== 'notifications' || !kind.sendAuditEntry) return disabled
  return kind.sendAuditEntry(ctx, openDestination(ctx, channel), {
    deliveryId: id,
    organizationId: ctx.organizationId,
    entry: await getAuditEntry(ctx, entryId),
  })
}

const disabled = notSent(message('notifications.destination.theChannelIsDisabled'))

const findActiveChannel = (ctx: Context, id: string | null) =>
  ctx.db
    .selectFrom('channels')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
