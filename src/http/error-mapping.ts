/** Maps anything that was thrown to an error that can be sent to a client. */

import { AppError, type ErrorCode } from '../core/errors.ts'
import { isDatabaseUnavailable, isStorageUnavailable } from '../db/connection-errors.ts'
import { type Message, message, untranslated } from '../languages/message.ts'

/** Returns an AppError unchanged, known library errors with our message, and `internal` for everything else. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', message('http.errorMapping.theDatabaseIsUnavailableTryAgain'))
  if (isStorageUnavailable(error))
    return new AppError('unavailable', message('http.errorMapping.theServiceCannotStoreDataAt'))
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const known = libraryErrors[error.code]
    if (known) return new AppError(known.code, known.text)
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  const byStatus = status === null ? undefined : libraryStatuses[Number(status)]
  if (byStatus) return new AppError(byStatus.code, byStatus.text)
  return new AppError('internal', message('http.errorMapping.anUnexpectedErrorOccurredFindIt'))
}

const maxReportedPath = 200

export function routeNotFound({ method, url }: { method: string; url: string }): AppError {
  const path = url.replace(/\?.*/s, '').slice(0, maxReportedPath)
  return new AppError('not_found', untranslated(`No route matches ${method} ${path}.`))
}

type MappedError = { code: ErrorCode; text: Message }

const noFile: MappedError = { code: 'not_found', text: untranslated('No file exists at this path.') }
const mediaType: MappedError = {
  code: 'unsupported_media_type',
  text: untranslated(
    'This endpoint does not accept the Content-Type of the body. Most endpoints accept application/json.',
  ),
}
const tooLarge: MappedError = { code: 'too_large', text: message('http.general.theBodyIsTooLarge') }

/** By `statusCode` of errors whose `code` is not listed below, so that no mistake of a client is a bug of the service. */
const libraryStatuses: Partial<Record<number, MappedError>> = {
  400: { code: 'invalid_request', text: message('http.general.theRequestIsInvalid') },
  // A path outside the served folder; the response does not reveal whether the file exists.
  403: noFile,
  404: noFile,
  413: tooLarge,
  415: mediaType,
}

const unstorable = message('http.errorMapping.theRequestContainsACharacterThat')

/** By `code` of Fastify's and PostgreSQL's errors. */
const libraryErrors: Partial<Record<string, MappedError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: mediaType,
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    code: 'unsupported_media_type',
    text: untranslated('The Content-Encoding of the body is not supported. Send gzip, deflate or identity.'),
  },
  FST_CP_ERR_INVALID_CONTENT: {
    code: 'invalid_request',
    text: untranslated('The body does not match its Content-Encoding.'),
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'invalid_request',
    text: untranslated('The body is not valid JSON.'),
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid_request', text: message('http.general.aJSONBodyIsRequired') },
  // PostgreSQL's text and JSON types cannot store U+0000.
  '22021': { code: 'invalid_request', text: unstorable },
  '22P05': { code: 'invalid_request', text: unstorable },
  FST_ERR_BAD_URL: { code: 'invalid_request', text: untranslated('The URL is invalid.') },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', text: untranslated('No route matches this path.') },
}

/** Security headers of errors that occur before the hooks that set the headers of all other responses. */
export const earlyErrorHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

type ClientError = { code: ErrorCode; message: string }

/** Requests that were not parsed have no language. */
export const clientErrors: { other: ClientError } & Partial<Record<string, ClientError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'invalid_request', message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { code: 'too_large', message: 'The URL and headers are too large.' },
  other: { code: 'invalid_request', message: 'This is not a valid HTTP request.' },
}
