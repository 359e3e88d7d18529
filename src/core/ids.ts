import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

export const Uuid = z.uuid({ error: 'must be a UUID' }).transform((id) => id.toLowerCase())

/** A version 7 UUID (RFC 9562): ids made later sort later, so that new rows lie together in an index. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** URL-safe text that cannot be guessed: 8 bits a byte. */
export const newToken = (sizeBytes = 32): string => randomBytes(sizeBytes).toString('base64url')

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
