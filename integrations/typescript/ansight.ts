/** A client of the Ansight API, typed by its OpenAPI document. Copy this folder into your project. */
import type { Operations } from './operations.generated.ts'

export type Address = keyof Operations

/** Calls an endpoint: `const trend = await call('GET /api/v1/visibility-trend', { query: { brand_id } })`. */
export type Ansight = <A extends Address>(
  address: A,
  ...request: Record<never, never> extends RequestOf<A> ? [RequestOf<A>?] : [RequestOf<A>]
) => Promise<Operations[A]['returns']>

/** The path parameters, query and body of a request. `signal` aborts it. */
export type RequestOf<A extends Address> = Omit<Operations[A], 'returns'> & { signal?: AbortSignal }

/** An error response of the service. The message is a sentence for people. */
export class AnsightError extends Error {
  override name = 'AnsightError'
  readonly status: number
  /** The error code, such as `not_found`. Null when the response does not come from Ansight. */
  readonly code: string | null
  /** Identifies the request in the log of the service. */
  readonly requestId: string | null
  /** How long to wait after status 429. */
  readonly retryAfterSeconds: number | null

  constructor(response: Response, body: Record<string, unknown>) {
    const { error, code, request_id, retry_after_seconds } = body
    super(
      typeof error === 'string'
        ? error
        : `The response does not come from Ansight (status ${response.status}).`,
    )
    this.status = response.status
    this.code = typeof code === 'string' ? code : null
    this.requestId = typeof request_id === 'string' ? request_id : null
    this.retryAfterSeconds = typeof retry_after_seconds === 'number' ? retry_after_seconds : null
  }
}

/** Creates a client. `baseUrl` is the public URL of the service. Calls throw `AnsightError` and the errors of `fetch`. */
export function ansight({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Ansight {
  return async (address, ...[request]) => {
    const { params = {}, query = {}, body, signal }: UntypedRequest = request ?? {}
    const [method = 'GET', path = '/'] = address.split(' ')
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path.replace(/\{(\w+)\}/g, paramIn(params))}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const text = await response.text()
    if (!response.ok) throw new AnsightError(response, asObject(text))
    return asResult(response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text)
  }
}

const paramIn = (params: Record<string, unknown>) => (_: string, name: string) =>
  encodeURIComponent(String(params[name]))

type UntypedRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
}

function asObject(text: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(text) }
  } catch {
    return {}
  }
}

/** The OpenAPI document describes the response, which the compiler cannot verify. */
function asResult<T>(value: unknown): T {
  return value as T
}
