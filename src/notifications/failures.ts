/** What a failed request to a channel means: a sentence for the delivery log, and whether a retry can succeed. Pure. */
import type { ChannelKind } from '../../vocabulary/notifications.ts'
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

const names: Record<HttpKind, string> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  webhook: 'The receiver',
}

export function explainResponse(kind: HttpKind, { http_status: status, error, body }: Failure): string {
  if (status === null) return networkFailures[error ?? ''] ?? `The request failed: ${error}.`
  const shown = body === null || body.trim() === '' ? '' : `: ${body.trim().slice(0, 200)}`
  const advice = kind === 'webhook' ? '' : adviceFor(names[kind], status)
  return `${names[kind]} answered with status ${status}${shown}${advice === '' ? '' : `. ${advice}`}`
}

function adviceFor(service: string, status: number): string {
  if ([401, 403, 404, 410].includes(status))
    return `The webhook may have been deleted. Create a new one in ${service} and change the URL of the channel.`
  if (status === 429) return `${service} limits the rate of messages.`
  if (status >= 300 && status < 400) return 'Use the URL that this one redirects to.'
  return ''
}

const networkFailures: Record<string, string> = {
  unsafe_url: 'The URL leads to a private or reserved address, which ALLOW_PRIVATE_NETWORK does not include.',
  dns: 'The host name was not found.',
  refused: 'The connection was refused.',
  unreachable: 'The host is unreachable.',
  tls: 'The connection is not secure: the TLS certificate is invalid.',
  timeout: 'There was no response within 15 seconds.',
  cut: 'The connection was closed before the response was complete.',
  bad_response: 'The response is not valid HTTP.',
}
