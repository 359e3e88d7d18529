/** Checks whether the enabled webhooks work. Delivers nothing: sends a request without a body. */
import type { AppContext } from '../core/context.ts'
import { decryptSecret } from '../db/encryption.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { type DoctorCheck, fail, ok, warn } from './check.ts'

export async function checkWebhooks(
  base: AppContext,
  { online }: { online: boolean },
): Promise<DoctorCheck[]> {
  const webhooks = await listWebhooks(base)
  return Promise.all(webhooks.map((webhook) => checkWebhook(base, webhook, online)))
}

const listWebhooks = ({ db }: AppContext) =>
  db
    .selectFrom('channels')
    .innerJoin('brands', 'brands.id', 'channels.brand_id')
    .select(['channels.id', 'channels.brand_id', 'brands.slug', 'url', 'secret'])
    .where('is_active', '=', true)
    .orderBy('channels.brand_id')
    .execute()

type Webhook = Awaited<ReturnType<typeof listWebhooks>>[number]

const timeoutMs = 5_000

async function checkWebhook(base: AppContext, webhook: Webhook, online: boolean): Promise<DoctorCheck> {
  const { brand_id, slug, secret } = webhook
  const id = `webhook.${brand_id}`
  const url = webhook.url && decryptSecret(base, webhook.url, webhook.id)
  if (url === null || (secret !== null && decryptSecret(base, secret, webhook.id) === null))
    return fail(
      id,
      `The webhook of ${slug} was encrypted with another SECRET_KEY.`,
      'Set the URL and the secret of the webhook again, or restore SECRET_KEY.',
    )
  // Omits path and query, which may contain a secret.
  const subject = `The webhook of ${slug} (${new URL(url).host})`
  if (!online) return ok(id, `${subject} is configured; use --online to check whether it is reachable.`)
  const fetched = await guardedFetch(base, url, { method: 'HEAD', timeoutMs: timeoutMs })
  if (fetched.outcome === 'failed')
    return fail(
      id,
      `${subject} is unreachable: ${fetched.kind}.`,
      'Check its URL, the network and the firewall; docs/webhooks.md explains each error.',
    )
  if (fetched.status < 500) return ok(id, `${subject} is reachable.`)
  return warn(id, `${subject} returns status ${fetched.status}.`, 'Check the receiver.')
}
