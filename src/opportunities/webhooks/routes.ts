import { z } from 'zod'
import { brandInPath } from '../../brands/brands.ts'
import { Uuid } from '../../core/ids.ts'
import { pageQuery, pageSchema } from '../../core/paging.ts'
import { NoContent, route } from '../../http/route.ts'
import { openDestination } from '../../notifications/channel-destination.ts'
import { findBrandChannel } from '../../notifications/channels.ts'
import { DeliveryRecord, listDeliveries } from '../../notifications/delivery-log.ts'
import { testChannel } from '../../notifications/test-channel.ts'
import { opportunityInPath } from '../opportunities.ts'
import { Status } from '../source-data.ts'
import { sendOpportunities, sendOpportunity } from './send-opportunity.ts'
import {
  requireWebhook,
  revokeCallbacks,
  setWebhook,
  showWebhook,
  WebhookChange,
  WebhookConfig,
} from './webhook-settings.ts'

const DeliveryOutcome = z.object({
  success: z.boolean(),
  http_status: z.number().int().nullable(),
  error: z.string().nullable().describe('Why there was no response: timeout, dns, tls, refused …'),
})

export const webhookRoutes = {
  'POST /api/content/bulk/send': route({
    access: 'write',
    summary: 'Send opportunities to the webhook',
    description:
      'Each opportunity is sent independently; a failure does not affect the others. `results` has one entry per id, also for unknown ids.',
    body: z.strictObject({ ids: z.array(Uuid).min(1).max(100) }),
    returns: z.object({
      sent: z.number().int(),
      failed: z.number().int(),
      results: z.array(z.object({ id: z.uuid(), success: z.boolean(), error: z.string().nullable() })),
    }),
    run: async (ctx, { body }) => {
      const results = await sendOpportunities(ctx, body.ids)
      const sent = results.filter(({ success }) => success).length
      return { sent, failed: results.length - sent, results }
    },
  }),
  'GET /api/content/webhook-config/:brand': route({
    // A webhook URL often contains a secret.
    access: 'write',
    summary: 'Get the webhook of a brand',
    description:
      'All fields are null or false without a webhook. Only the last four characters of the secret are returned.',
    ...brandInPath,
    returns: WebhookConfig,
    run: async (ctx, { found }) => showWebhook(ctx, await findBrandChannel(ctx, found.brand.id)),
  }),
  'PUT /api/content/webhook-config/:brand': route({
    access: 'manage',
    summary: 'Set the webhook of a brand',
    description:
      'Omitted fields keep their values. `"webhook_secret": null` removes the secret, `"webhook_url": null` the webhook. The URL must resolve to a public address. A URL of another origin requires the secret again.',
    errors: ['unsafe_url'],
    ...brandInPath,
    body: WebhookChange,
    returns: WebhookConfig,
    run: async (ctx, { found, body }) => showWebhook(ctx, await setWebhook(ctx, found.brand, body)),
  }),
  'POST /api/content/webhook-config/:brand/revoke-callbacks': route({
    access: 'manage',
    summary: 'Revoke the callback URLs of a brand',
    description:
      'Receivers can no longer report back on deliveries up to now. Later deliveries have new URLs.',
    ...brandInPath,
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => revokeCallbacks(ctx, found.brand.id),
  }),
  'POST /api/content/webhook-config/:brand/test': route({
    access: 'write',
    summary: 'Send a test to the webhook of a brand',
    description: 'Sends `webhook.test` and returns the outcome, also while the webhook is disabled.',
    errors: ['conflict'],
    ...brandInPath,
    returns: DeliveryOutcome,
    run: async (ctx, { found }) => {
      const webhook = await requireWebhook(ctx, found.brand.id)
      // The webhook cannot be used: the response says why.
      openDestination(ctx, webhook)
      const { success, results } = await testChannel(ctx, webhook)
      return { success, http_status: results[0]?.http_status ?? null, error: results[0]?.error ?? null }
    },
  }),
  'GET /api/content/webhook-config/:brand/deliveries': route({
    access: 'write',
    summary: 'List the deliveries to the webhook of a brand',
    description: 'Newest first, including tests.',
    ...brandInPath,
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found, query }) => listDeliveries(ctx, { brandId: found.brand.id }, query),
  }),
  'POST /api/content/:id/send': route({
    access: 'write',
    summary: 'Send an opportunity to the webhook',
    errors: ['conflict'],
    description:
      'The status becomes `sent` when the webhook responds with 2xx within 15 seconds; otherwise it does not change.',
    ...opportunityInPath,
    returns: DeliveryOutcome.extend({ status: Status.describe('The status of the opportunity.') }),
    run: async (ctx, { found }) => {
      const { status, ...sent } = await sendOpportunity(ctx, found.opportunity)
      return { ...sent, status: Status.parse(status) }
    },
  }),
  'GET /api/content/:id/deliveries': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the deliveries of an opportunity',
    description: 'Newest first, with the response of the receiver or the reason why there was none.',
    ...opportunityInPath,
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found: { opportunity }, query }) =>
      listDeliveries(ctx, { brandId: opportunity.brand.id, opportunityId: opportunity.row.id }, query),
  }),
}
