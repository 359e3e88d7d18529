import type { Context } from '../core/context.ts'
import { type EmailFrame, renderEmail } from './email.ts'
import type { Message } from './message.ts'
import { unsubscribeUrls } from './unsubscribe-token.ts'

/** Returns the reason and the links below the digest of a member. */
export const digestFrame = (ctx: Context, userId: string): Omit<EmailFrame, 'baseUrl'> => ({
  reason: `You receive this because you subscribed to the digest. Sent by the Ansight server at ${new URL(ctx.baseUrl).host}.`,
  links: [
    { label: 'Change digest', url: `${ctx.baseUrl}/dashboard/settings/digest` },
    { label: 'Unsubscribe', url: unsubscribeUrls(ctx, userId).page },
  ],
})

export const renderDigestEmail = (ctx: Context, userId: string, message: Message) =>
  renderEmail(message, { baseUrl: ctx.baseUrl, ...digestFrame(ctx, userId) })
