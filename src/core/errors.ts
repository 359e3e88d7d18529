/** Errors that a caller can act on. Anything else that is thrown is a bug: the response has status 500 and a generic message. */
import { inEnglish, type Message, message } from '../languages/message.ts'

export const errorStatuses = {
  invalid_request: 400,
  unauthorized: 401,
  plan_limit: 402,
  subscription_required: 402,
  csrf: 403,
  reauthentication_required: 403,
  second_factor_required: 403,
  forbidden: 403,
  insufficient_scope: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  job_finished: 409,
  brand_paused: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unsafe_url: 400,
  unknown_host: 421,
  rate_limited: 429,
  run_cap: 429,
  cooldown: 429,
  internal: 500,
  not_configured: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** The meaning of each code and what to do about it, for the API documentation. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_request:
    'A parameter or field is missing, malformed, out of range or unknown; `details` names each one, the unknown ones first.',
  unauthorized:
    'The request has no valid authentication: an API key, a session, a cron secret or a signature.',
  plan_limit: 'The limit of the plan is reached (cloud only); `quota` has the limit and when it resets.',
  subscription_required: 'The organization has no active subscription (cloud only).',
  csrf: 'A session can change data only with the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
  reauthentication_required:
    'The action needs a sign-in within the last 10 minutes: confirm who you are with POST /api/auth/reauthenticate and repeat the request.',
  second_factor_required:
    'The organization requires a second factor and the person has none: add one with the session, under /api/auth, and repeat the request.',
  forbidden: 'The request is authenticated, but the role or the brands of the caller do not allow it.',
  insufficient_scope:
    'The API key or the connected app does not have the scope that `scope` and the header WWW-Authenticate name.',
  not_found: 'The resource does not exist or belongs to another organization.',
  method_not_allowed:
    'The path exists but does not support this method; the header Allow lists those it supports.',
  not_acceptable: 'The endpoint cannot produce any of the content types in the header Accept.',
  conflict:
    'The current state does not allow this, for example because a name is taken or a run is in progress.',
  job_finished: 'The job has finished and can no longer be cancelled.',
  brand_paused: 'The brand is paused; activate it first.',
  too_large: 'The body is larger than this endpoint accepts.',
  unsupported_media_type: 'This endpoint does not accept the content type of the body.',
  unknown_host:
    'The host name of the request is not one of the service; set `BASE_URL`, or add it to `ALLOWED_HOSTS`.',
  unsafe_url:
    'The service does not request this URL: it is not http or https, contains a user name or password, or leads to a private or reserved address. The message says which.',
  rate_limited: 'Too many requests; retry after `retry_after_seconds`.',
  run_cap:
    'The daily limit of runs is reached, or the monthly budget if `resource` says so; `limit` and `used` have the numbers.',
  cooldown: 'The brand was checked recently; retry after `retry_after_seconds`.',
  internal: 'An unexpected error of the service; find it in the log by `request_id`.',
  not_configured: 'A required setting is missing; the message names it.',
  unavailable: 'The service is temporarily unavailable, for example because its database is. Retry shortly.',
}

export type ErrorDetail = { path: string; message: Message }

export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  /** The message in the language of the reader; `message` is in English. */
  readonly text: Message
  readonly details: ErrorDetail[] | undefined
  /** Further fields of the error body, e.g. `retry_after_seconds` or `jobId`. */
  readonly extra: Record<string, unknown>

  constructor(
    code: ErrorCode,
    text: Message,
    more: { details?: ErrorDetail[]; extra?: Record<string, unknown> } = {},
  ) {
    super(inEnglish(text))
    this.code = code
    this.text = text
    this.details = more.details
    this.extra = more.extra ?? {}
  }
}

export const notFound = (text: Message) => new AppError('not_found', text)
export const conflict = (text: Message, extra: Record<string, unknown> = {}) =>
  new AppError('conflict', text, { extra })
export const forbidden = (text: Message) => new AppError('forbidden', text)

/** `problem` completes a sentence that starts with the field: "must be in the future". */
export const invalid = (path: string, problem: Message) =>
  new AppError('invalid_request', fieldProblem(path, problem), { details: [{ path, message: problem }] })

export const fieldProblem = (path: string, problem: Message): Message =>
  message('core.errors.pathProblem', { path, problem })
