/** Sends a test through a channel, with the real format and without retries. */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { newId } from '../core/ids.ts'
import { localizedText } from '../languages/localized.ts'
import { type Message, type MessageOrText, message } from '../languages/message.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail, notConfigured } from '../mail/mailer.ts'
import type { Channel } from './channels.ts'
import type { NotificationContent } from './content.ts'
import { channelDestination } from './destination.ts'
import { findConfirmed, requestConfirmation } from './recipients.ts'
import { type SendResult, sendToChannel } from './send-to-channel.ts'

export const TestResult = z.object({
  success: z.boolean().describe('Every destination accepted the test.'),
  results: z.array(
    z.object({
      recipient: z.string().nullable().describe('The address, for channels of kind `email`.'),
      success: z.boolean(),
      http_status: z.number().int().nullable(),
      response: z.string().nullable(),
      error: localizedText().nullable().describe('What went wrong and what to do.'),
      duration_ms: z.number().int(),
    }),
  ),
})

/** Works while the channel is disabled, so that it can be tested first. */
export async function testChannel(ctx: Context, channel: Channel): Promise<z.input<typeof TestResult>> {
  const confirmed = await findConfirmed(ctx, channel.recipients ?? [])
  const tests = await Promise.all(
    (channel.recipients ?? [null]).map(async (recipient) => {
      const id = newId(ctx.now().getTime())
      const refusal = recipient === null ? null : await refusalFor(ctx, recipient, confirmed)
      const result = refusal === null ? await sendTest(ctx, channel, recipient, id) : notSent(refusal)
      return { id, recipient, result }
    }),
  )
  const success = tests.every(({ result }) => result.success)
  await transaction(ctx, async (tx) => {
    for (const test of tests) await insertTest(tx, channel, test)
    await recordEvent(tx, 'channel.tested', { data: { channel_id: channel.id, name: channel.name, success } })
  })
  return {
    success,
    results: tests.map(({ recipient, result }) => ({
      recipient,
      success: result.success,
      http_status: result.httpStatus,
      response: result.response,
      error: result.error,
      duration_ms: result.durationMs,
    })),
  }
}

/** Asks for a confirmation again if there is none. Returns why the recipient gets no test, or null. */
async function refusalFor(
  ctx: Context,
  recipient: string,
  confirmed: ReadonlySet<string>,
): Promise<Message | null> {
  if (!canSendMail(ctx)) return notConfigured
  if (confirmed.has(recipient)) return takeMailQuota(ctx, recipient)
  return (
    (await requestConfirmation(ctx, recipient)) ??
    message('notifications.testChannel.theAddressIsNotConfirmedYet')
  )
}

async function sendTest(
  ctx: Context,
  channel: Channel,
  recipient: string | null,
  deliveryId: string,
): Promise<SendResult> {
  const destination = channelDestination(ctx, channel, recipient)
  if ('error' in destination) return notSent(destination.error)
  try {
    return await sendToChannel(ctx, destination, {
      deliveryId,
      isTest: true,
      notification: {
        id: deliveryId,
        kind: 'system',
        brand: null,
        createdAt: ctx.now(),
        message: testMessage(channel),
        logo: null,
      },
    })
  } catch (error) {
    if (error instanceof AppError) return notSent(error.text)
    throw error
  }
}

const notSent = (error: MessageOrText): SendResult => ({
  success: false,
  httpStatus: null,
  response: null,
  error,
  durationMs: 0,
  isPermanent: true,
  retryAfterMs: null,
})

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

async function insertTest(
  tx: Context,
  channel: Channel,
  { id, recipient, result }: { id: string; recipient: string | null; result: SendResult },
): Promise<void> {
  await tx.db
    .insertInto('channel_deliveries')
    .values({
      organization_id: tx.organizationId,
      id,
      channel_id: channel.id,
      recipient,
      status: result.success ? 'sent' : 'failed',
      attempts: 1,
      next_attempt_at: tx.now(),
      http_status: result.httpStatus,
      response: result.response,
      error: result.error === null ? null : JSON.stringify(result.error),
      duration_ms: result.durationMs,
      created_at: tx.now(),
      finished_at: tx.now(),
    })
    .execute()
}
