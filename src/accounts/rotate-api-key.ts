import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { conflict, forbidden } from '../core/errors.ts'
import { recordEvent } from '../core/events.ts'
import { message } from '../languages/message.ts'
import { getApiKey, insertKey, notifyOfKey, type StoredKey } from './api-keys.ts'
import { Scopes } from './fields.ts'

export const KeyRotation = z.strictObject({
  overlap_hours: z
    .number()
    .int()
    .min(0)
    .max(30 * 24)
    .default(24)
    .describe('The number of hours for which the key still works.'),
})

/**
 * Creates a key with the limits of another one and the same lifetime, and lets the other one expire after the overlap.
 * Throws `forbidden` for a key of another person, because the new token would act for that person, and `conflict` for a key that
 * is revoked, expired or rotated already.
 */
export async function rotateApiKey(
  ctx: Context,
  { id }: Pick<StoredKey, 'id'>,
  { overlap_hours: overlapHours }: z.output<typeof KeyRotation>,
): Promise<{ key: StoredKey; token: string }> {
  const created = await transaction(ctx, async (tx) => {
    await tx.db
      .selectFrom('api_keys')
      .select('id')
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    const key = await getApiKey(tx, id)
    const now = tx.now()
    if (key.user_kind === 'person' && 'userId' in tx.actor && tx.actor.userId !== key.user_id)
      throw forbidden(message('accounts.apiKeys.onlyItsPersonCanRotate'))
    const isOver = key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now)
    if (isOver || key.successor_id !== null) throw conflict(message('accounts.apiKeys.cannotBeRotated'))
    const lifetimeMs = key.expires_at === null ? null : key.expires_at.getTime() - key.created_at.getTime()
    const successor = await insertKey(tx, {
      userId: key.user_id,
      name: key.name,
      scopes: Scopes.parse(key.scopes),
      brandIds: key.brand_ids,
      expiresAt: lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs),
    })
    const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000)
    const expiresAt = key.expires_at !== null && key.expires_at < overlapEnd ? key.expires_at : overlapEnd
    await tx.db
      .updateTable('api_keys')
      .set({ successor_id: successor.id, expires_at: expiresAt })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute()
    await recordEvent(tx, 'api_key.rotated', {
      data: {
        key_id: id,
        name: key.name,
        user_id: key.user_id,
        successor_id: successor.id,
        expires_at: expiresAt.toISOString(),
      },
    })
    return { key: await getApiKey(tx, successor.id), token: successor.token }
  })
  notifyOfKey(ctx, created.key)
  return created
}
