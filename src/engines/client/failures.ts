/**
 * Failures of engines, in the service's own words. A vendor's text is only used to distinguish causes and is never
 * repeated: it may quote the key or the prompt.
 */
import { namingSettings } from '../../jobs/customer-message.ts'
import { type Message, message } from '../../languages/message.ts'
import type { EngineFailure, FailureKind } from '../engine.ts'
import { keyRejectionMessage } from '../key-rejection.ts'
import { asRecords, asString, isRecord, valueAt } from './json.ts'
import { type Reply, retryAfterMs } from './retry-after.ts'

/** The vendor's name and the settings to check when a call fails. */
export type VendorLabels = {
  label: string | Message
  /** The name of a setting, or where an organization manages its own key. */
  keySetting: string | Message
  urlSetting: string
  /** Null for a scraper, which has no model to choose. */
  modelSetting: string | null
  model: string
  /** The setting that limits how many queries are in flight. */
  limitSetting: string
}

const retryable: ReadonlySet<FailureKind> = new Set(['network', 'timeout', 'rate_limited', 'unavailable'])

export function failure(
  kind: FailureKind,
  text: Message,
  known: { status?: number | null; retryAfterMs?: number | null } = {},
): EngineFailure {
  const { status = null, retryAfterMs = null } = known
  return { outcome: 'failed', kind, message: text, retryAfterMs, retryable: retryable.has(kind), status }
}

export const abortedQuery = ({ label }: VendorLabels) =>
  failure('aborted', message('The query to {label} was canceled.', { label }))

/**
 * Returns the failure for an unusable response. `reason` continues the sentence "…a response that could not be used:".
 */
export const malformedResponse = ({ label }: VendorLabels, reason: Message, status: number | null = 200) =>
  failure(
    'malformed',
    message('{label} sent a response that could not be used: {reason}.', { label, reason }),
    { status },
  )

/** Returns the failure for a truncated answer, in which names of the missing part would count as not mentioned. */
export const truncatedResponse = (labels: VendorLabels) =>
  malformedResponse(labels, message('it is truncated'))

/**
 * Returns the failure behind an HTTP reply. `status` differs from the reply's when a 200 carries an error with its own.
 */
export function httpFailure(
  { labels, now }: { labels: VendorLabels; now: Date },
  reply: Reply,
  status = reply.status,
): EngineFailure {
  const kind = kindOf(status, reply.body)
  const isTemporary = kind === 'rate_limited' || kind === 'unavailable'
  return failure(kind, messageFor(kind, status, reply.body, labels), {
    status: reply.status,
    retryAfterMs: isTemporary ? retryAfterMs(reply, now) : null,
  })
}

function messageFor(kind: FailureKind, status: number, body: unknown, labels: VendorLabels): Message {
  const { label, keySetting: key, urlSetting: url, limitSetting: limit } = labels
  switch (kind) {
    case 'quota':
      return aboutKey(key, message('The quota or credit of {key} at {label} is used up.', { key, label }))
    case 'bad_key':
      return aboutKey(key, keyRejectionMessage(label, key))
    case 'rate_limited':
      return namingSettings(
        message('{label} limits the request rate; {limit} sets how many requests are in flight.', {
          label,
          limit,
        }),
        message('{label} limits the request rate.', { label }),
      )
    case 'timeout':
    case 'unavailable':
      return message('{label} is temporarily unavailable (status {status}).', { label, status })
  }
  if (status >= 300 && status < 400)
    return namingSettings(
      message('{label} responded with a redirect; check {url}.', { label, url }),
      message('{label} responded with a redirect.', { label }),
    )
  if (isSearchDisabled(body))
    return aboutKey(
      key,
      message('Web search is disabled for the organization of {key} at {label}.', { key, label }),
    )
  return rejectionOf(status, labels)
}

/** The key of an organization is named by a message; customers can change it. */
const aboutKey = (key: string | Message, each: Message): Message =>
  typeof key === 'string' ? namingSettings(each) : each

function rejectionOf(status: number, { label, urlSetting: url, modelSetting, model }: VendorLabels): Message {
  const rejected = message('{label} rejected the request (status {status}).', { label, status })
  if (status !== 404 && modelSetting === null) return rejected
  if (modelSetting === null)
    return namingSettings(
      message('{label} returned status 404; check {url}.', { label, url }),
      message('{label} returned status 404.', { label }),
    )
  if (status === 404)
    return namingSettings(
      message('{label} has no model "{model}" at this URL; check {setting} and {url}.', {
        label,
        model,
        setting: modelSetting,
        url,
      }),
      message('{label} has no model "{model}" at this URL.', { label, model }),
    )
  return namingSettings(
    message(
      '{label} rejected the request (status {status}); check that {setting} ("{model}") supports web search.',
      { label, status, setting: modelSetting, model },
    ),
    rejected,
  )
}

function kindOf(status: number, body: unknown): FailureKind {
  const text = errorText(body)
  if (status === 402 || outOfCredit.test(text) || isDailyQuotaUsedUp(body)) return 'quota'
  // Google and xAI return 400 for a bad key; a 403 without these words concerns the request, not the key.
  if (status === 401 || ((status === 400 || status === 403) && badKey.test(text))) return 'bad_key'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 ? 'unavailable' : 'rejected'
}

const outOfCredit =
  /insufficient_quota|run out of searches|billing_hard_limit|billing_error|credit balance|out of credits|all available credits|any credits|spending limit|insufficient[ _](credits|balance)/i
const badKey = /api[ _]key|authentication_error|permission_(error|denied)|unauthenticated/i

const isSearchDisabled = (body: unknown) => /web search is not enabled/i.test(errorText(body))

/**
 * Returns the error's codes and message as one string, for `{error: {…}}`, `{code, error: "…"}` and Google's details.
 */
function errorText(body: unknown): string {
  const error = valueAt(body, 'error')
  const reasons = asRecords(valueAt(error, 'details')).map(({ reason }) => reason)
  const parts = isRecord(error)
    ? [error.code, error.type, error.status, error.message, ...reasons]
    : [valueAt(body, 'code'), error]
  return parts.map(asString).filter(Boolean).join(' ')
}

/**
 * Returns whether a daily quota of Google is used up. Google returns the same status for per-minute and daily quotas; a
 * daily quota does not recover within the run.
 */
function isDailyQuotaUsedUp(body: unknown): boolean {
  return asRecords(valueAt(body, 'error', 'details'))
    .flatMap(({ violations }) => asRecords(violations))
    .some(({ quotaId }) => asString(quotaId)?.includes('PerDay'))
}
