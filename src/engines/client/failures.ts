/**
 * Failures of engines, in the service's own words. A vendor's text is only used to distinguish causes and is never
 * repeated: it may quote the key or the prompt.
 */
import { namingSettings } from '../../jobs/customer-message.ts'
import { type Message, message } from '../../languages/message.ts'
import type { EngineFailure, FailureKind } from '../engine.ts'
import { keyRejectionMessage } from '../key-rejection.ts'
import { findShutdown } from '../prices.ts'
import { asRecords, asString, isRecord, valueAt } from './json.ts'
import { type Reply, retryAfterMs } from './retry-after.ts'

/** The vendor's name and the settings to check when a call fails. */
export type VendorLabels = {
  /** The vendor's name in `vendors.ts`. */
  vendor: string
  label: string | Message
  /** The name of a setting, or where an organization manages its own key. */
  keySetting: string | Message
  /** The vendor whose keys look like the one in use, when that is another vendor. */
  keyOwner?: string
  urlSetting: string
  /** Null for a scraper, which has no model to choose. */
  modelSetting: string | null
  model: string
  /** The default model of the vendor, for failures of another one. */
  defaultModel?: string
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
  failure('aborted', message('engines.failures.theQueryToLabelWasCanceled', { label }))

/**
 * Returns the failure for an unusable response. `reason` continues the sentence "…a response that could not be used:".
 */
export const malformedResponse = ({ label }: VendorLabels, reason: Message, status: number | null = 200) =>
  failure('malformed', message('engines.failures.labelSentAResponseThatCould', { label, reason }), { status })

/** Returns the failure for a truncated answer, in which names of the missing part would count as not mentioned. */
export const truncatedResponse = ({ label }: VendorLabels) =>
  failure(
    'truncated',
    message('engines.failures.labelSentAResponseThatCould', {
      label,
      reason: message('engines.failures.itIsTruncated'),
    }),
    { status: 200 },
  )

/**
 * Returns the failure for a response in a format that this version does not know. `unrecognized` names what is new, such
 * as `status "paused"`. The payload is kept, so that a later version can be checked against it.
 */
export const unknownFormat = (
  { label }: VendorLabels,
  raw: unknown,
  unrecognized: string[],
): EngineFailure => ({
  ...failure(
    'unknown_format',
    message('engines.failures.labelReturnsAFormatThatThis', {
      label,
      parts: unrecognized.join(', '),
    }),
    { status: 200 },
  ),
  raw,
  unrecognized,
})

/** Returns the failure for a body that is not JSON. Gateways, proxies and firewalls reply with HTML pages. */
export const notJson = (labels: VendorLabels, isHtml: boolean, status: number) =>
  malformedResponse(
    labels,
    isHtml
      ? namingSettings(
          message('engines.failures.itIsAnHTMLPageCheckProxy', {
            setting: labels.urlSetting,
          }),
          message('engines.failures.itIsAnHTMLPageInstead'),
        )
      : message('engines.failures.itIsNotValidJSON'),
    status,
  )

/**
 * Returns the failure behind an HTTP reply. `status` differs from the reply's when a 200 carries an error with its own.
 */
export function httpFailure(
  { labels, now }: { labels: VendorLabels; now: Date },
  reply: Reply,
  status = reply.status,
): EngineFailure {
  const kind = getKind(status, reply.body)
  const isTemporary = kind === 'rate_limited' || kind === 'unavailable'
  return {
    ...failure(kind, messageFor(kind, status, reply, labels, now), {
      status: reply.status,
      retryAfterMs: isTemporary ? retryAfterMs(reply, now) : null,
    }),
    ...(kind === 'refused' && { raw: reply.body }),
  }
}

function messageFor(
  kind: FailureKind,
  status: number,
  reply: Reply,
  labels: VendorLabels,
  now: Date,
): Message {
  const { label, keySetting: key, urlSetting: url, limitSetting: limit } = labels
  switch (kind) {
    case 'quota':
      return aboutKey(key, message('engines.failures.theQuotaOrCreditOfKey', { key, label }))
    case 'daily_limit':
      return aboutKey(key, message('engines.failures.theDailyQuotaOfKeyAt', { key, label }))
    case 'bad_key':
      return aboutKey(key, badKeyMessage(labels))
    case 'model_gone':
      return modelGoneMessage(labels, now)
    case 'endpoint_gone':
      return message('engines.failures.labelNoLongerOffersTheAPI', { label })
    case 'region_refused':
      return namingSettings(
        message('engines.failures.labelDoesNotServeTheCountrySetUrl', { label, url }),
        message('engines.failures.labelDoesNotServeTheCountry', { label }),
      )
    case 'rate_limited':
      return namingSettings(
        message('engines.failures.labelLimitsTheRequestRateLimit', {
          label,
          limit,
        }),
        message('engines.failures.labelLimitsTheRequestRate', { label }),
      )
    case 'timeout':
    case 'unavailable':
      return message('engines.failures.labelIsTemporarilyUnavailableStatus', { label, status })
  }
  if (status >= 300 && status < 400)
    return namingSettings(
      message('engines.failures.labelRespondedWithARedirectCheck', { label, url }),
      message('engines.failures.labelRespondedWithARedirect', { label }),
    )
  if (reply.isHtml)
    return namingSettings(
      message('engines.failures.labelRespondedWithAnHTMLPageCheckUrl', { label, status, url }),
      message('engines.failures.labelRespondedWithAnHTMLPage', { label, status }),
    )
  if (isSearchDisabled(reply.body))
    return aboutKey(
      key,
      message('engines.failures.webSearchIsDisabledForThe', {
        key,
        label,
      }),
    )
  return getRejection(status, labels)
}

/** The key of an organization is named by a message; customers can change it. */
const aboutKey = (key: string | Message, each: Message): Message =>
  typeof key === 'string' ? namingSettings(each) : each

function badKeyMessage({ label, keySetting: key, keyOwner }: VendorLabels): Message {
  const rejected = keyRejectionMessage(label, key)
  return keyOwner === undefined
    ? rejected
    : message('engines.failures.rejectedItLooksLikeAKey', { rejected, vendor: keyOwner })
}

function modelGoneMessage(
  { vendor, label, modelSetting, model, defaultModel, keySetting: key }: VendorLabels,
  now: Date,
): Message {
  const { day = null, replacement = defaultModel } = findShutdown(vendor, model, now) ?? {}
  const gone =
    day === null
      ? message('engines.failures.labelHasNoModelModelOr', { label, model, key })
      : message('engines.failures.labelShutDownTheModelModel', { label, model, day })
  if (modelSetting === null) return gone
  const setting = modelSetting
  return replacement === undefined || replacement === model
    ? namingSettings(message('engines.failures.setAnotherModel', { gone, setting }), gone)
    : namingSettings(
        message('engines.failures.goneSetSettingToAnotherModel', {
          gone,
          setting,
          replacement,
        }),
        gone,
      )
}

function getRejection(
  status: number,
  { label, urlSetting: url, modelSetting, model }: VendorLabels,
): Message {
  const rejected = message('engines.general.labelRejectedTheRequestStatusStatus', { label, status })
  if (status === 404)
    return namingSettings(
      message('engines.failures.labelReturnedStatus404CheckUrl', { label, url }),
      message('engines.failures.labelReturnedStatus404', { label }),
    )
  if (modelSetting === null) return rejected
  return namingSettings(
    message('engines.failures.labelRejectedTheRequestStatusStatus', {
      label,
      status,
      setting: modelSetting,
      model,
    }),
    rejected,
  )
}

function getKind(status: number, body: unknown): FailureKind {
  const text = errorText(body)
  if (status >= 400 && status < 500 && forcedSearchRefused.test(text)) return 'forced_search_refused'
  if (status === 400 && isPolicyRefusal(body)) return 'refused'
  if (isDailyQuotaUsedUp(body)) return 'daily_limit'
  if (status === 402 || outOfCredit.test(text)) return 'quota'
  if (regionRefused.test(text)) return 'region_refused'
  if (status === 410 || endpointGone.test(text)) return modelGone.test(text) ? 'model_gone' : 'endpoint_gone'
  // Google and xAI return 400 for a bad key; a 403 without these words concerns the request, not the key.
  if (status === 401 || ((status === 400 || status === 403) && badKey.test(text))) return 'bad_key'
  if (status >= 400 && status < 500 && status !== 429 && modelGone.test(text)) return 'model_gone'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 ? 'unavailable' : 'rejected'
}

/** The codes with which OpenAI declines a prompt by policy. */
const refusalCodes: ReadonlySet<unknown> = new Set([
  'invalid_prompt',
  'bio_policy',
  'misalignment_policy_violation',
])

export const isPolicyRefusal = (body: unknown): boolean => refusalCodes.has(valueAt(body, 'error', 'code'))

const outOfCredit =
  /insufficient_quota|run out of searches|billing_hard_limit|billing_error|spend_limit_reached|credit balance|out of credits|all available credits|any credits|spending limit|insufficient[ _](credits|balance)/i
const badKey = /api[ _]key|authentication_error|permission_(error|denied)|unauthenticated/i
const forcedSearchRefused = /tool_choice|tool choice/i
/** Anthropic says only "Request not allowed" to an unsupported country. */
const regionRefused =
  /unsupported_country_region_territory|forbidden request not allowed|user location is not supported|country, region, or territory not supported|not available in your (country|region)/i
const endpointGone = /chat_completions_not_available/i
/** The texts of OpenAI, Google, Anthropic, xAI, Perplexity, Mistral, OpenRouter, Ollama and vLLM about a model. */
const modelGone =
  /model_not_found|invalid_model|not_found_error model:|not a valid model|no endpoints found|models?[/ ][^ ]{1,100} (is not found|does not exist|not found|was not found|is not available|has been (retired|deprecated|shut down)|is no longer)/i
const isSearchDisabled = (body: unknown) => /web search is not enabled/i.test(errorText(body))

/** A longer text adds nothing and would slow down the patterns. */
const maxErrorText = 2_000

/**
 * Returns the error's codes and message as one string, for `{error: {…}}`, `{code, error: "…"}`, `{detail: "…"}` and
 * Google's details.
 */
function errorText(body: unknown): string {
  const error = valueAt(body, 'error')
  const reasons = asRecords(valueAt(error, 'details')).map(({ reason }) => reason)
  const parts = isRecord(error)
    ? [
        error.code,
        error.type,
        error.status,
        valueAt(error, 'details', 'error_code'),
        error.message,
        ...reasons,
      ]
    : [valueAt(body, 'code'), valueAt(body, 'type'), error, valueAt(body, 'detail'), valueAt(body, 'message')]
  return parts.map(asString).filter(Boolean).join(' ').slice(0, maxErrorText)
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
