/** The webhook settings of a brand. The secret is encrypted and never returned. */
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Context, transaction } from '../../core/context.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { Timestamp } from '../../core/fields.ts'
import { decryptSecret, encryptSecret } from '../../db/encryption.ts'
import type { Webhooks } from '../../db/schema.generated.ts'
import { message } from '../../languages/message.ts'
import { assertSafeUrl } from '../../net/guarded-fetch.ts'
import {
  maskSecret,
  maskUrl,
  requireEncryption,
  WebhookSecret,
  WebhookUrl,
} from '../../net/webhook-target.ts'

export const WebhookChange = z.strictObject({
  webhook_url: WebhookUrl.nullable().optional().describe('null removes the webhook.'),
  webhook_secret: WebhookSecret.nullable()
    .optional()
    .describe('Omit to keep the current secret; required when the URL gets another origin. null removes it.'),
  secret_overlap_hours: z
    .number()
    .int()
    .min(0)
    .max(168)
    .default(0)
    .describe(
      'How long the secret that is replaced signs deliveries too, so that the receiver can change over. Has no effect without a new secret.',
    ),
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

export type WebhookRow = Selectable<Webhooks>

export const findWebhook = (ctx: Context, brandId: string): Promise<WebhookRow | undefined> =>
  ctx.db.selectFrom('webhooks').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

/**
 * Throws `unsafe_url`, and `invalid_request` when an active webhook would have no URL, when the stored secret would go to
 * another origin, and when a secret would be sent unencrypted.
 */
export async function setWebhook(
  ctx: Context,
  brandId: string,
  change: z.output<typeof WebhookChange>,
): Promise<WebhookRow | undefined> {
  const { webhook_url, webhook_secret, is_active } = change
  if (webhook_url === null && is_active)
    throw invalid('is_active', message('opportunities.webhookSettings.requiresAWebhookUrl'))
  if (webhook_url) await assertSafeUrl(ctx, webhook_url)
  return transaction(ctx, async (tx) => {
    // Serializes concurrent changes, so that fields of two requests are not mixed.
    await tx.db.selectFrom('brands').select('id').where('id', '=', brandId).forUpdate().execute()
    const before = await findWebhook(tx, brandId)
    if (webhook_url === null) {
      await tx.db.deleteFrom('webhooks').where('brand_id', '=', brandId).execute()
      if (before)
        await recordEvent(tx, 'webhook.changed', {
          brandId,
          data: { removed: true, old_url: maskUrl(before.url) },
        })
      return undefined
    }
    const url = webhook_url ?? before?.url
    if (url === undefined)
      throw invalid('webhook_url', message('opportunities.webhookSettings.isRequiredBecauseNoWebhookIs'))
    requireSecretForOrigin({ before, url, webhook_secret })
    const secrets = nextSecrets(tx, brandId, before, { ...change, url })
    if (secrets.secret !== null) requireEncryption(tx, url)
    const set = { url, ...secrets, is_active: is_active ?? before?.is_active ?? true, updated_at: tx.now() }
    const row = await tx.db
      .insertInto('webhooks')
      .values({ brand_id: brandId, ...set })
      .onConflict((conflict) => conflict.column('brand_id').doUpdateSet(set))
      .returningAll()
      .executeTakeFirstOrThrow()
    const data = {
      is_active: row.is_active,
      has_secret: row.secret !== null,
      previous_secret_until: row.previous_secret_until?.toISOString() ?? null,
      old_url: before ? maskUrl(before.url) : null,
      new_url: maskUrl(row.url),
    }
    await recordEvent(tx, 'webhook.changed', { brandId, data })
    return row
  })
}

const hourMs = 3_600_000

/** Returns the secrets after a change. A replaced secret is kept for the overlap, but never for another origin. */
function nextSecrets(
  tx: Context,
  brandId: string,
  before: WebhookRow | undefined,
  change: { url: string; webhook_secret?: string | null | undefined; secret_overlap_hours: number },
) {
  const { url, webhook_secret, secret_overlap_hours } = change
  const isSameOrigin = before !== undefined && new URL(before.url).origin === new URL(url).origin
  if (webhook_secret === undefined && isSameOrigin) {
    const { secret, previous_secret, previous_secret_until } = before
    return { secret, previous_secret, previous_secret_until }
  }
  const overlaps = isSameOrigin && before.secret !== null && webhook_secret && secret_overlap_hours > 0
  return {
    secret: encryptOptional(tx, webhook_secret ?? null, brandId),
    previous_secret: overlaps ? before.secret : null,
    previous_secret_until: overlaps ? new Date(tx.now().getTime() + secret_overlap_hours * hourMs) : null,
  }
}

/** Prevents a user who does not know the secret from receiving it at their own server. */
function requireSecretForOrigin(change: {
  before: WebhookRow | undefined
  url: string
  webhook_secret: string | null | undefined
}): void {
  const { before, url, webhook_secret } = change
  if (before === undefined || before.secret === null || webhook_secret !== undefined) return
  if (new URL(before.url).origin === new URL(url).origin) return
  throw invalid('webhook_secret', message('opportunities.webhookSettings.isRequiredBecauseTheURLHas'))
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

/** The settings that a delivery needs. `secrets` is null when none is set; `previous` while the replaced one also signs. */
export type WebhookTarget = { url: string; secrets: { current: string; previous: string | null } | null }

export async function getWebhookTarget(
  ctx: Context,
  brandId: string,
): Promise<WebhookTarget & { is_active: boolean }> {
  const row = await findWebhook(ctx, brandId)
  if (!row) throw conflict(message('opportunities.webhookSettings.thisBrandHasNoWebhookSet'))
  const { url, is_active } = row
  if (row.secret === null) return { url, is_active, secrets: null }
  const current = decryptSecret(ctx, row.secret, brandId)
  if (current === null)
    throw conflict(message('opportunities.webhookSettings.theWebhookSecretWasEncryptedWith'))
  requireEncryption(ctx, url)
  const previous =
    row.previous_secret && isOverlapping(ctx, row) ? decryptSecret(ctx, row.previous_secret, brandId) : null
  return { url, is_active, secrets: { current, previous } }
}

const isOverlapping = (ctx: Context, { previous_secret_until: until }: WebhookRow) =>
  until !== null && until > ctx.now()

export function showWebhook(ctx: Context, row: WebhookRow | undefined): z.input<typeof WebhookConfig> {
  if (!row) return { webhook_url: null, webhook_secret: null, previous_secret_until: null, is_active: false }
  return {
    webhook_url: row.url,
    webhook_secret: row.secret && maskSecret(decryptSecret(ctx, row.secret, row.brand_id)),
    previous_secret_until: isOverlapping(ctx, row)
      ? (row.previous_secret_until?.toISOString() ?? null)
      : null,
    is_active: row.is_active,
  }
}

const encryptOptional = (ctx: Context, secret: string | null, brandId: string) =>
  secret === null ? null : encryptSecret(ctx, secret, brandId)
