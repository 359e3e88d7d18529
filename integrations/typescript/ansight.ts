/** A client of Ansight's API in one call, typed by its OpenAPI document. Copy this folder into your project. */
import type { Operations } from './operations.generated.ts'

export type Address = keyof Operations

/** `const trend = await call('GET /api/v1/visibility-trend', { query: { brand_id } })` */
export type Ansight = <A extends Address>(
  address: A,
  ...sent: Record<never, never> extends Sent<A> ? [Sent<A>?] : [Sent<A>]
) => Promise<Operations[A]['returns']>

/** What goes into the path, the query and the body; `signal` ends the request. */
export type Sent<A extends Address> = Omit<Operations[A], 'returns'> & { signal?: AbortSignal }

/** What the service answered in the place of a result. The message is a sentence that a person can act on. */
export class AnsightError extends Error {
  override name = 'AnsightError'
  readonly status: number
  /** What a program goes by, such as `not_found`; null when something else than Ansight answered. */
  readonly code: string | null
  /** Finds the request in the log of the service. */
  readonly requestId: string | null
  /** With status 429: how long to wait. */
  readonly retryAfterSeconds: number | null

  constructor(response: Response, body: Record<string, unknown>) {
    const { error, code, request_id, retry_after_seconds } = body
    super(
      typeof error === 'string' ? error : `Something that is not Ansight answered with ${response.status}.`,
    )
    this.status = response.status
    this.code = typeof code === 'string' ? code : null
    this.requestId = typeof request_id === 'string' ? request_id : null
    this.retryAfterSeconds = typeof retry_after_seconds === 'number' ? retry_after_seconds : null
  }
}

/** `baseUrl`: where people reach the service. Calls throw `AnsightError`, and what `fetch` throws. */
export function ansight({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Ansight {
  return async (address, ...[sent]) => {
    const { params = {}, query = {}, body, signal }: Plain = sent ?? {}
    const [method = 'GET', path = '/'] = address.split(' ')
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path.replace(/\{(\w+)\}/g, inPath(params))}`)
    url.search = search.toString()
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${filled}${search && `?${search}`}`, {
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

const inPath = (params: Record<string, unknown>) => (_: string, name: string) =>
  encodeURIComponent(String(params[name]))

type Plain = {
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

/** The service sends nothing but what its document says of the address; the compiler cannot know that. */
function asResult<T>(value: unknown): T {
  return value as T
}
