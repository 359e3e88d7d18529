/** Bearer tokens in the Authorization header. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../core/errors.ts'
import { sha256 } from '../core/ids.ts'

export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | null =>
  (typeof authorization === 'string' && /^Bearer +(.+)$/i.exec(authorization)?.[1]) || null

export const unauthorized = (message: string) => new AppError('unauthorized', message)

/** Compares in a time that does not depend on where the texts differ. */
export const timingSafeEqualText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))
