/** The webhook of a brand, as the API of opportunities shows it: the channel of the brand. */
import { z } from 'zod'
import type { Brand } from '../../brands/brands.ts'
import { type Context, transaction } from '../../core/context.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { Timestamp } from '../../core/fields.ts'
import { message } from '../../languages/message.ts'
import { WebhookSecret, WebhookUrl } from '../../net/webhook-target.ts'
import { overlapEnd, shownSecret, shownUrl } from '../../notifications/channel-destination.ts'
import { NewChannel, SecretOverlapHours } from '../../notifications/channel-records.ts'
import {
  type Channel,
  changeChannel,
  createChannel,
  deleteChannel,
  findBrandChannel,
} from '../../notifications/channels.ts'

export const WebhookChange = z.strictObject({
  webhook_url: WebhookUrl.nullable().optional().describe('null removes the webhook.'),
  webhook_secret: WebhookSecret.nullable()
    .optional()
    .describe('Omit to keep the current secret; required when the URL gets another origin. null removes it.'),
  secret_overlap_hours: SecretOverlapHours.default(0),
  is_active: z.boolean().optional(),
})

export const WebhookConfig = z
  .object({
    webhook_url: z.string().nullable(),
    webhook_secret: z
      .string()
      .nullable()
      .describe('Never the secret itself: “••••” and its last four characters; null when none is set.'),
    previous_secret_until: Timestamp.nullable().describe(
      'Until then, deliveries are also signed with the secret that was replaced. Null: only with the current one.',
    ),
    is_active: z.boolean(),
  })
  .meta({ id: 'WebhookConfig' })

/**
 * Throws `unsafe_url`, and `invalid_request` when an active webhook would have no URL, when the stored secret would go to
 * another origin, and when a secret would be sent unencrypted.
 */
export async function setWebhook(
  ctx: Context,
  brand: Brand,
  {
    webhook_url: url,
    webhook_secret: secret,
    is_active,
    secret_overlap_hours,
  }: z.output<typeof WebhookChange>,
): Promise<Channel | undefined> {
  const before = await findBrandChannel(ctx, brand.id)
  if (url === null) {
    if (is_active) throw invalid('is_active', message('opportunities.webhookSettings.requiresAWebhookUrl'))
    if (before) await deleteChannel(ctx, before)
    return undefined
  }
  if (before) return changeChannel(ctx, before, { url, secret, is_active, secret_overlap_hours }, 'webhook_')
  if (url === undefined)
    throw invalid('webhook_url', message('opportunities.webhookSettings.isRequiredBecauseNoWebhookIs'))
  const webhook = NewChannel.parse({
    kind: 'opportunity_webhook',
    name: brand.name,
    brand_id: brand.id,
    url,
    is_active,
  })
  const { channel } = await createChannel(ctx, { ...webhook, secret: secret ?? undefined }, 'webhook_')
  return channel
}

/** Invalidates all callback URLs that receivers of the brand have. */
export function revokeCallbacks(ctx: Context, brandId: string): Promise<void> {
  return transaction(ctx, async (tx) => {
    await tx.db
      .updateTable('brands')
      .set((eb) => ({ callback_token_version: eb('callback_token_version', '+', 1) }))
      .where('id', '=', brandId)
      .execute()
    await recordEvent(tx, 'callbacks.revoked', { brandId })
  })
}

/** Throws `conflict` when the brand has no webhook. */
export async function requireWebhook(ctx: Context, brandId: string): Promise<Channel> {
  const webhook = await findBrandChannel(ctx, brandId)
  if (!webhook) throw conflict(message('opportunities.webhookSettings.thisBrandHasNoWebhookSet'))
  return webhook
}

export const showWebhook = (ctx: Context, webhook: Channel | undefined): z.input<typeof WebhookConfig> => ({
  webhook_url: webhook ? shownUrl(ctx, webhook, (url) => url) : null,
  webhook_secret: webhook ? shownSecret(ctx, webhook) : null,
  previous_secret_until: webhook ? (overlapEnd(ctx, webhook)?.toISOString() ?? null) : null,
  is_active: webhook?.is_active ?? false,
})
