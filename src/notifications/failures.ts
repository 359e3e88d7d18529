/** What a failed request to a channel means: a sentence for the delivery log, and whether a retry can succeed. Pure. */
import type { ChannelKind } from '../../vocabulary/notifications.ts'
import { type Message, message } from '../languages/message.ts'
import type { PostResult } from '../net/post-json.ts'

type HttpKind = Exclude<ChannelKind, 'email'>
type Failure = Pick<PostResult, 'http_status' | 'error' | 'body'>

/**
 * A generic receiver may answer any error during a deployment, so only 410 ends its retries. The chat services answer 4xx when
 * the URL or the message is wrong, except for limits and timeouts.
 */
export function isPermanent(kind: HttpKind, { http_status: status, error }: Failure): boolean {
  if (error === 'unsafe_url') return true
  if (status === null) return false
  if (kind === 'webhook') return status === 410
  return status >= 300 && status < 500 && ![408, 425, 429].includes(status)
}

const names: Record<Exclude<HttpKind, 'webhook'>, string> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
}

export function explainResponse(kind: HttpKind, { http_status: code, error, body }: Failure): Message {
  if (code === null)
    return (
      networkFailures[error ?? ''] ??
      message('notifications.failures.theRequestFailedError', { error: String(error) })
    )
  const [status, response] = [String(code), body?.trim().slice(0, 200) ?? '']
  if (kind === 'webhook')
    return response === ''
      ? message('notifications.failures.receiverStatus', { status })
      : message('notifications.failures.theReceiverAnsweredWithStatusStatus', { status, response })
  const service = names[kind]
  const failure =
    response === ''
      ? message('notifications.failures.serviceAnsweredWithStatusStatus', { service, status })
      : message('notifications.failures.serviceAnsweredWithStatusStatusResponse', {
          service,
          status,
          response,
        })
  const advice = adviceFor(service, code)
  return advice === null ? failure : message('notifications.failures.failureAdvice', { failure, advice })
}

function adviceFor(service: string, status: number): Message | null {
  if ([401, 403, 404, 410].includes(status))
    return message('notifications.failures.theWebhookMayHaveBeenDeleted', { service })
  if (status === 429) return message('notifications.failures.serviceLimitsTheRateOfMessages', { service })
  if (status >= 300 && status < 400) return message('notifications.failures.useTheURLThatThisOne')
  return null
}

const networkFailures: Record<string, Message> = {
  unsafe_url: message('notifications.failures.theURLLeadsToAPrivate'),
  dns: message('notifications.failures.theHostNameWasNotFound'),
  refused: message('notifications.failures.theConnectionWasRefused'),
  unreachable: message('notifications.failures.theHostIsUnreachable'),
  tls: message('notifications.failures.theConnectionIsNotSecureThe'),
  timeout: message('notifications.failures.thereWasNoResponseWithin15'),
  cut: message('notifications.failures.theConnectionWasClosedBeforeThe'),
  bad_response: message('notifications.failures.theResponseIsNotValidHTTP'),
}
