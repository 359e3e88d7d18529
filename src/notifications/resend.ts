/** Sends a delivery again that has finally failed, with the same id and a new series of attempts. */
import { type Context, transaction } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { Uuid } from '../core/ids.ts'
import type { ResourceLoader } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { type Channel, channelInPath } from './channels.ts'
import { type DeliveryRow, getChannelDelivery } from './delivery-log.ts'
import { wakeDeliveryWorker } from './wake-delivery-worker.ts'

export const deliveryInPath = {
  params: { ...channelInPath.params, delivery: Uuid.describe('Id of the delivery.') },
  find: { ...channelInPath.find, delivery: deliveryOfChannel() },
}

function deliveryOfChannel(): ResourceLoader<DeliveryRow> {
  return {
    in: 'params',
    name: 'delivery',
    schema: Uuid,
    load: (ctx, id, found: { channel?: Channel }) => {
      if (!found.channel) throw new Error('Finding a delivery requires a channel finder before it')
      return getChannelDelivery(ctx, found.channel, String(id))
    },
  }
}

/** Throws `conflict` for a delivery that cannot be sent again. */
export async function resendDelivery(
  ctx: Context,
  channel: Channel,
  delivery: DeliveryRow,
): Promise<DeliveryRow> {
  requireResendable(channel, delivery)
  const refusal = delivery.recipient === null ? null : await takeMailQuota(ctx, delivery.recipient)
  if (refusal !== null) throw conflict(refusal)
  await transaction(ctx, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('channel_deliveries')
      .set({ status: 'waiting', attempts: 0, next_attempt_at: tx.now(), finished_at: null })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', delivery.id)
      .where('status', '=', 'failed')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFailed()
    const data = { channel_id: channel.id, name: channel.name, delivery_id: delivery.id }
    await recordEvent(tx, 'channel.resent', { data })
    await wakeDeliveryWorker(tx)
  })
  return getChannelDelivery(ctx, channel, delivery.id)
}

function requireResendable(channel: Channel, { status, notification_id, recipient }: DeliveryRow): void {
  if (notification_id === null) throw conflict(message('notifications.resend.testsCannotBeResentSendA'))
  if (status !== 'failed') throw notFailed()
  if (!channel.is_active) throw conflict(message('notifications.resend.theChannelIsDisabledActivateIt'))
  if (recipient !== null && !channel.recipients?.includes(recipient))
    throw conflict(message('notifications.resend.theChannelNoLongerHasThis'))
}

const notFailed = () => conflict(message('notifications.resend.onlyFailedDeliveriesCanBeResent'))
