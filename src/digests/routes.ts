/** Routes of the caller's digest. */
import { z } from 'zod'
import { brandsFinder as brands } from '../accounts/members.ts'
import { notFound } from '../core/errors.ts'
import { NoContent, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { withInlineImages } from '../mail/layout.ts'
import { RenderedContent } from '../notifications/content.ts'
import { renderDigestEmail } from '../notifications/digest-email.ts'
import { verifySignedToken } from '../notifications/signed-token.ts'
import {
  DigestRecord,
  DigestSettings,
  getDigest,
  getUserId,
  setDigest,
  turnDigestOff,
} from './digest-settings.ts'
import { composeNow, sendNow } from './send-digests.ts'

const Choice = DigestSettings.pick({ frequency: true, brand_ids: true })

export const digestRoutes = {
  'GET /api/digest': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Get your digest',
    description: 'The settings of the personal digest of the caller. Inactive until the caller turns it on.',
    returns: DigestRecord,
    run: (ctx) => getDigest(ctx),
  }),
  'PUT /api/digest': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Set your digest',
    description:
      'Turns the digest on or off, and sets when it is sent and which brands it covers. The first one is sent when it is due after the change. The other settings are kept while it is off.',
    find: { brands },
    body: DigestSettings,
    returns: DigestRecord,
    run: (ctx, { body }) => setDigest(ctx, body),
  }),
  'POST /api/digest/preview': route({
    access: 'read',
    invalidatedBy: null,
    reads: 'long',
    summary: 'Preview a digest',
    description: 'Composes the digest as if it were due now. Sends and stores nothing.',
    find: { brands },
    body: Choice,
    returns: z.object({
      message: RenderedContent,
      html: z.string().describe('The email, with its images inside.'),
      text: z.string().describe('The plain text of the email.'),
      has_news: z.boolean().describe('False: the digest would be left out with `skip_empty`.'),
    }),
    run: async (ctx, { body }) => {
      const { message, hasNews } = await composeNow(ctx, {
        frequency: body.frequency,
        brandIds: body.brand_ids,
      })
      const { html, text } = renderDigestEmail(ctx, getUserId(ctx), message)
      return { message, html: withInlineImages(html), text, has_news: hasNews }
    },
  }),
  'POST /api/digest/send': route({
    access: 'read',
    invalidatedBy: null,
    reads: 'long',
    summary: 'Send yourself a digest now',
    description:
      'Adds the digest to the inbox of the caller and, if SMTP is configured and the daily limit is not reached, emails it to them.',
    find: { brands },
    body: Choice,
    returns: z.object({
      notification_id: z.uuid(),
      is_emailed: z.boolean().describe('Whether it is also sent by email.'),
    }),
    run: async (ctx, { body }) => {
      const choice = { frequency: body.frequency, brandIds: body.brand_ids }
      const { notificationId, isEmailed } = await sendNow(ctx, choice)
      return { notification_id: notificationId, is_emailed: isEmailed }
    },
  }),
  'POST /api/unsubscribe/:token': route({
    access: 'none',
    summary: 'Unsubscribe from digests',
    description:
      'Turns off the digest of the member whose email contains the token, and keeps its settings. Mail programs call this with one click (RFC 8058). Has no effect if it is off already.',
    params: { token: z.string().max(200).describe('Token of the link in the email.') },
    accepts: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    body: z.string(),
    errors: ['not_found'],
    returns: NoContent,
    status: 204,
    run: async (ctx, { params }) => {
      const signed = verifySignedToken(ctx, 'end of digests', params.token)
      if (signed === null) throw notFound(message('digests.routes.noSuchSubscription'))
      await turnDigestOff(ctx, { organizationId: signed.organizationId, userId: signed.subject })
    },
  }),
}
