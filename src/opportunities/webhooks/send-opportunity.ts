/** Sends opportunities to a brand's webhook. There are no automatic retries: a user sends an opportunity again. */
import { type Context, transaction } from '../../core/context.ts'
import { AppError, conflict, notFound } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { semaphore } from '../../core/semaphore.ts'
import { inEnglish, message } from '../../languages/message.ts'
import { openDestination } from '../../notifications/channel-destination.ts'
import { sendToBrand } from '../../notifications/channel-kinds.ts'
import { recordResult, startDelivery } from '../../notifications/deliveries.ts'
import { newestBrief } from '../briefs/brief.ts'
import { findOpportunities, getOpportunity, getTexts, type LoadedOpportunity } from '../opportunities.ts'
import { duplicateOpenError, hasOtherOpen, lockOpportunity, setStatus } from '../status.ts'
import { createCallbackToken } from './callback-token.ts'
import { OpportunitySent, type Payload } from './payload.ts'
import { requireWebhook } from './webhook-settings.ts'

const maxConcurrentSends = 5

type Sent = { success: boolean; http_status: number | null; error: string | null; status: string }

/**
 * Delivers an opportunity and sets its status to `sent` if the webhook accepts it. Throws `conflict`. The delivery is the claim
 * that prevents a second one at the same time.
 */
export async function sendOpportunity(
  ctx: Context,
  found: LoadedOpportunity,
  limits: { timeoutMs?: number } = {},
): Promise<Sent> {
  const webhook = await requireWebhook(ctx, found.brand.id)
  if (!webhook.is_active) throw conflict(message('opportunities.deliver.theWebhookOfThisBrandIs'))
  const destination = openDestination(ctx, webhook)
  const { current, delivery } = await transaction(ctx, async (tx) => {
    const delivery = await startDelivery(tx, webhook, { opportunityId: found.row.id })
    if (delivery === null) throw conflict(message('opportunities.deliver.thisOpportunityIsAlreadyBeingSent'))
    // Loaded again, because it may have changed since the request was authorized.
    const current = await getOpportunity(tx, found.row.id)
    if (await hasOtherOpen(tx, current.row)) throw duplicateOpenError()
    return { current, delivery }
  })
  const payload = await createPayload(ctx, current)
  const result = await sendToBrand(ctx, destination, { deliveryId: delivery.id, payload, ...limits })
  const { success, httpStatus: http_status, error } = result
  const status = await transaction(ctx, async (tx) => {
    await recordResult(tx, delivery, result)
    return recordOutcome(tx, current, { success, http_status, error })
  })
  return { success, http_status, error, status }
}

/** Returns the resulting status of the opportunity. */
async function recordOutcome(
  tx: Context,
  { row, brand }: LoadedOpportunity,
  { success, http_status, error }: Omit<Sent, 'status'>,
): Promise<string> {
  const current = await lockOpportunity(tx, row)
  const data = { opportunity_id: row.id, http_status, error }
  await recordEvent(tx, success ? 'opportunity.sent' : 'opportunity.not_sent', { brandId: brand.id, data })
  if (!success) return current.status
  await tx.db
    .updateTable('opportunities')
    .set({ webhook_sent_at: tx.now(), updated_at: tx.now() })
    .where('brand_id', '=', brand.id)
    .where('id', '=', row.id)
    .execute()
  // The receiver may have reported back before responding to the delivery.
  const becomesSent = current.status === row.status && row.status !== 'sent' && !(await hasOtherOpen(tx, row))
  return becomesSent ? (await setStatus(tx, current, 'sent', null)).status : current.status
}

/** Sends each opportunity independently and returns one result per distinct id, in the given order. */
export async function sendOpportunities(ctx: Context, ids: readonly string[]) {
  const acquire = semaphore(maxConcurrentSends)
  const found = new Map((await findOpportunities(ctx, ids)).map((each) => [each.row.id, each]))
  return Promise.all(
    [...new Set(ids)].map(async (id) => {
      const release = await acquire(new AbortController().signal)
      try {
        const opportunity = found.get(id)
        if (!opportunity) throw notFound(message('opportunities.general.noSuchOpportunity'))
        const { success, error, http_status } = await sendOpportunity(ctx, opportunity)
        return { id, success, error: success ? null : (error ?? `status ${http_status}`) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { id, success: false, error: error.message }
      } finally {
        release()
      }
    }),
  )
}

async function createPayload(ctx: Context, { row, brand }: LoadedOpportunity): Promise<Payload> {
  const { category } = await ctx.db
    .selectFrom('prompts')
    .select('category')
    .where('brand_id', '=', brand.id)
    .where('id', '=', row.prompt_id)
    .executeTakeFirstOrThrow()
  const brief = await newestBrief(ctx, row)
  const token = createCallbackToken(ctx, {
    brandId: brand.id,
    opportunityId: row.id,
    generation: brand.callback_token_version,
  })
  const { id, type, impact, opportunity_score } = row
  const { title, description } = getTexts(row)
  return OpportunitySent.parse({
    event: 'opportunity.sent',
    opportunity: {
      id,
      title: inEnglish(title),
      description: inEnglish(description),
      type,
      impact,
      opportunity_score,
    },
    prompt: { text: row.prompt_text, category },
    data: row.source_data,
    brief: brief?.brief ?? null,
    brand: { name: brand.name, domain: brand.domain, industry: brand.industry },
    callback_url: `${ctx.baseUrl}/api/content/${id}/status?token=${token}`,
  })
}
