/**
 * Limits the memory that request bodies in progress occupy, in total and per client address, so that many slow uploads
 * cannot exhaust the process. Bytes count as they arrive and until the response has ended.
 */
import type { Resource } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { type Message, message } from '../languages/message.ts'

export type BodyLimits = { totalBytes: number; addressBytes: number }

/** The bytes of one body in progress. */
export type BodyReservation = {
  /** Counts further bytes. Throws `rate_limited` beyond the limit of the address and `unavailable` beyond the total. */
  add(sizeBytes: number): void
  release(): void
}

export type BodyBudget = {
  reserve(address: string): BodyReservation
  usedBytes(): number
}

/** Three deliveries of the maximum size per address. */
const defaultLimits: BodyLimits = { totalBytes: 64 * 1024 * 1024, addressBytes: 24 * 1024 * 1024 }

/** Not counted per body, so that large uploads never block small requests. A connection's buffers take as much. */
const uncountedBytes = 16 * 1024

/** Bodies of requests that the service has authenticated. */
export const authenticatedBodies: Resource<BodyBudget> = {
  name: 'bodies of authenticated requests',
  open: () => createBodyBudget(defaultLimits),
}

/** All other bodies. Separate, so that strangers cannot use up the memory for authenticated requests. */
export const publicBodies: Resource<BodyBudget> = {
  name: 'bodies of public requests',
  open: () => createBodyBudget(defaultLimits),
}

export function createBodyBudget({ totalBytes, addressBytes }: BodyLimits): BodyBudget {
  const used = new Map<string, number>()
  let total = 0
  const count = (address: string, sizeBytes: number) => {
    total += sizeBytes
    const next = (used.get(address) ?? 0) + sizeBytes
    if (next > 0) used.set(address, next)
    else used.delete(address)
  }
  return {
    usedBytes: () => total,
    reserve: (address) => {
      let received = 0
      let counted = 0
      let isReleased = false
      return {
        add: (sizeBytes) => {
          if (isReleased) return
          received += sizeBytes
          const further = Math.max(0, received - uncountedBytes) - counted
          if ((used.get(address) ?? 0) + further > addressBytes)
            throw limitError('rate_limited', message('http.bodyLimits.tooManyLargeUploadsFromThis'))
          if (total + further > totalBytes)
            throw limitError('unavailable', message('http.bodyLimits.tooManyLargeUploadsAreIn'))
          counted += further
          count(address, further)
        },
        release: () => {
          if (isReleased) return
          isReleased = true
          count(address, -counted)
        },
      }
    },
  }
}

const retryAfterSeconds = 5

const limitError = (code: 'rate_limited' | 'unavailable', text: Message) =>
  new AppError(code, text, { extra: { retry_after_seconds: retryAfterSeconds } })
