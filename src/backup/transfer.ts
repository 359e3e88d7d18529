import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Pipes `source` through `stream` to `use`. A failure of either side destroys all streams, so that the other side does not
 * wait for ever. Returns both outcomes; a failed read fails `use` with its cause.
 */
export function transfer<T>(
  source: Readable,
  stream: Transform,
  use: (data: Readable) => Promise<T>,
): Promise<[PromiseSettledResult<T>, PromiseSettledResult<void>]> {
  const used = use(stream).catch((error: unknown) => {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  return Promise.allSettled([used, pipeline(source, stream)])
}
