import type { FetchFailure } from '../../net/fetch-failure.ts'

/** The site cannot be audited. The message is shown to the user. */
export class NotAuditableError extends Error {
  override name = 'NotAuditable'
}

/** Returns the message of a site that could not be fetched. */
export const failureMessage = (kind: FetchFailure, url: string) =>
  `${new URL(url).host} ${failureMessages[kind]}.`

const failureMessages: Record<FetchFailure, string> = {
  unsafe_url: 'resolves to an address that is not public',
  dns: 'could not be resolved',
  refused: 'refused the connection',
  unreachable: 'is unreachable',
  tls: 'has no valid certificate',
  timeout: 'did not respond in time',
  cut: 'closed the connection before the response was complete',
  bad_response: 'sent a response that is not HTTP',
  too_large: 'sent response headers that are too large',
  too_many_redirects: 'redirected too often',
  aborted: 'did not respond in time',
}
