/** Routes of the inbox and of channels. Every member may read their inbox; owners and admins manage channels. */
import { z } from 'zod'
import { notificationKinds } from '../../vocabulary/notifications.ts'
import { brandsFinder as brands } from '../accounts/members.ts'
import { brandIfGiven } from '../brands/brands.ts'
import { notFound } from '../core/errors.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { NoContent, route } from '../http/route.ts'
import { message } from '../languages/message.ts'
import { canSendMail } from '../mail/mailer.ts'
import { ChannelKindRecord, showChannelKinds } from './channel-kinds.ts'
import { ChannelChange, ChannelRecord, NewChannel } from './channel-records.ts'
import {
  changeChannel,
  channelInPath,
  createChannel,
  deleteChannel,
  listChannels,
  showChannel,
  showChannels,
} from './channels.ts'
import {
  DeliveryRecord,
  deliveryInPath,
  listDeliveries,
  resendDelivery,
  showDelivery,
} from './delivery-log.ts'
import { countUnread, InboxItem, inboxItemInPath, listInbox, markAllRead, markNotification } from './inbox.ts'
import { confirmRecipient, requestConfirmations } from './recipients.ts'
import { verifySignedToken } from './signed-token.ts'
import { TestResult, testChannel } from './test-channel.ts'
import { FailingTask, listFailingTasks } from './timer-failure.ts'

const inboxRequest = {
  query: {
    ...pageQuery,
    brand_id: Uuid.optional().describe('Only notifications about this brand.'),
    kind: z.enum(notificationKinds).optional().describe('Only notifications of this kind.'),
    unread: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .describe('`true`: only unread notifications.'),
  },
  find: { brand: brandIfGiven('query') },
}

/** The endpoint for API keys is the same on both surfaces. */
const notificationsByKey = route({
  access: 'read',
  invalidatedBy: null,
  summary: 'List notifications',
  description:
    'The inbox of the user of the API key, newest first: alerts, digests, finished reports and messages of the service. With an API key that is limited to brands, only notifications about these brands. Reading does not mark them as read.',
  whenToUse:
    'Answers "what happened recently that needs attention?" For the numbers behind a notification use the metric tools.',
  ...inboxRequest,
  returns: pageSchema(InboxItem),
  run: (ctx, { query }) => listInbox(ctx, { ...query, brandId: query.brand_id }, query),
})

