/** What was done, by whom: written in the transaction of the change itself, read as the audit log. */
import type { Context } from './context.ts'
import { newId } from './ids.ts'

export const eventKinds = {
  'organization.created': 'An organization was made',
  'organization.changed': 'An organization was renamed, or its spending limit was set',
  'plan.changed': "An organization's plan was set",
  'password.changed': "A person's password was set anew",
  'member.joined': 'A person accepted an invitation',
  'member.changed': "A member's role or brands were changed",
  'member.removed': 'A member was removed',
  'invitation.created': 'A person was invited',
  'invitation.revoked': 'An invitation was taken back',
  'api_key.created': 'An API key was made',
  'api_key.revoked': 'An API key was revoked',
  'brand.created': 'A brand was made',
  'brand.changed': 'A brand was changed',
  'brand.deleted': 'A brand was deleted with all it held',
  'platforms.changed': "A brand's platforms were set",
  'competitor.created': 'A competitor was added',
  'competitor.changed': 'A competitor was changed',
  'competitor.deleted': 'A competitor was removed',
  'candidate.accepted': 'A candidate was made a competitor',
  'candidate.dismissed': 'A candidate was dismissed',
  'candidate.restored': 'A dismissed candidate was offered again',
  'product.created': 'A product was added',
  'product.changed': 'A product was changed',
  'product.deleted': 'A product was removed',
  'topic.created': 'A topic was added',
  'topic.changed': 'A topic was changed',
  'topic.deleted': 'A topic was removed',
  'prompt.created': 'A prompt was added',
  'prompt.changed': 'A prompt was changed',
  'prompt.deleted': 'A prompt was removed',
  'prompts.imported': 'Prompts were imported',
  'suggestions.asked': 'A language model was asked for suggestions',
  'volumes.requested': 'Search volumes of prompts were asked for',
  'volumes.imported': 'Search volumes of prompts were imported',
  'answers.imported': 'Past answers were imported',
  'opportunities.generated': 'Opportunities were made, brought up to date or closed',
  'opportunity.changed': 'The status of an opportunity was set',
  'opportunity.sent': 'An opportunity was delivered to a webhook',
  'opportunity.not_sent': 'A webhook did not take an opportunity',
  'brief.written': 'A brief was written for an opportunity',
  'brief.edited': 'The brief of an opportunity was changed by hand',
  'webhook.changed': "A brand's webhook was set or removed",
  'webhook.tested': 'A test was sent to a webhook',
  'logs.imported': "Requests of AI agents were imported from a server's log",
  'run.requested': 'A tracking run was asked for',
  'audit.requested': 'A site audit was asked for',
  'ai_file.changed': 'The text of a hosted file was written by hand',
  'ai_file.reset': 'A hosted file was given back to what is made from the facts',
  'ai_files.moved': 'Hosted files got a new address; the old one ended',
  'job.cancelled': 'A job was cancelled: a run, a re-reading or another',
} as const

export type EventKind = keyof typeof eventKinds

export async function recordEvent(
  tx: Context,
  kind: EventKind,
  what: { brandId?: string; data?: Record<string, string | number | boolean | null | string[]> } = {},
): Promise<void> {
  await tx.db
    .insertInto('events')
    .values({
      organization_id: tx.organizationId,
      id: newId(tx.now().getTime()),
      kind,
      actor: JSON.stringify(actorOf(tx)),
      brand_id: what.brandId ?? null,
      data: JSON.stringify(what.data ?? {}),
      created_at: tx.now(),
    })
    .execute()
}

/** Who acts, as it is stored: never more than is needed to name them later. */
export function actorOf({ actor }: Context): { kind: string; user_id?: string; key_id?: string } {
  if (actor.kind === 'user') return { kind: actor.kind, user_id: actor.userId }
  if (actor.kind === 'api_key') return { kind: actor.kind, user_id: actor.userId, key_id: actor.keyId }
  return { kind: actor.kind }
}
