/**
 * The client of our own API, typed from the route table: the address is the same text as there, and what is sent and
 * got are the types of that route's schemas. Throws `ApiError` for every answer that is not a success.
 */
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Routes } from '../src/routes.ts'

/** The routes that are JSON in, JSON out: address → what is sent and got. */
type Calls = {
  [A in keyof Routes as Routes[A] extends { kind: 'json' } ? A : never]: Routes[A] extends {
    types?: infer Types
  }
    ? NonNullable<Types>
    : never
}
export type Address = keyof Calls
/** The addresses of the dashboard whose responses are computed from answers. */
export type AnswerAddress = {
  [A in Address]: A extends `GET /api/${'v1' | 'mcp'}/${string}`
    ? never
    : Calls[A] extends { dependsOn: 'answers' }
      ? A
      : never
}[Address]
export type Returns<A extends Address> = Calls[A] extends { returns: infer R } ? R : never

/** A part that may be left out altogether when nothing in it is required. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }
type Parts<A extends Address> = Part<'params', Calls[A]['params']> &
  Part<'query', Calls[A]['query']> &
  Part<'body', Calls[A]['body']>
type Arguments<A extends Address> =
  Record<never, never> extends Parts<A> ? [parts?: Parts<A> & Sent] : [parts: Parts<A> & Sent]
/** What a body that is a text is, where that is not plain text. */
type Sent = { textType?: 'text/csv' }

type ErrorDetail = { path: string; message: string }
type ErrorBody = { error: string; code: string; details?: ErrorDetail[]; request_id?: string | null }

export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: ErrorDetail[]
  readonly requestId: string | null

  constructor(status: number, body: ErrorBody) {
    super(body.error)
    this.status = status
    this.code = body.code
    this.details = body.details ?? []
    this.requestId = body.request_id ?? null
  }
}

export async function api<A extends Address>(address: A, ...[parts]: Arguments<A>): Promise<Returns<A>> {
  return asReturned<A>(await call(address, parts ?? {}))
}

/** A read that is kept and shared by everything on the screen that asks the same. */
export function read<A extends Address>(address: A, ...[parts]: Arguments<A>) {
  return queryOptions({
    queryKey: [address, parts ?? {}] as const,
    queryFn: async ({ signal }) => asReturned<A>(await call(address, { ...parts, signal })),
  })
}

/**
 * Reads again what a change made stale: every read of these addresses, or those under these keys. One that is on its
 * way for the first time may have been answered before the change, so it is let go and sent anew.
 */
export async function renew(queryClient: QueryClient, ...stale: (Address | QueryKey)[]): Promise<void> {
  await Promise.all(
    stale.map(async (each) => {
      const queryKey = typeof each === 'string' ? [each] : each
      await queryClient.cancelQueries({ queryKey, type: 'active' })
      await queryClient.invalidateQueries({ queryKey })
    }),
  )
}

type AnyParts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  textType?: 'text/csv'
  signal?: AbortSignal
}

async function call(address: Address, { params, query, body, textType, signal }: AnyParts): Promise<unknown> {
  const [method = 'GET', path = ''] = address.split(' ')
  const response = await reach(`${fill(path, params)}${search(query)}`, {
    method,
    headers: headersFor(method, body, textType),
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? null,
  })
  if (!response.ok) throw new ApiError(response.status, await errorIn(response))
  return response.status === 204 ? undefined : response.json()
}

/** The network's own failure becomes a sentence that a person can act on; a call that we gave up ourselves stays one. */
async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request)
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new ApiError(0, {
      error: 'Cannot reach the server. Check that it is running, then try again.',
      code: 'unreachable',
    })
  }
}

const fill = (path: string, params: Record<string, unknown> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

function search(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** A body that is a text is sent as one: the routes that take it say so in their `accepts`. */
function headersFor(method: string, body: unknown, textType = 'text/plain'): Record<string, string> {
  return {
    ...(body !== undefined && {
      'Content-Type': typeof body === 'string' ? textType : 'application/json',
    }),
    ...(method !== 'GET' && { 'X-XSRF-TOKEN': xsrfToken() }),
  }
}

/** The cookie that the server binds to the session and wants back with everything that changes something. */
export function xsrfToken(): string {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
}

async function errorIn(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  if (isErrorBody(body)) return body
  return {
    error: `Something went wrong on the server (${response.status}).`,
    code: 'internal',
    request_id: response.headers.get('X-Request-Id'),
  }
}

/** Our own server is the other end, and it sends its errors in this one shape. */
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && 'code' in body

/** The server sends every answer through the schema that this type is made from. */
function asReturned<A extends Address>(body: unknown): Returns<A> {
  return body as Returns<A>
}
