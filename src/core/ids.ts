import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

export const Uuid = z
  .uuid({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a UUID') })
  .transform((id) => id.toLowerCase())

/** Counts the ids of one millisecond, from a random beginning. */
const latest = { ms: 0, count: 0 }

/**
 * A version 7 UUID (RFC 9562): ids made later by this process sort later, also within one millisecond (its method 1),
 * so that new rows lie together in an index and a list by id is a list by time.
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = randomSixteen()
  latest.count = nowMs === latest.ms ? (latest.count + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff
  latest.ms = nowMs
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | latest.count, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Drawn for many ids at once: to ask for sixteen bytes takes as long as for sixteen hundred. */
let drawn = { bytes: Buffer.alloc(0), used: 0 }

function randomSixteen(): Buffer {
  if (drawn.used === drawn.bytes.length) drawn = { bytes: randomBytes(16 * 128), used: 0 }
  drawn.used += 16
  return drawn.bytes.subarray(drawn.used - 16, drawn.used)
}

/** URL-safe text that cannot be guessed: 8 bits a byte. */
export const newToken = (sizeBytes = 32): string => randomBytes(sizeBytes).toString('base64url')

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
