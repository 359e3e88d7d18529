/** Sends a test through a channel, with the real format and without retries. */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type Message, message } from '../languages/message.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail, notConfigured } from '../mail/mailer.ts'
import { openDestination } from './channel-destination.ts'
import { channelKindNamed } from './channel-kinds.ts'
import { type Channel, recordChannelEvent } from './channels.ts'
import type { NotificationContent } from './content.ts'
import { recordResult, startDelivery } from './deliveries.ts'
import { DeliveryRecord, showDelivery } from './delivery-log.ts'
import { notSent, type SendResult } from './kinds/channel-kind.ts'
import { findConfirmed, requestConfirmation } from './recipients.ts'

export const TestResult = z.object({
  success: z.boolean().describe('Every destination accepted the test.'),
  results: z.array(DeliveryRecord).describe('One per address for channels of kind `email`, otherwise one.'),
})

/** Works while the channel is disabled, so that it can be tested first. */
export async function testChannel(ctx: Context, channel: Channel): Promise<z.input<typeof TestResult>> {
  const started = await transaction(ctx, (tx) =>
    Promise.all((channel.recipients ?? [null]).map((recipient) => startDelivery(tx, channel, { recipient }))),
  )
  const deliveries = started.filter((each) => each !== null)
  const results = await Promise.all(
    deliveries.map(async (delivery) => ({
      delivery,
      result: await sendTest(ctx, channel, delivery.recipient, delivery.id),
    })),
  )
  const success = results.every(({ result }) => result.success)
  await transaction(ctx, async (tx) => {
    for (const { delivery, result } of results) await recordResult(tx, delivery, result)
    await recordChannelEvent(tx, 'channel.tested', channel, { success })
  })
  return { success, results: await Promise.all(deliveries.map(({ id }) => showDelivery(ctx, channel, id))) }
}

async function sendTest(
  ctx: Context,
  channel: Channel,
  recipient: string | null,
  deliveryId: string,
): Promise<SendResult> {
  const refusal = recipient === null ? null : await refusalFor(ctx, recipient)
  if (refusal !== null) return notSent(refusal)
  try {
    const destination = openDestination(ctx, channel, recipient)
    const kind = channelKindNamed(channel.kind)
    if (kind.receives === 'opportunities')
      return await kind.send(ctx, destination, { deliveryId, payload: kind.testPayload(ctx.now()) })
    const notification = {
      id: deliveryId,
      kind: 'system' as const,
      brand: null,
      createdAt: ctx.now(),
      message: testMessage(channel),
      logo: null,
    }
    return await kind.send(ctx, destination, { deliveryId, isTest: true, notification })
  } catch (error) {
    if (error instanceof AppError) return notSent(error.text)
    throw error
  }
}

/** Asks for a confirmation again if there is none. Returns why the recipient gets no test, or null. */
async function refusalFor(ctx: Context, recipient: string): Promise<Message | null> {
  if (!canSendMail(ctx)) return notConfigured
  if ((await findConfirmed(ctx, [recipient])).has(recipient)) return takeMailQuota(ctx, recipient)
  return (
    (await requestConfirmation(ctx, recipient)) ??
    message('notifications.testChannel.theAddressIsNotConfirmedYet')
  )
}

/** Channels are in English. */
const testMessage = ({ name }: Channel): NotificationContent => ({
  title: 'Ansight test message',
  summary: [`The channel “${name}” works. Notifications that it is subscribed to look like this.`],
  facts: [
    {
      label: 'Visibility score',
      value: '47.5',
      detail: '95% interval 46.1 to 48.9',
      mark: { text: '▲ 1.2', tone: 'better' },
    },
    { label: 'Mention rate', value: '64.9%', mark: { text: 'no change', tone: 'neutral' } },
  ],
  facts_note: 'These numbers are examples.',
  sections: [],
  action: { label: 'Open channels', path: '/dashboard/settings/channels' },
})
