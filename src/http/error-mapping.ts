/** Maps anything that was thrown to an error that can be sent to a client. */

import { AppError, type ErrorCode } from '../core/errors.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'

/** Returns an AppError unchanged, known library errors with our message, and `internal` for everything else. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', 'The database is unavailable. Try again shortly.')
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const known = libraryErrors[error.code]
    if (known) return new AppError(known.code, known.message)
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 400) return new AppError('invalid_request', 'The request is invalid.')
  // 403 is a path outside the served folder; 404 does not reveal whether the file exists.
  if (status === 403 || status === 404) return new AppError('not_found', 'No file exists at this path.')
  return new AppError('internal', 'An unexpected error occurred. Find it in the service log by `request_id`.')
}

const maxReportedPath = 200

export function routeNotFound({ method, url }: { method: string; url: string }): AppError {
  const path = url.replace(/\?.*$/s, '').slice(0, maxReportedPath)
  return new AppError('not_found', `No route matches ${method} ${path}.`)
}

type MappedError = { code: ErrorCode; message: string }

/** By `code` of Fastify's and PostgreSQL's errors. */
const libraryErrors: Partial<Record<string, MappedError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message:
      'This endpoint does not accept the Content-Type of the body. Most endpoints accept application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: 'The body is too large.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_request', message: 'The body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid_request', message: 'A JSON body is required.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_request',
    message: 'The size of the body does not match its Content-Length.',
  },
  // PostgreSQL's text and JSON types cannot store U+0000.
  '22021': { code: 'invalid_request', message: 'The request contains a character that cannot be stored.' },
  '22P05': { code: 'invalid_request', message: 'The request contains a character that cannot be stored.' },
  FST_ERR_BAD_URL: { code: 'invalid_request', message: 'The URL is invalid.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'No route matches this path.' },
}

export const clientErrors: { other: MappedError } & Partial<Record<string, MappedError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'invalid_request', message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { code: 'too_large', message: 'The URL and headers are too large.' },
  other: { code: 'invalid_request', message: 'This is not a valid HTTP request.' },
}
