/** Sends opportunities to a brand's webhook. There are no automatic retries: a user resends a failed delivery. */
import { type Context, transaction } from '../../core/context.ts'
import { AppError, conflict, notFound } from '../../core/errors.ts'
import { getActor, recordEvent } from '../../core/events.ts'
import { newId } from '../../core/ids.ts'
import { semaphore } from '../../core/semaphore.ts'
import { acquireLease } from '../../jobs/lease.ts'
import { inEnglish, message } from '../../languages/message.ts'
import { postJson, postTimeoutMs } from '../../net/post-json.ts'
import { newestBrief } from '../briefs/brief.ts'
import { findOpportunities, getOpportunity, getTexts, type LoadedOpportunity } from '../opportunities.ts'
import { duplicateOpenError, hasOtherOpen, lockOpportunity, setStatus } from '../status.ts'
import { createCallbackToken } from './callback-token.ts'
import { OpportunitySent, type Payload, signHeaders, testPayload } from './payload.ts'
import { getWebhookTarget, type WebhookTarget } from './webhook-settings.ts'

const timeoutMs = postTimeoutMs
/** The claim of a crashed process expires after this time. */
const claimMs = 2 * timeoutMs
const maxConcurrentSends = 5

/** The outcome of a delivery: the HTTP status, or why there was no response. */
export type DeliveryResult = { success: boolean; http_status: number | null; error: string | null }

/** Delivers an opportunity and sets its status to `sent` if the webhook accepts it. Throws `conflict`. */
export async function sendOpportunity(
  ctx: Context,
  found: LoadedOpportunity,
  limits = { timeoutMs },
): Promise<DeliveryResult & { status: string }> {
  const target = await getWebhookTarget(ctx, found.brand.id)
  if (!target.is_active) throw conflict(message('opportunities.deliver.theWebhookOfThisBrandIs'))
  const release = await acquireLease(ctx, `send ${found.row.id}`, claimMs)
  if (release === null) throw conflict(message('opportunities.deliver.thisOpportunityIsAlreadyBeingSent'))
  try {
    // Loaded again, because it may have changed since the request was authorized.
    const current = await getOpportunity(ctx, found.row.id)
    if (await hasOtherOpen(ctx, current.row)) throw duplicateOpenError()
    const delivery = await post(ctx, target, await createPayload(ctx, current), limits)
    return { ...toDeliveryResult(delivery), status: await recordDelivery(ctx, current, target, delivery) }
  } finally {
    await release(ctx)
  }
}

/** Records the delivery and returns the resulting status of the opportunity. */
function recordDelivery(
  ctx: Context,
  { row, brand }: LoadedOpportunity,
  target: WebhookTarget,
  delivery: Delivery,
): Promise<string> {
  const { success, http_status, error } = delivery
  return transaction(ctx, async (tx) => {
    const current = await lockOpportunity(tx, row)
    await insertDelivery(tx, brand.id, row.id, target, delivery)
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
    const becomesSent =
      current.status === row.status && row.status !== 'sent' && !(await hasOtherOpen(tx, row))
    return becomesSent ? (await setStatus(tx, current, 'sent', null)).status : current.status
  })
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

/** Works while the webhook is disabled, so it can be tested first. */
export async function testWebhook(
  ctx: Context,
  brandId: string,
  limits = { timeoutMs },
): Promise<DeliveryResult> {
  const target = await getWebhookTarget(ctx, brandId)
  const delivery = await post(ctx, target, testPayload(ctx.now()), limits)
  await transaction(ctx, async (tx) => {
    await insertDelivery(tx, brandId, null, target, delivery)
    await recordEvent(tx, 'webhook.tested', {
      brandId,
      data: { http_status: delivery.http_status, error: delivery.error },
    })
  })
  return toDeliveryResult(delivery)
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

type Delivery = DeliveryResult & { id: string; body: string | null; durationMs: number; at: Date }

async function post(
  ctx: Context,
  target: WebhookTarget,
  payload: object,
  limits: { timeoutMs: number },
): Promise<Delivery> {
  const id = newId(ctx.now().getTime())
  const at = ctx.now()
  const body = JSON.stringify(payload)
  const headers = signHeaders({ id: `msg_${id}`, body, sentAt: at }, target.secrets)
  return { id, at, ...(await postJson(ctx, target.url, { body, headers, timeoutMs: limits.timeoutMs })) }
}

const toDeliveryResult = ({ success, http_status, error }: Delivery): DeliveryResult => ({
  success,
  http_status,
  error,
})

async function insertDelivery(
  tx: Context,
  brandId: string,
  opportunityId: string | null,
  { url }: WebhookTarget,
  { id, at, body, http_status, error, durationMs }: Delivery,
): Promise<void> {
  await tx.db
    .insertInto('webhook_deliveries')
    .values({
      brand_id: brandId,
      id,
      opportunity_id: opportunityId,
      url,
      http_status,
      body,
      error,
      duration_ms: durationMs,
      actor: JSON.stringify(getActor(tx)),
      created_at: at,
    })
    .execute()
}
