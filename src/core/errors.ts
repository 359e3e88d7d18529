/** Errors a caller can act on. Anything else that is thrown is a bug of ours and answers 500 with a generic text. */

export const errorStatuses = {
  invalid_request: 400,
  unauthorized: 401,
  plan_limit: 402,
  subscription_required: 402,
  csrf: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  job_finished: 409,
  brand_paused: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unsafe_url: 422,
  rate_limited: 429,
  run_cap: 429,
  cooldown: 429,
  internal: 500,
  not_configured: 503,
  unavailable: 503,
  /** Stops the start; never sent to a client. */
  invalid_setting: 500,
} as const

export type ErrorCode = keyof typeof errorStatuses

/** What each code tells a caller, and what to do about it: shown in the API's documents. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid_request:
    'A parameter or field is missing, malformed, out of range or unknown; `details` names each one.',
  unauthorized: 'No valid proof came with the request: an API key, a session, a cron secret or a signature.',
  plan_limit: 'The plan allows no more of this (cloud only); `quota` says how much, and when it starts anew.',
  subscription_required: 'The organization has no active subscription (cloud only).',
  csrf: 'A session changes something only with the value of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN.',
  forbidden: 'You are known, but your role or your brands do not allow this.',
  not_found: 'It does not exist, or it belongs to another organization.',
  method_not_allowed:
    'The address exists and does not take this method; the header Allow lists those it takes.',
  not_acceptable: 'None of the content types the request accepts can be sent.',
  conflict: 'What is there now does not allow it, such as a name that is taken or a run that is under way.',
  job_finished: 'The job has ended, so it can no longer be cancelled.',
  brand_paused: 'The brand is paused; make it active first.',
  too_large: 'The body is larger than this address takes.',
  unsupported_media_type: 'The body has a content type this address does not read.',
  unsafe_url: 'The URL leads to a private or reserved address, which the service does not call.',
  rate_limited: 'Too many requests; send the next one after `retry_after_seconds`.',
  run_cap:
    'The runs of today are used up, or the money of the month where `resource` says so; `limit` and `used` say how much.',
  cooldown: 'The brand was checked a moment ago; ask again after `retry_after_seconds`.',
  internal: 'A fault of the service; `request_id` finds it in the log.',
  not_configured: 'A setting that this needs is not set; the message names it.',
  unavailable:
    'The service cannot answer at the moment, such as when its database is away. Try again shortly.',
  invalid_setting:
    'A setting has a value that cannot be used. It stops the start and is never sent to a client.',
}

export type ErrorDetail = { path: string; message: string }

export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** Further fields of the error body, e.g. `retry_after_seconds` or `jobId`. */
  readonly extra: Record<string, unknown>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; extra?: Record<string, unknown> } = {},
  ) {
    super(message)
    this.code = code
    this.details = more.details
    this.extra = more.extra ?? {}
  }
}

export const notFound = (what: string) => new AppError('not_found', `There is no such ${what}.`)
export const conflict = (message: string, extra: Record<string, unknown> = {}) =>
  new AppError('conflict', message, { extra })
export const forbidden = (message: string) => new AppError('forbidden', message)
export const invalid = (path: string, message: string) =>
  new AppError('invalid_request', `${path}: ${message}.`, { details: [{ path, message }] })
