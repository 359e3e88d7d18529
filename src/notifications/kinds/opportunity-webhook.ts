/** The webhook of a brand, which gets the opportunities that people send to it. */
import { z } from 'zod'
import { message } from '../../languages/message.ts'
import { signatureHeaders } from '../../net/webhook-signature.ts'
import type { OpportunityChannelKind } from './channel-kind.ts'
import { postMessage } from './post-message.ts'

export const opportunityWebhook = {
  name: 'opportunity_webhook',
  label: message('notifications.channels.names.opportunityWebhook'),
  fields: {
    url: { hint: message('notifications.channelForm.urlHints.opportunityWebhook'), isRequired: true },
    secret: { hint: message('notifications.channelForm.recommendedSecretHint'), isRequired: false },
  },
  allowsHttp: true,
  receives: 'opportunities',
  send: (app, { address, secrets }, { deliveryId, payload, timeoutMs }) => {
    const body = JSON.stringify(payload)
    const [current] = secrets
    return postMessage(app, {
      url: address,
      body,
      headers:
        current === undefined
          ? {}
          : {
              'x-webhook-secret': current,
              ...signatureHeaders({ id: `msg_${deliveryId}`, body, sentAt: app.now() }, secrets),
            },
      ...(timeoutMs !== undefined && { timeoutMs }),
      service: message('notifications.failures.theReceiver'),
      isPermanent: () => true,
    })
  },
  /** The UTC offset is spelled out for parsers that do not support `Z`. */
  testPayload: (now): z.output<typeof WebhookTest> => ({
    event: 'webhook.test',
    message: 'This is a test of the webhook. If you receive it, opportunities can be delivered too.',
    timestamp: now.toISOString().replace('Z', '+00:00'),
  }),
} as const satisfies OpportunityChannelKind

const WebhookTest = z
  .object({
    event: z.literal('webhook.test'),
    message: z.string(),
    timestamp: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'WebhookTest' })

/** The requests that receivers get in addition to opportunities, for the API reference. */
export const opportunityWebhookTests = {
  'webhook.test': {
    summary: 'Receive a test',
    description: 'Sent when a user tests the webhook of a brand. It contains no data of the brand.',
    payload: WebhookTest,
  },
}
