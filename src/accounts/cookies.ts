/**
 * The two cookies of a session: its token, hidden from scripts, and XSRF-TOKEN, which our pages read and send back in a
 * header. Both are signed with the secret key, so a leaked database is not enough to forge either. Another cookie holds the
 * token of each value of `sign-in-challenges.ts` for minutes.
 */
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { getBasePath } from '../core/config.ts'
import type { AppContext } from '../core/context.ts'
import { timingSafeEqualText } from '../http/bearer.ts'

/** The parts of a request and its response that cookies need. */
export type HttpExchange = {
  headers: IncomingHttpHeaders
  setHeader(name: string, value: string): void
}

export const sessionLifetimeMs = 7 * 24 * 3_600_000

/**
 * Over https, the prefix makes browsers reject a cookie of this name that plain HTTP sets and, for `__Host-`, that another
 * subdomain sets. `__Host-` requires the path `/`.
 */
function getCookieName(ctx: AppContext, name: string): string {
  if (!isHttps(ctx)) return `ansight_${name}`
  return `${getBasePath(ctx.baseUrl) === '' ? '__Host' : '__Secure'}-ansight_${name}`
}
const getSessionCookie = (ctx: AppContext) => getCookieName(ctx, 'session')
const isHttps = ({ baseUrl }: AppContext) => baseUrl.startsWith('https:')
const xsrfCookie = 'XSRF-TOKEN'

/** Returns the token in the session cookie, or null when the cookie is absent or its signature is wrong. */
export function readSessionToken(ctx: AppContext, headers: HttpExchange['headers']): string | null {
  const [token, signature, ...rest] = (parseCookies(headers)[getSessionCookie(ctx)] ?? '').split('.')
  if (!token || !signature || rest.length > 0) return null
  return timingSafeEqualText(signature, sign(ctx, 'session', token)) ? token : null
}

export function setSessionCookie(
  ctx: AppContext,
  exchange: HttpExchange,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  const value = `${token}.${sign(ctx, 'session', token)}`
  const maxAgeSeconds = Math.round((expiresAt.getTime() - ctx.now().getTime()) / 1000)
  setCookie(ctx, exchange, getSessionCookie(ctx), value, { httpOnly: true, maxAgeSeconds })
}

/** Sets XSRF-TOKEN unless the browser sent the correct value. */
export function setXsrfCookie(ctx: AppContext, exchange: HttpExchange, sessionId: string): void {
  const value = xsrfToken(ctx, sessionId)
  if (parseCookies(exchange.headers)[xsrfCookie] !== value) setCookie(ctx, exchange, xsrfCookie, value)
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
  setCookie(ctx, exchange, getSessionCookie(ctx), '', { httpOnly: true, maxAgeSeconds: 0 })
  setCookie(ctx, exchange, xsrfCookie, '', { maxAgeSeconds: 0 })
}

/** The random token alone: it is looked up by its hash, and is worth nothing without the rest of a sign-in. */
export const readChallengeCookie = (
  ctx: AppContext,
  headers: HttpExchange['headers'],
  kind: string,
): string | null => parseCookies(headers)[getCookieName(ctx, kind)] || null

export function setChallengeCookie(
  ctx: AppContext,
  exchange: HttpExchange,
  kind: string,
  { token, expiresAt }: { token: string; expiresAt: Date },
): void {
  const maxAgeSeconds = Math.round((expiresAt.getTime() - ctx.now().getTime()) / 1000)
  setCookie(ctx, exchange, getCookieName(ctx, kind), token, { httpOnly: true, maxAgeSeconds })
}

export function clearChallengeCookie(ctx: AppContext, exchange: HttpExchange, kind: string): void {
  if (readChallengeCookie(ctx, exchange.headers, kind) === null) return
  setCookie(ctx, exchange, getCookieName(ctx, kind), '', { httpOnly: true, maxAgeSeconds: 0 })
}

const xsrfToken = (ctx: AppContext, sessionId: string) => sign(ctx, 'xsrf', sessionId)

// The purpose is part of the signed text, so a signature of one cookie is not valid for the other.
const sign = ({ secretKey }: AppContext, purpose: 'session' | 'xsrf', value: string) =>
  createHmac('sha256', secretKey).update(`${purpose}:${value}`).digest('base64url')

/** Of several cookies with one name, browsers send the one with the longest path, which is ours, first. */
function parseCookies({ cookie = '' }: HttpExchange['headers']): Record<string, string> {
  const pairs = cookie.split(';').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()]
  })
  return Object.fromEntries(pairs.reverse())
}

/** Sets a cookie. Names and values contain only characters that need no escaping. */
function setCookie(
  ctx: AppContext,
  { setHeader }: HttpExchange,
  name: string,
  value: string,
  { httpOnly = false, maxAgeSeconds = sessionLifetimeMs / 1000 } = {},
): void {
  const attributes = [`Path=${getBasePath(ctx.baseUrl) || '/'}`, `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax']
  if (httpOnly) attributes.push('HttpOnly')
  if (isHttps(ctx)) attributes.push('Secure')
  setHeader('Set-Cookie', [`${name}=${value}`, ...attributes].join('; '))
}
