import { timingSafeEqual } from 'node:crypto'
import type { Headers } from '../accounts/authenticate.ts'
import { AppError } from '../core/errors.ts'
import { sha256 } from '../core/ids.ts'

/** Equal or not, in a time that does not depend on where they differ. */
export const timingSafeEqualText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))
export const unauthorized = (message: string) => new AppError('unauthorized', message)

export const bearerToken = ({ authorization }: Headers): string | null =>
  (typeof authorization === 'string' && /^Bearer +(.+)$/i.exec(authorization)?.[1]) || null
