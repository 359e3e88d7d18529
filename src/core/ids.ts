/** Ids, tokens and digests. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { v7 } from 'uuid'
import { z } from 'zod'

export const Uuid = z
  .uuid({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a UUID') })
  .transform((id) => id.toLowerCase())

/**
 * Orders the ids that this process creates. Process state on purpose, as in the library itself: the order is of all ids,
 * whichever context creates them. Starts at random, so that the ids of several processes differ.
 */
let sequence = randomInt(2 ** 31)

/**
 * Returns a version 7 UUID (RFC 9562) for the given time. Ids of one process and millisecond sort in the order of their
 * creation, so new rows are adjacent in an index and a list sorted by id is sorted by time.
 */
export function newId(nowMs: number = Date.now()): string {
  sequence = (sequence + 1) >>> 0
  // Given a time but no sequence number, the library takes a random one.
  return v7({ msecs: nowMs, seq: sequence })
}

/** Returns `sizeBytes` random bytes as URL-safe text. */
export const newToken = (sizeBytes = 32): string => randomBytes(sizeBytes).toString('base64url')

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
