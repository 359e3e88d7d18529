/** Whether the webhooks that are switched on can be used. Nothing is delivered: a request without a body only knocks. */
import type { AppContext } from '../core/context.ts'
import { decryptSecret } from '../db/encryption.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { type Check, fail, ok, warn } from './check.ts'

export async function checkWebhooks(base: AppContext, { online }: { online: boolean }): Promise<Check[]> {
  const webhooks = await base.db
    .selectFrom('webhooks')
    .innerJoin('brands', 'brands.id', 'webhooks.brand_id')
    .select(['webhooks.brand_id', 'brands.slug', 'url', 'secret'])
    .where('is_active', '=', true)
    .orderBy('webhooks.brand_id')
    .execute()
  return Promise.all(webhooks.map((webhook) => checkWebhook(base, webhook, online)))
}

type Webhook = { brand_id: string; slug: string; url: string; secret: Buffer | null }

const patienceMs = 5_000

async function checkWebhook(base: AppContext, webhook: Webhook, online: boolean): Promise<Check> {
  const { brand_id, slug, url, secret } = webhook
  const id = `webhook.${brand_id}`
  // A path or query may hold what only its owner should know.
  const where = `The webhook of ${slug} (${new URL(url).host})`
  if (secret !== null && decryptSecret(base.secretKey, secret, brand_id) === null)
    return fail(
      id,
      `${where} has a secret that was sealed with another SECRET_KEY.`,
      'Set the secret of the webhook again, or SECRET_KEY to what it was.',
    )
  if (!online) return ok(id, `${where} is set; --online sees whether it can be reached.`)
  const fetched = await guardedFetch(base, url, { method: 'HEAD', timeoutMs: patienceMs })
  if (fetched.outcome === 'failed')
    return fail(
      id,
      `${where} cannot be reached: ${fetched.kind}.`,
      'Check its URL, the network and the firewall; docs/webhooks.md says what each error means.',
    )
  if (fetched.status < 500) return ok(id, `${where} answers.`)
  return warn(id, `${where} answers with status ${fetched.status}.`, 'Look at the receiver.')
}
