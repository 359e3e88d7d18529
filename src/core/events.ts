/** Events of the audit log, written in the transaction of the change they describe. */
import { createHmac } from 'node:crypto'
import { message } from '../languages/message.ts'
import type { Context } from './context.ts'
import { newId } from './ids.ts'

export const eventKinds = {
  'organization.created': message('An organization was created'),
  'organization.changed': message('Organization settings were changed'),
  'organization.exported': message('All data of the organization was exported'),
  'plan.changed': message("An organization's plan was changed"),
  'user.signed_in': message('A user signed in'),
  'user.sign_in_failed': message('Someone tried to sign in with a wrong password'),
  'user.signed_out': message('A user signed out'),
  'password.changed': message("A user's password was changed"),
  'member.joined': message('A user accepted an invitation'),
  'member.changed': message("A member's role or brand access was changed"),
  'member.removed': message('A member was removed'),
  'invitation.created': message('A user was invited'),
  'invitation.revoked': message('An invitation was revoked'),
  'api_key.created': message('An API key was created'),
  'api_key.revoked': message('An API key was revoked'),
  'brand.created': message('A brand was created'),
  'brand.changed': message('A brand was changed'),
  'brand.deleted': message('A brand was deleted with all its data'),
  'platform.tested': message('A platform was tested with one query'),
  'engine_key.changed': message('An engine key of the organization or its monthly limit was changed'),
  'engine_key.deleted': message('An engine key of the organization was removed with its limit'),
  'engine_key.tested': message('An engine key was tested with one query'),
  'sentiment.method_changed': message('The method that classifies sentiment was changed'),
  'sentiment.corrected': message('The sentiment of an answer was corrected'),
  'retention.changed': message('The retention periods of the organization were changed'),
  'retention.applied': message('Data older than its retention period was deleted'),
  'reanalysis.requested': message('A reanalysis of the stored answers was requested'),
  'platforms.changed': message("A brand's platforms were changed"),
  'competitor.created': message('A competitor was added'),
  'competitor.changed': message('A competitor was changed'),
  'competitor.deleted': message('A competitor was removed'),
  'candidate.accepted': message('A suggested competitor was accepted'),
  'candidate.dismissed': message('A suggested competitor was dismissed'),
  'candidate.restored': message('A dismissed suggestion was restored'),
  'product.created': message('A product was added'),
  'product.changed': message('A product was changed'),
  'product.deleted': message('A product was removed'),
  'topic.created': message('A topic was added'),
  'topic.changed': message('A topic was changed'),
  'topic.deleted': message('A topic was removed'),
  'note.created': message('A note was added to the trend charts'),
  'note.changed': message('A note on the trend charts was changed'),
  'note.deleted': message('A note on the trend charts was removed'),
  'alert_rule.created': message('An alert rule was added'),
  'alert_rule.changed': message('An alert rule was changed, muted, switched on or off'),
  'alert_rule.deleted': message('An alert rule was removed'),
  'prompt.created': message('A prompt was added'),
  'prompt.changed': message('A prompt was changed'),
  'prompt.deleted': message('A prompt was removed'),
  'prompts.changed': message('Several prompts were changed at once'),
  'prompts.deleted': message('Several prompts were removed at once'),
  'prompts.imported': message('Prompts were imported'),
  'suggestions.requested': message('Suggestions were requested from a language model'),
  'volumes.requested': message('Search volumes of prompts were requested'),
  'volumes.imported': message('Search volumes of prompts were imported'),
  'answers.imported': message('Past answers were imported'),
  'opportunities.generated': message('Opportunities were created, updated or closed'),
  'opportunity.created': message('An opportunity was created for a source'),
  'opportunity.edited': message('The owner, due date or comment of an opportunity was changed'),
  'opportunity.changed': message('The status of an opportunity was changed'),
  'opportunity.sent': message('An opportunity was delivered to a webhook'),
  'opportunity.not_sent': message('A webhook did not accept an opportunity'),
  'brief.written': message('A brief was written for an opportunity'),
  'brief.edited': message('The brief of an opportunity was edited'),
  'webhook.changed': message("A brand's webhook was changed or removed; with its old and new URL, shortened"),
  'channel.created': message('A notification channel was added'),
  'channel.changed': message('A notification channel was changed'),
  'channel.deleted': message('A notification channel was removed'),
  'channel.tested': message('A test was sent to a notification channel'),
  'channel.recipient_confirmed': message('A recipient of a notification channel confirmed their address'),
  'channel.resent': message('A failed delivery to a notification channel was resent'),
  'callbacks.revoked': message('All callback URLs of a brand were revoked'),
  'webhook.tested': message('A test was sent to a webhook'),
  'logs.imported': message('Requests of AI agents were imported from a server log'),
  'run.requested': message('A tracking run was requested'),
  'audit.requested': message('A site audit was requested'),
  'ai_file.changed': message('The text of a hosted file was edited'),
  'ai_file.reset': message('A hosted file was reset to its generated content'),
  'ai_files.moved': message('Hosted files got a new URL; the old one is no longer valid'),
  'report.created': message('A report was created'),
  'report.changed': message('The texts or sections of a report were changed'),
  'report.published': message('A report was published and can no longer be changed'),
  'report.deleted': message('A report was deleted with its links'),
  'report.downloaded': message('A report was downloaded as a sealed file'),
  'report_branding.changed': message('The name, color or logo on reports was changed'),
  'report_template.saved': message('The sections of a report were saved as a template'),
  'report_template.deleted': message('A template of reports was deleted'),
  'report_schedule.created': message('A report was scheduled'),
  'report_schedule.deleted': message('A scheduled report was removed'),
  'share_link.created': message('A link to a report was created'),
  'share_link.revoked': message('A link to a report was revoked'),
  'job.cancelled': message('A job was cancelled: a run, a reanalysis or another'),
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