export const notificationRoutes = {
  'GET /api/v1/notifications': notificationsByKey,
  'GET /api/mcp/notifications': notificationsByKey,

  'GET /api/failing-tasks': route({
    access: 'manage',
    summary: 'List failing scheduled tasks',
    description:
      'The scheduled tasks of the installation whose last run failed, such as the backup. Only the first organization of a self-hosted installation gets them.',
    returns: z.object({ items: z.array(FailingTask) }),
    run: async (ctx) => ({ items: await listFailingTasks(ctx) }),
  }),
  'GET /api/notifications': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the inbox',
    description: 'The notifications of the caller, newest first.',
    ...inboxRequest,
    returns: pageSchema(InboxItem),
    run: (ctx, { query }) => listInbox(ctx, { ...query, brandId: query.brand_id }, query),
  }),
  'GET /api/notifications/unread-count': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Count unread notifications',
    description: 'The number of unread notifications of the caller.',
    returns: z.object({ unread: z.number().int() }),
    run: async (ctx) => ({ unread: await countUnread(ctx) }),
  }),
  'POST /api/notifications/read-all': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'Mark all notifications as read',
    description: 'Affects the inbox of the caller only.',
    returns: NoContent,
    run: (ctx) => markAllRead(ctx),
  }),
  'PATCH /api/notifications/:notification': route({
    ...inboxItemInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'Mark a notification as read or unread',
    description: 'Affects the inbox of the caller only.',
    body: z.strictObject({ is_read: z.boolean() }),
    returns: InboxItem,
    run: (ctx, { found, body }) => markNotification(ctx, found.notification.id, body.is_read),
  }),

  'GET /api/channels': route({
    access: 'write',
    summary: 'List channels',
    description:
      'The destinations outside the dashboard, and the kinds of channels. Owners and admins get all channels; other members the webhooks of brands that they can see. URLs are shortened.',
    returns: z.object({
      items: z.array(ChannelRecord),
      kinds: z.array(ChannelKindRecord),
      can_send_email: z.boolean().describe('False: SMTP_URL is not set, so channels of kind `email` fail.'),
    }),
    run: async (ctx) => ({
      items: await showChannels(ctx, await listChannels(ctx)),
      kinds: showChannelKinds(),
      can_send_email: canSendMail(ctx),
    }),
  }),
  'POST /api/channels': route({
    access: 'manage',
    summary: 'Add a channel',
    description:
      'Channels of kind `email` have `recipients`. Each recipient confirms the address once by a link before it receives anything else. All other kinds have the `url` of an incoming webhook, which must resolve to a public address. A channel of kind `opportunity_webhook` is the webhook of the brand `brand_id`. The response contains the generated signing secret of a channel of kind `webhook`; it cannot be read again.',
    errors: ['unsafe_url', 'conflict'],
    find: { brand: brandIfGiven('body'), brands },
    body: NewChannel,
    returns: z.object({
      channel: ChannelRecord,
      secret: z.string().nullable().describe('Null unless a signing secret was generated.'),
    }),
    status: 201,
    run: async (ctx, { body }) => {
      const { channel, secret } = await createChannel(ctx, body)
      await requestConfirmations(ctx, channel.recipients ?? [])
      return { channel: await showChannel(ctx, channel), secret }
    },
  }),
  'PATCH /api/channels/:channel': route({
    access: 'manage',
    summary: 'Update a channel',
    description:
      'Omitted fields keep their values; the kind cannot change. A URL of another origin requires the secret of a webhook again.',
    errors: ['unsafe_url'],
    params: channelInPath.params,
    find: { ...channelInPath.find, brands },
    body: ChannelChange,
    returns: ChannelRecord,
    run: async (ctx, { found, body }) => {
      const changed = await changeChannel(ctx, found.channel, body)
      const before = new Set(found.channel.recipients)
      await requestConfirmations(ctx, changed.recipients?.filter((each) => !before.has(each)) ?? [])
      return showChannel(ctx, changed)
    },
  }),
  'DELETE /api/channels/:channel': route({
    ...channelInPath,
    access: 'manage',
    summary: 'Delete a channel',
    description: 'Deletes its waiting deliveries and its log too.',
    returns: NoContent,
    run: (ctx, { found }) => deleteChannel(ctx, found.channel),
  }),
  'POST /api/channels/:channel/test': route({
    ...channelInPath,
    access: 'write',
    summary: 'Send a test to a channel',
    description:
      'Sends a message in the format of the channel, once per address, and returns the outcome. A recipient who has not confirmed the address gets the link for that again instead. Works while the channel is disabled. There are no retries.',
    returns: TestResult,
    run: (ctx, { found }) => testChannel(ctx, found.channel),
  }),
  'GET /api/channels/:channel/deliveries': route({
    ...channelInPath,
    access: 'write',
    summary: 'List the deliveries of a channel',
    description: 'Newest first, including tests, with the response or the reason of a failure.',
    query: pageQuery,
    returns: pageSchema(DeliveryRecord),
    run: (ctx, { found, query }) => listDeliveries(ctx, { channelId: found.channel.id }, query),
  }),
  'POST /api/channels/:channel/deliveries/:delivery/resend': route({
    ...deliveryInPath,
    access: 'manage',
    summary: 'Resend a failed delivery',
    description:
      'Sends the notification again with the same `webhook-id` or `Message-ID`, and retries failures as for a new delivery. Uses the current URL and secret of the channel.',
    errors: ['conflict'],
    returns: DeliveryRecord,
    run: async (ctx, { found: { channel, delivery } }) => {
      await resendDelivery(ctx, channel, delivery)
      return showDelivery(ctx, channel, delivery.id)
    },
  }),
  'POST /api/confirm-address/:token': route({
    access: 'none',
    summary: 'Confirm an address of an email channel',
    description:
      'The recipient whose email contains the token accepts notifications of the organization. Confirming again has no effect.',
    params: { token: z.string().max(700).describe('Token of the link in the email.') },
    errors: ['not_found'],
    returns: NoContent,
    run: async (ctx, { params }) => {
      const signed = verifySignedToken(ctx, 'confirm address', params.token)
      const recipient = signed && { organizationId: signed.organizationId, email: signed.subject }
      if (recipient === null || !(await confirmRecipient(ctx, recipient)))
        throw notFound(message('notifications.routes.noSuchAddress'))
    },
  }),
}
