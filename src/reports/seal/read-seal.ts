/** Reads the files of a sealed report. */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'

/** Far more than a report has; a small file could otherwise expand to any size. */
const maxBytes = 2 ** 31

/** Returns the files by name. Throws for a file that is not such an archive. */
export async function readSeal(path: string): Promise<Map<string, Buffer>> {
  const entries = extract()
  const files = new Map<string, Buffer>()
  let bytes = 0
  const read = async () => {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header
      bytes += size
      if (bytes > maxBytes) throw new Error(`${path} is larger than a sealed report.`)
      if (files.has(name)) throw new Error(`${path} contains ${name} twice.`)
      files.set(name, await buffer(Readable.from(entry)))
    }
  }
  try {
    await Promise.all([pipeline(createReadStream(path), createZstdDecompress(), entries), read()])
  } catch (cause) {
    throw new Error(
      `${path} cannot be read as a sealed report: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    )
  }
  return files
}
