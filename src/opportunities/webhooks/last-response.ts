import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { Timestamp } from '../../core/fields.ts'

/** The outcome of an opportunity's last delivery; null when it was never sent. */
export const WebhookResponse = z.object({
  status: z.number().int().nullable(),
  body: z.string().nullable(),
  error: z.string().nullable(),
  at: Timestamp,
})

export async function findLastResponse(
  ctx: Context,
  { brand_id, id }: { brand_id: string; id: string },
): Promise<z.input<typeof WebhookResponse> | null> {
  const last = await ctx.db
    .selectFrom('deliveries')
    .select(['http_status', 'response', 'error', 'created_at'])
    .where('brand_id', '=', brand_id)
    .where('opportunity_id', '=', id)
    .where('status', '<>', 'waiting')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return null
  const { http_status, response, error, created_at } = last
  return { status: http_status, body: response, error, at: created_at.toISOString() }
}
