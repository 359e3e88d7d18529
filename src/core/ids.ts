/** Ids, tokens and digests. */
import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { z } from 'zod'
import { localize } from '../languages/localized.ts'
import { message } from '../languages/message.ts'

export const Uuid = z
  .uuid({
    error: ({ input }) =>
      localize(
        input === undefined ? message('common.texts.isRequired') : message('core.general.mustBeAUUID'),
      ),
  })
  .transform((id) => id.toLowerCase())

/**
 * Returns a version 7 UUID (RFC 9562) for the given time. Ids of one process and millisecond sort in the order of their
 * creation, so new rows are adjacent in an index and a list sorted by id is sorted by time.
 */
export const newId = (nowMs: number = Date.now()): string => v7({ msecs: nowMs, seq: nextSequence() })

let sequence = 0

/** Returns the next of 2³² numbers. The low bits of a clock would wrap within minutes and break the order. */
function nextSequence(): number {
  sequence = (sequence + 1) >>> 0
  return sequence
}

/** Returns `sizeBytes` random bytes as URL-safe text. */
export const newToken = (sizeBytes = 32): string => randomBytes(sizeBytes).toString('base64url')

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
