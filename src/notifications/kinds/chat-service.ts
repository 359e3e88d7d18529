/** What the chat services have in common: the URL of an incoming webhook, and what the status of a response means. */
import { type Message, message } from '../../languages/message.ts'
import type { RenderedContent } from '../content.ts'
import type { NotificationChannelKind } from './channel-kind.ts'
import { postMessage, renderContent } from './post-message.ts'

type ChatService<Name extends string> = {
  name: Name
  label: string
  urlHint: Message
  body(message: RenderedContent, baseUrl: string): object
  /** Adds parameters to the URL that the user entered. */
  urlFor?(url: string): string
}

export const chatService = <Name extends string>({
  name,
  label,
  urlHint,
  body,
  urlFor = (url) => url,
}: ChatService<Name>): NotificationChannelKind & { name: Name } => ({
  name,
  label,
  fields: { url: { hint: urlHint, isRequired: true } },
  receives: 'notifications',
  send: (app, { address }, outgoing) =>
    postMessage(app, {
      url: urlFor(address),
      body: JSON.stringify(body(renderContent(outgoing), app.baseUrl)),
      service: label,
      isPermanent,
      adviceFor: (status) => adviceFor(label, status),
    }),
})

/** The services answer 3xx and 4xx when the URL or the message is wrong, except for limits and timeouts. */
const isPermanent = (status: number): boolean =>
  status >= 300 && status < 500 && ![408, 425, 429].includes(status)

function adviceFor(service: string, status: number): Message | null {
  if ([401, 403, 404, 410].includes(status))
    return message('notifications.failures.theWebhookMayHaveBeenDeleted', { service })
  if (status === 429) return message('notifications.failures.serviceLimitsTheRateOfMessages', { service })
  if (status >= 300 && status < 400) return message('notifications.failures.useTheURLThatThisOne')
  return null
}
