/** Events of the audit log, written in the transaction of the change they describe. */
import { createHmac } from 'node:crypto'
import type { Context } from './context.ts'
import { newId } from './ids.ts'

export const eventKinds = {
  'organization.created': 'An organization was created',
  'organization.changed': 'Organization settings were changed',
  'organization.exported': 'All data of the organization was exported',
  'plan.changed': "An organization's plan was changed",
  'user.signed_in': 'A user signed in',
  'user.sign_in_failed': 'Someone tried to sign in with a wrong password',
  'user.signed_out': 'A user signed out',
  'password.changed': "A user's password was changed",
  'member.joined': 'A user accepted an invitation',
  'member.changed': "A member's role or brand access was changed",
  'member.removed': 'A member was removed',
  'invitation.created': 'A user was invited',
  'invitation.revoked': 'An invitation was revoked',
  'api_key.created': 'An API key was created',
  'api_key.revoked': 'An API key was revoked',
  'brand.created': 'A brand was created',
  'brand.changed': 'A brand was changed',
  'brand.deleted': 'A brand was deleted with all its data',
  'platform.tested': 'A platform was tested with one query',
  'engine_key.changed': 'An engine key of the organization or its monthly limit was changed',
  'engine_key.deleted': 'An engine key of the organization was removed with its limit',
  'engine_key.tested': 'An engine key was tested with one query',
  'retention.changed': 'The retention periods of the organization were changed',
  'retention.applied': 'Data older than its retention period was deleted',
  'reanalysis.requested': 'A reanalysis of the stored answers was requested',
  'platforms.changed': "A brand's platforms were changed",
  'competitor.created': 'A competitor was added',
  'competitor.changed': 'A competitor was changed',
  'competitor.deleted': 'A competitor was removed',
  'candidate.accepted': 'A suggested competitor was accepted',
  'candidate.dismissed': 'A suggested competitor was dismissed',
  'candidate.restored': 'A dismissed suggestion was restored',
  'product.created': 'A product was added',
  'product.changed': 'A product was changed',
  'product.deleted': 'A product was removed',
  'topic.created': 'A topic was added',
  'topic.changed': 'A topic was changed',
  'topic.deleted': 'A topic was removed',
  'note.created': 'A note was added to the trend charts',
  'note.changed': 'A note on the trend charts was changed',
  'note.deleted': 'A note on the trend charts was removed',
  'alert_rule.created': 'An alert rule was added',
  'alert_rule.changed': 'An alert rule was changed, muted, switched on or off',
  'alert_rule.deleted': 'An alert rule was removed',
  'prompt.created': 'A prompt was added',
  'prompt.changed': 'A prompt was changed',
  'prompt.deleted': 'A prompt was removed',
  'prompts.changed': 'Several prompts were changed at once',
  'prompts.deleted': 'Several prompts were removed at once',
  'prompts.imported': 'Prompts were imported',
  'suggestions.requested': 'Suggestions were requested from a language model',
  'volumes.requested': 'Search volumes of prompts were requested',
  'volumes.imported': 'Search volumes of prompts were imported',
  'answers.imported': 'Past answers were imported',
  'opportunities.generated': 'Opportunities were created, updated or closed',
  'opportunity.created': 'An opportunity was created for a source',
  'opportunity.edited': 'The owner, due date or comment of an opportunity was changed',
  'opportunity.changed': 'The status of an opportunity was changed',
  'opportunity.sent': 'An opportunity was delivered to a webhook',
  'opportunity.not_sent': 'A webhook did not accept an opportunity',
  'brief.written': 'A brief was written for an opportunity',
  'brief.edited': 'The brief of an opportunity was edited',
  'webhook.changed': "A brand's webhook was changed or removed; with its old and new URL, shortened",
  'channel.created': 'A notification channel was added',
  'channel.changed': 'A notification channel was changed',
  'channel.deleted': 'A notification channel was removed',
  'channel.tested': 'A test was sent to a notification channel',
  'channel.resent': 'A failed delivery to a notification channel was resent',
  'callbacks.revoked': 'All callback URLs of a brand were revoked',
  'webhook.tested': 'A test was sent to a webhook',
  'logs.imported': 'Requests of AI agents were imported from a server log',
  'run.requested': 'A tracking run was requested',
  'audit.requested': 'A site audit was requested',
  'ai_file.changed': 'The text of a hosted file was edited',
  'ai_file.reset': 'A hosted file was reset to its generated content',
  'ai_files.moved': 'Hosted files got a new URL; the old one is no longer valid',
  'report.created': 'A report was created',
  'report.changed': 'The texts or sections of a report were changed',
  'report.published': 'A report was published and can no longer be changed',
  'report.deleted': 'A report was deleted with its links',
  'report.downloaded': 'A report was downloaded as a sealed file',
  'report_branding.changed': 'The name, color or logo on reports was changed',
  'report_template.saved': 'The sections of a report were saved as a template',
  'report_template.deleted': 'A template of reports was deleted',
  'report_schedule.created': 'A report was scheduled',
  'report_schedule.deleted': 'A scheduled report was removed',
  'share_link.created': 'A link to a report was created',
  'share_link.revoked': 'A link to a report was revoked',
  'job.cancelled': 'A job was cancelled: a run, a reanalysis or another',
} as const

export type EventKind = keyof typeof eventKinds

export async function recordEvent(
  tx: Context,
  kind: EventKind,
  details: { brandId?: string; data?: Record<string, string | number | boolean | null | string[]> } = {},
): Promise<void> {
  await tx.db
    .insertInto('events')
    .values({
      organization_id: tx.organizationId,
      id: newId(tx.now().getTime()),
      kind,
      actor: JSON.stringify(actorOf(tx)),
      brand_id: details.brandId ?? null,
      data: JSON.stringify(details.data ?? {}),
      request_id: tx.request?.id ?? null,
      address_hash: addressHash(tx),
      created_at: tx.now(),
    })
    .execute()
}

/** Returns the stored form of the actor, with the minimum needed to name them later. */
export function actorOf({ actor }: Context): { kind: string; user_id?: string; key_id?: string } {
  if (actor.kind === 'user') return { kind: actor.kind, user_id: actor.userId }
  if (actor.kind === 'api_key') return { kind: actor.kind, user_id: actor.userId, key_id: actor.keyId }
  return { kind: actor.kind }
}

/**
 * Returns a keyed hash of the client's IP address, equal for equal addresses of one organization, or null outside
 * requests and when `AUDIT_ADDRESSES` is off.
 */
export function addressHash({ config, organizationId, request, secretKey }: Context): string | null {
  if (!config.AUDIT_ADDRESSES || request === undefined) return null
  const text = `audit address ${organizationId} ${request.ip}`
  return createHmac('sha256', secretKey).update(text).digest('hex').slice(0, 16)
}
