/**
 * A typed client of the API: addresses are the literals of the route table, and request and response types come from
 * the schemas of the route. Throws `ApiError` for every unsuccessful response.
 */
import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Routes } from '../src/routes.ts'
import { currentLanguage } from '../vocabulary/language.ts'
import { t } from '../vocabulary/texts.ts'
import { basePath } from './base-path.ts'
import { refreshPollMs } from './polling.ts'
import { reauthenticate } from './reauthentication.ts'

/** JSON routes: address → request and response types. */
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
    : Calls[A] extends { invalidatedBy: 'answers' }
      ? A
      : never
}[Address]
export type Returns<A extends Address> = Calls[A] extends { returns: infer R } ? R : never

/** A part of a request, optional if none of its fields is required. */
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
/** Content type of a text body other than plain text. */
type TextType = 'text/csv' | 'application/x-www-form-urlencoded'
type Sent = { textType?: TextType }

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
  return asResponse<A>(await call(address, parts ?? {}))
}

/** A query that all components with the same address and parameters share. Polls while its numbers are being updated. */
export function read<A extends Address>(address: A, ...[parts]: Arguments<A>) {
  return queryOptions({
    queryKey: [address, parts ?? {}] as const,
    queryFn: async ({ signal }): Promise<Returns<A>> => {
      const language = currentLanguage()
      const response = await call(address, { ...parts, signal })
      // The person has chosen another language meanwhile: its texts are in the previous one.
      return asResponse<A>(
        language === currentLanguage() ? response : await call(address, { ...parts, signal }),
      )
    },
    refetchInterval: ({ state }) => (isRefreshing(state.data) ? refreshPollMs : false),
  })
}

type Page = { next_cursor: string | null }
/** The addresses of lists with pages. */
type PagedAddress = { [A in Address]: Calls[A] extends { returns: Page } ? A : never }[Address]

/** A query of the pages of a list that have been requested so far. */
export function readPages<A extends PagedAddress>(address: A, ...[parts]: Arguments<A>) {
  const { query, ...others }: AnyParts = parts ?? {}
  return infiniteQueryOptions({
    queryKey: [address, 'pages', parts ?? {}] as const,
    queryFn: async ({ pageParam }): Promise<Returns<A> & Page> => {
      const cursor = pageParam === '' ? {} : { cursor: pageParam }
      return asPage<A>(await call(address, { ...others, query: { ...query, ...cursor } }))
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })
}

/** Returns whether a response says that answers have changed since its numbers were counted. */
export const isRefreshing = (response: unknown): boolean =>
  typeof response === 'object' &&
  response !== null &&
  'refreshing' in response &&
  response.refreshing === true

/**
 * Invalidates queries by address or key. Also refetches a first request still in flight: its response may predate the
 * change.
 */
export async function invalidate(queryClient: QueryClient, ...stale: (Address | QueryKey)[]): Promise<void> {
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
  textType?: TextType
  signal?: AbortSignal
}

/** Repeats the request once after the person has confirmed who they are, if the server requires that. */
async function call(address: Address, parts: AnyParts): Promise<unknown> {
  try {
    return await send(address, parts)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'reauthentication_required')) throw error
    await reauthenticate(error)
    return send(address, parts)
  }
}

async function send(address: Address, { params, query, body, textType, signal }: AnyParts): Promise<unknown> {
  const [method = 'GET', path = ''] = address.split(' ')
  const response = await fetchOrThrow(`${fill(path, params)}${search(query)}`, {
    method,
    headers: headersFor(method, body, textType),
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? null,
  })
  if (!response.ok) throw new ApiError(response.status, await errorIn(response))
  return response.status === 204 ? undefined : response.json()
}

/** Turns a network failure into an actionable message. Aborted requests stay aborted. */
async function fetchOrThrow(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(`${basePath}${url}`, request)
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw new ApiError(0, {
      error: t('client.api.unreachable'),
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

/** Text bodies are sent as they are; the routes that take them declare `accepts`. */
function headersFor(method: string, body: unknown, textType = 'text/plain'): Record<string, string> {
  return {
    'Accept-Language': currentLanguage(),
    ...(body !== undefined && {
      'Content-Type': typeof body === 'string' ? textType : 'application/json',
    }),
    ...(method !== 'GET' && { 'X-XSRF-TOKEN': xsrfToken() }),
  }
}

/** The cookie that the server binds to the session and expects back with every change. */
function xsrfToken(): string {
  return /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
}

async function errorIn(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => null)
  if (isErrorBody(body)) return body
  return {
    error: t('client.api.serverError', { status: response.status }),
    code: 'internal',
    request_id: response.headers.get('X-Request-Id'),
  }
}

/** The server sends all errors in this shape. */
const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && 'code' in body

/** The server validates every response against the schema that this type comes from. */
function asResponse<A extends Address>(body: unknown): Returns<A> {
  return body as Returns<A>
}

function asPage<A extends PagedAddress>(body: unknown): Returns<A> & Page {
  return body as Returns<A> & Page
}
