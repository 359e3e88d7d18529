import { inEnglish, type Message, message } from '../../languages/message.ts'
import type { FetchFailure } from '../../net/fetch-failure.ts'

/** The site cannot be audited. The text is shown to the user; `message` is in English. */
export class NotAuditableError extends Error {
  override name = 'NotAuditable'
  readonly text: Message

  constructor(text: Message) {
    super(inEnglish(text))
    this.text = text
  }
}

/** Returns the message of a site that could not be fetched. */
export function failureMessage(kind: FetchFailure, url: string): Message {
  const { host } = new URL(url)
  return failureMessages[kind](host)
}

const noResponse = (host: string) => message('{host} did not respond in time.', { host })

const failureMessages: Record<FetchFailure, (host: string) => Message> = {
  unsafe_url: (host) => message('{host} resolves to an address that is not public.', { host }),
  dns: (host) => message('{host} could not be resolved.', { host }),
  refused: (host) => message('{host} refused the connection.', { host }),
  unreachable: (host) => message('{host} is unreachable.', { host }),
  tls: (host) => message('{host} has no valid certificate.', { host }),
  timeout: noResponse,
  cut: (host) => message('{host} closed the connection before the response was complete.', { host }),
  bad_response: (host) => message('{host} sent a response that is not HTTP.', { host }),
  too_large: (host) => message('{host} sent response headers that are too large.', { host }),
  too_many_redirects: (host) => message('{host} redirected too often.', { host }),
  aborted: noResponse,
}
