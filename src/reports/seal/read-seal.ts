/** Reads the files of a sealed report one after another, without keeping them. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'

export type SealedFile = { name: string; content: AsyncIterable<Uint8Array> }

/** Far more than a report has. A small archive could otherwise expand to any size. */
const maxBytes = 2 ** 31

/** Yields the files in the order of the archive. Each must be read before the next. Throws for a file that is not such an archive. */
export async function* readSeal(path: string, limitBytes = maxBytes): AsyncGenerator<SealedFile> {
  const entries = extract()
  const extracted = pipeline(createReadStream(path), createZstdDecompress(), atMost(limitBytes), entries)
  // The entries throw the same error.
  extracted.catch(() => undefined)
  try {
    for await (const entry of entries)
      yield { name: entry.header.name, content: describeErrors(Readable.from(entry), path) }
    await extracted
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    entries.destroy()
  }
}

const atMost = (limitBytes: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > limitBytes) throw new Error('it is larger than a sealed report.')
      yield chunk
    }
  }

async function* describeErrors(content: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (error) {
    throw unreadable(path, error)
  }
}

const unreadable = (path: string, cause: unknown) =>
  new Error(`${path} cannot be read as a sealed report: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
