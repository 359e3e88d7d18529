/** An email of the service itself with one action: an invitation, a confirmation, or a notice about an account. */
import type { Language } from '../../vocabulary/languages.ts'
import type { AppContext } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { localize, withLocale } from '../languages/localized.ts'
import type { Message } from '../languages/message.ts'
import { button, escapeHtml, html, look, mailAttachments, mailPage } from './layout.ts'
import { type Mail, type MailResult, sendMail } from './mailer.ts'

export type LinkEmail = {
  /** Default: the title. */
  subject?: Message
  title: Message
  /** Next to the logo. */
  context?: Message
  explanation: Message
  action: Message
  /** Below the line: what to do with an unexpected message. */
  footer: Message
}

/** Sends the email. `id`: makes the Message-ID. */
export const sendLinkEmail = (
  ctx: AppContext,
  {
    to,
    language,
    texts,
    link,
    id = newId(ctx.now().getTime()),
  }: { to: string; language: Language; texts: LinkEmail; link: string; id?: string },
): Promise<MailResult> =>
  sendMail(ctx, {
    to,
    ...renderLinkEmail(language, texts, link),
    messageId: `<${id}@${new URL(ctx.baseUrl).hostname}>`,
  })

function renderLinkEmail(
  language: Language,
  { subject, title, context, explanation, action, footer }: LinkEmail,
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'> {
  return withLocale(language, () => {
    const heading = localize(title)
    const text = localize(explanation)
    return {
      subject: subject ? localize(subject) : heading,
      text: `${heading}\n\n${text}\n\n${localize(action)}: ${url}\n\n--\n${localize(footer)}\n`,
      html: mailPage(heading, {
        preview: text,
        language,
        context: context ? localize(context) : '',
        body: html(
          `<h1 ${look(['ink'], 'margin:0 0 8px;font-size:24px;line-height:30px;font-weight:600')}>${escapeHtml(heading)}</h1>
<p ${look(['muted'], 'margin:0 0 24px;font-size:15px;line-height:23px')}>${escapeHtml(text)}</p>
${button(url, localize(action))}`,
        ),
        footer: escapeHtml(localize(footer)),
      }),
      attachments: mailAttachments(),
    }
  })
}
