import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { localizedText, readerLanguage } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { type LinkEmail, renderLinkEmail } from '../mail/link-email.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail, sendMail } from '../mail/mailer.ts'
import { withoutLinks } from '../mail/plain-name.ts'
import { findOrganization } from './organizations.ts'

export const InvitationEmail = z
  .object({
    status: z
      .enum(['sent', 'failed', 'not_configured'])
      .describe(
        '`not_configured`: SMTP_URL is not set, so pass the link on yourself. `failed`: invite the address again to send another email.',
      ),
    error: localizedText().nullable().describe('Why sending failed.'),
  })
  .meta({ id: 'InvitationEmail' })

/**
 * Sends the link of an invitation to the invited address, in the language of the person who invites. There are no retries,
 * because the inviter sees the result.
 */
export async function sendInvitationEmail(
  ctx: Context,
  { id, email, link }: { id: string; email: string; link: string },
): Promise<z.input<typeof InvitationEmail>> {
  if (!canSendMail(ctx)) return { status: 'not_configured', error: null }
  const refusal = await takeMailQuota(ctx, email)
  if (refusal !== null) return { status: 'failed', error: refusal }
  const { name } = await findOrganization(ctx)
  const result = await sendMail(ctx, {
    to: email,
    ...renderLinkEmail(readerLanguage(), getTexts(withoutLinks(name)), link),
    messageId: `<${id}@${new URL(ctx.baseUrl).hostname}>`,
  })
  return result.outcome === 'sent'
    ? { status: 'sent', error: null }
    : { status: 'failed', error: result.error }
}

const getTexts = (organization: string): LinkEmail => ({
  // Without the name, which a stranger chose.
  subject: message('accounts.invitationEmail.youAreInvitedToAnsight'),
  title: message('accounts.invitationEmail.joinOrganizationOnAnsight', { organization }),
  context: message('accounts.invitationEmail.invitation'),
  explanation: message('accounts.invitationEmail.youAreInvitedToOrganizationThe', { organization }),
  action: message('accounts.invitationEmail.acceptTheInvitation'),
  footer: message('accounts.invitationEmail.ifYouDoNotExpectThis'),
})
