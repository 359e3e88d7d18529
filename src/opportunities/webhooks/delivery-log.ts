/** The log of deliveries to a brand's webhook, including tests. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { Timestamp } from '../../core/fields.ts'
import { cursorId, type Page, toPage } from '../../core/paging.ts'
import { localizedText, messageOrText } from '../../languages/localized.ts'

export const DeliveryRecord = z
  .object({
    id: z.uuid(),
    opportunity: z
      .object({ id: z.uuid(), title: localizedText() })
      .nullable()
      .describe('The opportunity that was sent; null: a test.'),
    host: z.string().describe('The host of the webhook; the rest of its URL may contain a secret.'),
    success: z.boolean(),
    http_status: z.number().int().nullable(),
    body: z.string().nullable().describe('The first 1,000 characters of the response.'),
    error: z.string().nullable().describe('Why there was no response: timeout, dns, tls, refused …'),
    duration_ms: z.number().int(),
    sent_by: z.string().nullable().describe('The name of the user, if a user sent it.'),
    at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' })

type Delivery = z.input<typeof DeliveryRecord>

/** Lists deliveries, newest first; with `opportunityId`, only those of that opportunity. */
export async function listDeliveries(
  ctx: Context,
  { brandId, opportunityId }: { brandId: string; opportunityId?: string },
  page: Page,
): Promise<{ items: Delivery[]; next_cursor: string | null }> {
  const after = cursorId(page)
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .leftJoin('opportunities', (join) =>
      join
        .onRef('opportunities.brand_id', '=', 'webhook_deliveries.brand_id')
        .onRef('opportunities.id', '=', 'opportunity_id'),
    )
    .selectAll('webhook_deliveries')
    .select('opportunities.title')
    .where('webhook_deliveries.brand_id', '=', brandId)
    .$if(opportunityId !== undefined, (query) => query.where('opportunity_id', '=', opportunityId ?? ''))
    .$if(after !== null, (query) => query.where('webhook_deliveries.id', '<', after))
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, next_cursor } = toPage(rows, page)
  return {
    items: items.map(({ id, opportunity_id, title, url, http_status, created_at, ...row }) => ({
      id,
      opportunity:
        opportunity_id === null ? null : { id: opportunity_id, title: messageOrText.parse(title ?? '') },
      host: new URL(url).host,
      success: http_status !== null && http_status >= 200 && http_status < 300,
      http_status,
      body: row.body,
      error: row.error,
      duration_ms: row.duration_ms,
      sent_by: row.actor_name,
      at: created_at.toISOString(),
    })),
    next_cursor,
  }
}

/** The outcome of an opportunity's last delivery; null when it was never sent. */
export const WebhookResponse = z.object({
  status: z.number().int().nullable(),
  body: z.string().nullable(),
  error: z.string().nullable(),
  at: Timestamp,
})

export async function findLastResponse(
  ctx: Context,
  { brand_id: brandId, id: opportunityId }: { brand_id: string; id: string },
): Promise<z.input<typeof WebhookResponse> | null> {
  const { items } = await listDeliveries(ctx, { brandId, opportunityId }, { limit: 1 })
  const [last] = items
  return last ? { status: last.http_status, body: last.body, error: last.error, at: last.at } : null
}
