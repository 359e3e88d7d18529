/**
 * Addresses of email channels. A recipient confirms once per organization by a link; until then, the address receives
 * nothing but the email with that link, so that nobody can be subscribed by others.
 */
import { findOrganization } from '../accounts/organizations.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { type Message, message } from '../languages/message.ts'
import { type LinkEmail, sendLinkEmail } from '../mail/link-email.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail, notConfigured } from '../mail/mailer.ts'
import { withoutLinks } from '../mail/plain-name.ts'
import { createSignedToken } from './signed-token.ts'

/** Returns the addresses that have been confirmed for the organization. */
export async function findConfirmed(ctx: Context, recipients: readonly string[]): Promise<Set<string>> {
  if (recipients.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('confirmed_recipients')
    .select('email')
    .where('organization_id', '=', ctx.organizationId)
    .where('email', 'in', [...recipients])
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** Sends the link to addresses that are not confirmed. A test of the channel sends it again. */
export async function requestConfirmations(ctx: Context, recipients: readonly string[]): Promise<void> {
  if (!canSendMail(ctx)) return
  const confirmed = await findConfirmed(ctx, recipients)
  await Promise.all(
    recipients.filter((each) => !confirmed.has(each)).map((each) => requestConfirmation(ctx, each)),
  )
}

/** Sends the link. Returns why it was not sent, or null. */
export async function requestConfirmation(ctx: Context, recipient: string): Promise<Message | null> {
  if (!canSendMail(ctx)) return notConfigured
  const refusal = await takeMailQuota(ctx, recipient)
  if (refusal !== null) return refusal
  const { name } = await findOrganization(ctx)
  const subject = { organizationId: ctx.organizationId, subject: recipient }
  const token = createSignedToken(ctx, 'confirm address', subject)
  const result = await sendLinkEmail(ctx, {
    to: recipient,
    // Channels are in English.
    language: 'en',
    texts: confirmationEmail(withoutLinks(name)),
    link: `${ctx.baseUrl}/confirm-address/${token}`,
  })
  return result.outcome === 'sent' ? null : result.error
}

const confirmationEmail = (organization: string): LinkEmail => ({
  title: message('notifications.recipients.confirmYourAddress'),
  explanation: message('notifications.recipients.organizationWantsToSendNotificationsOf', { organization }),
  action: message('notifications.recipients.confirmTheAddress'),
  footer: message('notifications.recipients.ifYouDoNotExpectThis'),
})

/** Returns false when the organization no longer exists. Confirming again changes nothing. */
export function confirmRecipient(
  app: AppContext,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<boolean> {
  return transaction(app, async (tx) => {
    const organization = await tx.db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', organizationId)
      .forKeyShare()
      .executeTakeFirst()
    if (!organization) return false
    const inserted = await tx.db
      .insertInto('confirmed_recipients')
      .values({ organization_id: organizationId, email, confirmed_at: tx.now() })
      .onConflict((existing) => existing.doNothing())
      .returning('email')
      .executeTakeFirst()
    if (inserted)
      await recordEvent(
        { ...tx, organizationId, actor: { kind: 'anonymous' } },
        'channel.recipient_confirmed',
        { data: { email } },
      )
    return true
  })
}
