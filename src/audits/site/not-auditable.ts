import { JobFailed } from '../../jobs/job.ts'
import { type Message, message } from '../../languages/message.ts'
import type { FetchFailure } from '../../net/fetch-failure.ts'

/** The site cannot be audited. The audit fails with this text. */
export class NotAuditableError extends JobFailed {
  override name = 'NotAuditable'
}

/** Returns the message of a site that could not be fetched. */
export function failureMessage(kind: FetchFailure, url: string): Message {
  const { host } = new URL(url)
  return failureMessages[kind](host)
}

const noResponse = (host: string) => message('audits.notAuditable.hostDidNotRespondInTime', { host })

const failureMessages: Record<FetchFailure, (host: string) => Message> = {
  unsafe_url: (host) => message('audits.notAuditable.hostResolvesToAnAddressThat', { host }),
  dns: (host) => message('audits.notAuditable.hostCouldNotBeResolved', { host }),
  refused: (host) => message('audits.notAuditable.hostRefusedTheConnection', { host }),
  unreachable: (host) => message('audits.notAuditable.hostIsUnreachable', { host }),
  tls: (host) => message('audits.notAuditable.hostHasNoValidCertificate', { host }),
  timeout: noResponse,
  cut: (host) => message('audits.notAuditable.hostClosedTheConnectionBeforeThe', { host }),
  bad_response: (host) => message('audits.notAuditable.hostSentAResponseThatIs', { host }),
  too_large: (host) => message('audits.notAuditable.hostSentResponseHeadersThatAre', { host }),
  too_many_redirects: (host) => message('audits.notAuditable.hostRedirectedTooOften', { host }),
  aborted: noResponse,
}
