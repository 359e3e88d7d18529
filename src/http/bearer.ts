/** Bearer tokens of the Authorization header. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../core/errors.ts'
import { sha256 } from '../core/ids.ts'
import type { Message } from '../languages/message.ts'

export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | null =>
  (typeof authorization === 'string' && /^Bearer +(\S.*)$/i.exec(authorization)?.[1]) || null

/** Returns the header WWW-Authenticate for a token that is missing, or that does not have a scope. */
export const bearerChallenge = (scope?: string): string =>
  scope === undefined ? 'Bearer' : `Bearer error="insufficient_scope", scope="${scope}"`

export const unauthorized = (text: Message) => new AppError('unauthorized', text)

/** Compares in constant time. */
export const timingSafeEqualText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))
