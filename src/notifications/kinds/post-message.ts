/** Posts a message to the URL of a channel, and explains a failure to the reader of the delivery log. */
import type { AppContext } from '../../core/context.ts'
import { withLocale } from '../../languages/localized.ts'
import { type Message, type MessageOrText, message } from '../../languages/message.ts'
import { type PostResult, postJson, postTimeoutMs } from '../../net/post-json.ts'
import { RenderedContent } from '../content.ts'
import { parseRetryAfterMs } from '../retry-schedule.ts'
import type { OutgoingMessage, SendResult } from './channel-kind.ts'

type Post = {
  url: string
  body: string
  headers?: Record<string, string>
  timeoutMs?: number
  /** The name of the receiver in explanations. */
  service: MessageOrText
  /** Whether a response with this status ends the retries. */
  isPermanent(status: number): boolean
  /** What to do about a response with this status. */
  adviceFor?(status: number): Message | null
}

export async function postMessage(
  app: AppContext,
  { url, body, headers = {}, timeoutMs = postTimeoutMs, ...post }: Post,
): Promise<SendResult> {
  const posted = await postJson(app, url, { body, headers, timeoutMs })
  const { success, http_status: status, error } = posted
  return {
    success,
    host: new URL(url).host,
    httpStatus: status,
    response: posted.body,
    error,
    explanation: success ? null : explain(posted, post),
    durationMs: posted.durationMs,
    isPermanent: !success && (status === null ? error === 'unsafe_url' : post.isPermanent(status)),
    retryAfterMs: retryAfterMsIn(posted, app.now()),
  }
}

function explain(
  { http_status: code, error, body }: PostResult,
  { service, adviceFor }: Pick<Post, 'service' | 'adviceFor'>,
): Message {
  if (code === null)
    return (
      networkFailures[error ?? ''] ??
      message('notifications.failures.theRequestFailedError', { error: String(error) })
    )
  const [status, response] = [String(code), body?.trim().slice(0, 200) ?? '']
  const failure =
    response === ''
      ? message('notifications.failures.serviceAnsweredWithStatusStatus', { service, status })
      : message('notifications.failures.serviceAnsweredWithStatusStatusResponse', {
          service,
          status,
          response,
        })
  const advice = adviceFor?.(code) ?? null
  return advice === null ? failure : message('notifications.failures.failureAdvice', { failure, advice })
}

const networkFailures: Record<string, Message> = {
  unsafe_url: message('labels.deliveryError.unsafe_url'),
  dns: message('labels.deliveryError.dns'),
  refused: message('labels.deliveryError.refused'),
  unreachable: message('labels.deliveryError.unreachable'),
  tls: message('labels.deliveryError.tls'),
  timeout: message('labels.deliveryError.timeout'),
  cut: message('labels.deliveryError.cut'),
  bad_response: message('labels.deliveryError.bad_response'),
  too_large: message('labels.deliveryError.too_large'),
}

/** Discord sends fractions of a second in the body only. */
function retryAfterMsIn({ http_status, retryAfter, body }: PostResult, now: Date): number | null {
  if (http_status === null || http_status < 400) return null
  const inBody = /"retry_after":\s*(\d{1,9}(?:\.\d{1,9})?)/.exec(body ?? '')?.[1] ?? null
  return parseRetryAfterMs(inBody ?? retryAfter, now)
}

/** Returns the content in English, except a content for all readers in another language. */
export const renderContent = ({ notification: { message: content } }: OutgoingMessage): RenderedContent =>
  withLocale(content.language ?? 'en', () => RenderedContent.parse(content))
