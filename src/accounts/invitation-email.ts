import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { button, escapeHtml, html, look, mailAttachments, mailPage } from '../mail/layout.ts'
import { canSendMail, sendMail } from '../mail/mailer.ts'
import { getOrganization } from './organizations.ts'

export const InvitationEmail = z
  .object({
    status: z
      .enum(['sent', 'failed', 'not_configured'])
      .describe('`not_configured`: SMTP_URL is not set. Pass the link on yourself unless it is `sent`.'),
    error: z.string().nullable().describe('Why sending failed.'),
  })
  .meta({ id: 'InvitationEmail' })

/** Sends the link of an invitation to the invited address. There are no retries, because the inviter can pass the link on. */
export async function sendInvitationEmail(
  ctx: Context,
  { id, email, link }: { id: string; email: string; link: string },
): Promise<z.input<typeof InvitationEmail>> {
  if (!canSendMail(ctx)) return { status: 'not_configured', error: null }
  const { name: organization } = await getOrganization(ctx)
  const title = `Join ${organization} on Ansight`
  const explanation = `You are invited to ${organization}. The link works once, within seven days.`
  const ignore = 'If you do not expect this invitation, ignore this message.'
  const result = await sendMail(ctx, {
    to: email,
    subject: title,
    text: `${title}\n\n${explanation}\n\nAccept the invitation: ${link}\n\n--\n${ignore}\n`,
    html: mailPage(title, {
      preview: explanation,
      context: 'Invitation',
      body: html(
        `<h1 ${look(['ink'], 'margin:0 0 8px;font-size:24px;line-height:30px;font-weight:600')}>${escapeHtml(title)}</h1>
<p ${look(['muted'], 'margin:0 0 24px;font-size:15px;line-height:23px')}>${escapeHtml(explanation)}</p>
${button(link, 'Accept the invitation')}`,
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
