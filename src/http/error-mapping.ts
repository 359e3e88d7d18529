/** Whatever was thrown, as an error that can be sent: what is ours as it is, what the libraries throw in our words. */

import { AppError, type ErrorCode } from '../core/errors.ts'
import { isDatabaseUnavailable } from '../db/connection-errors.ts'

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', 'The database does not answer at the moment. Try again shortly.')
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const known = fastifyCodes[error.code]
    if (known) return new AppError(known.code, known.message)
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 400) return new AppError('invalid_request', 'The request is not valid.')
  // Of a file outside the folder that is served: nobody need know that there is something.
  if (status === 403 || status === 404) return routeNotFound()
  return new AppError('internal', 'Something went wrong on our side. The request id finds it in the log.')
}

export const routeNotFound = () => new AppError('not_found', 'There is nothing at this address.')

export type Refusal = { code: ErrorCode; message: string }

const fastifyCodes: Partial<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'The body has a Content-Type that this address does not take; most take application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: 'The body is too large.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_request', message: 'The body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid_request', message: 'The request has no JSON body.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_request',
    message: 'The body does not have the length its header says.',
  },
  // PostgreSQL's text and JSON cannot hold U+0000; what a caller sends may.
  '22021': { code: 'invalid_request', message: 'The request holds a character that cannot be kept.' },
  '22P05': { code: 'invalid_request', message: 'The request holds a character that cannot be kept.' },
  FST_ERR_BAD_URL: { code: 'invalid_request', message: 'The address is not valid.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'There is nothing at this address.' },
}

export const clientErrors: { other: Refusal } & Partial<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'invalid_request', message: 'The request did not come in time.' },
  HPE_HEADER_OVERFLOW: { code: 'too_large', message: 'The address and the headers are too large.' },
  other: { code: 'invalid_request', message: 'This is not a valid HTTP request.' },
}
