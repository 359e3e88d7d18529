/**
 * What went wrong with an engine, in our words. The vendor's text is only looked at to tell one cause from
 * another and never repeated: it may quote the key or the prompt.
 */
import type { EngineFailure, FailureKind } from '../engine.ts'
import { asRecords, asString, isRecord, valueAt } from './json.ts'
import { type Reply, retryAfterMs } from './retry-after.ts'

/** Who is asked, and which settings to look at when it goes wrong. */
export type Vendor = {
  label: string
  keySetting: string
  urlSetting: string
  /** Null where there is no model to choose: a scraper shows the one that people get. */
  modelSetting: string | null
  model: string
  /** How many questions are in flight. */
  limitSetting: string
}

const retryable: ReadonlySet<FailureKind> = new Set(['network', 'timeout', 'rate_limited', 'unavailable'])

export function failure(
  kind: FailureKind,
  message: string,
  known: { status?: number | null; retryAfterMs?: number | null } = {},
): EngineFailure {
  const { status = null, retryAfterMs = null } = known
  return { outcome: 'failed', kind, message, retryAfterMs, retryable: retryable.has(kind), status }
}

export const abortedQuery = (vendor: Vendor) =>
  failure('aborted', `The question to ${vendor.label} was cancelled.`)

export const malformedResponse = (vendor: Vendor, why: string, status: number | null = 200) =>
  failure('malformed', `${vendor.label} sent an answer that could not be used: ${why}.`, { status })

/** Half an answer would count the names in its other half as missing. */
export const truncatedResponse = (vendor: Vendor) => malformedResponse(vendor, 'it stops before its end')

/**
 * The failure an HTTP reply stands for. `status` is that of the reply, unless an error inside a 200 carries
 * one of its own.
 */
export function httpFailure(
  { vendor, now }: { vendor: Vendor; now: Date },
  reply: Reply,
  status = reply.status,
): EngineFailure {
  const kind = kindOf(status, reply.body)
  const asksToWait = kind === 'rate_limited' || kind === 'unavailable'
  return failure(kind, sentenceFor(kind, status, reply.body, vendor), {
    status: reply.status,
    retryAfterMs: asksToWait ? retryAfterMs(reply, now) : null,
  })
}

function sentenceFor(kind: FailureKind, status: number, body: unknown, vendor: Vendor): string {
  const { label, keySetting, urlSetting, modelSetting, model, limitSetting } = vendor
  switch (kind) {
    case 'quota':
      return `The quota or credit behind ${keySetting} at ${label} is used up.`
    case 'bad_key':
      return `${label} rejected the key in ${keySetting}.`
    case 'rate_limited':
      return `${label} asks for fewer requests; ${limitSetting} sets how many are in flight.`
    case 'timeout':
    case 'unavailable':
      return `${label} is not available at the moment (status ${status}).`
  }
  if (status >= 300 && status < 400) return `${label} answered with a redirect; check ${urlSetting}.`
  if (searchIsOff(body)) return `Web search is turned off for the organization of ${keySetting} at ${label}.`
  if (modelSetting === null) {
    return status === 404
      ? `${label} knows nothing at this address; check ${urlSetting}.`
      : `${label} did not accept the question (status ${status}).`
  }
  if (status === 404) {
    return `${label} has no model "${model}" at this address; check ${modelSetting} and ${urlSetting}.`
  }
  return `${label} did not accept the question (status ${status}); check that ${modelSetting} ("${model}") can search the web.`
}

function kindOf(status: number, body: unknown): FailureKind {
  const said = whatItSays(body)
  if (status === 402 || outOfCredit.test(said) || dailyQuotaIsUsedUp(body)) return 'quota'
  // Google and xAI say 400 to a bad key; a 403 without such words is about the question, not about the key.
  if (status === 401 || ((status === 400 || status === 403) && badKey.test(said))) return 'bad_key'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 ? 'unavailable' : 'rejected'
}

const outOfCredit =
  /insufficient_quota|run out of searches|billing_hard_limit|billing_error|credit balance|out of credits|all available credits|any credits|spending limit|insufficient[ _](credits|balance)/i
const badKey = /api[ _]key|authentication_error|permission_(error|denied)|unauthenticated/i

const searchIsOff = (body: unknown) => /web search is not enabled/i.test(whatItSays(body))

/** The error's codes and sentence in one string, in the dialects of `{error:{…}}`, `{code, error: "…"}` and Google's details. */
function whatItSays(body: unknown): string {
  const error = valueAt(body, 'error')
  const reasons = asRecords(valueAt(error, 'details')).map(({ reason }) => reason)
  const said = isRecord(error)
    ? [error.code, error.type, error.status, error.message, ...reasons]
    : [valueAt(body, 'code'), error]
  return said.map(asString).filter(Boolean).join(' ')
}

/** Google counts per minute and per day under the same status; waiting a minute does not bring back a day's quota. */
function dailyQuotaIsUsedUp(body: unknown): boolean {
  return asRecords(valueAt(body, 'error', 'details'))
    .flatMap(({ violations }) => asRecords(violations))
    .some(({ quotaId }) => asString(quotaId)?.includes('PerDay'))
}
