/**
 * Two cookies: the session's, which scripts cannot read, and XSRF-TOKEN, which they must read and send back. Both are
 * signed with the install's secret, so that neither can be made from what the database holds.
 */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { AppContext } from '../core/context.ts'
import { timingSafeEqualText } from '../http/bearer.ts'
import { type Session, sessionLifetimeMs } from './better-auth.ts'

/** The part of a request and its answer that cookies travel in. */
export type HttpExchange = {
  headers: IncomingHttpHeaders
  setHeader(name: string, value: string): void
}

const sessionCookie = 'ansight_session'
const xsrfCookie = 'XSRF-TOKEN'

/** The session's token if the cookie is one of ours. */
export function sessionTokenOf(ctx: AppContext, headers: HttpExchange['headers']): string | null {
  const [token, signature, ...rest] = (cookiesOf(headers)[sessionCookie] ?? '').split('.')
  if (!token || !signature || rest.length > 0) return null
  return timingSafeEqualText(signature, sign(ctx, 'session', token)) ? token : null
}

export function setSessionCookie(
  ctx: AppContext,
  exchange: HttpExchange,
  { token }: Pick<Session, 'token'>,
): void {
  const value = `${token}.${sign(ctx, 'session', token)}`
  setCookie(ctx, exchange, sessionCookie, value, { httpOnly: true })
}

/** Sets XSRF-TOKEN when the browser does not have this session's. */
export function setXsrfCookie(ctx: AppContext, exchange: HttpExchange, sessionId: string): void {
  const value = xsrfToken(ctx, sessionId)
  if (cookiesOf(exchange.headers)[xsrfCookie] !== value) setCookie(ctx, exchange, xsrfCookie, value)
}

export function verifyXsrfHeader(
  ctx: AppContext,
  headers: HttpExchange['headers'],
  sessionId: string,
): boolean {
  const sent = headers['x-xsrf-token']
  return typeof sent === 'string' && timingSafeEqualText(sent, xsrfToken(ctx, sessionId))
}

export function clearCookies(ctx: AppContext, exchange: HttpExchange): void {
  setCookie(ctx, exchange, sessionCookie, '', { httpOnly: true, maxAgeSeconds: 0 })
  setCookie(ctx, exchange, xsrfCookie, '', { maxAgeSeconds: 0 })
}

const xsrfToken = (ctx: AppContext, sessionId: string) => sign(ctx, 'xsrf', sessionId)

// The purpose is signed too: a signature made for one cookie is worth nothing in the other.
const sign = ({ secretKey }: AppContext, purpose: 'session' | 'xsrf', value: string) =>
  createHmac('sha256', secretKey).update(`${purpose}:${value}`).digest('base64url')

function cookiesOf({ cookie = '' }: HttpExchange['headers']): Record<string, string> {
  return Object.fromEntries(
    cookie.split(';').map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.trim(), value.join('=').trim()]
    }),
  )
}

/** Names and values are our own and hold nothing that a cookie would have to escape. */
function setCookie(
  ctx: AppContext,
  { setHeader }: HttpExchange,
  name: string,
  value: string,
  { httpOnly = false, maxAgeSeconds = sessionLifetimeMs / 1000 } = {},
): void {
  const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax']
  if (httpOnly) attributes.push('HttpOnly')
  if (ctx.baseUrl.startsWith('https:')) attributes.push('Secure')
  setHeader('Set-Cookie', [`${name}=${value}`, ...attributes].join('; '))
}
