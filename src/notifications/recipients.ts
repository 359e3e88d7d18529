/**
 * Addresses of email channels. A recipient confirms once per organization by a link; until then, the address receives
 * nothing but the email with that link, so that nobody can be subscribed by others.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { newId } from '../core/ids.ts'
import { type Message, message } from '../languages/message.ts'
import { type LinkEmail, renderLinkEmail } from '../mail/link-email.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail, notConfigured, sendMail } from '../mail/mailer.ts'
import { withoutLinks } from '../mail/plain-name.ts'

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
  const { name } = await ctx.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow()
  const result = await sendMail(ctx, {
    to: recipient,
    // Channels are in English.
    ...renderLinkEmail('en', confirmationEmail(withoutLinks(name)), confirmationUrl(ctx, recipient)),
    messageId: `<${newId(ctx.now().getTime())}@${new URL(ctx.baseUrl).hostname}>`,
  })
  return result.outcome === 'sent' ? null : result.error
}

const confirmationEmail = (organization: string): LinkEmail => ({
  title: message('notifications.recipients.confirmYourAddress'),
  explanation: message('notifications.recipients.organizationWantsToSendNotificationsOf', { organization }),
  action: message('notifications.recipients.confirmTheAddress'),
  footer: message('notifications.recipients.ifYouDoNotExpectThis'),
})

type Subject = { organizationId: string; email: string }

const idBytes = 16
const signatureBytes = 32

function confirmationUrl(ctx: Context, email: string): string {
  const id = Buffer.from(ctx.organizationId.replaceAll('-', ''), 'hex')
  const body = Buffer.concat([id, Buffer.from(email)])
  return `${ctx.baseUrl}/confirm-address/${Buffer.concat([signature(ctx, body), body]).toString('base64url')}`
}

/** Returns null for an invalid signature. The token is signed and not stored. */
export function verifyConfirmationToken(ctx: Pick<AppContext, 'secretKey'>, token: string): Subject | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= signatureBytes + idBytes) return null
  const [signed, body] = [bytes.subarray(0, signatureBytes), bytes.subarray(signatureBytes)]
  if (!timingSafeEqual(signed, signature(ctx, body))) return null
  const id = body.toString('hex', 0, idBytes)
  return {
    organizationId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    email: body.toString('utf8', idBytes),
  }
}

const signature = ({ secretKey }: Pick<AppContext, 'secretKey'>, body: Buffer): Buffer =>
  createHmac('sha256', secretKey).update('confirm address\0').update(body).digest()

/** Returns false when the organization no longer exists. Confirming again changes nothing. */
export function confirmRecipient(app: AppContext, { organizationId, email }: Subject): Promise<boolean> {
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
        {
          data: { email },
        },
      )
    return true
  })
}
