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
