/** Email that is sent within a request, without retries, because the person sees the result. */
import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { localizedText, readerLanguage } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { type LinkEmail, sendLinkEmail } from '../mail/link-email.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail } from '../mail/mailer.ts'
import { withoutLinks } from '../mail/plain-name.ts'
import { testEmail } from './account-emails.ts'
import { findOrganization } from './organizations.ts'

export const EmailOutcome = z
  .object({
    status: z
      .enum(['sent', 'failed', 'not_configured'])
      .describe(
        '`not_configured`: SMTP_URL is not set, so pass the link of an invitation on yourself. `failed`: invite the address again to send another email.',
      ),
    error: localizedText().nullable().describe('Why sending failed.'),
  })
  .meta({ id: 'EmailOutcome' })

type Outcome = Promise<z.input<typeof EmailOutcome>>

/** Sends the link of an invitation to the invited address, in the language of the person who invites. */
export async function sendInvitationEmail(
  ctx: Context,
  { id, email, link }: { id: string; email: string; link: string },
): Outcome {
  const { name } = await findOrganization(ctx)
  return sendNow(ctx, { id, to: email, texts: getTexts(withoutLinks(name)), link })
}

export const sendTestEmail = (ctx: Context, to: string): Outcome =>
  sendNow(ctx, { to, texts: testEmail, link: `${ctx.baseUrl}/account` })

async function sendNow(
  ctx: Context,
  email: { id?: string; to: string; texts: LinkEmail; link: string },
): Outcome {
  if (!canSendMail(ctx)) return { status: 'not_configured', error: null }
  const refusal = await takeMailQuota(ctx, email.to)
  if (refusal !== null) return { status: 'failed', error: refusal }
  const result = await sendLinkEmail(ctx, { ...email, language: readerLanguage() })
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
