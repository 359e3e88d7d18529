/**
 * Requests to the API of a vendor: one at a time, with a pause between them. A refusal is a value that says what the
 * connection does next.
 */
import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import type { AppContext } from '../core/context.ts'
import { parseJson } from '../core/json.ts'
import { type Message, message } from '../languages/message.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'

/**
 * `revoked`: the vendor rejects the credentials. `lost`: they give no access to the property. `wait`: a quota is used up until
 * this time. `retry`: the vendor does not answer as documented.
 */
export type VendorFailure =
  | { outcome: 'revoked' | 'lost' | 'retry'; problem: Message }
  | { outcome: 'wait'; problem: Message; until: Date }

export type VendorResult<T> = { outcome: 'answered'; body: T } | VendorFailure

/** `body`: JSON that is sent by POST. */
export type VendorRequest = { url: string; body?: unknown }

export type VendorApi = {
  call<S extends z.ZodType>(request: VendorRequest, schema: S): Promise<VendorResult<z.output<S>>>
}

export type ErrorResponse = { status: number; retryAfterSeconds: number | null; body: unknown }

/** How a vendor authenticates requests and reports errors. */
export type Protocol = {
  /** The name of the vendor, for messages. */
  vendor: string
  /** Changes a request. A failure, such as a consent that has ended, is the result of the call. */
  authenticate(request: VendorRequest, isRepeated: boolean): Promise<Authenticated | VendorFailure>
  /** `unauthorized`: repeat the request once with a new token. */
  readError(error: ErrorResponse): VendorFailure | 'unauthorized'
}

export type Authenticated = {
  outcome: 'authenticated'
  url: string
  headers: Record<string, string>
}

const timeoutMs = 60_000
/** 25,000 rows of Search Console with long URLs. */
const maxBytes = 64 * 1024 * 1024

export function vendorApi(app: AppContext, protocol: Protocol, stopping?: AbortSignal): VendorApi {
  let hasCalled = false
  const send = async <S extends z.ZodType>(
    request: VendorRequest,
    schema: S,
    isRepeated: boolean,
  ): Promise<VendorResult<z.output<S>> | 'unauthorized'> => {
    const authenticated = await protocol.authenticate(request, isRepeated)
    if (authenticated.outcome !== 'authenticated') return authenticated
    const { url, headers } = authenticated
    const response = await guardedFetch(app, url, {
      headers: { ...headers, ...(request.body !== undefined && { 'content-type': 'application/json' }) },
      ...(request.body !== undefined && { method: 'POST', body: JSON.stringify(request.body) }),
      ...(stopping && { signal: stopping }),
      timeoutMs,
      maxBytes,
    })
    if (response.outcome === 'failed') return unavailable(protocol.vendor)
    const body = parseJson(response.body.toString())
    const { status } = response
    if (status >= 500) return unavailable(protocol.vendor)
    if (status !== 200) {
      const after = Number(response.headers['retry-after'])
      const retryAfterSeconds = Number.isFinite(after) && after > 0 ? after : null
      return protocol.readError({ status, retryAfterSeconds, body })
    }
    const parsed = schema.safeParse(body)
    return parsed.success ? { outcome: 'answered', body: parsed.data } : unavailable(protocol.vendor)
  }
  return {
    call: async (request, schema) => {
      const pauseMs = app.config.IMPORT_PAUSE_MS
      if (hasCalled && pauseMs > 0) await setTimeout(pauseMs, undefined, stopping && { signal: stopping })
      hasCalled = true
      const first = await send(request, schema, false)
      if (first !== 'unauthorized') return first
      const second = await send(request, schema, true)
      return second === 'unauthorized' ? unavailable(protocol.vendor) : second
    },
  }
}

export const unavailable = (vendor: string): VendorFailure => ({
  outcome: 'retry',
  problem: message('traffic.search.unavailable', { vendor }),
})

export const quotaUsedUp = (vendor: string, until: Date): VendorFailure => ({
  outcome: 'wait',
  until,
  problem: message('traffic.search.quota', { vendor }),
})
