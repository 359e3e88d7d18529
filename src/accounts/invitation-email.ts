import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { localize, localizedText, readerLanguage } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import { button, escapeHtml, html, look, mailAttachments, mailPage } from '../mail/layout.ts'
import { takeMailQuota } from '../mail/mail-quota.ts'
import { canSendMail, sendMail } from '../mail/mailer.ts'
import { withoutLinks } from '../mail/plain-name.ts'
import { findOrganization } from './organizations.ts'

export const InvitationEmail = z
  .object({
    status: z
      .enum(['sent', 'failed', 'not_configured'])
      .describe('`not_configured`: SMTP_URL is not set. Pass the link on yourself unless it is `sent`.'),
    error: localizedText().nullable().describe('Why sending failed.'),
  })
  .meta({ id: 'InvitationEmail' })

/**
 * Sends the link of an invitation to the invited address, in the language of the person who invites. There are no retries, because
 * the inviter can pass the link on.
 */
export async function sendInvitationEmail(
  ctx: Context,
  { id, email, link }: { id: string; email: string; link: string },
): Promise<z.input<typeof InvitationEmail>> {
  if (!canSendMail(ctx)) return { status: 'not_configured', error: null }
  const refusal = await takeMailQuota(ctx, email)
  if (refusal !== null) return { status: 'failed', error: refusal }
  const { name } = await findOrganization(ctx)
  const { subject, title, context, explanation, action, ignore } = textsFor(withoutLinks(name))
  const result = await sendMail(ctx, {
    to: email,
    subject,
    text: `${title}\n\n${explanation}\n\n${action}: ${link}\n\n--\n${ignore}\n`,
    html: mailPage(title, {
      preview: explanation,
      language: readerLanguage(),
      context,
      body: html(
        `<h1 ${look(['ink'], 'margin:0 0 8px;font-size:24px;line-height:30px;font-weight:600')}>${escapeHtml(title)}</h1>
<p ${look(['muted'], 'margin:0 0 24px;font-size:15px;line-height:23px')}>${escapeHtml(explanation)}</p>
${button(link, action)}`,
      ),
      footer: escapeHtml(ignore),
    }),
    messageId: `<${id}@${new URL(ctx.baseUrl).hostname}>`,
    attachments: mailAttachments(),
  })
  return result.outcome === 'sent'
    ? { status: 'sent', error: null }
    : { status: 'failed', error: result.error }
}

const textsFor = (organization: string) => ({
  // Without the name, which a stranger chose.
  subject: localize(message('accounts.invitationEmail.youAreInvitedToAnsight')),
  title: localize(message('accounts.invitationEmail.joinOrganizationOnAnsight', { organization })),
  context: localize(message('accounts.invitationEmail.invitation')),
  explanation: localize(message('accounts.invitationEmail.youAreInvitedToOrganizationThe', { organization })),
  action: localize(message('accounts.invitationEmail.acceptTheInvitation')),
  ignore: localize(message('accounts.invitationEmail.ifYouDoNotExpectThis')),
})
