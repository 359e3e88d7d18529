import type { Context } from '../core/context.ts'
import { readerLanguage } from '../languages/localized.ts'
import { message } from '../languages/message.ts'
import type { NotificationContent } from './content.ts'
import { type EmailFrame, renderEmail } from './email.ts'
import { createSignedToken } from './signed-token.ts'

/** Returns the reason and the links below the digest of a member. */
export const digestFrame = (ctx: Context, userId: string): Pick<EmailFrame, 'reason' | 'links'> => ({
  reason: message('notifications.digestEmail.youReceiveThisBecauseYouSubscribed', {
    host: new URL(ctx.baseUrl).host,
  }),
  links: [
    { label: message('common.texts.changeDigest'), url: `${ctx.baseUrl}/dashboard/settings/digest` },
    { label: message('notifications.digestEmail.unsubscribe'), url: unsubscribeUrls(ctx, userId).page },
  ],
})

/** `page` asks for confirmation, because link scanners open it. Mail programs send POST to `oneClick`. */
export function unsubscribeUrls(ctx: Context, userId: string): { page: string; oneClick: string } {
  const { baseUrl, organizationId } = ctx
  const token = createSignedToken(ctx, 'end of digests', { organizationId, subject: userId })
  return { page: `${baseUrl}/unsubscribe/${token}`, oneClick: `${baseUrl}/api/unsubscribe/${token}` }
}

/** Renders the email in the language of the reader of the response. */
export const renderDigestEmail = (ctx: Context, userId: string, content: NotificationContent) =>
  renderEmail(content, { baseUrl: ctx.baseUrl, language: readerLanguage(), ...digestFrame(ctx, userId) })
