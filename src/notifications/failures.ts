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
    return networkFailures[error ?? ''] ?? message('The request failed: {error}.', { error: String(error) })
  const [status, response] = [String(code), body?.trim().slice(0, 200) ?? '']
  if (kind === 'webhook')
    return response === ''
      ? message('The receiver answered with status {status}', { status })
      : message('The receiver answered with status {status}: {response}', { status, response })
  const service = names[kind]
  const failure =
    response === ''
      ? message('{service} answered with status {status}', { service, status })
      : message('{service} answered with status {status}: {response}', { service, status, response })
  const advice = adviceFor(service, code)
  return advice === null ? failure : message('{failure}. {advice}', { failure, advice })
}

function adviceFor(service: string, status: number): Message | null {
  if ([401, 403, 404, 410].includes(status))
    return message(
      'The webhook may have been deleted. Create a new one in {service} and change the URL of the channel.',
      { service },
    )
  if (status === 429) return message('{service} limits the rate of messages.', { service })
  if (status >= 300 && status < 400) return message('Use the URL that this one redirects to.')
  return null
}

const networkFailures: Record<string, Message> = {
  unsafe_url: message(
    'The URL leads to a private or reserved address, which ALLOW_PRIVATE_NETWORK does not include.',
  ),
  dns: message('The host name was not found.'),
  refused: message('The connection was refused.'),
  unreachable: message('The host is unreachable.'),
  tls: message('The connection is not secure: the TLS certificate is invalid.'),
  timeout: message('There was no response within 15 seconds.'),
  cut: message('The connection was closed before the response was complete.'),
  bad_response: message('The response is not valid HTTP.'),
}
