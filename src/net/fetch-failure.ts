/** The failures of a fetch: of the network, of the other server, and of the caller's limits. */
import { BodyTooLargeError, UnsupportedEncodingError } from './decode-body.ts'

export type FetchFailure =
  /** Not an http(s) URL, a URL with credentials, or one whose host has an address that is not public. */
  | 'unsafe_url'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  /** `timeoutMs` elapsed in any phase. */
  | 'timeout'
  /** The connection closed before the response was complete. */
  | 'cut'
  | 'bad_response'
  | 'too_large'
  | 'too_many_redirects'
  /** The caller's signal was aborted. */
  | 'aborted'

/** Aborts a fetch with this failure. */
export class FetchError extends Error {
  override name = 'FetchError'
  readonly kind: FetchFailure

  constructor(kind: FetchFailure) {
    super(kind)
    this.kind = kind
  }
}

/** Returns the failure that an error means, or null for a bug. */
export function getFailure(error: unknown): FetchFailure | null {
  if (error instanceof FetchError) return error.kind
  if (error instanceof BodyTooLargeError) return 'too_large'
  if (error instanceof UnsupportedEncodingError) return 'bad_response'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return codes[code] ?? codeFamilies.find(([pattern]) => pattern.test(code))?.[1] ?? null
}

const codes: Record<string, FetchFailure> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'cut',
  ECONNABORTED: 'cut',
  EPIPE: 'cut',
  ERR_STREAM_PREMATURE_CLOSE: 'cut',
  HPE_HEADER_OVERFLOW: 'too_large',
  EPROTO: 'tls',
}

const codeFamilies: [pattern: RegExp, kind: FetchFailure][] = [
  [/^HPE_/, 'bad_response'],
  [
    /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_CA|PATH_LENGTH_)/,
    'tls',
  ],
]
