/** Sending opportunities to a brand's webhook. Nothing is tried again by itself: what failed is sent again by a person. */
import { type Context, transaction } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { actorOf, recordEvent } from '../../core/events.ts'
import { newId } from '../../core/ids.ts'
import { semaphore } from '../../core/semaphore.ts'
import { type FetchResult, guardedFetch } from '../../net/guarded-fetch.ts'
import { newestBrief } from '../briefs/brief.ts'
import { leaseOpportunity } from '../lease.ts'
import { getOpportunity, type LoadedOpportunity } from '../opportunities.ts'
import { duplicateOpenError, hasOpenTwin, lockOpportunity, setStatus } from '../status.ts'
import { callbackToken } from './callback-token.ts'
import { type Payload, signHeaders, testPayload } from './payload.ts'
import { getWebhookTarget, type Target } from './webhook-settings.ts'

/** Longest wait for a webhook, to the last byte that we read. */
const timeoutMs = 15_000
/** After that somebody else may send: whoever was at it has died. */
const claimMs = 2 * timeoutMs
const excerptLength = 1_000
/** A thousand characters in UTF-8, and a margin. */
const excerptBytes = 8_192
const sentAtOnce = 5

/** What came of a delivery: a status and the beginning of the body, or why there is none. */
export type Delivered = { success: boolean; http_status: number | null; error: string | null }

/** The opportunity becomes `sent` when the webhook takes it, and stays as it is when not. Throws `conflict`. */
export async function sendOpportunity(
  ctx: Context,
  found: LoadedOpportunity,
  limits = { timeoutMs },
): Promise<Delivered & { status: string }> {
  const target = await getWebhookTarget(ctx, found.brand.id)
  if (!target.is_active) throw conflict('The webhook of this brand is switched off.')
  const release = await leaseOpportunity(ctx, found.row, 'sending_until', claimMs)
  try {
    // Anew, for it may have been sent, closed or brought up to date since it was found.
    const current = await getOpportunity(ctx, found.row.id)
    if (await hasOpenTwin(ctx, current.row)) throw duplicateOpenError()
    const delivery = await post(ctx, target, await payloadOf(ctx, current), limits)
    return { ...shownResult(delivery), status: await noteSent(ctx, current, target, delivery) }
  } finally {
    await release(ctx)
  }
}

/** The status that the opportunity has now. */
function noteSent(
  ctx: Context,
  { row, brand }: LoadedOpportunity,
  target: Target,
  delivery: Delivery,
): Promise<string> {
  const { success, http_status, error } = delivery
  return transaction(ctx, async (tx) => {
    const now = await lockOpportunity(tx, row)
    await note(tx, brand.id, row.id, target, delivery)
    const data = { opportunity_id: row.id, http_status, error }
    await recordEvent(tx, success ? 'opportunity.sent' : 'opportunity.not_sent', { brandId: brand.id, data })
    if (!success) return now.status
    await tx.db
      .updateTable('opportunities')
      .set({ webhook_sent_at: tx.now(), updated_at: tx.now() })
      .where('brand_id', '=', brand.id)
      .where('id', '=', row.id)
      .execute()
    // A receiver may have reported back already, before its answer to us was there.
    const moves = now.status === row.status && row.status !== 'sent' && !(await hasOpenTwin(tx, row))
    return moves ? (await setStatus(tx, now, 'sent', null)).status : now.status
  })
}

/** Each by itself: one that fails holds up none of the others. In the order given. */
export function sendOpportunities(ctx: Context, all: readonly LoadedOpportunity[]) {
  const enter = semaphore(sentAtOnce)
  return Promise.all(
    all.map(async (found) => {
      const leave = await enter(new AbortController().signal)
      try {
        const { success, error, http_status } = await sendOpportunity(ctx, found)
        return { id: found.row.id, success, error: success ? null : (error ?? `status ${http_status}`) }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { id: found.row.id, success: false, error: error.message }
      } finally {
        leave()
      }
    }),
  )
}

/** Also while the webhook is switched off: one tests before one switches on. */
export async function testWebhook(ctx: Context, brandId: string, limits = { timeoutMs }): Promise<Delivered> {
  const target = await getWebhookTarget(ctx, brandId)
  const delivery = await post(ctx, target, testPayload(ctx.now()), limits)
  await transaction(ctx, async (tx) => {
    await note(tx, brandId, null, target, delivery)
    await recordEvent(tx, 'webhook.tested', {
      brandId,
      data: { http_status: delivery.http_status, error: delivery.error },
    })
  })
  return shownResult(delivery)
}

async function payloadOf(ctx: Context, { row, brand }: LoadedOpportunity): Promise<Payload> {
  const { category } = await ctx.db
    .selectFrom('prompts')
    .select('category')
    .where('brand_id', '=', brand.id)
    .where('id', '=', row.prompt_id)
    .executeTakeFirstOrThrow()
  const brief = await newestBrief(ctx, row)
  const token = callbackToken(ctx, { brandId: brand.id, opportunityId: row.id })
  const { id, title, description, type, impact, opportunity_score } = row
  return {
    event: 'opportunity.sent',
    opportunity: { id, title, description, type, impact, opportunity_score },
    prompt: { text: row.prompt_text, category },
    data: row.source_data,
    brief: brief?.brief ?? null,
    brand: { name: brand.name, domain: brand.domain, industry: brand.industry ?? '' },
    callback_url: `${ctx.baseUrl}/api/content/${id}/status?token=${token}`,
  }
}

type Delivery = Delivered & { id: string; body: string | null; durationMs: number; at: Date }

async function post(
  ctx: Context,
  target: Target,
  payload: object,
  limits: { timeoutMs: number },
): Promise<Delivery> {
  const id = newId(ctx.now().getTime())
  const at = ctx.now()
  const body = JSON.stringify(payload)
  const startedMs = performance.now()
  const fetched = await guardedFetch(ctx, target.url, {
    method: 'POST',
    headers: signHeaders({ id: `msg_${id}`, body, sentAt: at }, target.secret),
    body,
    timeoutMs: limits.timeoutMs,
    maxBytes: excerptBytes,
    onOverflow: 'truncate',
  })
  return { id, at, durationMs: Math.round(performance.now() - startedMs), ...resultOf(fetched) }
}

function resultOf(fetched: FetchResult): Delivered & { body: string | null } {
  if (fetched.outcome === 'failed')
    return { success: false, http_status: null, error: fetched.kind, body: null }
  const { status, body } = fetched
  const success = status >= 200 && status < 300
  return { success, http_status: status, error: null, body: excerptOf(body) }
}

/** What PostgreSQL's text cannot hold is left out; half a character at the end too. */
const excerptOf = (body: Buffer): string =>
  body.toString().replaceAll('\0', '').slice(0, excerptLength).toWellFormed()

const shownResult = ({ success, http_status, error }: Delivery): Delivered => ({
  success,
  http_status,
  error,
})

async function note(
  tx: Context,
  brandId: string,
  opportunityId: string | null,
  { url }: Target,
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
      actor: JSON.stringify(actorOf(tx)),
      created_at: at,
    })
    .execute()
}
